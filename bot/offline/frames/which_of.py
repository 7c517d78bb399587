"""Among the papers of X, which got the most: one of them; of the films before 1990, which three."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued

_LEAD = r"\A\W*(?:among|amongst|of|out of|from)\b"
_ONE = re.compile(
    rf"{_LEAD}[^,?]+, (?:which (?:one )?|who )"
    r"(?!(?:are|were|have|do)\b)(?P<verb>\w+)\b[^?]*\b(?:most|least|fewest|\w+est)\b",
    re.I,
)
# Which of the boats *has* the longest log: the verb says that one is meant.
_WHICH_OF = re.compile(
    r"\A\W*which (?:one )?of [^?]+? (?:has|is|was|does)\b[^?,]*"
    r"\b(?:most|least|fewest|\w+est)\b",
    re.I,
)
_SEVERAL = re.compile(
    rf"{_LEAD} (?:all )?(?:(?:the|our) )?(?P<of>[^,?]+)(?P<asked>, *"
    rf"(?P<so>(?:which|what|who|name|list|show|give me)(?: are)?(?: the)? "
    rf"(?:(?:top|first|bottom) )?(?:\d+|{'|'.join(load('scales')['numbers'])})(?: ones)?) )"
    r"(?=\w)(?!of\b)",
    re.I,
)
_COST = 0.05


@cued(",", "which of ", "which one of ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Among papers with several grants, which got the largest sum?"""
    several = _SEVERAL.match(asked.question)
    heard = _one(asked) if several is None else _several(asked, several)
    if heard is not None:
        yield heard


def _one(asked: Asked) -> Heard | None:
    one = any(form.match(asked.question) for form in (_ONE, _WHICH_OF))
    heard = asked.hear() if one else None
    if heard is None or heard.query.form != "list" or not heard.query.order:
        return None
    if heard.query.limit is not None or heard.query.each:
        return None
    return Heard(replace(heard.query, limit=1), heard.cost, heard.used)


def _several(asked: Asked, several: re.Match[str]) -> Heard | None:
    """Which three films before 1990 have the highest rating?"""
    first = (0, several.start("of"), several["so"].removesuffix(" ones") + " ")
    heard = asked.hear(first, (*several.span("asked"), " "))
    if heard is None or heard.query.limit is None or not heard.query.order:
        return None
    return heard.priced(_COST)
