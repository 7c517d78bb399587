"""Which stored values look like personal data, and prompts without samples of those.

Told by a property's name and by the shape of its values together: `name` holds people's names on a
Customer, but titles on a Film; `contact` may be a person, a number or a label of a part. What a
question itself names is no sample and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from guardrails.cypher import parse
from guardrails.syntax import (
    Binary,
    Constant,
    LabelName,
    MapOf,
    Name,
    NodePattern,
    Part,
    RelationshipPattern,
)
from guardrails.syntax import Property as Read
from guardrails.tokens import Unreadable
from guardrails.words import words as word_set
from memory.schema import Property, Scalar, Schema
from memory.text import fold, split_name

Kind: TypeAlias = Literal["name", "phone", "e-mail", "address", "birth date"]

_PEOPLE = word_set(
    "person people human individual citizen man woman child parent friend relative patient student "
    "guest host captain chief boss contact applicant participant assistant client kin spouse wife "
    "husband king queen staff crew colleague suspect victim witness author actor director writer "
    "user customer employee member owner player manager officer reviewer producer artist"
)
# Many words for people end so, and some for things: there the values decide alone.
_AGENT = re.compile(r"\w{2,}(?:er|or|ist|ian|ee)$")
_NAMES = word_set("first last full given family middle maiden nick sur")
_OWN_NAMES = word_set("surname firstname lastname fullname forename nickname")
_WORDS: Mapping[Kind, frozenset[str]] = {
    "phone": frozenset({"phone", "telephone", "tel", "mobile", "cell", "cellphone", "fax"}),
    "e-mail": frozenset({"email", "mail", "emails"}),
    "address": frozenset({"address", "addr", "street", "postcode", "zip", "zipcode", "postal"}),
    "birth date": frozenset({"born", "birth", "birthday", "birthdate", "dob", "birthdays"}),
}
_PERSON = re.compile(
    r"(?:(?:[A-Z]\.|[^\W\d_a-z][\w'’.-]*[^\W\d_]|de|del|da|di|la|le|van|von|der|den|bin|al|el|y)"
    r"(?:\s+|$)){1,5}"
)
_SHAPES: Mapping[Kind, re.Pattern[str]] = {
    "name": _PERSON,
    "phone": re.compile(r"\+?[\d\s()./-]{6,20}(?:\s*(?:x|ext\.?)\s*\d+)?"),
    "e-mail": re.compile(r"[^@\s]+@[^@\s]+\.\w{2,}"),
    "address": re.compile(r"(?!https?:)(?=.*\d).*[\w\s,.'/#-]+|[A-Z]{1,2}\d.*", re.DOTALL),
    "birth date": re.compile(r"\d{4}-\d\d?-\d\d?.*|\d\d?[./-]\d\d?[./-]\d{2,4}|.*\b\d{4}"),
}
_TYPES: Mapping[Kind, tuple[str, ...]] = {
    "phone": ("STRING", "INTEGER"),
    "birth date": ("STRING", "DATE", "LOCAL DATETIME", "ZONED DATETIME"),
}
_MOST = 0.6
_STAND_INS: Mapping[Kind, tuple[str, ...]] = {
    "name": ("Jane Doe", "John Roe", "Mary Major", "Richard Miles"),
    "phone": ("555 0100", "555 0101"),
    "e-mail": ("jane@example.com", "john@example.com"),
    "address": ("1 Main Street", "2 Main Street"),
    "birth date": ("1970-01-01", "1980-01-01"),
}


def kind_of_personal(
    prop: Property, owner: Sequence[str], *, has_birth: bool = False
) -> Kind | None:
    """Return what personal data a property looks like; None where it looks like none.

    Args:
        prop: the property, with the samples that the schema keeps.
        owner: the label with those that its nodes bear, too, or the relationship type.
        has_birth: whether the owner has a date of birth, which makes a person of it.

    >>> names = Property("name", ("STRING",), ("Tom Hanks", "Meg Ryan"))
    >>> kind_of_personal(names, ["Actor"]), kind_of_personal(names, ["Film"])
    ('name', None)
    """
    words, samples = split_name(prop.name), _samples(prop)
    if samples and _fit(samples, _SHAPES["e-mail"]):
        return "e-mail"
    for kind, told in _WORDS.items():
        if told & set(words) and prop.type in _TYPES.get(kind, ("STRING",)):
            return kind if not samples or _fit(samples, _SHAPES[kind]) else None
    if prop.type == "STRING" and _names_people(words, owner, samples, has_birth):
        return "name"
    return None


def personal(schema: Schema) -> dict[tuple[str, str], Kind]:
    """Return the properties that look like personal data, by label (or type) and name."""
    found: dict[tuple[str, str], Kind] = {}
    for label in schema.labels.values():
        has_birth = any("born" in n.lower() or "birth" in n.lower() for n in label.properties)
        owners = (label.name, *label.implies, *label.together)
        for prop in label.properties.values():
            if kind := kind_of_personal(prop, owners, has_birth=has_birth):
                found[label.name, prop.name] = kind
    for rel in schema.relationships.values():
        for prop in rel.properties.values():
            if kind := kind_of_personal(prop, (rel.type,)):
                found[rel.type, prop.name] = kind
    return found


def without_personal(schema: Schema) -> Schema:
    """Return the schema without samples and ranges of what looks like personal data."""
    found = personal(schema)
    if not found:
        return schema

    def bare(owner: str, properties: Mapping[str, Property]) -> dict[str, Property]:
        return {
            name: replace(one, examples=(), values=None, minimum=None, maximum=None)
            if (owner, name) in found
            else one
            for name, one in properties.items()
        }

    labels = {
        n: replace(one, properties=bare(n, one.properties)) for n, one in schema.labels.items()
    }
    types = {
        n: replace(one, properties=bare(n, one.properties))
        for n, one in schema.relationships.items()
    }
    return replace(schema, labels=labels, relationships=types)


def stood_in(texts: Sequence[str], schema: Schema, keep: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the texts of an example with made-up values for personal ones.

    Args:
        texts: what belongs together, one of them Cypher: a question and its statement.
        schema: the whole schema or the slice that the example is over.
        keep: what the question asked names, and values that it links: these stay.
    """
    asked, used = fold(" ".join(keep)), dict.fromkeys(_STAND_INS, 0)
    swaps: dict[str, str] = {}
    for text in texts:
        for kind, value in _values(text, schema):
            if value and value not in swaps and fold(value) not in asked:
                made = _STAND_INS[kind]
                swaps[value] = made[used[kind] % len(made)]
                used[kind] += 1
    told = tuple(texts)
    for value in sorted(swaps, key=len, reverse=True):
        told = tuple(text.replace(value, swaps[value]) for text in told)
    return told


