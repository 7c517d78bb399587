"""How many incidents were there last month: incidents last month."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.02
_THERE = re.compile(
    r"\A\W*(?:how many|which|what) [^,;.?!]+?(?P<there> (?:(?:are|were) there|have there been|"
    r"(?:did|do|have) we (?:have|had|get)))(?= (?:last|this|yesterday|today|in the (?:last|past)|"
    r"over the (?:last|past)|during|since) ?)",
    re.I,
)


@cued("there", " we ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many incidents were there last month?"""
    found = _THERE.search(asked.question)
    heard = asked.hear((*found.span("there"), "")) if found else None
    if heard is not None:
        yield heard.priced(_COST)
