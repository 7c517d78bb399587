"""Views by tag: a figure that adds up, for each of what has it; nobody needs to say *total*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.words import is_plural
from memory.query import Aggregate
from memory.text import fold, split_name

# Below the rows with their figures, grouped.
_COST = -0.1
_ADDING = load("adding")
_BY = re.compile(
    r"\A\W*(?:(?:(?:show|list|give|get)(?: me)?|what(?:'s| is| are)) )?(?:the |our )?"
    r"(?P<figure>\w+(?: \w+){0,2}) (?:by|per|for each) "
    r"(?!date\b|name\b)(?P<key>\w+(?: \w+){0,2})\W*\Z",
    re.I,
)


@cued(" by ", " per ", " for each ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Views by tag. Freight per country."""
    found = _BY.match(asked.question)
    if found is None or is_plural(fold(found["key"]).split()[-1]):
        return
    if not _adds_up(asked, fold(found["figure"])):
        return
    heard = asked.hear((0, found.start("figure"), "total "))
    if heard is None or heard.query.order or heard.query.limit:
        return
    columns = [c.operand for c in heard.query.columns]
    sums = [x for x in columns if isinstance(x, Aggregate)]
    if len(columns) > 1 and [x.function for x in sums] == ["sum"]:
        yield heard.priced(_COST)


def _adds_up(asked: Asked, words: str) -> bool:
    """Whether words name figures alone, all of a kind that adds up."""
    known = asked.lexicon.lookup(tuple(words.split()))
    near = [target for target, cost in known.items() if cost < 0.3]
    if any(isinstance(target, NounTarget) for target in near):
        return False
    if any(isinstance(x, NounTarget) for x in asked.lexicon.lookup(tuple(words.split()[:1]))):
        # The answer count of users: how many they gave, and not what is kept with questions.
        return False
    named = [target for target in near if isinstance(target, PropertyTarget)]
    return bool(named) and all(_is_sum(target.property) for target in named)


def _is_sum(name: str) -> bool:
    said = {fold(word) for word in split_name(name)}
    return bool(said & {*_ADDING["adding"]}) and not said & {*_ADDING["single"]}
