"""Languages that are kept by their codes alone: films in French, where fr or fra is stored."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.words.data import load
from memory.schema import LinkedValue, Property, Schema
from memory.text import fold, split_name

_OF_LANGUAGES = frozenset(["language", "languages", "lang", "langs"])
# What a language's own code may be called.
_CODES = frozenset(["code", "id", "iso", "name", "key", "abbreviation"])
_CODE = re.compile(r"[a-z]{2,3}\Z")
_ENOUGH, _MOST = 2, 0.7
# Polish, and what is done to silver.
_WORDS = frozenset(["polish"])
_SPOKEN = re.compile(r"\b(?:in|into|from|speaks?|speaking|spoken|language|languages) \Z", re.I)
_SPEAKING = re.compile(r"[ -](?:language|languages|speaking|speakers?|subtitles|version)\b", re.I)


class LanguageCodes:
    """Finds languages by their names; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        """Looks for the properties that keep codes; for none where names are kept somewhere."""
        known = {
            two: (
                {two, *(x for x in more if _CODE.match(x))},
                {fold(x) for x in more if not _CODE.match(x)},
            )
            for two, more in load("languages").items()
        }
        codes = set[str]().union(*(codes for codes, _ in known.values()))
        names = set[str]().union(*(names for _, names in known.values()))
        self._kept: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        labels = schema.labels.values()
        named = any(_keeps(x, names) for label in labels for x in label.properties.values())
        for label in () if named else labels:
            for property in label.properties.values():
                if not _of_languages(label.name, property) or not _all(property, codes):
                    continue
                for own, called in known.values():
                    stored = [str(x) for x in _values(property) if str(x).lower() in own]
                    for name in called if stored else ():
                        self._kept[name] += [(label.name, property.name, x) for x in stored]
        said = sorted(map(re.escape, self._kept), key=len, reverse=True)
        self._said = re.compile(rf"\b(?:{'|'.join(said)})\b", re.I) if said else None

    def __call__(self, question: str, linked: Sequence[LinkedValue]) -> Iterator[LinkedValue]:
        """A link for each language that stands for no other value.

        What is French is of France, where that is kept, if it is not said to be *in* French.
        """
        for found in self._said.finditer(question) if self._said is not None else ():
            start, end = found.span()
            spoken = _SPOKEN.search(question, 0, start) or _SPEAKING.match(question, end)
            beside = any(start < link.end and link.start < end for link in linked)
            if (beside or found[0] in _WORDS) and not spoken:
                continue
            for held in self._kept[fold(found[0])]:
                aside = re.compile(rf" \(['\"‘“]?{held[-1]}['\"’”]?\)", re.I).match(question, end)
                stop = aside.end() if aside is not None else end
                yield LinkedValue(question[start:stop], *held, start, stop, 1.0, "folded")


def _values(property: Property) -> list[object]:
    return [*(property.values or property.examples)]


def _of_languages(label: str, property: Property) -> bool:
    """Whether a property is named for languages, or as what a language has."""
    words = {*split_name(property.name)}
    return bool(words & _OF_LANGUAGES or ({*split_name(label)} & _OF_LANGUAGES and words & _CODES))


def _all(property: Property, codes: set[str]) -> bool:
    """Whether a property has codes, of which some may be a graph's own."""
    values = [str(value).lower() for value in _values(property)]
    if len(values) < _ENOUGH or not all(map(_CODE.match, values)):
        return False
    return sum(value in codes for value in values) >= _MOST * len(values)


def _keeps(property: Property, names: set[str]) -> bool:
    """Whether a property has the languages' own names."""
    return sum(isinstance(x, str) and fold(x) in names for x in _values(property)) >= _ENOUGH
