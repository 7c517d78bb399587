"""Women and men, where a property keeps whether somebody is female or male, or a flag does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.stored.truths import sides
from memory.schema import LinkedValue, Scalar, Schema
from memory.text import fold, split_name

_FEMALE = frozenset(["female", "females", "f", "woman", "women"])
_MALE = frozenset(["male", "males", "m", "man", "men"])
_WORD = re.compile(r"\b(?:wom[ae]n|men|man|(?:fe)?males?)\b", re.IGNORECASE)
_ASKING = ("is", "was")
_SCORE = 0.95


def gendered(question: str, linked: Sequence[LinkedValue], schema: Schema) -> Iterator[LinkedValue]:
    """A link for each such word that stands for no other value."""
    for found in _WORD.finditer(question):
        start, end = found.span()
        if any(start < link.end and link.start < end for link in linked):
            continue
        wanted = _FEMALE if found[0].lower() in _FEMALE else _MALE
        for label, name, value in _kept(schema, wanted):
            yield LinkedValue(found[0], label, name, value, start, end, _SCORE)


def _kept(schema: Schema, wanted: frozenset[str]) -> Iterator[tuple[str, str, Scalar]]:
    """The values of properties that keep both genders and nothing that is neither.

    A flag that somebody is male keeps who is female, too.
    """
    for label in schema.labels.values():
        for prop in label.properties.values():
            texts = [value for value in prop.values or () if isinstance(value, str)]
            said = {fold(text) for text in texts}
            if said & _FEMALE and said & _MALE:
                yield from ((label.name, prop.name, t) for t in texts if fold(t) in wanted)
            told = frozenset(word for word in split_name(prop.name) if word not in _ASKING)
            if told and told <= _FEMALE | _MALE and (stored := sides(prop)):
                yield label.name, prop.name, stored[told <= wanted]
