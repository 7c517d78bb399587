"""Looks at the database are seldom, beside the questions, and by one process for all."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.errors import GraphUnreachable
from bot.looks import LookBook, Looks


class Graph:
    """A graph's state, and how often it was looked at."""

    def __init__(self, state: str = "one") -> None:
        self.state, self.times, self.read = state, 0, 0
        self.away = False

    async def look(self) -> str:
        self.times += 1
        if self.away:
            raise GraphUnreachable("It is away.")
        return self.state

    async def beside(self, first: bool) -> None:
        self.read += 1 if first else 10


def looks(graph: Graph, home: Path, *, every: float = 0.0, cost: float = 0.0) -> Looks:
    book = LookBook(home / "looked.json")
    return Looks(graph.look, graph.state, graph.beside, book, every=every, cost=cost)


async def look(at: Looks) -> bool:
    at.due()
    await at.wait(10)
    return at.behind


async def test_what_has_changed_is_noticed_once(tmp_path: Path) -> None:
    graph = Graph()
    found = looks(graph, tmp_path)
    assert not await look(found)
    graph.state = "two"
    assert await look(found)
    assert await look(found) and graph.times == 2, "what is behind is looked at no more"


async def test_they_are_seldom(tmp_path: Path) -> None:
    graph = Graph()
    found = looks(graph, tmp_path, every=3600)
    graph.state = "two"
    for _ in range(5):
        assert not await look(found)
    assert graph.times == 0


async def test_of_several_processes_one_looks_and_all_know(tmp_path: Path) -> None:
    graph = Graph()
    processes = [looks(graph, tmp_path) for _ in range(4)]
    book = LookBook(tmp_path / "looked.json")
    assert book.claim(3600) and not book.claim(3600)
    for one in processes:
        one._every = 3600
        one._last = 0
    graph.state = "two"
    assert not any([await look(one) for one in processes]) and graph.times == 0
    book.write("two")
    for one in processes:
        one._last = 0
    assert all([await look(one) for one in processes]) and graph.times == 0


async def test_a_look_from_before_it_was_opened_tells_nothing(tmp_path: Path) -> None:
    book = LookBook(tmp_path / "looked.json")
    book.write("none")
    assert book.claim(3600)
    found = looks(Graph(), tmp_path, every=3600)
    found._last = 0
    assert not await look(found)


async def test_what_takes_long_to_open_is_not_opened_all_the_time(tmp_path: Path) -> None:
    graph = Graph()
    found = looks(graph, tmp_path, cost=100)
    graph.state = "two"
    assert not await look(found)
    found._settled = 0
    assert await look(found)


async def test_a_look_that_fails_leaves_everything_as_it_is(tmp_path: Path) -> None:
    graph = Graph()
    found = looks(graph, tmp_path)
    graph.away = True
    assert not await look(found)
    graph.away, graph.state = False, "two"
    assert await look(found)
    await found.close()


async def test_the_first_look_tells_the_state_where_that_is_costly(tmp_path: Path) -> None:
    graph = Graph()
    book = LookBook(tmp_path / "looked.json")
    found = Looks(graph.look, "", graph.beside, book, every=0, cost=0)
    found.begin()
    await found.wait(10)
    assert (graph.times, graph.read) == (1, 1)
    graph.state = "two"
    assert await look(found)
    assert graph.read == 11


async def test_an_unwritable_home_looks_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    graph = Graph()
    found = looks(graph, tmp_path / "file" / "beneath")
    graph.state = "two"
    assert await look(found)
    await asyncio.sleep(0)
