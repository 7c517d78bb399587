"""X's last visit, Ann's three dearest orders: the last visit of X, the dearest orders of Ann."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.words import is_plural
from memory.query import Query
from memory.schema import LinkedValue
from memory.text import fold

_COST = 0.05
_RANKS = "|".join(sorted(load("scales")["superlatives"], key=len, reverse=True))
_NUMBERS = "two|three|four|five|six|seven|eight|nine|ten"
_RANKED = re.compile(
    rf"(?P<quote>[\"”])?['’]s? (?P<rank>(?:(?:\d+|{_NUMBERS}) )?(?:very )?"
    rf"(?:{_RANKS}|first|(?:most|least) [a-z]+)(?: (?:\d+|{_NUMBERS}))?) "
    r"(?P<noun>(?:[\w-]+ ?){1,3})",
    re.IGNORECASE,
)
_GENITIVE = re.compile(r"(?<=\w)['’]s?\Z")
_WORD = re.compile(r"[\w-]+")


@cued("'", "’")
def frame(asked: Asked) -> Iterator[Heard]:
    """When was X's last visit?"""
    asked = replace(asked, linked=tuple(map(_bare, asked.linked)))
    for owner in asked.linked:
        found = _RANKED.match(asked.question, owner.end)
        if found is None:
            continue
        end = _noun(asked, found)
        if end:
            ranked = asked.question[found.start("rank") : end]
            start, over = owner.start, owner.end
            if found["quote"]:
                start, over = start - 1, over + 1
            heard = asked.hear((start, start, f"the {ranked} of "), (over, end, ""))
            many = is_plural(ranked.split()[-1])
            if heard is not None and (_picks(heard.query) or (many and heard.query.order)):
                yield heard.priced(_COST)
                return


def _picks(query: Query) -> bool:
    """Whether one of several was picked."""
    return query.limit is not None or (query.source is not None and _picks(query.source))


def _bare(link: LinkedValue) -> LinkedValue:
    """A link without the 's of its words."""
    text = _GENITIVE.sub("", link.text)
    return replace(link, text=text, end=link.start + len(text))


def _noun(asked: Asked, found: re.Match[str]) -> int:
    """Where the noun that is ranked ends; 0 where none is a label's."""
    words = list(_WORD.finditer(asked.question, found.start("noun"), found.end("noun")))
    for word in words:
        targets = asked.lexicon.lookup((fold(word[0]),))
        if any(isinstance(target, NounTarget) for target in targets):
            return word.end()
    return 0
