"""The vector indexes of a Neo4j, and which of them is over the meaning of which texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from bot.errors import GraphError
from bot.graph.client import BoltGraph
from guardrails.privacy import Hidden
from memory.passages import TextProperty
from memory.schema import Schema
from memory.text import split_name

# Words of a property that say that it is a vector of text, and by whom it was made; any other says
# of what it is: a picture, a voice.
_VECTOR_WORDS = """
    embedding embeddings embedded embed emb vector vectors vec dense semantic text texts content
    contents document doc chunk sentence openai ada bge gte minilm nomic mistral cohere voyage
    gemini ollama bert sbert model small large base
    """
_OF_TEXT = frozenset(_VECTOR_WORDS.split())
_SHOW = (
    "SHOW VECTOR INDEXES YIELD name, state, entityType, labelsOrTypes, properties, options "
    "WHERE entityType = 'NODE' AND state = 'ONLINE' "
    "RETURN name, labelsOrTypes AS labels, properties, options.indexConfig AS config"
)
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """An index over vectors of `size` numbers, in a property of the nodes of a label.

    Where `size` is 0 the index takes vectors of any size.
    """

    name: str
    label: str
    property: str
    size: int


async def vector_indexes(graph: BoltGraph) -> tuple[VectorIndex, ...]:
    """The vector indexes over nodes that this user may see; none where the database has no such."""
    try:
        records = await graph.records(_SHOW)
    except GraphError as error:
        _log.info("vector indexes not listed", why=str(error))
        return ()
    return tuple(
        VectorIndex(one["name"], one["labels"][0], one["properties"][0], _size(one["config"]))
        for one in records
        if len(one["labels"] or ()) == 1 and one["properties"]
    )


def _size(config: Mapping[str, Any] | None) -> int:
    size = (config or {}).get("vector.dimensions")
    return int(size) if isinstance(size, int) else 0


def indexes_of_texts(
    texts: Iterable[TextProperty],
    indexes: Sequence[VectorIndex],
    schema: Schema,
    hidden: Hidden,
    size: int,
) -> Mapping[TextProperty, VectorIndex]:
    """The index that tells what each text means, where there is one.

    It covers the label of the text and has vectors of that size; its property is named after the
    text ("plotEmbedding") or after nothing ("embedding", never "posterEmbedding"), and not hidden.
    """
    found = {}
    for text in texts:
        known = schema.labels.get(text.label)
        labels = (text.label, *known.implies) if known else (text.label,)
        fitting = [
            one
            for one in indexes
            if one.label in labels
            and one.size in (0, size)
            and not hidden.label(one.label)
            and not hidden.property(labels, one.property)
        ]
        ranked = sorted((_rank(one, text), one.name) for one in fitting)
        if ranked and ranked[0][0] < _ELSEWHERE:
            found[text] = next(one for one in fitting if one.name == ranked[0][1])
    return found


_ELSEWHERE = 2


def _rank(index: VectorIndex, text: TextProperty) -> int:
    """0 where the vectors are named after the text, 1 where after nothing, else `_ELSEWHERE`."""
    words = set(_words(index.property))
    if words & set(_words(text.property)) - _OF_TEXT:
        return 0
    return 1 if words <= _OF_TEXT | set(_words(text.label)) else _ELSEWHERE


def _words(name: str) -> list[str]:
    return [word.lower() for word in split_name(name) if word.isalpha() and len(word) > 1]
