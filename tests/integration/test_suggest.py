"""Question sets drafted for the sample graph, through the command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bootstrap import open_graph
from bot.commands.suggest import run_suggest
from bot.errors import UsageError
from bot.evaluation.questions import read_questions
from bot.evaluation.suggest.drafts_file import Draft, read_drafts
from bot.evaluation.suggest.from_chat import from_chat
from bot.evaluation.suggest.prove import Prover
from bot.settings import Settings, load_settings
from memory.conversation import Exchange
from memory.store import Store
from memory.tables import feedbacks, threads
from tests.integration.databases import written

TITLES = "MATCH (f:Film) WHERE f.year > $year RETURN f.title AS title"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def settings(home: Path, graph: str = "films") -> Settings:
    return load_settings(home=home, graph=graph, engine="offline")


@pytest_asyncio.fixture(scope="module")
async def prover(home: Path) -> AsyncIterator[Prover]:
    """Over the sample graph, whose database stays up for all tests of the module."""
    async with open_graph(settings(home)) as graph:
        yield Prover(graph, await graph.schema())


async def suggest(
    home: Path, out: Path, count: int, *, seed: int = 0, graph: str = "films"
) -> list[Draft]:
    opened = settings(home, graph)
    await run_suggest(opened, count=count, out=out, reviewing=False, chat=True, seed=seed)
    return read_drafts(out)


async def test_two_hundred_for_the_sample_graph(home: Path, prover: Prover, tmp_path: Path) -> None:
    drafts = await suggest(home, tmp_path / "set.toml", 200)
    assert len(drafts) >= 150
    assert {draft.status for draft in drafts} == {"drafted"}
    types = Counter(draft.question.type for draft in drafts)
    assert len(types) >= 20 and max(types.values()) <= 20
    for question in read_questions(tmp_path / "set.toml").questions:
        rows = await prover.rows(question.cypher)
        assert not isinstance(rows, str), f"{question.cypher}: {rows}"
        assert rows.rows and not rows.truncated, question.cypher


async def test_the_same_seed_gives_the_same_file(
    home: Path, prover: Prover, tmp_path: Path
) -> None:
    one, same, other = [
        await suggest(home, tmp_path / f"{number}.toml", 15, seed=seed)
        for number, seed in enumerate((3, 3, 4))
    ]
    assert one == same != other


@pytest.mark.parametrize(
    ("out", "graph", "words"),
    [
        ("set.toml", "nosuch", "There is no graph nosuch"),
        ("set.csv", "films", "has to end in .toml"),
        ("there.toml", "films", "is there already"),
        ("there.toml/set.toml", "films", "cannot be written"),
    ],
)
async def test_bad_input_is_one_sentence(
    out: str, graph: str, words: str, home: Path, prover: Prover, tmp_path: Path
) -> None:
    (tmp_path / "there.toml").write_text("mine")
    with pytest.raises(UsageError) as raised:
        await suggest(home, tmp_path / out, 1, graph=graph)
    assert words in str(raised.value) and "\n" not in str(raised.value)
    assert (tmp_path / "there.toml").read_text() == "mine"


def test_a_review_needs_a_terminal(home: Path) -> None:
    command = [sys.executable, "-c", "from bot.cli import main; main()"]
    done = subprocess.run(
        [*command, "eval", "suggest", "--graph", "films", "--review"],
        env={**os.environ, "CICERONE_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr and done.stderr.count("\n") == 1


async def test_rated_answers_of_the_chat(prover: Prover, tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    for number, (question, cypher, value) in enumerate(
        [
            ("Films after 2010?", TITLES, 1),
            ("films after 2010", TITLES, 1),
            ("Films of tomorrow?", TITLES.replace("$year", "2999"), 1),
            ("Films without sense?", TITLES, 0),
            ("Not rated?", TITLES, None),
        ]
    ):
        exchange = Exchange(question, question, "answerable", cypher, {"year": 2010})
        message = f"m{number}"
        await store.add_exchange("t", "ada", exchange, message=message, graph="films")
        if value is not None:
            if number == 0:
                row = {"id": "t", "createdAt": "", "updatedAt": "", "metadata": {}}
                await written(store, threads.insert().values(row))
            rated = {"id": message, "forId": message, "threadId": "t", "value": value}
            await written(store, feedbacks.insert().values(rated))
    found = [draft async for draft in from_chat(store, "films", prover)]
    elsewhere = [draft async for draft in from_chat(store, "other", prover)]
    await store.close()
    assert [(d.question.question, d.source) for d in found] == [
        ("films after 2010", "liked"),
        ("Films without sense?", "disliked"),
    ]
    assert "f.year > 2010" in found[0].question.cypher
    assert elsewhere == []
