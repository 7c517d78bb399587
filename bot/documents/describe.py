"""The file that tells a graph to whoever asks it, as `cicerone describe` would draft it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import yaml

from bot.documents.schema import DocumentSchema
from memory.documents import DOCUMENT, ID, MENTIONS, PART_OF, PASSAGE
from memory.text import split_name

_MOST_WORDS = 1_000
_HEAD = """\
# What people call the parts of this graph, and what they mean; change it as you like. It was made
# when documents were first read into the graph, and is not written again.
"""


def described(schema: DocumentSchema, graph: str) -> str:
    """The YAML that describes a graph of documents: words for its labels, and what to hide.

    >>> schema = DocumentSchema.model_validate({"labels": {"Firm": {"synonyms": ["company"]}}})
    >>> "company" in described(schema, "reports"), "*.cicerone_id" in described(schema, "reports")
    (True, True)
    """
    labels: dict[str, Any] = {
        name: _said(one.description, one.synonyms) for name, one in schema.labels.items()
    }
    labels[DOCUMENT] = _said("A document that was read into this graph.", [])
    labels[PASSAGE] = _said("A part of a document, with its text and page.", [])
    types: dict[str, Any] = {
        name: _said(one.description, []) for name, one in schema.relationships.items()
    }
    types[MENTIONS] = _said("A passage names something.", [])
    types[PART_OF] = _said("A passage stands in a document.", [])
    told = {
        "title": " ".join(split_name(graph)).capitalize(),
        "labels": labels,
        "relationships": types,
        "words": dict(_words(schema)),
        "hidden": [f"*.{ID}"],
    }
    return _HEAD + yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=100)


def _words(schema: DocumentSchema) -> Iterator[tuple[str, str]]:
    """Spellings of listed names, as words that mean the name."""
    spelt = (
        (spelling, f"{label}.name = {name}")
        for label, one in schema.labels.items()
        for name, spellings in one.names.items()
        for spelling in spellings
    )
    yield from islice(spelt, _MOST_WORDS)


def _said(description: str, synonyms: list[str]) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if description:
        said["description"] = description[:300]
    if synonyms:
        said["synonyms"] = synonyms
    return said
