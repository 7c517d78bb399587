"""What an intent is told by: the words of a message, and what of them the graph accounts for.

Names of the schema and stored values stand as placeholders: nothing of one graph is learned. Words,
pairs of words and parts of words are hashed (Weinberger et al. 2009, *Feature hashing for
large scale multitask learning*); what the graph knows of them goes by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from guardrails.languages import plain, script_of
from guardrails.nouns import singular
from guardrails.places import SURE, place_of
from memory.embedding import word_vectors
from memory.english import FUNCTION_WORDS, in_dictionary
from memory.schema import Label, LinkedValue, Relationship, Schema
from memory.text import split_name

BUCKETS = 1 << 14
_VALUE, _QUOTED, _NUMBER = "<value>", "<quoted>", "<number>"
_LABEL, _TYPE, _PROPERTY, _KNOWN = "<label>", "<type>", "<property>", "<known>"
PLACEHOLDERS = (_VALUE, _QUOTED, _NUMBER, _LABEL, _TYPE, _PROPERTY, _KNOWN)
_TOKEN = re.compile(r"<(?:value|quoted|number)>|[^\W_]+(?:['’][^\W_]+)*|[^\w\s]+")
_QUOTATION = re.compile(
    r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|(?<!\w)'[^']*(?:'\w[^']*)*'(?!\w)|「[^」]*」"
)
_LONGEST = 60
# Vectors have norm 1, hashed features together 4.
_SCALE = 1.5
NAMED = (
    *("bias", "read", "read surely", "cost", "follows", "texts", "values", "schema", "unread"),
    *("unread share", "known share", "missing", "short", "words", "asks", "unknown script"),
    *("nothing known", "only small words", "not in dictionary", "verb before value"),
)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a message beside its words.

    `cost` is what its reading had to believe, None where there is none. `schema_words` are words
    that the schema accounts for, `unread` those that nothing does, `missing` those among them that
    name a thing.
    """

    linked: Sequence[LinkedValue] = ()
    schema_words: Sequence[str] = ()
    unread: Sequence[str] = ()
    missing: Sequence[str] = ()
    cost: float | None = None
    follows: bool = False
    in_texts: bool = False


@dataclass(frozen=True, slots=True)
class Features:
    """Hashed features with their weights, named ones, and the mean of the words' vectors."""

    hashed: NDArray[np.int64]
    weights: NDArray[np.float64]
    named: NDArray[np.float64]
    vector: NDArray[np.float64]


def features_of(message: str, known: Known, schema: Schema) -> Features:
    """Return the features of a message."""
    return features_from(tokens_of(message, known, schema), message, known)


def features_from(tokens: Sequence[str], message: str, known: Known) -> Features:
    """Return the features of words and placeholders."""
    counted: dict[int, float] = {}
    for family, weight, names in (
        (_words(tokens), 1.0, "w"),
        (_pieces(tokens, script_of(message)), 0.4, "c"),
    ):
        for name in family:
            bucket = crc32(f"{names}{name}".encode()) % BUCKETS
            counted[bucket] = min(counted.get(bucket, 0.0) + weight, 2 * weight)
    weights = np.array(list(counted.values()))
    norm = float(np.sqrt((weights**2).sum())) or 1.0
    return Features(
        np.array(list(counted), dtype=np.int64),
        weights * (4.0 / norm),
        np.array(_named(tokens, message, known)),
        _meaning(tokens),
    )


def tokens_of(message: str, known: Known, schema: Schema) -> list[str]:
    """Return words and signs, with placeholders for what the graph or a quotation names.

    >>> tokens_of("Delete 3 of the 'Bad' ones!", Known(), Schema())
    ['delete', '<number>', 'of', 'the', '<quoted>', 'ones', '!']
    """
    spans = [(*found.span(), _QUOTED) for found in _QUOTATION.finditer(message)]
    for link in known.linked:
        place = place_of(message, link) if link.score >= SURE else None
        if place and not any(start < place[1] and place[0] < end for start, end, _ in spans):
            spans.append((*place, _VALUE))
    for start, end, name in sorted(spans, reverse=True):
        message = f"{message[:start]} {name} {message[end:]}"
    kinds = _kinds(schema) if schema.labels else {}
    said = {singular(word) for word in plain(" ".join(known.schema_words)).split()}
    return [_token(found, kinds, said) for found in _TOKEN.findall(message)[:_LONGEST]]


