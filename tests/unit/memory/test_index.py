"""Both adapters of the search index are held to one contract."""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

import pytest

from memory.errors import StoreError
from memory.index import Collection, Entry, Index, Match, Search, Where
from memory.index_edge import EdgeIndex
from memory.index_server import ServerIndex

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect")

STATIC = Collection("static", text=True, letters=True, dense=3, keywords=("kind", "keys"))
GROWING = Collection("growing", text=True, dense=3, keywords=("kind",), growing=True)

Open = Callable[[Collection], Awaitable[Index]]


async def stream(entries: Iterable[Entry]) -> AsyncIterator[Entry]:
    for entry in entries:
        yield entry


def animals() -> list[Entry]:
    return [
        Entry(1, {"kind": "a", "keys": ["x", "y"]}, "the dogs bark", "labrador", [1, 0, 0]),
        Entry(2, {"kind": "a", "keys": ["z"]}, "a cat sleeps", "siamese", [0, 1, 0]),
        Entry(3, {"kind": "b", "keys": ["x"]}, "one dog sleeps", "poodle", [0.9, 0.1, 0]),
        Entry("6f0e7a52-0c38-4d0d-9b6b-6a1f0e1d2c3b", {"kind": "b"}, "birds", None, None),
    ]


@pytest.fixture(params=["edge", "server"])
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Open]:
    indexes: list[Index] = []

    async def open_(collection: Collection) -> Index:
        index: Index
        if request.param == "edge":
            index = await EdgeIndex.open(tmp_path / collection.name, collection)
        else:
            index = await ServerIndex.open(":memory:", "", "my graph/ä", collection)
        indexes.append(index)
        return index

    yield open_
    for index in indexes:
        await index.close()


@pytest.fixture
async def filled(opened: Open) -> Index:
    index = await opened(STATIC)
    await index.rebuild(stream(animals()), "v1")
    return index


def ids(hits: list) -> list:
    return [hit.id for hit in hits]


async def test_a_new_index_is_empty_and_has_no_stamp(opened: Open) -> None:
    index = await opened(STATIC)
    assert await index.stamp() is None
    assert await index.count() == 0
    assert await index.search([]) == []
    assert await index.search([Search(3, text="dog")]) == [[]]


async def test_text_is_stemmed_and_ranked(filled: Index) -> None:
    [hits] = await filled.search([Search(5, text="Dogs, please")])
    assert set(ids(hits)) == {1, 3}


async def test_letters_find_misspelt_names(filled: Index) -> None:
    [hits] = await filled.search([Search(1, letters="labradro")])
    assert ids(hits) == [1]


async def test_vectors_find_neighbours_by_angle(filled: Index) -> None:
    [hits] = await filled.search([Search(2, vector=[1.0, 0.0, 0.0])])
    assert ids(hits) == [1, 3]
    assert hits[0].score == pytest.approx(1.0, abs=1e-4)


async def test_hybrid_prefers_what_both_find(filled: Index) -> None:
    [hits] = await filled.search([Search(3, text="sleeping dog", vector=[0.9, 0.1, 0.0])])
    assert ids(hits)[0] == 3


async def test_filters(filled: Index) -> None:
    kind_a, has_x = Match("kind", ("a",)), Match("keys", ("x", "nothing"))
    searches = [
        Search(9, where=Where(all=(kind_a, has_x))),
        Search(9, where=Where(any=(kind_a, has_x))),
        Search(9, where=Where(none=(kind_a,))),
        Search(9, text="dog", vector=[1.0, 0, 0], where=Where(none=(kind_a,))),
    ]
    both, either, other, hybrid = await filled.search(searches)
    assert ids(both) == [1]
    assert set(ids(either)) == {1, 2, 3}
    assert {3, animals()[3].id} == set(ids(other))
    assert ids(hybrid) == [3]
    assert await filled.count(Where(all=(kind_a,))) == 2


async def test_the_marker_is_never_found_nor_counted(filled: Index) -> None:
    assert await filled.count() == 4
    [hits] = await filled.search([Search(9)])
    assert set(ids(hits)) == {entry.id for entry in animals()}


async def test_payload_comes_back(filled: Index) -> None:
    [hits] = await filled.search([Search(1, where=Where(all=(Match("keys", ("y",)),)))])
    assert dict(hits[0].payload) == {"kind": "a", "keys": ["x", "y"]}


async def test_rebuild_replaces_everything_and_tells_progress(filled: Index) -> None:
    told: list[int] = []
    entries = [Entry(n, {"kind": "n"}, f"number {n}") for n in range(1, 1201)]
    await filled.rebuild(stream(entries), "v2", told.append)
    assert await filled.stamp() == "v2"
    assert await filled.count() == 1200
    assert told[-1] == 1200 and len(told) > 1
    assert told == sorted(told)


async def test_a_rebuild_that_fails_leaves_the_old_state(filled: Index) -> None:
    async def failing() -> AsyncIterator[Entry]:
        yield Entry(77, {}, "half")
        raise RuntimeError("the graph went away")

    with pytest.raises(RuntimeError):
        await filled.rebuild(failing(), "v2")
    assert await filled.stamp() == "v1"
    assert await filled.count() == 4


