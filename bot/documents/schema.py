r"""The schema of what is looked for in documents: a YAML file, or nothing, which is open.

labels:
Company:
description: A firm that reports or is reported on.
names:
Norvia Robotics Inc.: [Norvia, Norvia Robotics]
LegalProceeding:
synonyms: [case, lawsuit]
properties:
case_number: {type: identifier, pattern: '\d:\d{2}-cv-\d{5}'}
filed: {type: date, words: [filed]}
claimed: amount
relationships:
INVOLVED_IN: {from: Company, to: LegalProceeding}
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import regex
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from bot.errors import UsageError
from bot.extraction import Kinds
from bot.layer.read import LayerMistake, composed, text_of
from memory.documents import DOCUMENT, ID, MENTIONS, PART_OF, PASSAGE

PropertyType: TypeAlias = Literal["text", "integer", "number", "date", "amount", "identifier"]
_NAME = re.compile(r"[^\W\d]\w{0,62}")
_MOST_BYTES, _LONGEST_PATTERN = 5_000_000, 200
# What every thing has of its own.
_OWN = frozenset([ID, "name", "spellings", "extracted_on", "extracted_by"])


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Property(_Part):
    """A property: its type, how an identifier looks, and words beside which a value counts."""

    type: PropertyType = "text"
    pattern: str = Field(default="", max_length=_LONGEST_PATTERN)
    words: list[str] = []

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            matches_nothing = pattern and regex.compile(pattern).match("", timeout=1)
        except (regex.error, TimeoutError) as error:
            raise ValueError(f"the pattern cannot be read: {error}") from None
        if matches_nothing:
            raise ValueError("the pattern fits anywhere")
        return pattern


class Label(_Part):
    """A label: what it means, names that are known with their spellings, and properties."""

    description: str = ""
    synonyms: list[str] = []
    names: dict[str, list[str]] = {}
    properties: dict[str, Property] = {}

    @field_validator("names", mode="before")
    @classmethod
    def _spelt(cls, names: Any) -> Any:
        if isinstance(names, list):
            return {str(name): [] for name in names}
        if isinstance(names, dict):
            return {str(k): [] if v is None else v for k, v in names.items()}
        return names

    @field_validator("properties", mode="before")
    @classmethod
    def _typed(cls, properties: Any) -> Any:
        if isinstance(properties, dict):
            return {
                k: {"type": v} if isinstance(v, str) else v or {} for k, v in properties.items()
            }
        return properties


class Relationship(_Part):
    """What a relationship type joins; with `words`, only sentences that hold one say so."""

    start: list[str] = Field(alias="from")
    end: list[str] = Field(alias="to")
    description: str = ""
    words: list[str] = []

    @field_validator("start", "end", mode="before")
    @classmethod
    def _listed(cls, labels: Any) -> Any:
        return [labels] if isinstance(labels, str) else labels


class DocumentSchema(_Part):
    """What to look for; without labels, whatever there is."""

    labels: dict[str, Label] = {}
    relationships: dict[str, Relationship] = {}

    @field_validator("labels", mode="before")
    @classmethod
    def _blank(cls, labels: Any) -> Any:
        return {k: v or {} for k, v in labels.items()} if isinstance(labels, dict) else labels

    @property
    def open(self) -> bool:
        """Whether everything may be found."""
        return not self.labels

    @property
    def joins(self) -> tuple[tuple[str, str, str], ...]:
        """(label, relationship type, label)."""
        return tuple(
            (start, type_, end)
            for type_, rel in self.relationships.items()
            for start in rel.start
            for end in rel.end
        )

    @property
    def kinds(self) -> Kinds:
        """What a model is told of it."""
        labels = {
            name: (label.description, {key: one.type for key, one in label.properties.items()})
            for name, label in self.labels.items()
        }
        meanings = {name: one.description for name, one in self.relationships.items()}
        return Kinds(labels, self.joins, meanings)

    @property
    def fingerprint(self) -> str:
        """What changes when something else would be found."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


def read_schema(path: Path) -> DocumentSchema:
    """The schema in a file.

    Raises:
        UsageError: it cannot be read or has a mistake, told in one sentence.
    """
    return schema_from(text_of(path), str(path))


def schema_from(text: str, where: str) -> DocumentSchema:
    """The schema in a text; `where` is what messages call it.

    Raises:
        UsageError: it has a mistake, told in one sentence.
    """
    if len(text) > _MOST_BYTES:
        raise UsageError(f"{where} is too large for a schema.")
    try:
        node = composed(text)
        found = yaml.safe_load(text) if node is not None else {}
    except LayerMistake as mistake:
        raise UsageError(f"{where}, {mistake}") from None
    except (yaml.YAMLError, ValueError):
        raise UsageError(f"{where} is not YAML.") from None
    if not isinstance(found, dict):
        raise UsageError(f"{where} has to hold `labels:` and `relationships:`.")
    try:
        schema = DocumentSchema.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{where}: {place}: {first['msg'].rstrip('.')}.") from None
    for problem in _mistakes(schema):
        raise UsageError(f"{where}: {problem}.")
    return schema


def _mistakes(schema: DocumentSchema) -> Iterator[str]:
    names = [*schema.labels, *schema.relationships]
    properties = {name for label in schema.labels.values() for name in label.properties}
    for name in (*names, *properties):
        if not _NAME.fullmatch(name):
            yield f"“{name}” cannot be a name; take letters, digits and underscores"
    for name in names:
        if name in (DOCUMENT, PASSAGE, MENTIONS, PART_OF):
            yield f"“{name}” is kept for the documents themselves"
    for name in schema.relationships.keys() & schema.labels.keys():
        yield f"“{name}” is both a label and a relationship type"
    for name in properties & _OWN:
        yield f"“{name}” is a property that everything has already"
    for start, type_, end in schema.joins:
        for label in (start, end):
            if label not in schema.labels:
                yield f"{type_} joins “{label}”, which is no label of the schema"
    for name, owner in schema.labels.items():
        for key, one in owner.properties.items():
            if key in schema.relationships:
                yield f"“{key}” is both a property and a relationship type"
            if one.pattern and one.type != "identifier":
                yield f"{name}.{key} has a pattern, so its type has to be identifier"
