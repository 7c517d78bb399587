"""An earlier answer that is named by its place is gone on from; no model is asked."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.events import Event, Outcome
from bot.parts import Message
from bot.settings import load_settings

HIS = "MATCH (:Person {name: 'Steven Spielberg'})-[:DIRECTED]->(f:Film)"
DRAMAS = f"{HIS} WHERE (f)-[:IN_GENRE]->(:Genre {{name: 'Drama'}})"
TITLES = "RETURN DISTINCT f.title AS title"
FIRST, EARLY, SAD = (
    "Which films did Steven Spielberg direct?",
    "only those before 1990",
    "which of them are dramas?",
)
SAID = {
    "back to it, and on": (EARLY, "back to the first list, which of them are dramas?", DRAMAS),
    "of it": (EARLY, "of the first list, which are dramas?", DRAMAS),
    "as it was": (EARLY, "back to the first list", HIS),
    "the second": (
        SAD,
        "which of the second list are longer than 150 minutes?",
        f"{DRAMAS} AND f.runtime > 150",
    ),
}


@pytest_asyncio.fixture(scope="module")
async def opened(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cicerone]:
    home = tmp_path_factory.mktemp("home")
    settings = load_settings(home=home, graph="films", engine="offline")
    async with open_cicerone(settings, conversations=InProcess()) as cicerone:
        yield cicerone


async def said(cicerone: Cicerone, texts: Sequence[str]) -> list[Outcome]:
    """The outcomes of a conversation."""

    async def listen(event: Event) -> None:
        """Nothing."""

    thread = str(uuid.uuid4())
    return [await cicerone.ask(Message(text, thread, "ada"), listen) for text in texts]


@pytest.mark.parametrize(("narrow", "asked", "meant"), SAID.values(), ids=SAID)
async def test_an_earlier_list_is_gone_on_from(
    opened: Cicerone, narrow: str, asked: str, meant: str
) -> None:
    first, narrower, found = await said(opened, (FIRST, narrow, asked))
    assert first.result and narrower.result
    assert len(narrower.result.rows) < len(first.result.rows)
    right = {row[0] for row in (await opened.graph.run(f"{meant} {TITLES}")).rows}
    assert found.engine == "offline" and found.result and right
    assert {row[0] for row in found.result.rows} == right
