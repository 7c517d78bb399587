"""Collections in parts: what is whole is seen and survives a kill, what was replaced is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from memory.index import Entry, Match, Search, Where
from memory.index_parts import PartedIndex
from memory.index_pieces import EdgePieces, finished_at
from memory.index_server_parts import ServerParts
from memory.value_entries import VALUES, value_entry


async def names(*values: str) -> AsyncIterator[Entry]:
    for value in values:
        entry = value_entry(0, "City", "name", value, 1)
        assert entry is not None
        yield entry


async def found(index: PartedIndex, keys: Iterable[str]) -> list[str]:
    search = Search(20, where=Where(all=(Match("keys", tuple(keys)),)))
    return sorted(str(hit.payload["value"]) for hit in (await index.search([search]))[0])


@pytest.fixture(params=["edge", "server"])
async def index(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[PartedIndex]:
    opened: PartedIndex = (
        await EdgePieces.open(tmp_path / "values", VALUES)
        if request.param == "edge"
        else await ServerParts.open(":memory:", "", "atlas", VALUES)
    )
    yield opened
    await opened.close()


async def test_a_part_read_anew_takes_the_place_of_the_old_one(index: PartedIndex) -> None:
    async with index.writing() as writer:
        assert writer is not None
        assert await writer.put("a", "1", names("Leith", "Oslo"), lambda: {"left": 3}) == 2
        await writer.put("b", "1", names("Gdansk"))
        await writer.finish({"a", "b"})
    assert await index.count() == 3
    part = (await index.parts())["a"]
    assert (part.state, part.size, part.noted) == ("1", 2, {"left": 3})
    async with index.writing() as writer:
        assert writer is not None
        await writer.put("a", "2", names("Leith", "Bergen"))
        await writer.finish({"a", "b"})
    assert await found(index, ["leith", "oslo", "gdansk", "bergen"]) == [
        "Bergen",
        "Gdansk",
        "Leith",
    ]
    async with index.writing() as writer:
        assert writer is not None
        await writer.finish({"b"})
    assert await found(index, ["leith", "gdansk"]) == ["Gdansk"]
    assert await index.count() == 1


async def test_one_writes_at_a_time(index: PartedIndex) -> None:
    async with index.writing() as first:
        assert first is not None
        async with index.writing() as second:
            assert second is None


async def test_another_process_sees_what_is_written(tmp_path: Path) -> None:
    ours = await EdgePieces.open(tmp_path, VALUES)
    theirs = await EdgePieces.open(tmp_path, VALUES)
    async with ours.writing() as writer:
        assert writer is not None
        async with theirs.writing() as second:
            assert second is None
        await writer.put("a", "1", names("Leith"))
        assert await found(theirs, ["leith"]) == []
        assert finished_at(tmp_path) is None
        await writer.finish({"a"})
    assert await found(theirs, ["leith"]) == ["Leith"]
    assert finished_at(tmp_path) is not None
    await ours.close()
    await theirs.close()


async def test_a_damaged_piece_is_left_out_and_read_anew(tmp_path: Path) -> None:
    index = await EdgePieces.open(tmp_path, VALUES)
    for name in ("a", "b"):
        async with index.writing() as writer:
            assert writer is not None
            await writer.put(name, "1", names(f"Leith {name}"))
            await writer.finish({"a", "b"})
    await index.close()
    piece = max(tmp_path.glob("piece-*"), key=lambda folder: int(folder.name.split("-")[1]))
    next(file for file in piece.rglob("*") if file.is_file() and file.stat().st_size).write_text("")
    again = await EdgePieces.open(tmp_path, VALUES)
    assert set(await again.parts()) == {"a"}
    assert await found(again, ["leith a", "leith b"]) == ["Leith a"]
    await again.close()


_KILLED = """
import asyncio, sys
from pathlib import Path
import memory.index_pieces as pieces
from tests.unit.memory.test_index_parts import names
from memory.value_entries import VALUES

pieces._PIECE = 40

async def many(start):
    for at in range(start, start + 100):
        async for entry in names(f"Town {at}"):
            yield entry

async def endless():
    async for entry in many(1000):
        yield entry
    print("killed now", flush=True)
    await asyncio.sleep(600)

async def main():
    index = await pieces.EdgePieces.open(Path(sys.argv[1]), VALUES)
    async with index.writing() as writer:
        await writer.put("a", "1", many(0))
        await writer.put("b", "1", many(200))
        await writer.put("c", "1", endless())

pieces._BATCH = 10
asyncio.run(main())
"""


async def test_a_kill_in_the_middle_loses_no_part_that_is_whole(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    writer = subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(tmp_path)], stdout=subprocess.PIPE, env=environment
    )
    assert writer.stdout is not None and writer.stdout.readline() == b"killed now\n"
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    index = await EdgePieces.open(tmp_path, VALUES)
    assert {name: part.size for name, part in (await index.parts()).items()} == {"a": 100, "b": 100}
    assert await found(index, ["town 3", "town 203", "town 1003"]) == ["Town 203", "Town 3"]
    async with index.writing() as again:
        assert again is not None
        await again.put("c", "1", names("Leith"))
        await again.finish({"a", "b", "c"})
    assert await found(index, ["leith", "town 203", "town 1003"]) == ["Leith", "Town 203"]
    assert await index.count() == 201
    await index.close()
