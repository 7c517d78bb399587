"""Values by what others have: the segment with the most orders, where customers have a segment.

Whose values they are nobody says: the orders are those of the customers of each segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER
from bot.offline.frames.by_values import plural_to_one
from bot.offline.frames.values_by_figure import SUMMED
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.words import plural
from memory.text import fold, split_name

_COST = 0.1
_PERIODS = frozenset(load("phrases")["period"])
_SURE = 0.2
_POLE = r"(?:most|fewest|least|highest|lowest|best|worst|largest|smallest|greatest|biggest)"
_VALUE = rf"(?:{NUMBER} )?(?P<value>\w+(?: \w+)?)"
_THING = r"(?P<thing>\w+(?: \w+)?)"
_FIGURE = r"(?P<figure>\w+(?: \w+){0,2})"
_HAS = r"(?:has|have|had|got|gets?|received|receives?|with|saw)"
_EACH = r"(?:per|(?:for|in|of|by) (?:each|every)|by)"
_MANY = r"(?:number|count) of"
_ASK = r"\W*(?:(?:what (?:is|are|was|were)|what['’]s|show(?: me)?|give me|list|find|get|tell me) )?"
_WHOLE = (
    rf"\W*(?:which|what) {_VALUE} {_HAS} (?:the )?{_POLE} (?:{_MANY} )?{_THING}\W*",
    rf"\W*(?:which|what) {_VALUE} {_HAS} (?:the |an? )?(?:{_POLE} )?{SUMMED} {_FIGURE}\W*",
    rf"\W*how many {_THING}(?: (?:are|were) there)? {_EACH} {_VALUE}\W*",
    rf"{_ASK}(?:the )?(?:total )?{_MANY} {_THING} {_EACH} {_VALUE}\W*",
    rf"{_ASK}(?:the )?{SUMMED} {_FIGURE} {_EACH} {_VALUE}\W*",
)
_PATTERNS = [re.compile(whole, re.I) for whole in _WHOLE]
_DOES = re.compile(rf"\W*how many {_THING} (?:does|do|did) (?:each|every) {_VALUE} have\W*", re.I)


@cued("which ", "what", "how many ", "number of", "count of", "average", "total", " per ", " each ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which segment has the most orders, what is the average freight per segment?"""
    does = _DOES.fullmatch(asked.question)
    whole = (found for p in _PATTERNS if (found := p.fullmatch(asked.question)) is not None)
    for found in whole if does is None else (does,):
        of_them = _of_them(asked, found)
        if not of_them:
            continue
        if found is does:
            value, thing = plural_to_one(found["value"]), found.span("thing")
            heard = asked.hear_pieces("How many ", thing, of_them, f" are there for each {value}?")
        else:
            end = found.end("figure" if "figure" in found.groupdict() else "thing")
            heard = asked.hear((end, end, of_them))
        if heard is not None:
            yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
            return


def _of_them(asked: Asked, found: re.Match[str]) -> str:
    """Whose the things are: of customers; or whose figures: of orders of customers."""
    (owner, *others) = [*_owners(asked, plural_to_one(found["value"])), "", ""][:2]
    if not owner or others[0]:
        return ""
    if "figure" in found.groupdict():
        held = _owners(asked, found["figure"])
    else:
        held = {t.label for t in _sure(asked, found["thing"]) if isinstance(t, NounTarget)}
    near = [label for label in held if _joined(asked, label, owner)]
    if fold(plural_to_one(found["value"])) in _PERIODS and any(_dated(asked, x) for x in near):
        # The year with the most orders is the year of the orders.
        return ""
    if owner in held or len(near) != 1:
        return ""
    whose = [*(near if "figure" in found.groupdict() else ()), owner]
    return "".join(f" of {plural(' '.join(split_name(label)))}" for label in whose)


def _dated(asked: Asked, label: str) -> bool:
    return any(asked.lexicon.measures(label, ("@time",)))


def _owners(asked: Asked, words: str) -> set[str]:
    """The labels that have a property of that name; none where it is also a thing by itself."""
    known = _sure(asked, words)
    if any(not isinstance(target, PropertyTarget) for target in known):
        return set()
    return {t.owner for t in known if isinstance(t, PropertyTarget) and not t.of_relationship}


def _sure(asked: Asked, words: str) -> list[object]:
    known = asked.lexicon.lookup(tuple(fold(words).split()))
    return [target for target, cost in known.items() if cost < _SURE]


def _joined(asked: Asked, one: str, other: str) -> bool:
    """Whether relationships join two labels."""
    joins = asked.lexicon.schema.joins()
    return any({join.start, join.end} == {one, other} for _, join in joins)
