"""For and against, where it is kept how somebody voted: *voted against* is with a vote of "No"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.tree_parts import instead
from bot.offline.words import lemmas
from memory.query import Constant
from memory.schema import Property, Relationship, Schema
from memory.text import fold, split_name

_COST = 0.05
_FOR = frozenset(["yea", "yes", "aye", "y", "for", "pro", "in favor", "in favour"])
_AGAINST = frozenset(["nay", "no", "n", "against", "con", "contra", "opposed"])
_VOTED = re.compile(
    r"\bvot(?:e|es|ed|ing) (?P<side>(?P<no>against|no on)|for|in favou?r of)(?=\W*\Z| (?!how ))",
    re.I,
)


@cued("vot")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who voted against the levy?

    It is heard of those who voted for it: a bare "no" would deny that they voted.
    """
    found = _VOTED.search(asked.question)
    kept = _kept(asked.lexicon.schema) if found is not None else None
    if found is None or kept is None:
        return
    pro, con = kept
    heard = asked.hear((*found.span("side"), f"'{pro}' on"))
    if heard is None:
        return
    turned = instead(heard.query, Constant(pro), Constant(con))
    if turned != heard.query:
        yield heard.priced(_COST, turned if found["no"] else heard.query)


def _kept(schema: Schema) -> tuple[str, str] | None:
    """The values of a vote for something and against it; None unless one property has both."""
    found = [
        (pro, con)
        for type_ in schema.relationships.values()
        for property in type_.properties.values()
        if _of_votes(type_, property)
        for pro in _among(property, _FOR)
        for con in _among(property, _AGAINST)
    ]
    return found[0] if len(found) == 1 else None


def _of_votes(type_: Relationship, property: Property) -> bool:
    names = (*split_name(type_.type), *split_name(property.name))
    return any("vote" in lemmas(word) for word in names)


def _among(property: Property, side: frozenset[str]) -> list[str]:
    texts = [value for value in property.values or () if isinstance(value, str)]
    return [text for text in texts if fold(text) in side]
