"""How much has X paid, how many seats has X booked: what its relationships keep, added up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import Lexicon
from bot.offline.money import kept_by, money_of
from bot.offline.words import lemmas, roots
from memory.query import Aggregate
from memory.text import split_name

_COST = 0.1
_HOW = re.compile(r"\A\W*how (?:much|many)(?P<what>(?: \w+){0,2}?) (?:has|have|did|does) ", re.I)
_GIVING = frozenset(
    [
        "pay",
        "spend",
        "give",
        "contribute",
        "donate",
        "invest",
        "pledge",
        "put",
        "bring",
        "lend",
        "bid",
    ]
)
# A number of things is had by whoever they were given to.
_HAVING = frozenset(["get", "have", "take", "buy", "order", "book", "reserve"])
_DONE = re.compile(
    r" (?P<verb>[a-z]+)(?: in| out| up)?(?: (?:us|here|with us|so far|in total|in all|altogether"
    r"|overall|to date|all told|for us|to us))*[ ?.!]*\Z",
    re.I,
)


@cued("how m")
def frame(asked: Asked) -> Iterator[Heard]:
    """How much did X give us?"""
    how = _HOW.match(asked.question)
    if how is None:
        return
    for link in asked.linked:
        done = _DONE.fullmatch(asked.question, link.end)
        between = asked.question[how.end() : link.start].strip().lower()
        if done is None or how.end() > link.start or between not in ("", "the", "our"):
            continue
        kept = _kept(asked.lexicon, link.label, how["what"].strip().lower(), done["verb"].lower())
        if kept is None:
            continue
        words = " ".join(split_name(kept[1]))
        heard = asked.hear((0, link.start, f"What is the total {words} of "), (*done.span(), ""))
        if heard is None or len(heard.query.columns) != 1:
            continue
        operand = heard.query.columns[0].operand
        edges = heard.query.pattern.edges
        if isinstance(operand, Aggregate) and [e.types for e in edges] == [(kept[0],)]:
            yield heard.priced(_COST - 0.5)
            return


def _kept(lexicon: Lexicon, label: str, what: str, verb: str) -> tuple[str, str] | None:
    """The one (type, property) of a label's relationships that so much of is asked for."""
    forms = set(lemmas(verb))
    if label not in lexicon.schema.labels:
        return None
    if not what:
        if money_of(lexicon, label):
            # What it costs itself, not what others keep of it.
            return None
        own = kept_by(lexicon, label)
    else:
        noun = what.split()[-1]
        own = [
            (type_, name)
            for type_ in dict.fromkeys(t for t, j in lexicon.schema.joins() if j.start == label)
            for name in lexicon.schema.relationships[type_].properties
            if lexicon.kind(type_, name) == "number" and _says(name, noun)
        ]
    said = forms & (_GIVING | _HAVING if what else _GIVING)
    told = [x for x in own if said or roots(verb) & roots(split_name(x[0])[0])]
    return told[0] if len(own) == len(told) == 1 else None


def _says(name: str, noun: str) -> bool:
    return bool(set(lemmas(noun)) & set(lemmas(split_name(name)[-1])))
