"""Kinds that are things of their own: what types of films did she make, told by their genres."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.groups_told import sorts_joined
from bot.offline.lexicon import NounTarget
from bot.offline.vocabulary import expand
from bot.offline.words import is_plural, plural
from memory.text import fold, split_name

_COST = 0.05
_KIND = r"(?:kind|type|sort|categorie|category|class|classe|variety|varietie)s?"
_OF = re.compile(
    r"\b(?:what|which|how many|different|various|the)(?: different| various)? "
    rf"(?P<kind>{_KIND}) of (?P<noun>\w+(?: \w+)?)\b",
    re.I,
)
_IS = re.compile(
    rf"\A\W*(?:what|which) (?P<kind>{_KIND}) of (?P<noun>\w+(?: \w+)?) (?:is|was|are|were) "
    r"(?P<thing>(?!there\b)[^?.!]+?)\W*\Z",
    re.I,
)


@cued("kind", "type", "sort", "categor", "class", "variet")
def frame(asked: Asked) -> Iterator[Heard]:
    """What types of films are there?"""
    found = _OF.search(asked.question)
    if found is None:
        return
    sorts = _sorts_of(asked, found["noun"])
    if len(sorts) != 1:
        return
    (said,) = sorts
    kind = plural(said) if is_plural(fold(found["kind"])) else said
    whole = _IS.match(asked.question)
    if whole is not None:
        heard = asked.hear((0, whole.start("thing"), f"What is the {kind} of "))
    else:
        heard = asked.hear((*found.span("kind"), kind))
    if heard is not None and _tells(heard, said):
        yield heard.priced(_COST)


def _sorts_of(asked: Asked, words: str) -> set[str]:
    """What things of that name are joined to that sorts them: genres, of films."""
    for size in (2, 1):
        known = asked.lexicon.lookup(tuple(fold(words).split()[:size]))
        labels = {t.label for t, cost in known.items() if isinstance(t, NounTarget) and cost < 0.2}
        if labels:
            break
    return sorts_joined(asked.lexicon.schema, labels)


def _tells(heard: Heard, said: str) -> bool:
    """Whether the sorts are told or counted."""
    labels = {n.variable: n.labels for n in heard.query.pattern.nodes}
    names = {heard.query.subject, *heard.query.distinct_on}
    told = {" ".join(expand(split_name(label))) for v in names for label in labels.get(v, ())}
    return said in told
