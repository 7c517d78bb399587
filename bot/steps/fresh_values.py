"""Stored values that words stand for: by the index, and by the database for what that lacks.

Nothing is said not to be stored before the database itself was asked, and what it holds after all
the index learns. Only a turn asks it, a few times at most.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from bot.ports import LookedUp, Names
from bot.steps.stage import Stage
from memory.catalogue import in_quotes, listed, say
from memory.schema import LinkedValue
from memory.text import fold
from memory.value_names import unknown_names, unread_names
from memory.values import StoredValue

# Look-ups of one turn.
_MOST = 5
_TOLD = 2


@dataclass(slots=True)
class LookingUp:
    """The look-ups of one turn: `asked` are names by their folded form.

    Once it is `closed`, as for the suggestions under an answer, nothing more is looked up.
    """

    stage: Stage
    asked: dict[str, _Asked] = field(default_factory=dict)
    times: int = 0
    closed: bool = False

    def unsure(self, words: Iterable[str]) -> tuple[str, ...]:
        """The names made of such words that were not looked up everywhere in time.

        Of names within each other the longest. Where none is made of them, those with one of them.
        """
        wanted = {one for word in words for one in fold(word).split()}
        open_ = {folded: one.name for folded, one in self.asked.items() if not one.everywhere}
        made = [folded for folded in open_ if set(folded.split()) <= wanted]
        made = made or [folded for folded in open_ if set(folded.split()) & wanted]
        return tuple(open_[one] for one in made if not any(one != n and one in n for n in made))


class _Asked(NamedTuple):
    name: str
    everywhere: bool


looking_up: ContextVar[LookingUp | None] = ContextVar("looking_up", default=None)
"""Set by the turn under way; outside of one the index alone is asked."""


class Learner(Protocol):
    """The index of values, which can be told of more of them, and of fewer."""

    async def lookup(self, question: str) -> list[LinkedValue]:
        """Links, longest stretch of words first."""
        ...

    async def learn(self, values: Sequence[StoredValue]) -> None:
        """Find these as well."""
        ...

    def forget(self, values: Sequence[StoredValue]) -> None:
        """Find these no longer."""
        ...


class FreshValues:
    """`bot.steps.link.ValueLookup` over an index that may be behind its graph."""

    def __init__(self, index: Learner, names: Names, ordinary: Collection[str] = ()) -> None:
        """Look values up in `index` and in `names`; `ordinary` are words that are no name."""
        self._index, self._names, self._ordinary = index, names, ordinary

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """Links, longest stretch of words first; unknown names are looked up in the database.

        Raises:
            StoreError: the index fails.
        """
        links = await self._index.lookup(question)
        if await self._look_up(unknown_names(question, links, self._ordinary)):
            return await self._index.lookup(question)
        return links

    async def look_up(
        self, question: str, unread: Sequence[str], linked: Sequence[LinkedValue]
    ) -> bool:
        """Whether the database holds a name made of words that nobody could read.

        Raises:
            StoreError: the index fails.
        """
        return await self._look_up(unread_names(question, unread, linked))

    async def gone(self, links: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        """Those of the links that the database holds no longer; they are forgotten."""
        gone = await self.unseen(links)
        self._index.forget([(v.label, v.property, v.value, v.count) for v in gone])
        return gone

    async def unseen(self, links: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        """Those of the links that the database does not show to who asks."""
        return await self._names.gone(links)

    async def _look_up(self, names: Sequence[str]) -> bool:
        looking = looking_up.get()
        if looking is None or looking.closed:
            return False
        new = [name for name in names if fold(name) not in looking.asked]
        if not new or looking.times >= _MOST:
            looking.asked |= {fold(name): _Asked(name, False) for name in new}
            return False
        looking.times += 1
        async with looking.stage.step("look up") as said:
            found = await self._names.find(new)
            said.summary = _told(new, found)
        there = {fold(str(value)) for _, _, value, _ in found.values}
        for name in new:
            looking.asked[fold(name)] = _Asked(name, found.complete or fold(name) in there)
        if found.values:
            await self._index.learn(found.values)
        return bool(found.values)


def _told(names: Sequence[str], found: LookedUp) -> str:
    """What a look-up came to, in a few words."""
    scan, index = say("by scanning the database"), say("by the database's index")
    how = scan if found.scanned else index
    if found.values:
        label, _, value, _ = found.values[0]
        return say("{value} is a {label}, found {how}", value=str(value), label=label, how=how)
    if found.complete:
        return say("“{name}” is nowhere, looked up {how}", name=names[0], how=how)
    return say("“{name}” was not found in time {how}", name=names[0], how=how)


def not_looked_up(words: Iterable[str]) -> str:
    """That names with such words could not be looked up everywhere in time; "" where they were."""
    looking = looking_up.get()
    unsure = looking.unsure(words) if looking is not None else ()
    if not unsure:
        return ""
    named = listed([in_quotes(word) for word in unsure[:_TOLD]], "or")
    return say("I could not look everywhere for {names} in the time I have for that.", names=named)
