"""Sparse vectors made without a model, the same for every adapter: BM25 words, hashed trigrams."""

from __future__ import annotations

import math
import zlib
from functools import lru_cache
from typing import TypeAlias

from qdrant_edge import Bm25, Bm25Config

Sparse: TypeAlias = tuple[list[int], list[float]]


@lru_cache(maxsize=8)
def _bm25(average_words: float) -> Bm25:
    return Bm25(Bm25Config(avg_len=average_words, language="english", ascii_folding=True))


def text_document(text: str, average_words: float) -> Sparse:
    """BM25 weights of a stored text, stemmed, accents folded."""
    vector = _bm25(average_words).embed_document(text)
    return vector.indices, vector.values


def text_query(text: str, average_words: float) -> Sparse:
    """The words of a query, each with weight 1; inverse document frequency is the index's part."""
    vector = _bm25(average_words).embed_query(text)
    return vector.indices, vector.values


def trigrams(text: str) -> set[int]:
    """Hashes (32 bits) of the character trigrams of a folded text; a word's start counts double.

    >>> len(trigrams("abc"))
    4
    """
    padded = f"  {text} "
    return {zlib.crc32(padded[i : i + 3].encode()) for i in range(len(padded) - 2)}


def letters_document(text: str) -> Sparse:
    """Trigrams of a stored text, scaled so that long texts do not win by length alone."""
    grams = sorted(trigrams(text))
    return grams, [1 / math.sqrt(len(grams))] * len(grams)


def letters_query(text: str) -> Sparse:
    """Trigrams of a query."""
    grams = sorted(trigrams(text))
    return grams, [1.0] * len(grams)
