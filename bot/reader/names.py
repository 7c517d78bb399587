"""How like words of a message are to the names of a schema: labels, types and properties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.reader.lexicon import LEXICON, Phrase
from bot.reader.words import lemmas, parts_of_speech, stems
from memory.schema import Schema
from memory.text import fold, split_name

# ("label", name), ("type", name), ("property", owner, name); the owner is a label or a type.
Element: TypeAlias = tuple[str, ...]
How = Literal["exact", "told", "part", "synonym", "near", "derived", "short", "vector"]
Vectors: TypeAlias = Callable[[Sequence[str]], NDArray[np.float32]]

_LEAST_COSINE = 0.42
_VECTOR_WORTH = 0.75
_WEAK = 0.45
# Where letters say this much, vectors say no more of that kind.
_SURELY = 0.8
# Short forms in names have so many letters at most.
_SHORT = 5
# Words that are cut short keep so many letters at least.
_CUT = 3
_MOST = {"label": 4, "type": 4, "property": 8}


@dataclass(frozen=True, slots=True)
class Match:
    """An element that words may name; `score` is 0 to 1."""

    element: Element
    score: float
    how: How


@dataclass(slots=True)
class _Name:
    """A name prepared for comparing: all its words, and those that say something."""

    element: Element
    words: tuple[str, ...]
    core: tuple[str, ...]
    lemmas: tuple[frozenset[str], ...] = ()
    stems: tuple[frozenset[str], ...] = ()
    groups: Mapping[str, int] = field(default_factory=dict)
    # A type that says no more than what it leads to, as FROM_PORT to a port.
    weak: bool = False


class SchemaNames:
    """The names of a schema, found by the words of a message."""

    def __init__(
        self, schema: Schema, vectors: Vectors, told: Mapping[str, Iterable[Element]] | None = None
    ) -> None:
        """Prepare the names.

        Args:
            schema: What is asked about.
            vectors: Makes unit vectors of short texts.
            told: Words that an operator or a person explained, with the elements they mean.
        """
        ends = _ends(schema)
        self._names = [
            _prepared(element, name, ends.get(element, frozenset()))
            for element, name in _elements(schema)
        ]
        labels = {name.core for name in self._names if name.element[0] == "label"}
        for name in self._names:
            hollow = len(name.core) < len(name.words)
            name.weak = name.element[0] == "type" and hollow and name.core in labels
        self._told = {tuple(fold(words).split()): tuple(of) for words, of in (told or {}).items()}
        self._vectors = vectors
        self._matrix = vectors([" ".join(name.core) for name in self._names])
        self._by_key: dict[str, set[int]] = defaultdict(set)
        for nth, name in enumerate(self._names):
            for key in _keys_of(name):
                self._by_key[key].add(nth)
        self._found: dict[Phrase, tuple[Match, ...]] = {}

    def prepare(self, phrases: Iterable[Phrase]) -> None:
        """Look up phrases together: their vectors are made at once."""
        new = [p for p in dict.fromkeys(phrases) if p not in self._found]
        if not new or not self._names:
            return
        cosines = self._matrix @ self._vectors([" ".join(p) for p in new]).T
        for column, phrase in enumerate(new):
            self._found[phrase] = self._matches(phrase, cosines[:, column])

    def match(self, phrase: Phrase) -> tuple[Match, ...]:
        """Return the elements that a phrase may name, best first within their kind."""
        self.prepare([phrase])
        return self._found.get(phrase, ())

    def _matches(self, phrase: Phrase, cosines: NDArray[np.float32]) -> tuple[Match, ...]:
        groups = groups_of(phrase)
        near = {nth for key in _keys_asked(phrase, groups) for nth in self._by_key.get(key, ())}
        found: list[Match] = [Match(element, 1.0, "told") for element in self._told.get(phrase, ())]
        for nth in near:
            if like := _likeness(phrase, groups, self._names[nth]):
                whole = "".join(self._names[nth].words) == "".join(phrase)
                if self._names[nth].weak and not whole:
                    like = min(like[0], _WEAK), "part"
                found.append(Match(self._names[nth].element, *like))
        taken = {match.element for match in found}
        sure = {match.element[0] for match in found if match.score >= _SURELY}
        for found_at in np.flatnonzero(cosines > _LEAST_COSINE):
            element = self._names[int(found_at)].element
            if element not in taken and element[0] not in sure:
                found.append(Match(element, _VECTOR_WORTH * float(cosines[found_at]), "vector"))
        found.sort(key=lambda match: -match.score)
        kept: dict[str, list[Match]] = defaultdict(list)
        for match in found:
            if len(kept[match.element[0]]) < _MOST[match.element[0]]:
                kept[match.element[0]].append(match)
        return tuple(match for matches in kept.values() for match in matches)


def groups_of(phrase: Phrase) -> dict[str, int]:
    """Return the groups of words that a phrase is in, with how near each is (1 or 2)."""
    found: dict[str, int] = {}
    ends = [(*phrase[:-1], last) for last in lemmas(phrase[-1])]
    # Looked into is look into.
    begins = [(first, *phrase[1:]) for first in lemmas(phrase[0])] if len(phrase) > 1 else []
    for form in (*ends, *begins):
        for group, tier in LEXICON.groups.get(form, {}).items():
            found[group] = min(tier, found.get(group, 9))
    return found


def _elements(schema: Schema) -> Iterable[tuple[Element, str]]:
    for label in schema.labels.values():
        yield ("label", label.name), label.name
        for name in label.properties:
            yield ("property", label.name, name), name
    for rel in schema.relationships.values():
        yield ("type", rel.type), rel.type
        for name in rel.properties:
            yield ("property", rel.type, name), name


def _ends(schema: Schema) -> dict[Element, frozenset[str]]:
    """The words of the labels that types lead to and come from."""
    found: dict[Element, frozenset[str]] = {}
    for type_, join in schema.joins():
        words = {*split_name(join.start), *split_name(join.end)}
        found["type", type_] = found.get(("type", type_), frozenset()) | words
    return found


def _prepared(element: Element, name: str, ends: frozenset[str]) -> _Name:
    words = tuple(word for part in split_name(name) for word in fold(part).split()) or ("?",)
    hollow = LEXICON.hollow["type" if element[0] == "type" else "other"]
    core = tuple(word for word in words if word not in hollow) or words
    # Who directed a campaign directs.
    core = tuple(word for word in core if word not in ends) or core
    if all(word in LEXICON.units or word in LEXICON.currencies for word in core):
        # valueUsd is a value rather than a currency.
        core = words
    groups: dict[str, int] = {}
    whole = tuple(LEXICON.abbreviations.get(word, word) for word in core)
    for phrase in {core, words, whole, core[:1] if len(core) == 1 else core}:
        for group, tier in groups_of(phrase).items():
            groups[group] = min(tier, groups.get(group, 9))
    if len(core) > 1:
        # An annual salary is a salary, a board member a member.
        for group in groups_of(whole[-1:]):
            groups.setdefault(group, 2)
    forms = tuple(lemmas(a) | lemmas(b) for a, b in zip(core, whole, strict=True))
    return _Name(element, words, core, forms, tuple(map(stems, whole)), groups)


def _keys_of(name: _Name) -> Iterable[str]:
    yield "=" + "".join(name.words)
    for word in name.words:
        yield from ("l" + form for form in lemmas(word))
    for forms in name.lemmas:
        yield from ("l" + form for form in forms)
    yield from ("a" + word[0] for word in name.core if _shortened(word))
    yield "i" + _initials(name.words)
    yield from ("b" + word[:_CUT] for word in name.core if len(word) > _CUT)
    for found in name.stems:
        yield from ("s" + stem for stem in found)
    yield from ("g" + group for group in name.groups)


def _keys_asked(phrase: Phrase, groups: Mapping[str, int]) -> Iterable[str]:
    joined = "".join(phrase)
    yield from ("=" + joined, "=" + joined.removesuffix("s"))
    for word in phrase:
        yield from ("l" + form for form in lemmas(word))
        yield from ("s" + stem for stem in stems(word))
    if len(phrase) == 1:
        yield "a" + joined[0]
        yield "i" + joined
        yield "b" + joined[:_CUT]
    yield from ("g" + group for group in groups)


def _shortened(word: str) -> bool:
    """Return whether a word of a name looks like the short form of another: dwt, vsl, mgr."""
    vowels = set(word[1:]) & set("aeiou")
    return 2 < len(word) <= _SHORT and word.isalpha() and not (vowels or parts_of_speech(word))


def _initials(words: Sequence[str]) -> str:
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def _is_cut(short: str, word: str) -> bool:
    """Return whether a word is the beginning of another, and no word itself: batt, hosp."""
    cut = _CUT <= len(short) < len(word) - 1 and word.startswith(short)
    return cut and not parts_of_speech(short)


def _shortens(short: str, word: str) -> bool:
    """Return whether the letters of a short form are in a word, in order, from its first on."""
    rest = iter(word)
    return short[0] == word[0] and all(letter in rest for letter in short)


def _likeness(phrase: Phrase, groups: Mapping[str, int], name: _Name) -> tuple[float, How] | None:
    """Score and way in which words name an element; None where they do not by their letters."""
    said, core = [lemmas(word) for word in phrase], name.lemmas
    if len(phrase) == len(core) and all(a & b for a, b in zip(said, core, strict=True)):
        return 1.0, "exact"
    joined = "".join(phrase)
    if "".join(name.words) in (joined, joined.removesuffix("s")):
        return 1.0, "exact"
    if len(phrase) == len(name.words) and all(
        a & lemmas(b) for a, b in zip(said, name.words, strict=True)
    ):
        return 1.0, "exact"
    if set(phrase) <= LEXICON.function_words and len(core) > 1:
        # What was on it asks of no due_on.
        return None
    if len(phrase) <= len(core) and len(core) > 1 and all(any(a & b for b in core) for a in said):
        ends = 0.05 if said[-1] & core[-1] else 0.0
        return 0.55 + 0.35 * len(phrase) / len(core) + ends, "part"
    if shared := set(groups) & set(name.groups):
        tier = min(max(groups[g], name.groups[g]) for g in shared)
        return (0.85, "synonym") if tier == 1 else (0.7, "near")
    if len(phrase) == 1 and (
        joined == _initials(name.words) or any(_is_cut(joined, w) for w in name.core)
    ):
        return 0.7, "short"
    if len(phrase) == 1 and len(phrase[0]) > _SHORT:
        for word in name.core:
            if _shortened(word) and _shortens(word, phrase[0]):
                return (0.7 if len(name.core) == 1 else 0.5), "short"
    return _derived(phrase, name)


def _derived(phrase: Phrase, name: _Name) -> tuple[float, How] | None:
    asked = [stems(word) for word in phrase]
    same = [any(len(s) > 2 for s in a & b) for a, b in zip(asked, name.stems, strict=False)]
    if len(asked) == len(name.stems) and all(same):
        return 0.8, "derived"
    if len(asked) != 1:
        return None
    if len(name.stems) == 1 and any(_begin_alike(a, b) for a in asked[0] for b in name.stems[0]):
        return 0.7, "derived"
    if len(name.stems) > 1 and any(len(s) > 3 for found in name.stems for s in found & asked[0]):
        return 0.55, "part"
    return None


def _begin_alike(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    return shorter > 3 and one[:shorter] == other[:shorter] and abs(len(one) - len(other)) < 3
