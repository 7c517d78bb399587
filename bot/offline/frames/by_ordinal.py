"""The 113th congress, the first book: the one whose number that is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import kind_of
from memory.schema import Property
from memory.text import split_name

_COST = 0.05
_NTH: dict[str, int] = load("scales")["ordinals"] | {"first": 1}
# Nothing that would say of what it is the first: the first book of theirs.
_SAID = re.compile(
    rf"\bthe (?P<nth>{'|'.join(_NTH)}|(?P<digits>\d{{1,4}})(?:st|nd|rd|th)) (?P<noun>[a-z]+)"
    r"(?=\W*\Z|[,;:)]| (?:and|or|but|that|which|who|were|was|is|are|has|have|had|did|do|does)\b)",
    re.I,
)
_NUMBER = frozenset(["number", "no", "nr", "num", "nbr", "index", "ordinal", "seq", "sequence"])
_TIMES = frozenset(["day", "hour", "minute", "second", "week", "month", "year", "date", "time"])


@cued("the first", "second", "the third", "the fourth", "the fifth", "the sixth", "the seventh",
      "the eighth", "the ninth", "the tenth", "the eleventh", "the twelfth", "1st", "2nd", "3rd",
      "th ", "th?")  # fmt: skip
def frame(asked: Asked) -> Iterator[Heard]:
    """How many characters are in the first book?"""
    for found in _SAID.finditer(asked.question):
        number = int(found["digits"] or _NTH[found["nth"].lower()])
        noun = found["noun"].lower()
        put = _numbered(asked, noun, number)
        heard = asked.hear((*found.span(), put)) if put else None
        if heard is not None:
            yield heard.priced(_COST)
            return


def _numbered(asked: Asked, noun: str, number: int) -> str:
    """How it is said that something has a number, where its things have one; "" where none do."""
    labels = [*asked.lexicon.schema.labels.values()]
    called = [label for label in labels if split_name(label.name)[-1:] == [noun]]
    for label in called:
        for name, property in label.properties.items():
            words = set(split_name(name))
            own = words & _NUMBER and words <= {*_NUMBER, *split_name(label.name)}
            if own and _counted(property, number):
                return f"the {noun} with {' '.join(split_name(name))} {number}"
    kept = [x for label in labels for x in label.properties.values()]
    kept = [x for x in kept if split_name(x.name)[-1:] == [noun] and noun not in _TIMES]
    return f"{noun} {number}" if not called and any(_has(x, number) for x in kept) else ""


def _counted(property: Property, number: int) -> bool:
    """Whether numbers count from one, and so far."""
    return _has(property, 1) and _has(property, number)


def _has(property: Property, number: int) -> bool:
    """Whether a number may be one of a property's."""
    if kind_of(property) not in ("number", "number_text"):
        return False
    if property.values is not None:
        return str(number) in map(str, property.values)
    least, most = property.minimum, property.maximum
    return isinstance(least, int) and isinstance(most, int) and least <= number <= most
