"""Names that the index lacks are looked up in the database: seldom, bounded, and said honestly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from bot.events import Event, StepFinished
from bot.ports import LookedUp
from bot.steps.fresh_values import FreshValues, LookingUp, looking_up, not_looked_up
from bot.steps.stage import Stage
from memory.schema import LinkedValue
from memory.values import StoredValue


class Index:
    """Links whole words that are one of its names."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)

    async def lookup(self, question: str) -> list[LinkedValue]:
        return [
            LinkedValue(name, "Product", "name", name, at, at + len(name))
            for name in self.names
            if (at := question.find(name)) >= 0
        ]

    async def learn(self, values: Sequence[StoredValue]) -> None:
        self.names += [str(value) for _, _, value, _ in values]

    def forget(self, values: Sequence[StoredValue]) -> None:
        self.names = [name for name in self.names if name not in {str(v[2]) for v in values}]


@dataclass
class Database:
    """A database that holds names; one that is slow sees no place in time."""

    names: tuple[str, ...] = ()
    slow: bool = False
    asked: list[Sequence[str]] = field(default_factory=list)

    async def find(self, names: Sequence[str]) -> LookedUp:
        self.asked.append(names)
        found = [("Product", "name", name, 1) for name in self.names if name in names]
        return LookedUp(found, complete=not self.slow, scanned=True)

    async def gone(self, links: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        return tuple(link for link in links if link.value not in self.names)


@pytest.fixture
def told() -> Iterator[list[str]]:
    """A turn under way, and what its look-ups said."""
    said: list[str] = []

    async def listen(event: Event) -> None:
        if isinstance(event, StepFinished):
            said.append(event.summary)

    token = looking_up.set(LookingUp(Stage(listen)))
    yield said
    looking_up.reset(token)


async def test_what_the_database_holds_is_learnt(told: list[str]) -> None:
    database = Database(("Chai Latte",))
    values = FreshValues(Index("Chai"), database)
    for _ in range(2):
        found = await values.lookup("who supplies Chai Latte?")
        assert "Chai Latte" in {link.value for link in found}
    assert told == ["Chai Latte is a Product, found by scanning the database"]
    assert len(database.asked) == 1


async def test_what_it_holds_not_is_asked_once_in_a_turn(told: list[str]) -> None:
    database = Database()
    values = FreshValues(Index(), database)
    for _ in range(3):
        assert not await values.lookup("who supplies Sushi Deluxe?")
    assert len(database.asked) == 1
    assert not_looked_up(["Sushi Deluxe"]) == "" and "nowhere" in told[0]


async def test_what_was_not_seen_in_time_is_never_called_absent(told: list[str]) -> None:
    values = FreshValues(Index(), Database(slow=True))
    await values.lookup("who supplies Sushi Deluxe?")
    said = not_looked_up(["sushi", "deluxe"])
    assert said == "I could not look everywhere for “Sushi Deluxe” in the time I have for that."
    assert "not found in time" in told[0]


async def test_look_ups_of_a_turn_are_few_and_the_rest_is_not_known(told: list[str]) -> None:
    database = Database()
    values = FreshValues(Index(), database)
    for name in ("Ab Cd", "Ef Gh", "Ij Kl", "Qr St", "Uv Wx", "Mn Op"):
        await values.lookup(f"who supplies {name}?")
    assert len(database.asked) == 5
    assert "Mn Op" in not_looked_up(["Mn Op"]) and not not_looked_up(["Ab Cd"])


async def test_suggestions_and_what_is_no_turn_ask_the_index_alone(told: list[str]) -> None:
    database = Database(("Chai Latte",))
    values = FreshValues(Index(), database)
    looking = looking_up.get()
    assert looking is not None
    looking.closed = True
    assert not await values.lookup("who supplies Chai Latte?")
    looking_up.set(None)
    assert not await values.lookup("who supplies Chai Latte?")
    assert not database.asked and not told


async def test_what_is_gone_is_forgotten() -> None:
    index = Index("Chai", "Konbu")
    values = FreshValues(index, Database(("Chai",)))
    links = await index.lookup("Chai or Konbu")
    assert [link.value for link in await values.gone(links)] == ["Konbu"]
    assert index.names == ["Chai"]
