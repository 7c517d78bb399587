"""The vectors that entries are found by, the same for every adapter.

Sparse ones are made here, without a model: BM25 words and hashed trigrams.
"""

from __future__ import annotations

import math
import zlib
from functools import lru_cache
from typing import TypeAlias

from qdrant_edge import Bm25, Bm25Config

from memory.index import Collection, Entry, Search

Sparse: TypeAlias = tuple[list[int], list[float]]
Vector: TypeAlias = Sparse | list[float]


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


def stored_vectors(entry: Entry, collection: Collection) -> dict[str, Vector]:
    """What an entry is found by: vectors by their names, as far as its collection has them."""
    vectors: dict[str, Vector] = {}
    if collection.text and entry.text:
        vectors["text"] = text_document(entry.text, collection.average_words)
    if collection.letters and entry.letters:
        vectors["letters"] = letters_document(entry.letters)
    if collection.dense and entry.vector is not None:
        vectors["dense"] = [float(x) for x in entry.vector]
    return vectors


def asked_vectors(search: Search, collection: Collection) -> dict[str, Vector]:
    """What a search compares with the stored ones, by the same names."""
    vectors: dict[str, Vector] = {}
    if search.text is not None:
        vectors["text"] = text_query(search.text, collection.average_words)
    if search.letters is not None:
        vectors["letters"] = letters_query(search.letters)
    if search.vector is not None:
        vectors["dense"] = [float(x) for x in search.vector]
    return vectors
