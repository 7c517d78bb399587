"""Contractors of each team: what a flag's noun names, with the flag."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.nouns import noun
from bot.offline.items import FlagNoun, Noun
from bot.offline.state import State


def flag_noun(a: Assembler, state: State, item: FlagNoun) -> Iterator[State]:
    """As if the label's noun came after the flag."""
    said = {label for n in state.sites for label in state.vertices[n].labels}
    for label in dict.fromkeys(c.owner for c in item.flag.candidates):
        if state.previous == "auxiliary" and label in said:
            # Which managers are contractors: that is what they are, and nobody else.
            continue
        named = Noun(item.start, item.end, item.cost, label, item.plural)
        yield from noun(a, state.changed(premods=(*state.premods, item.flag)), named)


CONSTRUCTIONS = {FlagNoun: flag_noun}