async def test_single_entries_come_and_go_with_their_stamp(opened: Open) -> None:
    index = await opened(GROWING)
    await index.upsert([Entry(1, {"kind": "a"}, "old words")], "1")
    await index.upsert([Entry(1, {"kind": "b"}, "new words"), Entry(2, {"kind": "b"}, "x")])
    assert (await index.stamp(), await index.count()) == ("1", 2)
    [hits] = await index.search([Search(1, text="words")])
    assert hits[0].payload["kind"] == "b"
    await index.delete(Where(), "2")
    assert (await index.stamp(), await index.count()) == ("2", 2)
    await index.delete(Where(all=(Match("kind", ("b",)),)), "3")
    assert (await index.stamp(), await index.count()) == ("3", 0)


async def test_entries_without_words_are_kept(opened: Open) -> None:
    index = await opened(GROWING)
    await index.upsert([Entry(1, {"kind": "a"}, ""), Entry(2, {"kind": "a"})])
    assert await index.count() == 2


async def test_a_vector_of_the_wrong_size_is_a_store_error(opened: Open) -> None:
    index = await opened(GROWING)
    with pytest.raises(StoreError):
        await index.upsert([Entry(1, {}, "x", None, [1.0, 2.0])])


async def test_it_survives_a_restart_and_notices_another_layout(tmp_path: Path) -> None:
    index = await EdgeIndex.open(tmp_path / "c", STATIC)
    await index.rebuild(stream(animals()), "v1")
    await index.close()
    again = await EdgeIndex.open(tmp_path / "c", STATIC)
    assert (await again.stamp(), await again.count()) == ("v1", 4)
    await again.close()
    other = await EdgeIndex.open(tmp_path / "c", Collection("static", text=True, dense=4))
    assert await other.stamp() is None
    await other.rebuild(stream([Entry(1, {}, "x", None, [1, 2, 3, 4])]), "v2")
    assert (await other.stamp(), await other.count()) == ("v2", 1)
    await other.close()
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


async def test_many_open_one_that_is_not_there_yet(tmp_path: Path) -> None:
    opened = await asyncio.gather(*(EdgeIndex.open(tmp_path / "c", STATIC) for _ in range(12)))
    assert [await index.count() for index in opened] == [0] * 12
    await opened[0].rebuild(stream(animals()), "v1")
    assert [await index.count() for index in opened] == [4] + [0] * 11
    for index in opened:
        await index.close()
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def _read_in_another_process(folder: Path, answers: multiprocessing.Queue) -> None:
    async def read() -> tuple[str | None, int]:
        static = await EdgeIndex.open(folder / "static", STATIC)
        growing = await EdgeIndex.open(folder / "growing", GROWING)
        await growing.upsert([Entry(8, {}, "mine")])
        seen = (await static.stamp(), await static.count(), await growing.stamp())
        await static.close()
        await growing.close()
        return (*seen, str(growing._folder))

    answers.put(asyncio.run(read()))


async def test_other_processes_share_a_static_index_and_keep_off_a_growing_one(
    tmp_path: Path,
) -> None:
    static = await EdgeIndex.open(tmp_path / "static", STATIC)
    await static.rebuild(stream(animals()), "v1")
    growing = await EdgeIndex.open(tmp_path / "growing", GROWING)
    await growing.upsert([Entry(1, {}, "ours")], "7")
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    process = context.Process(target=_read_in_another_process, args=(tmp_path, answers))
    process.start()
    stamp, count, theirs, folder = answers.get(timeout=60)
    process.join()
    assert (stamp, count, theirs) == ("v1", 4, None)
    assert tmp_path not in Path(folder).parents and not Path(folder).exists()
    assert (await growing.stamp(), await growing.count()) == ("7", 1)
    await growing.close()
    await static.close()


def _cut_short(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 3)


def _garble(path: Path) -> None:
    path.write_bytes(b"\xff" * min(64, path.stat().st_size))


@pytest.mark.parametrize("damage", [_cut_short, _garble])
@pytest.mark.parametrize("name", ["segment.json", "page_0.dat"])
@pytest.mark.parametrize("collection", [STATIC, GROWING], ids=lambda c: c.name)
async def test_a_damaged_folder_never_stops_the_start(
    tmp_path: Path, collection: Collection, name: str, damage: Callable[[Path], None]
) -> None:
    index = await EdgeIndex.open(tmp_path / "c", collection)
    await index.rebuild(stream(animals()), "v1")
    await index.close()
    for path in sorted((tmp_path / "c").rglob(name))[:1]:
        damage(path)
    again = await EdgeIndex.open(tmp_path / "c", collection)
    assert await again.stamp() is None
    await again.rebuild(stream(animals()), "v1")
    [hits] = await again.search([Search(3, text="dog")])
    assert len(hits) == 2
    await again.close()


async def test_a_growing_index_survives_a_kill(tmp_path: Path) -> None:
    script = (
        "import asyncio, os, sys; from pathlib import Path;"
        "from memory.index import *; from memory.index_edge import EdgeIndex\n"
        "async def main():\n"
        "    c = Collection('growing', text=True, dense=3, keywords=('kind',), growing=True)\n"
        "    i = await EdgeIndex.open(Path(sys.argv[1]), c)\n"
        "    for n in range(1, 51): await i.upsert([Entry(n, {}, f'number {n}')], str(n))\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(tmp_path / "growing")
    )
    assert await process.wait() == -9
    index = await EdgeIndex.open(tmp_path / "growing", GROWING)
    assert (await index.stamp(), await index.count()) == ("50", 50)
    await index.close()


async def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="search index"):
        await EdgeIndex.open(tmp_path / "file" / "c", STATIC)


async def test_a_server_that_does_not_answer_is_one_sentence() -> None:
    with pytest.raises(StoreError, match="QDRANT_URL"):
        await ServerIndex.open("http://127.0.0.1:9", "", "g", STATIC)
