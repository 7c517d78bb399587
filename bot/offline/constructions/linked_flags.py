"""Flags of relationships: an optional ingredient, severely allergic to, on loan at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.items import Flag
from bot.offline.state import State
from memory.query import Attribute, Comparison, Constant

_PRICE = 0.05


def linked_flag(a: Assembler, state: State, item: Flag) -> Iterator[State]:
    """Kept until it is known what the relationship joins."""
    kept = tuple(c for c in item.candidates if c.of_relationship)
    if not kept or state.held is not None or item.whole:
        return
    denied = state.negate and state.previous not in ("verb", "connector")
    flag = replace(item, candidates=kept, value=item.value != denied)
    flags = (*state.linked_flags, (flag, len(state.links)))
    negate = state.negate and not denied
    yield state.on(item.end, item.cost + _PRICE, linked_flags=flags, negate=negate)


def settle_linked_flags(a: Assembler, state: State) -> Iterator[State]:
    """The states in which each flag is of a relationship that was spoken of, the next if any."""
    states = [state.changed(linked_flags=())]
    for flag, said in state.linked_flags:
        states = [new for s in states for new in _settled(s, flag, said)]
    yield from states


def _settled(state: State, flag: Flag, said: int) -> Iterator[State]:
    numbers = range(len(state.links))
    for n in sorted(numbers, key=lambda n: (n < said, n if n >= said else -n)):
        link = state.links[n]
        for candidate in flag.candidates:
            if link.types == (candidate.owner,):
                own = Attribute(f"~{n}", candidate.property)
                test = (link.scope, Comparison(own, "=", Constant(flag.value)))
                yield state.plus(candidate.cost, tests=(*state.tests, test))
                return


CONSTRUCTIONS = {Flag: linked_flag}
