"""What did X buy: what X's orders are of, where orders stand for buying; not the orders."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.words.data import load
from bot.words.inflection import lemmas, plural
from memory.text import split_name

_COST = 0.05
_SAID = re.compile(
    r"\A\W*(?P<what>what)(?: all| else)? (?:did|has|have|had|do|does) [^,;?.!]+"
    r" (?P<verb>[a-z]+)(?: (?:from|in|on|at|for|during|since|last|before|after|so far)\b[^,;?.!]*)?"
    r"\W*\Z",
    re.I,
)


@cued("what ")
def frame(asked: Asked) -> Iterator[Heard]:
    """What did Ann buy?"""
    found = _SAID.match(asked.question)
    events = _events(found["verb"]) if found is not None else frozenset()
    schema = asked.lexicon.schema
    doers = {link.label for link in asked.linked}
    joins = [join for one in schema.relationships.values() for join in one.joins]
    things = {
        there
        for join in joins
        for here, there in ((join.start, join.end), (join.end, join.start))
        if split_name(here)[-1] in events and there not in {*doers, here}
    }
    if found is None or len(things) != 1:
        return
    noun = plural(" ".join(split_name(things.pop())))
    heard = asked.hear((*found.span("what"), f"which {noun}"))
    if heard is not None:
        yield heard.priced(_COST)


def _events(verb: str) -> frozenset[str]:
    """What a verb's doings are called: orders, of what was bought."""
    forms = set(lemmas(verb.lower()))
    done = (event["nouns"] for event in load("events")["event"] if forms & set(event["verbs"]))
    return frozenset(noun for nouns in done for noun in nouns)
