"""What runs while another process replaces its embedded graph answers from the new one."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.commands.ask import ask_lines
from bot.events import Event, Outcome
from bot.page.lifespan import Opened
from bot.parts import Message
from bot.settings import load_settings
from tests.embedded import embedded_server, ended

HUTS = ["Alpenrose", "Bergheim", "Carlsruh"]


def graph(label: str, names: list[str]) -> dict[str, Any]:
    nodes = [{"id": i, "labels": [label], "props": {"name": n}} for i, n in enumerate(names)]
    return {"nodes": nodes, "rels": []}


async def load(home: Path, data: dict[str, Any]) -> str:
    """Run `cicerone graph load` in a process of its own."""
    file = home / "alps.json"
    file.write_text(json.dumps(data))
    return await cicerone(home, "graph", "load", str(file))


async def cicerone(home: Path, *words: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from bot.cli import main; main()", *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=os.environ | {"PYTHONPATH": os.getcwd(), "CICERONE_HOME": str(home)},
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()
    return said.decode()


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[Opened]:
    async with embedded_server(tmp_path, memory_mb=256):
        await load(tmp_path, graph("Hut", HUTS))
        opened = Opened()
        opened.configure(load_settings(home=tmp_path, graph="alps", engine="offline"))
        await opened.open()
        try:
            yield opened
        finally:
            await opened.close()
    await ended(tmp_path)


async def ask(page: Opened, text: str) -> Outcome:
    async def listen(event: Event) -> None:
        del event

    await page.open()
    async with page.held() as it:
        return await it.ask(Message(text, str(uuid.uuid4()), "eve", answer_id=text), listen)


async def test_the_next_question_knows_the_new_graph(page: Opened) -> None:
    home, before, store = page.settings.folder, page.cicerone, page.cicerone.store
    assert (await ask(page, "How many huts are there?")).result.rows == ((3,),)  # type: ignore[union-attr]
    assert page.cicerone is before

    await load(home, graph("Lake", ["Dornsee", "Eibsee"]))
    answers = await asyncio.gather(*(ask(page, "How many lakes are there?") for _ in range(3)))
    assert [one.result.rows for one in answers if one.result] == [((2,),)] * 3
    assert await page.cicerone.greeting() == "This graph knows 2 lakes."
    linked = await ask(page, "Show the lake Dornsee")
    assert linked.result is not None and len(linked.result.rows) == 1

    after = page.cicerone
    await ask(page, "How many lakes are there?")
    assert page.cicerone is after, "one load is noticed once"
    assert after.store is store, "conversations stay where they are"
    await after.like("eve", linked, positive=True)
    again = await ask(page, "Show the lake Dornsee")
    assert again.engine == "memory"


async def test_a_turn_that_runs_goes_on(page: Opened) -> None:
    async with page.held() as mine:
        await load(page.settings.folder, graph("Hut", [*HUTS, "Dachstein"]))
        await page.open()
        assert page.cicerone is not mine
        assert (await mine.graph.run("MATCH (h:Hut) RETURN count(h) AS n")).rows == ((4,),)


async def test_an_index_built_anew_is_taken_up(page: Opened) -> None:
    home = page.settings.folder
    await load(home, graph("Hut", ["Xanten", "Yburg", "Zell"]))
    await ask(page, "How many huts are there?")
    before = page.cicerone
    await cicerone(home, "index", "--graph", "alps")
    found = await ask(page, "Show the hut Xanten")
    assert found.result is not None and len(found.result.rows) == 1
    assert page.cicerone is not before


async def test_what_cannot_be_opened_leaves_the_old_one(page: Opened) -> None:
    home, before = page.settings.folder, page.cicerone
    await load(home, graph("Hut", [*HUTS, "Dachstein"]))
    database = home / "graphs" / "databases" / "alps"
    mark = database / "configuration.json"
    mark.rename(database / "away")
    with capture_logs() as logs:
        assert await page.open() is before
    assert "There is no graph alps" in logs[0]["why"]
    assert (await before.graph.run("MATCH (h:Hut) RETURN count(h) AS n")).rows == ((4,),)
    (database / "away").rename(mark)


async def test_lines_are_answered_from_the_graph_of_their_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def lines() -> Iterator[str]:
        yield "How many huts are there?"
        (tmp_path / "alps.json").write_text(json.dumps(graph("Lake", ["Dornsee", "Eibsee"])))
        words = ("graph", "load", str(tmp_path / "alps.json"))
        env = os.environ | {"PYTHONPATH": os.getcwd(), "CICERONE_HOME": str(tmp_path)}
        main = [sys.executable, "-c", "from bot.cli import main; main()", *words]
        subprocess.run(main, env=env, check=True, capture_output=True)
        yield "How many lakes are there?"
        yield "How many huts are there?"

    async with embedded_server(tmp_path, memory_mb=256):
        await load(tmp_path, graph("Hut", HUTS))
        opened = load_settings(home=tmp_path, graph="alps", engine="offline")
        assert await ask_lines(opened, lines(), as_json=True) == 0
    await ended(tmp_path)
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    before, after, gone = map(json.loads, said)
    assert (before["rows"], after["rows"]) == ([[3]], [[2]])
    assert gone["cypher"] is None and not gone["rows"]
