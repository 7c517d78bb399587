"""A question asked the wrong way round, of what joins nodes of one label, says so."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator

import pytest

from bot.cicerone import Cicerone
from bot.events import Event, Outcome
from bot.parts import Message
from tests.integration.small_graphs import opened_with_model
from tests.scripted_model import Script

NAMES = ("Ada Lim", "Ben Ode", "Cid Roe", "Dan Fox", "Eva Sand")
# The first manages the second and third, the second the two others.
MANAGES = ((0, 1), (0, 2), (1, 3), (1, 4))
GRAPH = {
    "nodes": [
        {"id": i, "labels": ["Employee"], "props": {"name": name, "age": 60 - i}}
        for i, name in enumerate(NAMES)
    ],
    "rels": [{"start": a, "type": "MANAGES", "end": b, "props": {}} for a, b in MANAGES],
}


@pytest.fixture(scope="module")
async def asked(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[tuple[Cicerone, Script]]:
    home = tmp_path_factory.mktemp("other-way")
    async with opened_with_model(home, GRAPH) as both:
        yield both


async def ask(cicerone: Cicerone, text: str, engine: str) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    return await cicerone.ask(Message(text, str(uuid.uuid4()), "eve", engine=engine), listen)


async def test_the_rules_answer_says_what_the_other_way_gives(
    asked: tuple[Cicerone, Script],
) -> None:
    found = await ask(asked[0], "Which employees does Eva Sand manage?", "offline")
    assert found.error is None and found.result and found.result.rows == ()
    assert found.answer == (
        "Nothing in the graph matches that. "
        "The graph knows “Eva Sand”, but no employee that “manages” joins with it. "
        "With “manages” the other way round there would be 1 result."
    )
    # Whom somebody manages is there, so that the way is right.
    older = await ask(asked[0], "Which employees older than 70 does Ada Lim manage?", "offline")
    assert older.result and older.result.rows == () and "70" in (older.answer or "")
    assert "other way" not in (older.answer or "")


async def test_so_does_the_answer_in_another_language(asked: tuple[Cicerone, Script]) -> None:
    cicerone, script = asked
    standalone = "Which employees does Eva Sand manage?"
    understood = {"standalone": standalone, "verdict": "answerable", "language": "German"}
    script.on("You prepare", text=json.dumps(understood))
    found = await ask(cicerone, "Welche Angestellten leitet Eva Sand?", "auto")
    assert found.result and found.result.rows == ()
    assert "andersherum gäbe es 1 Ergebnis." in (found.answer or "")
