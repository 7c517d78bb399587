"""Each of something and how many it has: show every team and the number of its members."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import is_plural, lemmas
from memory.query import Aggregate
from memory.text import fold

_COST = 0.05
_BESIDE = re.compile(
    r"\A\W*(?:(?:show|list|give|return|display|get|print)(?: me)?|what (?:are|is)|which are)? ?"
    r"(?:the names? of )?(?:the |our )?(?P<every>each|every|all(?: of)?(?: the| our)?|the)? ?"
    r"(?P<thing>\w[^,]*?),? (?:and|with|along with|together with|plus)"
    r"(?: also)? (?:(?:the|its|their) (?:total )?(?:numbers?|counts?) of (?:its |their |the )?"
    r"|how many )(?P<many>\w+(?: \w+)?)(?: (?:they|it|each)(?: (?:has|have|of them has))?)?"
    r"(?P<rest>,? (?:and )?(?:sort|order|rank)(?:ed)? (?:them )?by [^.?]+|, [^,.?]*\bfirst)?\W*\Z",
    re.I,
)
_WORD = re.compile(r"\w+")


@cued("how many ", "number", "count")
def frame(asked: Asked) -> Iterator[Heard]:
    """The things may be said to be all, or just named in the plural."""
    found = _BESIDE.match(asked.question)
    if found is None:
        return
    edits = [
        (0, found.start("thing"), f"How many {found['many']} does each "),
        (
            found.end("thing"),
            found.start("rest") if found["rest"] else len(asked.question),
            " have",
        ),
    ]
    noun = singular(found["thing"])
    if noun is None and (found["every"] or "").lower() not in ("each", "every"):
        return
    if noun is not None:
        start, end, one = noun
        first = found.start("thing")
        edits.append((first + start, first + end, one))
    heard = asked.hear(*edits)
    if heard is not None and _counts(heard):
        yield heard.priced(_COST)


def singular(words: str) -> tuple[int, int, str] | None:
    """The first plural of some words, and its singular."""
    for word in _WORD.finditer(words):
        if is_plural(fold(word[0])):
            return word.start(), word.end(), lemmas(fold(word[0]))[-1]
    return None


def _counts(heard: Heard) -> bool:
    """Whether there is a number for each."""
    operands = [column.operand for column in heard.query.columns]
    counts = [x for x in operands if isinstance(x, Aggregate) and x.function == "count"]
    return len(counts) == 1 and len(operands) > 1
