"""What two have in common: users who share a location with X, have their town in common with X."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
_NOUN = r"(?P<what>\w[\w' -]*?)"
_SOME = r"(?:at least one |the same |the |an? |their |his |her |its |some |any |one )?"
_SHARE = re.compile(rf"\b(?P<verb>shar(?:es?|ing|ed)) {_SOME}{_NOUN} with (?=\S)", re.I)
_COMMON = re.compile(rf"\b(?P<verb>ha(?:ve|s|ving|d)) {_SOME}{_NOUN} in common with (?=\S)", re.I)
_MOST_WORDS = 3
_BETWEEN = re.compile(
    r"\A(?P<ask>\W*(?:which|what|how many|(?:list|show|name|find) (?:all )?(?:the )?)"
    r" ?(?P<what>\w+(?: \w+)?)) (?:(?:do|did|does) |that |which )?(?=\S)",
    re.I,
)
_ENDS = re.compile(r" (?:(?:have|has|had|share|shared) in common|shared?|share both)\W*\Z", re.I)


@cued("shar", " in common")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which users share their location with X: have the same location as X."""
    yield from _of_two(asked)
    for pattern in (_COMMON, _SHARE):
        for found in pattern.finditer(asked.question):
            if len(found["what"].split()) > _MOST_WORDS:
                continue
            if any(link.start < found.end() and found.start() < link.end for link in asked.linked):
                continue
            have = "with" if found["verb"].lower().endswith("ing") else "have"
            heard = asked.hear((*found.span(), f"{have} the same {found['what']} as "))
            if heard is not None:
                yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)


def _of_two(asked: Asked) -> Iterator[Heard]:
    """How many films do X and Y have in common: that have both X and Y."""
    ask, ends = _BETWEEN.match(asked.question), _ENDS.search(asked.question)
    if ask is None or ends is None:
        return
    named = asked.question[ask.end() : ends.start()]
    inside = [x for x in asked.linked if ask.end() <= x.start and x.end <= ends.start()]
    for one in inside:
        for other in inside:
            between = asked.question[one.end : other.start] if one.end < other.start else ""
            whole = asked.question[one.start : other.end] == named.removeprefix("both ")
            if between == " and " and whole and one.label == other.label:
                pair = (one.start, other.end)
                heard = asked.hear_pieces(ask.span("ask"), " have both ", pair, "?")
                if heard is not None:
                    yield heard.priced(_COST)
                return
