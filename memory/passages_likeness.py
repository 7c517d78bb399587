"""How near a passage comes to what is asked about, word by word.

Every content word of the topic is met by the word of the passage that is nearest in meaning, and
counts as much as it is rare: soft BM25, or late interaction over static vectors (Khattab and
Zaharia 2020, arXiv:2004.12832). The cosine of the whole texts is a smaller part of the score.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import lemminflect
import numpy as np
from numpy.typing import NDArray

from memory.embedding import Embedder
from memory.english import stem
from memory.passages import content_words
from memory.text import fold

# Cosines below this are chance: the vectors of rare words are made of pieces that others share.
_NOTHING = 0.4
# How well forms of one word meet, the most that a cosine can bring it to, and how well one word of
# the same subject does; each further one closes the gap by the same share.
_SAME_WORD, _ALIKE, _SAME_SUBJECT = 0.95, 0.7, 0.5
# Long words with one beginning are of one family: exorcism, exorcist.
_SAME_STEM, _LONG = 0.8, 6
# Neighbours that are looked for as well, and from which strength on.
_NEIGHBOURS, _NEIGHBOUR = 12, 0.3
# What the name of a node counts beside its text.
_NAME = 0.7
_KNOWN = 0.6
# Content words of a topic that is a text itself, and of the longest that is compared.
_SHORT, _LONGEST_TOPIC = 12, 60
# The share that the likeness as wholes has in the score where a text is compared with others.
_WHOLE_OF_TEXTS = 0.5
# Words that say little about any text; they count so much of a rare one.
_PALE_WORDS = """
    someone somebody something anyone anybody people person persons guy guys thing things story
    stories plot gets get getting goes go going comes come tries try trying wants want takes take
    makes make turns kind sort lot really main character characters set based called named
    involving featuring involves features deals dealing one ones two certain place time way
    becomes become having move moves moving live lives living
    """
_PALE = frozenset(_PALE_WORDS.split())
_PALE_SHARE = 0.25
# Questions of other worlds, four words long on average as topics are. The floor is what nine in ten
# of them stay below in this index: it adapts to its size and to its subject, and where the texts
# are about one of these worlds, the others still tell.
ELSEWHERE = (
    "weather forecast for tomorrow",
    "recipe for banana pancakes",
    "mortgage interest rates",
    "printer driver update",
    "latest football league table",
    "quarterly tax return deadline",
    "javascript array sorting",
    "exchange rate of the euro",
    "vitamin deficiency symptoms",
    "cheap flights with luggage",
    "photosynthesis in green plants",
    "password reset instructions",
    "dishwasher error code",
    "square root of a polynomial",
    "garden fertiliser for tomatoes",
    "income tax allowance",
    "battery life of a laptop",
    "conjugation of irregular verbs",
    "stock market index today",
    "dental insurance coverage",
)
_BELOW = 0.9


@dataclass(frozen=True, slots=True)
class Wanted:
    """A topic's content words, what each counts, and which words meet it how well (0 to 1).

    `subjects` are the other words that speak of the same, by their dictionary form. `whole` is the
    share of the score that is the likeness of the texts as wholes.
    """

    words: tuple[str, ...]
    weights: tuple[float, ...]
    met_by: tuple[Mapping[str, float], ...]
    subjects: tuple[Mapping[str, str], ...]
    whole: float


class Likeness:
    """Compares topics with passages; made from the vocabulary of one index."""

    def __init__(
        self,
        frequencies: Mapping[str, int],
        vectors: NDArray[np.float32],
        total: int,
        embedder: Embedder,
        whole: float,
    ) -> None:
        """Of the words of one index.

        Args:
            frequencies: in how many passages each word is.
            vectors: a row for each word.
            total: how many passages there are.
            embedder: made these vectors.
            whole: the share of the score that the likeness as wholes has.
        """
        self._frequencies = frequencies
        self._words = list(frequencies)
        self._vectors = vectors
        self._total = total
        self._embedder = embedder
        self._whole = whole
        self._forms: dict[str, list[str]] = {}
        self._stems: dict[str, list[str]] = {}
        for word in self._words:
            for form in _forms(word):
                self._forms.setdefault(form, []).append(word)
            if len(word) > _LONG:
                self._stems.setdefault(stem(word), []).append(word)
        self.floors: dict[bool, float] = {}

    async def wanted(self, topic: str) -> Wanted:
        """What a topic's words are met by.

        Raises:
            StoreError: the vectors cannot be made.
        """
        words = tuple(dict.fromkeys(content_words(topic)))
        words = words or tuple(fold(topic).split())
        # Of a whole text its rarest words tell what it is about.
        if len(words) > _LONGEST_TOPIC:
            kept = set(sorted(words, key=self._rarity, reverse=True)[:_LONGEST_TOPIC])
            words = tuple(word for word in words if word in kept)
        if not words:
            return Wanted((), (), (), (), self._whole)
        sims = (await self._embedder.embed(words)) @ self._vectors.T
        met = tuple(self._met_by(word, row) for word, row in zip(words, sims, strict=True))
        weights = tuple(map(self._rarity, words))
        if len(words) <= _SHORT:
            return Wanted(words, weights, met, tuple(map(self._same, words)), self._whole)
        # A whole text shares a subject with every other by some word; its rare words tell.
        squared = tuple(weight * weight for weight in weights)
        return Wanted(words, squared, met, ({},) * len(words), _WHOLE_OF_TEXTS)

    def widened(self, wanted: Wanted) -> str:
        """The words with their nearest neighbours in these texts, for a search by words."""
        found = dict.fromkeys(wanted.words)
        for met, same in zip(wanted.met_by, wanted.subjects, strict=True):
            found.update(dict.fromkeys(same))
            near = sorted((w for w, s in met.items() if s >= _NEIGHBOUR), key=lambda w: -met[w])
            found.update(dict.fromkeys(near[:_NEIGHBOURS]))
        return " ".join(found)

    def score(
        self, wanted: Wanted, passage: str, alike: float, name: str = ""
    ) -> tuple[float, tuple[float, ...]]:
        """How near a passage comes, and how well each word is met in it; all from 0 to 1.

        `alike` is the likeness of the texts as wholes. The `name` of what it is about counts, too,
        a little less.
        """
        words, named = set(fold(passage).split()), set(fold(name).split())
        met = tuple(
            max(_met(words, by, same), _NAME * _met(named, by, same))
            for by, same in zip(wanted.met_by, wanted.subjects, strict=True)
        )
        whole = sum(wanted.weights)
        share = sum(w * m for w, m in zip(wanted.weights, met, strict=True)) / (whole or 1.0)
        return (1 - wanted.whole) * share + wanted.whole * alike, met

    def knows(self, word: str) -> bool:
        """Whether the texts have the word in one of its forms, or one of its subject."""
        return any(form in self._forms for form in _forms(word)) or bool(self._same(word))

    def _met_by(self, word: str, cosines: NDArray[np.float32]) -> Mapping[str, float]:
        found = {
            self._words[int(i)]: _ALIKE * (float(cosines[i]) - _NOTHING) / (1 - _NOTHING)
            for i in np.flatnonzero(cosines > _NOTHING)
        }
        if len(word) > _LONG:
            found.update(dict.fromkeys(self._stems.get(stem(word), ()), _SAME_STEM))
        for form in _forms(word):
            found.update(dict.fromkeys(self._forms.get(form, ()), _SAME_WORD))
        if word in self._frequencies:
            found[word] = 1.0
        return found

    def _same(self, word: str) -> Mapping[str, str]:
        """The words of these texts that share a subject with a word, with their first form."""
        forms = {form for other in _of_subject(word) for form in _forms(other)} - _forms(word)
        return {other: form for form in sorted(forms) for other in self._forms.get(form, ())}

    def _rarity(self, word: str) -> float:
        """Inverse document frequency, in nats, of a word in any of its forms."""
        forms = {word, *(other for form in _forms(word) for other in self._forms.get(form, ()))}
        seen = max((self._frequencies.get(form, 0) for form in forms), default=0)
        idf = math.log(1 + (self._total - seen + 0.5) / (seen + 0.5))
        return idf * (_PALE_SHARE if word in _PALE else 1.0)


def floor_of(scores: Sequence[float]) -> float:
    """What nine in ten of the best scores of topics of other worlds stay below."""
    ranked = sorted(scores)
    return ranked[min(len(ranked) - 1, int(_BELOW * len(ranked)))] if ranked else 0.0


def _met(words: set[str], by: Mapping[str, float], same: Mapping[str, str]) -> float:
    """How well one word of a topic is met by the words of a text."""
    best = max((by[word] for word in words if word in by), default=0.0)
    related = len({same[word] for word in words if word in same})
    return max(best, 1 - (1 - _SAME_SUBJECT) ** related)


@lru_cache(maxsize=65536)
def _forms(word: str) -> frozenset[str]:
    """The dictionary forms of a word; the word itself where no dictionary has it."""
    found = {form for forms in lemminflect.getAllLemmas(word).values() for form in forms}
    return frozenset(form.lower() for form in found) or frozenset([word])


@cache
def _subjects() -> dict[str, frozenset[str]]:
    """What each dictionary form shares a subject with."""
    lines = tomllib.loads(Path(__file__).with_name("topic_words.toml").read_text("utf-8"))
    found: dict[str, set[str]] = {}
    for line in lines["subjects"]:
        words = line.split()
        for word in words:
            for form in _forms(word):
                found.setdefault(form, set()).update(words)
    return {word: frozenset(others) for word, others in found.items()}


def _of_subject(word: str) -> frozenset[str]:
    return frozenset().union(*(_subjects().get(form, frozenset()) for form in _forms(word)))
