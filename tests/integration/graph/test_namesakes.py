"""Films that share a title: what texts find lets none in that only goes by the same name."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.events import Event, Outcome
from bot.parts import Message
from bot.settings import load_settings
from tests.graph_database import GraphDatabase
from tests.scripted_model import Script, scripted_model

HEIST = "A crew of thieves plans the heist of a casino vault."
# Title, synopsis, rating, director, birth.
FILMS: tuple[tuple[str, str | None, float | None, str, str], ...] = (
    ("The Job", f"{HEIST} The plan fails at the last door.", 7.0, "Ada Lim", "1971-02-03"),
    ("The Job", "A gardener looks for work in the hills and finds a friend.", 8.0, "Ben Ode",
     "1972-02-03"),
    ("The Job", None, 9.0, "Cid Roe", "1973-02-03"),
    ("Safe Hands", "Two thieves prepare the heist of a bank and trust nobody.", 6.5, "Dan Fox",
     "1941-02-03"),
    ("Night Shift", "A guard finds that a heist is planned by thieves he knows.", None, "Eva Sand",
     "1974-02-03"),
    ("Night Shift", None, 8.8, "Kay Lund", "1981-02-03"),
    ("Tall Grass", "A boy and his horse cross the plains in a hard winter.", 7.5, "Fay Holm",
     "1975-02-03"),
    ("Open Sea", "A sailor is alone on the ocean after a storm broke the mast.", 7.1, "Gil Bach",
     "1939-02-03"),
    ("Blue Door", "A painter paints the same door of a village for thirty years.", 6.1, "Ada Lim",
     "1971-02-03"),
    ("Snow Line", "Three climbers are caught on the mountain by the first snow.", 6.8, "Hal Iven",
     "1951-02-03"),
    ("Long Table", "A family meets for one meal and tells all that was hushed up.", 7.7, "Ida Jung",
     "1961-02-03"),
)  # fmt: skip


def films() -> dict[str, Any]:
    people = {name: born for *_, name, born in FILMS}
    nodes: list[dict[str, Any]] = [
        {"id": name, "labels": ["Director"], "props": {"name": name, "born": {"$date": born}}}
        for name, born in people.items()
    ]
    rels = []
    for n, (title, synopsis, rating, director, _) in enumerate(FILMS):
        props = {"title": title, "synopsis": synopsis, "rating": rating}
        known = {name: value for name, value in props.items() if value is not None}
        nodes.append({"id": f"f{n}", "labels": ["Film"], "props": known})
        rels.append({"start": director, "type": "DIRECTED", "end": f"f{n}", "props": {}})
    return {"nodes": nodes, "rels": rels}


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def cicerone(
    database: GraphDatabase, tmp_path_factory: pytest.TempPathFactory, script: Script
) -> AsyncIterator[Cicerone]:
    await database.load(films())
    settings = load_settings(
        home=tmp_path_factory.mktemp("home"), neo4j_uri=database.uri,
        neo4j_username=database.username, neo4j_password=database.password,
        neo4j_database=database.database, openai_base_url=script.url,
    )  # fmt: skip
    async with open_cicerone(settings, conversations=InProcess()) as opened:
        yield opened
    await database.wipe()


async def ask(cicerone: Cicerone, text: str, engine: str) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    outcome = await cicerone.ask(Message(text, str(uuid.uuid4()), "ada", engine=engine), listen)
    assert outcome.error is None and outcome.result is not None, outcome.answer
    return outcome


async def test_a_title_that_two_films_share_lets_only_the_one_in(cicerone: Cicerone) -> None:
    asked = "films about a heist, with their directors born after 1960"
    both = await ask(cicerone, asked, "offline")
    assert both.route == "both" and both.result is not None
    assert set(both.result.rows) == {("The Job", "Ada Lim"), ("Night Shift", "Eva Sand")}
    alone = await ask(cicerone, "films about a heist", "offline")
    assert alone.route == "text" and alone.result is not None
    told = [text for title, text in alone.result.rows if title == "The Job"]
    assert told == [FILMS[0][1]]


async def test_a_models_query_lets_only_the_one_in(cicerone: Cicerone, script: Script) -> None:
    written = "MATCH (d:Director)-[:DIRECTED]->(f:Film) WHERE f.rating > 6 RETURN f.title, d.name"
    script.on("", text="Here they are.").on("You write one read-only", text=written)
    found = await ask(cicerone, "List the acclaimed films about a heist", "auto")
    assert (found.route, found.engine) == ("both", "llm") and found.result is not None
    assert set(found.result.rows) == {("The Job", "Ada Lim"), ("Safe Hands", "Dan Fox")}


async def test_what_has_no_value_is_said_of_what_texts_found_too(cicerone: Cicerone) -> None:
    found = await ask(cicerone, "films about a heist with a rating above 6", "offline")
    assert found.route == "both" and found.result is not None
    titles = [row[0] for row in found.result.rows]
    assert sorted(map(str, titles)) == ["Safe Hands", "The Job"]
    said = "One of the 3 films asked about has no recorded rating and is left out."
    assert said in (found.answer or "")
