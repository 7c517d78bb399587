"""How near a passage comes to what is asked about, word by word.

Every content word of the topic is met by the word of the passage that is nearest in meaning, and
counts as much as it is rare: soft BM25, or late interaction over static vectors (Khattab and
Zaharia 2020, arXiv:2004.12832). The cosine of the whole texts is a smaller part of the score.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.embedding import Embedder
from memory.english import stem
from memory.passages import content_words
from memory.text import fold

# Cosines of word vectors: below the first two words have nothing in common, and a neighbour above
# the second is looked for as well.
_NOTHING, _NEIGHBOUR = 0.3, 0.45
_NEIGHBOURS = 8
_SAME_STEM = 0.9
_KNOWN = 0.6
_LONGEST_TOPIC = 60
# Shares of the score: the words that are met, and the likeness of the texts as wholes.
_WORDS, _WHOLE = 0.75, 0.25
# Words that say little about any text; they count so much of a rare one.
_PALE_WORDS = """
    someone somebody something anyone anybody people person persons guy guys thing things story
    stories plot gets get getting goes go going comes come tries try trying wants want takes take
    makes make turns kind sort lot really main character characters set based called named
    involving featuring involves features deals dealing one ones two certain place time way
    becomes become having
    """
_PALE = frozenset(_PALE_WORDS.split())
_PALE_SHARE = 0.25
# Questions of other worlds, four words long on average as topics are. The floor is what nine in ten
# of them stay below in this index: it adapts to its size and to its subject, and where the texts
# are about one of these worlds, the others still tell.
_ELSEWHERE = (
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
    """A topic's content words, what each counts, and which words meet it how well (0 to 1)."""

    words: tuple[str, ...]
    weights: tuple[float, ...]
    met_by: tuple[Mapping[str, float], ...]


class Likeness:
    """Compares topics with passages; made from the vocabulary of one index."""

    elsewhere = _ELSEWHERE

    def __init__(
        self,
        frequencies: Mapping[str, int],
        vectors: NDArray[np.float32],
        total: int,
        embedder: Embedder,
    ) -> None:
        """`frequencies` of words in `total` passages; `vectors` has a row for each word."""
        self._frequencies = frequencies
        self._words = list(frequencies)
        self._vectors = vectors
        self._total = total
        self._embedder = embedder
        self._by_stem: dict[str, list[str]] = {}
        for word in self._words:
            self._by_stem.setdefault(stem(word), []).append(word)
        self.floor: float | None = None

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
            return Wanted((), (), ())
        sims = (await self._embedder.embed(words)) @ self._vectors.T
        met = tuple(self._met_by(word, row) for word, row in zip(words, sims, strict=True))
        return Wanted(words, tuple(map(self._rarity, words)), met)

    def widened(self, wanted: Wanted) -> str:
        """The words with their nearest neighbours in these texts, for a search by words."""
        found = dict.fromkeys(wanted.words)
        for met in wanted.met_by:
            near = sorted((w for w, s in met.items() if s >= _NEIGHBOUR), key=lambda w: -met[w])
            found.update(dict.fromkeys(near[:_NEIGHBOURS]))
        return " ".join(found)

    def score(self, wanted: Wanted, passage: str, cosine: float) -> tuple[float, tuple[float, ...]]:
        """How near a passage comes, and how well each word is met in it; all from 0 to 1."""
        words = set(fold(passage).split())
        met = tuple(
            max((by[word] for word in words if word in by), default=0.0) for by in wanted.met_by
        )
        whole = sum(wanted.weights)
        share = sum(w * m for w, m in zip(wanted.weights, met, strict=True)) / (whole or 1.0)
        return _WORDS * share + _WHOLE * max(0.0, min(cosine, 1.0)), met

    def knows(self, word: str) -> bool:
        """Whether the texts have the word, in one of its forms."""
        return word in self._frequencies or stem(word) in self._by_stem

    def learn_floor(self, scores: Sequence[float]) -> None:
        """Set the floor from the best scores of topics of other worlds."""
        ranked = sorted(scores)
        self.floor = ranked[min(len(ranked) - 1, int(_BELOW * len(ranked)))] if ranked else 0.0

    def _met_by(self, word: str, cosines: NDArray[np.float32]) -> Mapping[str, float]:
        found = {self._words[int(i)]: float(cosines[i]) for i in np.flatnonzero(cosines > _NOTHING)}
        for other in self._by_stem.get(stem(word), ()):
            found[other] = max(found.get(other, 0.0), _SAME_STEM)
        if word in self._frequencies:
            found[word] = 1.0
        return found

    def _rarity(self, word: str) -> float:
        """Inverse document frequency, in nats, of a word in any of its forms."""
        forms = {word, *(self._by_stem.get(stem(word), ()))}
        seen = max((self._frequencies.get(form, 0) for form in forms), default=0)
        idf = math.log(1 + (self._total - seen + 0.5) / (seen + 0.5))
        return idf * (_PALE_SHARE if word in _PALE else 1.0)
