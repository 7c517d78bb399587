"""More wins than losses, more answers than comments: one number of a thing against another of its.

Both are read by themselves, as more than an amount that nobody names; what the trees have beside
that must be the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued, used_by
from bot.offline.frames.held_numbers import AMOUNT, against
from memory.schema import LinkedValue

_COST = 0.05
_SIGN = dict.fromkeys(("more", "greater", "larger", "bigger", "higher"), "more")
_SIGN |= dict.fromkeys(("fewer", "less", "smaller", "lower"), "fewer")
_MANY = rf"(?:an? )?(?P<more>{'|'.join(_SIGN)})(?: number of)?"
_THEY = r"(?:they|he|she|it)(?: themselves)?(?: have| has| had)?"
_VERB = r"(?P<verb>(?!have\b|has\b|had\b|with\b|that\b|who\b|which\b)[a-z]+(?: (?:in|on|to|at))?)"
# Asked more questions than they answered; made less than they cost.
_DOES = re.compile(
    rf"\b{_VERB} {_MANY}(?P<one>(?: (?!than\b)[a-z]+){{0,3}}) than {_THEY} (?P<two>[a-z]+"
    r"(?: (?:in|on|to|at)\b)?)(?P<other>(?: [a-z]+){0,2})\Z",
    re.I,
)
# Reposted more often than liked.
_OFTEN = re.compile(
    rf"\b{_VERB} more (?:often|times|frequently) than (?:(?:{_THEY}|were|was|are|is|being) )*"
    r"(?P<two>[a-z]+(?: (?:in|on|to|at)\b)?)\Z",
    re.I,
)
# With more reposts than likes, more films as director than as actor.
_HAS = re.compile(
    rf"\b{_MANY} (?P<one>[a-z][^?,]*?) than (?!(?:were|was|are|is|been|has|have|had|ever)\b)"
    r"(?P<other>[a-z][^?,]*)\Z",
    re.I,
)
# More than the average: of others.
_OF_MANY = re.compile(r" than (?:an? |the |their )?(?:average|mean|usual|any|all|most)\b", re.I)
_NAMED = re.compile(r"\A(?:as|by|in|for|to|at|on|with|from|of)\b", re.I)


@cued("more ", "fewer ", "less ", "greater ", "larger ", "bigger ", "higher ", "smaller ", "lower ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which questions have more answers than comments?"""
    text = asked.question[: asked.end]
    if text.lower().count(" than ") != 1 or _OF_MANY.search(text):
        return
    for one, other, more in _ways(text, asked.linked):
        first = asked.hear(*one)
        second = asked.hear(*other) if first is not None else None
        if first is None or second is None:
            continue
        query = against(asked, first.query, second.query, more=more)
        if query is not None:
            yield Heard(query, max(first.cost, second.cost) + _COST, used_by(first, second))
            return


def _ways(
    text: str, linked: tuple[LinkedValue, ...]
) -> Iterator[tuple[list[Edit], list[Edit], bool]]:
    """How the one number is asked for alone, and the other, and whether the first is more."""
    end = len(text)
    if found := _OFTEN.search(text):
        one, two = (f"{found[verb]} more than {AMOUNT} times" for verb in ("verb", "two"))
        yield [(found.start(), end, one)], [(found.start(), end, two)], True
    elif found := _DOES.search(text):
        sign = _SIGN[found["more"].lower()]
        thing = "" if found["other"].strip() else found["one"].strip()
        many = f" {sign} than {AMOUNT} "
        first = [(found.end("verb"), found.start("one"), many), (found.end("one"), end, "")]
        stop = found.start("other")
        second = [(found.start(), found.start("two"), ""), (stop, stop, f"{many}{thing}")]
        yield first, second, sign == "more"
    elif (found := _HAS.search(text)) and not _named(linked, *found.span("other")):
        yield from _had(found, linked)


def _named(linked: tuple[LinkedValue, ...], start: int, end: int) -> bool:
    """Whether one thing is named: more films than Tom Hanks."""
    return any((x.start, x.end) == (start, end) and x.text[:1].isupper() for x in linked)


def _had(
    found: re.Match[str], linked: tuple[LinkedValue, ...]
) -> Iterator[tuple[list[Edit], list[Edit], bool]]:
    """Both are had alike; what follows the second may be said of the whole."""
    sign = _SIGN[found["more"].lower()]
    start, other, said = found.start("one"), found.start("other"), f"{sign} than {AMOUNT} "
    # As director than as actor: of the same things.
    again = f"{found['one'].split()[0]} " if _NAMED.match(found["other"]) else ""
    # More electric than diesel vans: vans, both of them.
    values = {x.end for x in linked if x.start == other}
    alone = values and any((x.start, x.end) == found.span("one") for x in linked)
    words = [*re.finditer(r"\S+", found["other"])]
    for size in range(len(words), max(0, len(words) - 6), -1):
        stop = other + words[size - 1].end()
        thing = f" {words[size - 1][0]}" if alone and stop not in values else ""
        first = [(found.start(), start, said), (found.end("one"), stop, thing)]
        yield first, [(found.start(), other, said + again)], sign == "more"
