"""By whether they are paid: for each value of the flag that tells so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import FlagTarget
from memory.query import Aggregate
from memory.text import fold, split_name

_COST = 0.05
_ALIKE = 0.2
# The value and its figure.
_TWO = 2
_WHETHER = re.compile(
    r",? (?:(?:grouped|broken down|split|divided) )?(?:by|depending on|for) whether (?:or not )?"
    r"(?:they|it|the [a-z]+|these|those) (?:is|are|was|were|has been|have been) "
    r"(?P<flag>[a-z]+)(?: or not)?(?=\W*\Z)",
    re.I,
)


@cued(" whether ")
def frame(asked: Asked) -> Iterator[Heard]:
    """The average fee of visits by whether they were paid."""
    found = _WHETHER.search(asked.question)
    if found is None:
        return
    known = asked.lexicon.lookup((fold(found["flag"]),))
    names = {t.property for t, c in known.items() if isinstance(t, FlagTarget) and c < _ALIKE}
    if len(names) != 1:
        return
    heard = asked.hear((*found.span(), f" for each {' '.join(split_name(names.pop()))}"))
    if heard is None or len(heard.query.columns) < _TWO:
        return
    if any(isinstance(column.operand, Aggregate) for column in heard.query.columns):
        yield heard.priced(_COST)
