"""Each of something beside a figure of it: list the categories and the number of books in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.numbers_beside import singular
from memory.query import Aggregate

_COST = 0.05
_SAID = re.compile(
    r"\A\W*(?:(?:show|list|give|return|display|get|print)(?: me)?|what (?:are|is)|which are) "
    r"(?:the names? of )?(?:(?:the|our|all|all of the|all our) )?(?P<thing>\w[^,]*?),?"
    r" (?:and|with|along with|together with|plus)(?: also)?"
    r" (?P<figure>(?:the )?(?:total |average |mean )?\w+ of|how many|the (?:average|total))"
    r" (?P<what>\w[^,;.?!]*?)"
    r" (?P<them>each(?: of (?:them|these|those)| one)?|them|it)"
    r"(?P<rest>,? (?:and )?(?:sort|order|rank)(?:ed)? [^.?;]+|, [^,.?;]*\bfirst)?\W*\Z",
    re.I,
)


@cued(" them", " each", " it")
def frame(asked: Asked) -> Iterator[Heard]:
    """List the categories together with the number of books in them."""
    found = _SAID.match(asked.question)
    noun = singular(found["thing"]) if found is not None else None
    if found is None or noun is None:
        return
    start, end, one = noun
    first = found.start("thing")
    heard = asked.hear_pieces(
        (found.start("figure"), found.end("what")),
        " each ",
        (first, first + start),
        one,
        (first + end, found.end("thing")),
        found.span("rest") if found["rest"] else "?",
    )
    if heard is not None and _of_each(heard):
        yield heard.priced(_COST)


def _of_each(heard: Heard) -> bool:
    """Whether there is a figure for each."""
    summed = [isinstance(column.operand, Aggregate) for column in heard.query.columns]
    return any(summed) and not all(summed)