def _token(written: str, kinds: dict[str, str], said: set[str]) -> str:
    if written in PLACEHOLDERS:
        return written
    word = plain(written)
    if not word:
        return written[:3]
    if any(char.isdigit() for char in word):
        return _NUMBER
    if word in FUNCTION_WORDS:
        return word
    stem = singular(word)
    return kinds.get(stem) or (_KNOWN if stem in said else word)


_OF_SCHEMA: dict[int, tuple[Schema, dict[str, str]]] = {}


def _kinds(schema: Schema) -> dict[str, str]:
    """The words of the schema's names, and what each stands for."""
    if id(schema) not in _OF_SCHEMA:
        found: dict[str, str] = {}
        owners: list[Label | Relationship] = [*schema.labels.values()]
        owners += schema.relationships.values()
        properties = [name for owner in owners for name in owner.properties]
        for names, kind in (
            (properties, _PROPERTY),
            (schema.relationships, _TYPE),
            (schema.labels, _LABEL),
        ):
            for name in names:
                parts = [singular(part) for part in split_name(name)]
                found |= {part: kind for part in parts if part not in FUNCTION_WORDS}
        _OF_SCHEMA.clear()
        _OF_SCHEMA[id(schema)] = schema, found
    return _OF_SCHEMA[id(schema)][1]


def _words(tokens: Sequence[str]) -> Iterator[str]:
    """Words, neighbours, and what stands behind the first word that says something."""
    yield from tokens
    padded = ["^", *tokens, "$"]
    for left, right in pairwise(padded):
        yield f"{left} {right}"
    for first, second, third in zip(padded, padded[1:], padded[2:], strict=False):
        yield f"{first} {second} {third}"
        yield f"{first} _ {third}"
    if content := _content(tokens):
        head, *rest = content
        yield f"head {head}"
        for other in dict.fromkeys(rest):
            yield f"head {head} .. {other}"
    yield f"length {min(len(tokens), 12) // 2}"


def _pieces(tokens: Sequence[str], script: str) -> Iterator[str]:
    """Parts of words, by which a slip of the pen is known, and a language without blanks."""
    sizes = (3, 4, 5) if script == "latin" else (1, 2, 3)
    for token in tokens:
        if token in PLACEHOLDERS or not token[:1].isalpha():
            continue
        padded = f"<{token}>"
        for size in sizes:
            for at in range(len(padded) - size + 1):
                yield padded[at : at + size]


def _named(tokens: Sequence[str], message: str, known: Known) -> list[float]:
    words = [t for t in tokens if t[:1].isalpha() or t in PLACEHOLDERS]
    content = _content(tokens)
    held = [t for t in content if t in (_VALUE, _LABEL, _TYPE, _PROPERTY, _KNOWN)]
    strange = [t for t in content if t[:1].isalpha() and not in_dictionary(t)]
    size = max(1, len(content))
    cost = known.cost
    return [
        1.0,
        float(cost is not None),
        float(cost is not None and cost < 0.5),
        0.0 if cost is None else min(cost, 3.0),
        float(known.follows),
        float(known.in_texts),
        min(held.count(_VALUE), 3) / 2,
        min(len(held) - held.count(_VALUE), 4) / 2,
        min(len(known.unread), 4) / 2,
        len(known.unread) / size,
        len(held) / size,
        min(len(known.missing), 3),
        float(len(words) <= 3),
        min(len(words), 20) / 10,
        float(message.rstrip().endswith("?")),
        float(script_of(message) != "latin"),
        float(not held and not known.linked),
        float(not content),
        len(strange) / size,
        float(any(b == _VALUE and a[:1].isalpha() for a, b in pairwise(words))),
    ]


def _content(tokens: Sequence[str]) -> list[str]:
    return [t for t in tokens if (t[:1].isalpha() and t not in FUNCTION_WORDS) or t in PLACEHOLDERS]


def _meaning(tokens: Sequence[str]) -> NDArray[np.float64]:
    """The mean of the words' vectors, and beside it that of the first word that says something."""
    said = [token for token in tokens if token not in PLACEHOLDERS]
    head = next((t for t in _content(tokens) if t not in PLACEHOLDERS), "")
    parts = [_vector(" ".join(said)), _vector(head)]
    return np.asarray(_SCALE * np.concatenate(parts), np.float64)


@lru_cache(256)
def _vector(text: str) -> NDArray[np.float64]:
    return np.asarray(word_vectors([text])[0], np.float64)
