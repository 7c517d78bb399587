"""What documents look like in a graph: the labels and types that ingestion writes, chats read."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.schema import Schema

DOCUMENT, PASSAGE, MENTIONS, PART_OF = "Document", "Passage", "MENTIONS", "PART_OF"
ID = "cicerone_id"
"""The property by which a node that came of documents is found again."""
NAME, SPELLINGS = "name", "spellings"
"""What a thing is called, and all the ways in which documents spell it."""
_LONGEST_WORDS = 1_000
# What nobody asks for who has documents: where a passage begins, who read it, how a date was spelt.
_TOLD_OF = {PASSAGE: {NAME, "text"}, DOCUMENT: {NAME, "pages"}}
_KEPT_ASIDE = {ID, SPELLINGS, "extracted_on", "extracted_by"}
_WRITTEN = "_written"


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


def without_records(schema: Schema) -> Schema:
    """A graph of documents without what ingestion notes down for itself; others as they are.

    >>> from memory.schema import Join, Label, Property, Relationship
    >>> held = {one: Property(one, ("STRING",)) for one in ("name", "text", "end", "spellings")}
    >>> labels = {name: Label(name, 1, held) for name in ("Passage", "Document", "Case")}
    >>> types = {"PART_OF": Relationship("PART_OF", 1, (Join("Passage", "Document", 1),)),
    ...          "MENTIONS": Relationship("MENTIONS", 1, (Join("Passage", "Case", 1),),
    ...                                   {"words": held["text"]})}
    >>> shown = without_records(Schema(labels, types)).labels
    >>> {name: sorted(label.properties) for name, label in shown.items()}
    {'Passage': ['name', 'text'], 'Document': ['name'], 'Case': ['end', 'name', 'text']}
    """
    if not has_documents(schema):
        return schema
    labels = {}
    for name, label in schema.labels.items():
        aside = {p for p in label.properties if p in _KEPT_ASIDE or p.endswith(_WRITTEN)}
        shown = _TOLD_OF.get(name, set(label.properties) - aside)
        kept = {p: held for p, held in label.properties.items() if p in shown}
        labels[name] = replace(label, properties=kept)
    return replace(schema, labels=labels)


def says_why(type_: str, schema: Schema) -> bool:
    """Whether relationships of a type hold the words and the passages that say so."""
    return {"words", "passages"} <= _properties(schema, type_)


def where(words: str, text: str) -> tuple[int, int] | None:
    r"""Where words stand in a text, white space and case aside; None where they do not.

    >>> where("the  CASE was", "It says the case\nwas closed.")
    (8, 20)
    >>> where("3", "It paid 3,100."), where("3", "It paid 3.")
    (None, (8, 9))
    """
    parts = words.split()
    if not parts or len(words) > _LONGEST_WORDS:
        return None
    # Whole words, in scripts that put blanks between them.
    before = r"(?<![A-Za-z0-9])" if parts[0][0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if parts[-1][-1].isalnum() else ""
    # No part of a figure or a number: 3 is not in 3,100.
    before += r"(?<!\d[.,:/])" if parts[0][0].isdigit() else ""
    after += r"(?![.,:/]\d)" if parts[-1][-1].isdigit() else ""
    pattern = before + r"\s+".join(map(re.escape, parts)) + after
    found = re.search(pattern, text, re.IGNORECASE)
    return found.span() if found else None


def _properties(schema: Schema, type_: str) -> set[str]:
    found = schema.relationships.get(type_)
    return set(found.properties) if found is not None else set()
