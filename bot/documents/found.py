"""What a passage says, held to its words: things, and facts about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.documents.normal import Normal, normal
from bot.documents.passages import Passage
from bot.documents.schema import DocumentSchema
from bot.extraction import Told, ToldFact, ToldThing
from memory.documents import DOCUMENT, MENTIONS, PART_OF, PASSAGE, where
from memory.text import fold, split_name

Ref: TypeAlias = tuple[str, str]
"""A thing: its label and its name as it was found."""
_LONGEST_NAME = 300
_LABEL = re.compile(r"[^\W\d]\w{0,40}")


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing in a passage; offsets are those of its words in the document."""

    thing: Ref
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fact:
    """A relationship to `object`, or the `value` of a property as it is `written`."""

    subject: Ref
    predicate: str
    start: int
    end: int
    object: Ref | None = None
    value: Normal | None = None
    written: str = ""


@dataclass(slots=True)
class Found:
    """All that was found in a passage, and how many were dropped, by why."""

    mentions: list[Mention] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


def grounded(told: Told, passage: Passage, document: str, schema: DocumentSchema) -> Found:
    """What of a model's word the passage itself says.

    A thing or fact is dropped, and counted, where its words are not in the passage, where a name is
    neither there nor in the headings above, where a value is not in the fact's words, where these
    name neither end of a relationship, or where the schema has no place for it.
    """
    found = Found()
    above = "\n".join((document, *passage.headings, passage.text))
    things: dict[str, Ref] = {}
    for thing in told.things:
        _mention(thing, passage, above, things, schema, found)
    for fact in told.facts:
        kept, dropped = len(found.mentions), found.dropped.copy()
        known = dict(things)
        for thing in fact.things:
            _mention(thing, passage, above, known, schema, found)
        before = len(found.facts)
        if found.dropped == dropped:
            _take(fact, passage, known, schema, found)
        if len(found.facts) > before:
            things = known
        else:
            del found.mentions[kept:]
    if told.unread:
        found.dropped["the model's reply did not come to it"] += told.unread
    return found


def _mention(
    told: ToldThing,
    passage: Passage,
    above: str,
    things: dict[str, Ref],
    schema: DocumentSchema,
    found: Found,
) -> None:
    span, label = where(told.words, passage.text), _label(told.label, schema)
    if span is None:
        found.dropped["its words are not in the passage"] += 1
        return
    if not label:
        found.dropped["the schema has no place for it"] += 1
        return
    if not _named(told.name) or where(told.name, above) is None:
        found.dropped["its name is not in the passage"] += 1
        return
    ref = things.setdefault(fold(told.name), (label, told.name))
    if ref[0] != label:
        found.dropped["it was told under two labels"] += 1
        return
    at = where(told.name, passage.text[span[0] : span[1]])
    start, end = (span[0] + at[0], span[0] + at[1]) if at else span
    mention = Mention(ref, passage.start + start, passage.start + end)
    if mention not in found.mentions:
        found.mentions.append(mention)


def _take(
    told: ToldFact,
    passage: Passage,
    things: dict[str, Ref],
    schema: DocumentSchema,
    found: Found,
) -> None:
    span, subject = where(told.words, passage.text), _meant(told.subject, things)
    if span is None:
        found.dropped["its words are not in the passage"] += 1
        return
    if subject is None:
        found.dropped["it is about nothing that was found"] += 1
        return
    start, end = passage.start + span[0], passage.start + span[1]
    if not _is_property(told.predicate, subject, schema):
        other = _meant(told.object, things)
        if other is not None:
            words = passage.text[span[0] : span[1]]
            if not _names_one((told.subject, told.object), words):
                found.dropped["its words name neither"] += 1
                return
            joined = _joined(told.predicate, subject, other, schema)
            if joined is not None:
                one, type_, two = joined
                found.facts.append(Fact(one, type_, start, end, object=two))
            else:
                found.dropped["the schema has no place for it"] += 1
            return
    name, value = _property(told, subject, schema)
    if not name:
        found.dropped["the schema has no place for it"] += 1
    elif where(told.object, passage.text[span[0] : span[1]]) is None:
        found.dropped["its value is not in its words"] += 1
    elif value is None:
        found.dropped["its value is not of its type"] += 1
    else:
        fact = Fact(subject, name, start, end, value=value, written=told.object)
        found.facts.append(fact)


