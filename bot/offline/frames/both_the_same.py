"""Whether two things have the same of something: do X and Y have the same director?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.two_named import told_of_two

_COST = 0.05
_CUE = re.compile(r"\A\W*(?:do|does|did|are|were|have|is)\b.*\b(?:same|share)\b", re.I)
_WAYS = (
    r"(?P<do>do|does|did) @1 and @2(?: both)? (?P<share>share|have) "
    r"(?P<rest>(?:the same|an?|the|any) .+?)",
    r"(?P<do>do|does|did|are|were|is|have) @1 and @2(?: both)? (?P<rest>.*\bthe same .+?)",
)
_ONE = {"do": "Does", "are": "Is", "were": "Was", "have": "Has"}


@cued("same", "share")
def frame(asked: Asked) -> Iterator[Heard]:
    """Are Bergen and Trondheim in the same country? Read as whether the one is as the other is."""
    if _CUE.search(asked.question) is None:
        return
    for _, found in told_of_two(asked, _WAYS):
        do = _ONE.get(found["do"].lower(), found["do"].title())
        rest = found["rest"]
        if "share" in found.groupdict():
            rest = "have the same " + re.sub(r"\A(?:the same|an?|the|any) ", "", rest, flags=re.I)
        one, other = found.span("one"), found.span("other")
        heard = asked.hear(
            (0, one[0], f"{do} "), (one[1], other[0], f" {rest} as "), (other[1], asked.end, "")
        )
        if heard is not None and heard.query.form == "yes_no":
            yield heard.priced(_COST)
            return
