"""What is hidden is in no answer, row, prompt or event, and questions are answered all the same."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator

import pytest

from bot.cicerone import Cicerone
from bot.errors import StatementRefused
from bot.events import Event
from bot.parts import Message
from bot.render.schema_picture import label_props, schema_props
from bot.steps.neighbours import Chosen
from tests.integration.small_graphs import opened_with_model
from tests.scripted_model import Script

CANARY = "canary@nowhere.example"
GRAPH = {
    "nodes": [
        {"id": i, "labels": ["Person"], "props": {"name": name, "born": 1970 + i, "email": CANARY}}
        for i, name in enumerate(["Ada Lim", "Ben Ode", "Cid Roe"])
    ]
    + [{"id": 9, "labels": ["Case"], "props": {"code": 7, "email": CANARY}}]
    + [{"id": 10, "labels": ["Vault"], "props": {"name": CANARY}}],
    "rels": [{"start": i, "type": "IN", "end": 9, "props": {}} for i in range(3)],
}


@pytest.fixture(scope="module")
async def asked(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[tuple[Cicerone, Script]]:
    home = tmp_path_factory.mktemp("hidden")
    async with opened_with_model(home, GRAPH, hide="*.email, Vault") as both:
        yield both


async def _said(app: Cicerone, text: str, engine: str) -> str:
    seen: list[Event] = []

    async def listen(event: Event) -> None:
        seen.append(event)

    outcome = await app.ask(Message(text, str(uuid.uuid4()), "eve", engine=engine), listen)
    return repr([*seen, outcome])


async def test_the_parser_still_answers(asked: tuple[Cicerone, Script]) -> None:
    app, _ = asked
    for text in ("List all persons", "How many persons are there?", "Show all cases"):
        said = await _said(app, text, "offline")
        assert CANARY not in said and "error=None" in said, said
        assert "answer='" in said


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (p:Person) RETURN p",
        "MATCH (n) RETURN n",
        "MATCH (p:Person) RETURN p.email",
        "MATCH (p:Person) RETURN properties(p)",
        "MATCH (v:Vault) RETURN v.name",
        "MATCH (n) RETURN n.name",
        "MATCH p = (:Person)--() RETURN p",
    ],
)
async def test_no_statement_of_a_model_shows_it(
    asked: tuple[Cicerone, Script], statement: str
) -> None:
    app, script = asked
    script.replies.clear()
    script.on("", text=statement)
    understood = {"standalone": "List all persons", "verdict": "answerable"}
    script.on("You prepare a message", text=json.dumps(understood))
    script.on("You answer a question", text="Three persons are there.")
    said = await _said(app, "List all persons", "llm")
    assert CANARY not in said
    assert not any(CANARY in prompt or "email" in prompt.split("A statement that did not work")[0]
                   for prompt in script.prompts)  # fmt: skip


async def test_a_picture_shows_the_rest(asked: tuple[Cicerone, Script]) -> None:
    app, _ = asked
    told = "MATCH (p:Person)-[:IN]->(c:Case) WHERE c.code = 7 RETURN p.name AS name"
    drawn = await app.drawn(told, {}, "eve")
    around = await app.neighbours(Chosen(("Person",), property="name", value="Ada Lim"), "eve")
    of_a_case = await app.neighbours(Chosen(("Case",), id=drawn.elements[-1].end), "eve")
    for shown, nodes, edges in ((drawn, 4, 3), (around, 2, 1), (of_a_case, 4, 3)):
        assert CANARY not in repr(shown) and not shown.cut
        kinds = ["_labels" in one for one in shown.elements]
        assert kinds == [True] * nodes + [False] * edges, shown
        known = {one.id for one in shown.elements[:nodes]}
        assert {end for one in shown.elements[nodes:] for end in (one.start, one.end)} == known
    with pytest.raises(StatementRefused):
        await app.neighbours(Chosen(("Vault",), id=drawn.elements[0].id), "eve")
    assert CANARY not in repr(schema_props(app.schema, app.layer))
    assert CANARY not in repr(label_props("Person", app.schema, app.layer, samples=True))
