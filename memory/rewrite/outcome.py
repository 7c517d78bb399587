"""What rewriting hands back to the turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from memory.query import Query
from memory.schema import LinkedValue
from memory.text import fold

LookUp: TypeAlias = Callable[[str], Awaitable[Sequence[LinkedValue]]]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What a message means in its conversation, as far as rules can tell.

    `standalone` is the text to link and read. `context` is the earlier tree that the message is
    to be read against ("only those after 2010"). `query` is an edited tree where the meaning is
    known already ("what about Meg Ryan?"). `pinned` are values the rewriting put in, whose link is
    certain. `open` says that the message leans on the conversation in a way the rules cannot
    follow: a model should be asked. `unclear` are words such as "it" that could stand for several
    individuals or for none, `choices` whole questions, one for each it could stand for. `whole`
    says that it has a subject of its own: any reading of it as it stands comes before other
    meanings. `otherwise` is the next best meaning, to be tried where this one cannot be read.
    `note` is a sentence to open the answer with.
    """

    standalone: str
    follows: bool = False
    context: Query | None = None
    query: Query | None = None
    pinned: tuple[LinkedValue, ...] = ()
    open: bool = False
    unclear: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    otherwise: Rewrite | None = None
    note: str = ""
    whole: bool = False

    def named_for(self, typed: str) -> tuple[str, ...]:
        """The names that stand in the question for what the typed message only pointed at."""
        if self.query is not None or self.context is not None:
            return ()
        said, typed = fold(self.standalone), fold(typed)
        names = dict.fromkeys(str(one.value) for one in self.pinned)
        return tuple(name for name in names if fold(name) in said and fold(name) not in typed)

    def meanings(self) -> Iterator[Rewrite]:
        """This meaning and those to try after it, in order."""
        meaning: Rewrite | None = self
        while meaning is not None:
            yield meaning
            meaning = meaning.otherwise
