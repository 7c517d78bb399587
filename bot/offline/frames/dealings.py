"""What do we pay for X, what do we charge X a day: the price, the rent or the wage of X.

Those who ask pay or charge; no stewards' pay is meant that have to do with X.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.money import money_of
from bot.offline.words import lemmas
from memory.query import Attribute
from memory.text import fold, split_name

_COST = 0.1
_PAID = re.compile(
    r"\A\W*(?:what|how much) (?:do|did|are|were|have|will|would) (?:we|you|they|i)"
    r" (?:usually |currently |normally )?"
    r"(?:pay|paying|paid|charge|charging|charged|ask|asking|pay out)"
    r"(?: for| to)? (?P<what>.+?)(?: (?:a|an|per|each|every) "
    r"(?P<per>hour|day|night|week|month|year|head|piece|unit))?[ ?.!]*\Z",
    re.I,
)
_PERIODS = {"day": {"day", "daily"}, "hour": {"hour", "hourly"}, "year": {"year", "yearly"}}


@cued("pay", "paid", "charg", "ask")
def frame(asked: Asked) -> Iterator[Heard]:
    """What are we paying for X?"""
    found = _PAID.match(asked.question)
    if found is None:
        return
    for name in _named(asked, *found.span("what"), found["per"]):
        words = " ".join(split_name(name))
        tail = (found.end("what"), asked.end, "")
        heard = asked.hear((0, found.start("what"), f"What is the {words} of "), tail)
        columns = heard.query.columns if heard is not None else ()
        operand = columns[-1].operand if columns else None
        if heard is not None and isinstance(operand, Attribute) and operand.property == name:
            edges = heard.query.pattern.edges
            if not edges and operand.variable == heard.query.subject:
                yield heard.priced(_COST)


def _named(asked: Asked, start: int, end: int, per: str | None) -> list[str]:
    """The one money property of what is named in a stretch."""
    labels = {x.label for x in asked.linked if x.start >= start and x.end == end}
    last = asked.question[start:end].split()[-1:]
    targets = asked.lexicon.lookup((fold(last[0]),)) if last else {}
    labels |= {t.label for t in targets if isinstance(t, NounTarget)}
    held = [(label, name) for label in labels for name in money_of(asked.lexicon, label)]
    if per is not None:
        wanted = _PERIODS.get(per.lower(), {per.lower()})
        timed = [x for x in held if {w for p in split_name(x[1]) for w in lemmas(p)} & wanted]
        held = timed or held
    return [held[0][1]] if len(held) == 1 else []
