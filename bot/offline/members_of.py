"""Nouns for those who belong to what is kept: senators, where Senate is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.offline.data import load
from bot.offline.words import lemmas, plural
from memory.schema import LinkedValue, Property, Schema
from memory.text import fold, split_name

_SCORE = 0.97
MEMBER = "member"
_EACH = re.compile(r"\b(?:each|every|per) \Z", re.I)


class MembersOf:
    """Finds chambers and parties by the nouns for their members; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        """Looks for listed values of which there are such nouns, that name no label themselves."""
        own = {lemma for x in schema.labels for lemma in lemmas(split_name(x)[-1])}
        self._kept: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for told in load("members_of")["members"]:
            of, beside = ({fold(x) for x in told[key]} for key in ("of", "beside"))
            for label in schema.labels.values():
                for property in label.properties.values():
                    held = (label.name, property.name)
                    values = _texts(property)
                    if beside and beside.isdisjoint(map(fold, values)):
                        continue
                    for value in (x for x in values if fold(x) in of):
                        for noun in told["nouns"]:
                            if noun not in own:
                                self._kept[noun].append((*held, value))
                                self._kept[plural(noun)].append((*held, value))
        words = sorted(map(re.escape, self._kept), key=len, reverse=True)
        self._said = re.compile(rf"\b(?:{'|'.join(words)})\b", re.I) if words else None

    def __call__(self, question: str, linked: Sequence[LinkedValue]) -> Iterator[LinkedValue]:
        """A link for each noun that stands for no other value."""
        for found in self._said.finditer(question) if self._said is not None else ():
            start, end = found.span()
            beside = any(start < link.end and link.start < end for link in linked)
            if beside or _EACH.search(question, 0, start):
                # Each senator: one of several, where the Senate is one.
                continue
            for held in self._kept[fold(found[0])]:
                yield LinkedValue(found[0], *held, start, end, _SCORE, MEMBER)


def _texts(property: Property) -> list[str]:
    return [value for value in property.values or () if isinstance(value, str)]
