"""Values by how many have them: the top makes of car by number of cars, the one most cars share."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER
from bot.offline.frames.values_by_figure import is_property

_COST = 0.05
_SAID = re.compile(
    r"\A\W*(?:(?:what are|which are|what|list|show(?: me)?|give me|find|name|tell me) )?"
    rf"(?:the )?top (?:(?P<top>{NUMBER}) )?(?P<value>(?!{NUMBER}\b)\w+(?: \w+){{0,2}}?)"
    r" (?:ranked |sorted |ordered )?(?:by|in terms of|based on) (?:their |its |the )?(?:total )?"
    r"(?:number|count) of (?P<things>[^,;?.!]+?)\W*\Z",
    re.I,
)
_SHARED = re.compile(
    rf"\A\W*(?:which|what) (?:(?P<top>{NUMBER}) )?(?P<value>(?!{NUMBER}\b)\w+(?: \w+){{0,2}}?)"
    r" (?:is|are|was|were) (?:used|shared|held) by (?:the )?(?P<most>most|fewest|least) "
    r"(?P<things>[^,;?.!]+?)\W*\Z",
    re.I,
)


@cued("number of", "count of", "used by", "shared by", "held by")
def frame(asked: Asked) -> Iterator[Heard]:
    """What are the top 5 makes by number of cars? Which make is shared by the most cars?"""
    ranked = _SAID.match(asked.question)
    found = ranked or _SHARED.match(asked.question)
    if found is None or not is_property(asked, found["value"]):
        return
    many = f"{found['top']} " if found["top"] else ""
    most = " have the most " if ranked else f" has the {found['most']} "
    heard = asked.hear_pieces(f"Which {many}", found.span("value"), most, found.span("things"), "?")
    if heard is not None and heard.query.order:
        yield heard.priced(_COST)
