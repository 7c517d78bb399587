"""In a play staged by X as well as one staged by Y: a second one of the same kind.

The noun is said again in its place, with the verb that it stood behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.words import lemmas, participles
from memory.query import Query
from memory.text import fold

_COST = 0.1
_PLACED = r"(?:in|at|on|from|for|to|of|by|with|about|under)"
_FIRST = re.compile(
    rf"\b(?P<verb>\w+) (?:(?P<placed>{_PLACED}) )?an? (?P<before>\w+)(?: (?P<noun>\w+))?", re.I
)
_ONE = re.compile(
    rf"(?P<joint>,? (?:as well as|and also|and|but also|plus)) (?:also )?(?:{_PLACED} )?"
    r"(?P<one>(?:one|another(?: one)?)) (?P<how>\w+)",
    re.I,
)
_SAID = frozenset(["that", "which", "who", "by", "from", "in", "with", "about", "for", "at"])


@cued(" one ", " another ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who appeared in a play staged by X as well as one staged by Y?"""
    one = _ONE.search(asked.question)
    if one is None or not _describes(fold(one["how"])):
        return
    for first in _FIRST.finditer(asked.question, 0, one.start()):
        nouns = [word for word in (first["noun"], first["before"]) if word]
        noun = next((word for word in nouns if _labels(asked, word)), None)
        if noun is None:
            continue
        placed = f"{first['placed']} " if first["placed"] else ""
        again = f" and {first['verb']} {placed}a {noun} "
        heard = asked.hear((one.start(), one.start("how"), again))
        if heard is not None and _joined_alike(heard.query, _labels(asked, noun)):
            yield heard.priced(_COST)
            return


def _describes(word: str) -> bool:
    """Whether a word begins what is said of a thing: staged by, that, from."""
    if word in _SAID or word.endswith("ing"):
        return True
    return any(word in participles(form) for form in lemmas(word))


def _joined_alike(query: Query, labels: set[str]) -> bool:
    """Whether two of a kind are there, to which the same leads."""
    edges = query.pattern.edges
    types = [
        {name for e in edges if node.variable in (e.start, e.end) for name in e.types}
        for node in query.pattern.nodes
        if labels & {*node.labels}
    ]
    return any(one & other for one, other in combinations(types, 2))


def _labels(asked: Asked, word: str) -> set[str]:
    """The kinds of things that a word is for."""
    known = (x for form in {fold(word), *lemmas(fold(word))} for x in asked.lexicon.lookup((form,)))
    return {target.label for target in known if isinstance(target, NounTarget)}
