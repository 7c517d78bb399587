"""What documents look like in a graph: the labels and types that ingestion writes, chats read."""

from __future__ import annotations

import re

from memory.schema import Schema

DOCUMENT, PASSAGE, MENTIONS, PART_OF = "Document", "Passage", "MENTIONS", "PART_OF"
ID = "cicerone_id"
"""The property by which a node that came of documents is found again."""
NAME, SPELLINGS = "name", "spellings"
"""What a thing is called, and all the ways in which documents spell it."""
_LONGEST_WORDS = 1_000


def has_documents(schema: Schema) -> bool:
    """Whether a graph has passages whose text, and what they mention, may be seen."""
    passage, mentions = schema.labels.get(PASSAGE), schema.relationships.get(MENTIONS)
    seen = passage is not None and {"name", "text"} <= set(passage.properties)
    joined = any(join.start == PASSAGE for join in mentions.joins) if mentions else False
    part = schema.relationships.get(PART_OF)
    whole = DOCUMENT in schema.labels and "name" in schema.labels[DOCUMENT].properties
    return bool(seen and joined and whole and part and "words" in _properties(schema, MENTIONS))


def mentioned(schema: Schema) -> frozenset[str]:
    """The labels of what passages mention."""
    found = schema.relationships.get(MENTIONS)
    return frozenset(j.end for j in found.joins if j.start == PASSAGE) if found else frozenset()


def says_why(type_: str, schema: Schema) -> bool:
    """Whether relationships of a type hold the words and the passages that say so."""
    return {"words", "passages"} <= _properties(schema, type_)


def where(words: str, text: str) -> tuple[int, int] | None:
    r"""Where words stand in a text, white space and case aside; None where they do not.

    >>> where("the  CASE was", "It says the case\nwas closed.")
    (8, 20)
    """
    parts = words.split()
    if not parts or len(words) > _LONGEST_WORDS:
        return None
    # Whole words, in scripts that put blanks between them.
    before = r"(?<![A-Za-z0-9])" if parts[0][0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if parts[-1][-1].isalnum() else ""
    pattern = before + r"\s+".join(map(re.escape, parts)) + after
    found = re.search(pattern, text, re.IGNORECASE)
    return found.span() if found else None


def _properties(schema: Schema, type_: str) -> set[str]:
    found = schema.relationships.get(type_)
    return set(found.properties) if found is not None else set()
