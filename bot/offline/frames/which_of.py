"""Among the papers of X, which got the most: one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard

_ONE = re.compile(
    r"\A\W*(?:among|amongst|of|out of|from)\b[^,?]+, which (?:one )?"
    r"(?!(?:are|were|have|do)\b)(?P<verb>\w+)\b[^?]*\b(?:most|least|fewest|\w+est)\b",
    re.I,
)


def frame(asked: Asked) -> Iterator[Heard]:
    """Among papers with several grants, which got the largest sum?"""
    found = _ONE.match(asked.question)
    if found is None:
        return
    heard = asked.hear()
    if heard is None or heard.query.form != "list" or not heard.query.order:
        return
    if heard.query.limit is None and not heard.query.each:
        yield Heard(replace(heard.query, limit=1), heard.cost, heard.used)
