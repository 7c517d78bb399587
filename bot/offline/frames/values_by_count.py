"""Values by how many have them: the top five makes of car, ranked by number of cars."""

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


@cued("number of", "count of")
def frame(asked: Asked) -> Iterator[Heard]:
    """What are the top 5 makes by number of cars?"""
    found = _SAID.match(asked.question)
    if found is None or not is_property(asked, found["value"]):
        return
    many = f"{found['top']} " if found["top"] else ""
    heard = asked.hear_pieces(
        f"Which {many}", found.span("value"), " have the most ", found.span("things"), "?"
    )
    if heard is not None and heard.query.order:
        yield heard.priced(_COST)
