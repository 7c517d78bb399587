"""The labels and relationship types that the words of a question name, among any look-alikes.

A name counts as named where all its words stand close together, whatever their endings and order:
"the audits of departments" is `DepartmentAudit`, "who worked in" is `WORKS_IN`. A word that no
name is made of alone leads to those it is the largest part of: "audits" to `DepartmentAudit`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import lemminflect

from memory.english import FUNCTION_WORDS, ORDERS, singulars
from memory.schema import OncePerSchema, Schema
from memory.text import fold, split_name

# Words that may stand between those of a name: "audits of the departments".
_BETWEEN = 2
# Names that a word leads to which is only a part of them.
_PARTLY = 3
_GLUED = 3


@dataclass(frozen=True, slots=True)
class Named:
    """What a question names in full, longest name first, and what it names a part of."""

    labels: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


NOTHING = Named()


@lru_cache(maxsize=65536)
def forms(word: str) -> frozenset[str]:
    """What a folded word may be an inflection of, itself among them.

    >>> sorted(forms("departments")), "work" in forms("worked")
    (['department', 'departments'], True)
    """
    lemmas = (lemma for found in lemminflect.getAllLemmas(word).values() for lemma in found)
    return frozenset({word, *lemmas, *singulars(word)})


class SchemaNames:
    """The names of one schema by their words."""

    def __init__(self, schema: Schema) -> None:
        """Cut the names of a schema into words; of one schema, do it once with `names_of`."""
        self._counts = {name: label.count for name, label in schema.labels.items()}
        self._labels = {name: _words(name) for name in schema.labels}
        self._types = {name: _words(name) for name in schema.relationships}
        self._by_word: dict[str, set[str]] = defaultdict(set)
        for name, words in self._labels.items():
            for word in words:
                for form in forms(word):
                    self._by_word[form].add(name)

    def named(self, question: str) -> Named:
        """What the words of a question name."""
        words = fold(question).split()
        places = _places(words)
        labels = self._whole(self._labels, places)
        types = self._whole(self._types, places)
        said = {at for found in (labels, types) for places_ in found.values() for at in places_}
        partly: list[str] = []
        for at, word in enumerate(words):
            if at not in said and word not in FUNCTION_WORDS | ORDERS:
                partly += self._partly(word)
        return Named(
            _longest_first(labels, self._labels),
            _longest_first(types, self._types),
            tuple(name for name in dict.fromkeys(partly) if name not in labels),
        )

    def _whole(
        self, names: Mapping[str, tuple[str, ...]], places: Mapping[str, Sequence[int]]
    ) -> dict[str, tuple[int, ...]]:
        """Names all of whose words are there, with the places of these."""
        found = {}
        for name, words in names.items():
            glued = _at("".join(words), places)[:1]
            near = tuple(glued) or _together([_at(word, places) for word in words])
            if near is not None:
                found[name] = near
        return found

    def _partly(self, word: str) -> list[str]:
        """The labels of which a word is the largest part."""
        names = {name for form in forms(word) for name in self._by_word.get(form, ())}
        key = lambda name: (len(self._labels[name]), -self._counts[name], name)  # noqa: E731
        return sorted(names, key=key)[:_PARTLY]


def _words(name: str) -> tuple[str, ...]:
    """The words of a name that tell something; all where none does."""
    words = [part for word in split_name(name) for part in fold(word).split()]
    return tuple(word for word in words if word not in FUNCTION_WORDS) or tuple(words)


def _places(words: Sequence[str]) -> Mapping[str, list[int]]:
    """Where each form of a word stands, and each run of words written as one: work order."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(words):
        for form in forms(word):
            places[form].append(at)
        for size in range(2, _GLUED + 1):
            if at + size <= len(words):
                head = "".join(words[at : at + size - 1])
                for form in forms(words[at + size - 1]):
                    places[head + form].append(at)
    return places


def _at(word: str, places: Mapping[str, Sequence[int]]) -> list[int]:
    return sorted({at for form in forms(word) for at in places.get(form, ())})


def _together(places: Sequence[Sequence[int]]) -> tuple[int, ...] | None:
    """One place for each word of a name, all different and close together."""
    if not places or not all(places) or len(places) > 6:
        return None
    for chosen in product(*(some[:4] for some in places)):
        spread = max(chosen) - min(chosen)
        if len(set(chosen)) == len(chosen) and spread < len(chosen) + _BETWEEN * (len(chosen) > 1):
            return chosen
    return None


def _longest_first(found: Iterable[str], words: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted(found, key=lambda name: (-len(words[name]), name)))


# The names of a schema.
names_of = OncePerSchema(SchemaNames)
