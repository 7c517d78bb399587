"""When did X do it: the date that tells, and what it is told of.

When two came to be joined is no date of one of them: X registered long before.
"""

from __future__ import annotations

from bot.offline.agency import acts_first, makes, reacts
from bot.offline.assemble import Assembler
from bot.offline.state import Ask, State
from bot.words.data import load

_CAME = frozenset(load("lasting")["came"]) - {"start"}


def of_one(a: Assembler, state: State) -> bool:
    """Whether when two came to be joined would be told by when one of them came to be."""
    ends = {end for link in state.links if not link.scope for end in (link.start, link.end)}
    return any(
        ask.owner in ends and (ask.lasting or (ask.when and _came(a, state, ask)))
        for ask in state.asks
    )


def _came(a: Assembler, state: State, ask: Ask) -> bool:
    """Whether a date only tells when one came that did something, or that something was done to.

    When did X save Y, submit Y: not when X registered; and when Y came tells the second alone.
    """
    vertex, date = state.vertices[ask.owner], ask.candidates[0].property
    if not a.lexicon.groups_of(vertex.labels[0], date) & _CAME:
        return False
    named = vertex.word == "value"
    for link in state.links:
        if ask.owner not in (link.start, link.end):
            continue
        if any(map(reacts, link.types)):
            return True
        made = makes(link.types[0])
        if made and acts_first(link.types[0], forward=True) == (link.start == ask.owner):
            return True
        named = named and not made
    return named
