"""How many copies of X are on loan: a property (copies on loan) whose words stand apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import is_plural
from memory.text import fold, split_name

_COST = 0.05
_PREPOSITIONS = frozenset(load("phrases")["prepositions"])
_APART = re.compile(
    r"\A\W*how many (?P<head>\w+) (?P<of>(?:of|for) .+?) "
    r"(?:(?:is|are|were|do we have|have we got|we have|there are)(?: currently| still| now)?)"
    r" (?P<tail>\w+ \w+)\W*\Z",
    re.I,
)


@cued("how many ")
def frame(asked: Asked) -> Iterator[Heard]:
    """The words of the property are put together again, and its owner behind them."""
    found = _APART.match(asked.question)
    if found is None:
        return
    tail = tuple(fold(found["tail"]).split())
    said = (fold(found["head"]), *tail)
    if tail[0] not in _PREPOSITIONS or not is_plural(said[0]) or not _kept(asked, said):
        return
    heard = asked.hear(
        (0, found.start("of"), f"What are the {' '.join(said)} "),
        (found.end("of"), len(asked.question), "?"),
    )
    if heard is not None:
        yield heard.priced(_COST)


def _kept(asked: Asked, words: tuple[str, ...]) -> bool:
    """Whether a property of some label is called by the words, each of them."""
    return any(
        tuple(split_name(name)) == words
        for label in asked.lexicon.schema.labels.values()
        for name in label.properties
    )