def _names_one(names: Iterable[str], words: str) -> bool:
    """Whether words hold a word of a name; a short one would stand anywhere.

    >>> _names_one(("Ada Byte", "Aster Works"), "Byte sued."), _names_one(("Ada v. Bo",), "Ada.")
    (True, True)
    >>> _names_one(("Ada Byte", "Aster Works"), "It was calm.")
    False
    """
    said = set(fold(words).split())
    split = (fold(name).split() for name in names)
    return any(
        said & {word for word in one if len(word) >= min(3, len(max(one, key=len)))}
        for one in split
    )


def _named(name: str) -> bool:
    return bool(fold(name)) and len(name) <= _LONGEST_NAME


def _label(told: str, schema: DocumentSchema) -> str:
    """A label of the schema; in an open one, what was told as a label is written."""
    if schema.open:
        return open_label(told)
    return _known(told, schema.labels)


def open_label(told: str) -> str:
    """A label in the usual form; "" where it cannot be one.

    >>> open_label("legal proceeding"), open_label("LegalProceeding"), open_label("§")
    ('LegalProceeding', 'LegalProceeding', '')
    """
    label = "".join(word[:1].upper() + word[1:] for word in split_name(told))
    return label if _LABEL.fullmatch(label) and label not in (DOCUMENT, PASSAGE) else ""


def open_type(told: str) -> str:
    """A relationship type in the usual form; "" where it cannot be one.

    >>> open_type("works for"), open_type("MENTIONS")
    ('WORKS_FOR', '')
    """
    type_ = "_".join(split_name(told)).upper()
    return type_ if _LABEL.fullmatch(type_) and type_ not in (MENTIONS, PART_OF) else ""


def _meant(name: str, things: dict[str, Ref]) -> Ref | None:
    """The thing of a passage that a name in a fact is short for; None where it may be two.

    >>> things = {"ada byte": ("Person", "Ada Byte"), "byte inc": ("Firm", "Byte Inc")}
    >>> _meant("ADA BYTE", things)[1], _meant("Ada", things)[1], _meant("Byte", things)[1]
    ('Ada Byte', 'Ada Byte', 'Byte Inc')
    >>> _meant("Bo", things) is None
    True
    """
    said = fold(name)
    if said in things:
        return things[said]
    words = said.split()
    begins = {ref for folded, ref in things.items() if folded.split()[: len(words)] == words}
    holds = {ref for folded, ref in things.items() if set(words) <= set(folded.split())}
    for found in (begins, holds):
        if words and len(found) == 1:
            return next(iter(found))
    return None


def _is_property(predicate: str, subject: Ref, schema: DocumentSchema) -> bool:
    owner = schema.labels.get(subject[0])
    return owner is not None and bool(_known(predicate, owner.properties))


def _known(told: str, names: Iterable[str]) -> str:
    """The name that was told, however it was written; "" where there is none.

    >>> _known("involved in", ["INVOLVED_IN"]), _known("caseNumber", ["case_number"])
    ('INVOLVED_IN', 'case_number')
    """
    if told in (all_ := list(names)):
        return told
    words = split_name(told)
    return next((name for name in all_ if split_name(name) == words), "")


def _joined(
    predicate: str, subject: Ref, other: Ref, schema: DocumentSchema
) -> tuple[Ref, str, Ref] | None:
    """A relationship in the direction that the schema gives it; None where it has no place."""
    if subject == other:
        return None
    if schema.open:
        type_ = open_type(predicate)
        return (subject, type_, other) if type_ else None
    type_ = _known(predicate, schema.relationships)
    if (subject[0], type_, other[0]) in schema.joins:
        return (subject, type_, other)
    if (other[0], type_, subject[0]) in schema.joins:
        return (other, type_, subject)
    return None


def _property(told: ToldFact, subject: Ref, schema: DocumentSchema) -> tuple[str, Normal | None]:
    """The property that a fact is of, and its value in one form."""
    owner = schema.labels.get(subject[0])
    if owner is not None:
        known = _known(told.predicate, owner.properties)
        prop = owner.properties.get(known)
        return ("", None) if prop is None else (known, normal(told.object, prop.type))
    name = "_".join(split_name(told.predicate))
    return (name, normal(told.object, "text")) if _LABEL.fullmatch(name) else ("", None)