def _samples(prop: Property) -> list[str]:
    kept: Sequence[Scalar] = prop.values or prop.examples or ()
    return [str(value).strip() for value in kept[:20] if str(value).strip()]


def _fit(samples: Sequence[str], shape: re.Pattern[str]) -> bool:
    return sum(shape.fullmatch(one) is not None for one in samples) >= _MOST * len(samples)


def _names_people(
    words: Sequence[str], owner: Sequence[str], samples: Sequence[str], has_birth: bool
) -> bool:
    """Whether the values are names of people, as far as names and values tell."""
    if words[-1] in _OWN_NAMES or (words[-1] == "name" and len(words) > 1 and words[-2] in _NAMES):
        return not samples or _fit(samples, _PERSON)
    if words[-1] == "name":
        whose = [words[-2]] if len(words) > 1 else [split_name(one)[-1] for one in owner if one]
    elif len(words) == 1 or words[-1] in _PEOPLE:
        whose, has_birth = [words[-1]], False
    else:
        return False
    whose = [word.removesuffix("s") for word in whose]
    if has_birth or any(word in _PEOPLE for word in whose):
        if words[-1] == "name":  # a person's: one that looks so is enough
            return not samples or any(_PERSON.fullmatch(one) for one in samples)
        return bool(samples) and _fit(samples, _PERSON)
    agents = [word for word in whose if _AGENT.match(word) and words[-1] == "name"]
    full = [one for one in samples if " " in one and not _told(one, whose)]
    return bool(agents) and len(full) >= _MOST * len(samples) > 0 and _fit(full, _PERSON)


def _told(value: str, words: Sequence[str]) -> bool:
    """Whether a value says itself what it is a value of: the Eiffel Tower is a tower."""
    return any(word in fold(value).split() for word in words)


def _values(cypher: str, schema: Schema) -> Iterator[tuple[Kind, str]]:
    """The personal values that a statement holds; none of a text that is no statement."""
    try:
        parts = tuple(parse(cypher).query.walk())
    except Unreadable:
        return
    found, owners = personal(schema), _owners(parts)
    for part in parts:
        if isinstance(part, Binary):
            for held, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(held, Read) and isinstance(held.base, Name):
                    kind = _kind(found, owners.get(held.base.name, ()), held.name)
                    yield from _texts(kind, other)
        elif isinstance(part, NodePattern | RelationshipPattern) and isinstance(
            part.properties, MapOf
        ):
            for name, value in part.properties.entries:
                yield from _texts(_kind(found, _labels(part), name), value)


def _kind(found: Mapping[tuple[str, str], Kind], owners: Sequence[str], name: str) -> Kind | None:
    """What the property is on one of the owners; on any, where those are not told."""
    kinds = (
        kind
        for (owner, held), kind in found.items()
        if held == name and (not owners or owner in owners)
    )
    return next(kinds, None)


def _texts(kind: Kind | None, part: Part) -> Iterator[tuple[Kind, str]]:
    for inner in part.walk() if kind is not None else ():
        if isinstance(inner, Constant) and isinstance(inner.value, str) and kind is not None:
            yield kind, inner.value


def _owners(parts: Sequence[Part]) -> dict[str, tuple[str, ...]]:
    owners: dict[str, tuple[str, ...]] = {}
    for part in parts:
        if isinstance(part, NodePattern | RelationshipPattern) and part.variable:
            owners[part.variable] = (*owners.get(part.variable, ()), *_labels(part))
    return owners


def _labels(part: NodePattern | RelationshipPattern) -> tuple[str, ...]:
    told = part.labels if isinstance(part, NodePattern) else part.types
    return tuple(p.name for p in told.walk() if isinstance(p, LabelName)) if told else ()
