"""A graph in words: what labels are called, which property names a node, what is joined."""

from __future__ import annotations

from collections.abc import Iterable

from guardrails.nouns import plural, singular, spoken
from guardrails.unit_names import without_unit
from guardrails.words import words
from memory.catalogue import is_english, listed, number, say
from memory.schema import Label, Property, Schema
from memory.text import split_name

_NAMES = ("name", "title", "label", "headline", "subject", "caption", "code", "number", "id")
_TECHNICAL = words("id uid uuid guid url uri href hash embedding vector poster image photo key")
_NUMBERS = ("INTEGER", "FLOAT")
_SHOWN = 7


def name_property(label: Label) -> Property | None:
    """The property that names a node of the label: by its own name, else the most distinct text."""
    texts = [p for p in label.properties.values() if p.type == "STRING"]
    for wanted in _NAMES:
        for prop in texts:
            parts = split_name(prop.name)
            if parts and (parts[-1] == wanted or spoken(prop.name) == wanted):
                return prop
    texts = [p for p in texts if not is_technical(p)]
    return max(texts, key=lambda p: p.distinct, default=None)


def is_technical(prop: Property) -> bool:
    """An identifier, a link or a vector: nothing a person asks for."""
    return bool(set(split_name(prop.name)) & _TECHNICAL) or prop.type.startswith("LIST<FLOAT")


def numbers(label: Label) -> list[Property]:
    """Properties one can rank and average by, those that fewest nodes lack first."""
    found = [p for p in label.properties.values() if p.type in _NUMBERS and not is_technical(p)]
    return sorted(found, key=lambda p: p.null_share)


def dates(label: Label) -> list[Property]:
    """Properties that hold dates or times."""
    return [p for p in label.properties.values() if p.type.startswith(("DATE", "LOCAL D", "ZONED"))]


def kinds(schema: Schema) -> str:
    """What the graph holds, with counts: "241 films, 812 people (actors, directors) and 19 genres".

    A label that all nodes of another bear too (Actor, Person) is told in brackets behind it.
    """
    parents = {name: _parent(label, schema) for name, label in schema.labels.items()}
    tops = [label for name, label in schema.labels.items() if parents[name] is None]
    tops.sort(key=lambda label: -label.count)
    told = []
    for label in tops[:_SHOWN]:
        within = [_many(n) for n, parent in parents.items() if parent == label.name]
        brackets = f" ({', '.join(within[:4])})" if within else ""
        told.append(f"{number(label.count)} {noun(label.name, label.count)}{brackets}")
    if len(tops) > _SHOWN:
        told.append(say("more"))
    return listed(told) or say("nothing yet")


def _parent(label: Label, schema: Schema) -> str | None:
    known = [name for name in label.implies if name in schema.labels]
    bigger = [name for name in known if schema.labels[name].count > label.count]
    return max(bigger, key=lambda name: schema.labels[name].count, default=None)


def noun(name: str, count: int) -> str:
    """A label as a noun, in the number that fits; as it is written where English is not spoken.

    >>> noun("Film", 1), noun("Film", 2)
    ('film', 'films')
    """
    return spoken(name) if count == 1 and is_english() else _many(name)


def _many(label: str) -> str:
    return plural(spoken(label)) if is_english() else label


def traits(label: Label, schema: Schema) -> str:
    """What is known of a label's nodes: its properties and what they are joined with."""
    held = [p for p in label.properties.values() if not is_technical(p)][:_SHOWN]
    known = [without_unit(p.name) if p.type in _NUMBERS else _trait(p) for p in held]
    family = {label.name, *label.implies}
    general = {name for one in schema.labels.values() for name in one.implies}
    for _, join_ in schema.joins():
        other = join_.end if join_.start in family else join_.start if join_.end in family else None
        if other and other not in family | general:
            known.append(_many(other))
    return listed(list(dict.fromkeys(known))[: 2 * _SHOWN])


def _trait(prop: Property) -> str:
    """A property as a trait: rare, for is_rare."""
    first, *rest = split_name(prop.name)
    flag = prop.type == "BOOLEAN" and rest and first in ("is", "has")
    return " ".join(rest) if flag else spoken(prop.name)


def labels_about(schema: Schema, about: Iterable[str]) -> list[Label]:
    """The labels that words of a question name, best first."""
    wanted = {singular(w) for text in about for w in split_name(text)}
    hits = [
        (len(wanted & {singular(w) for w in split_name(label.name)}), label.count, label)
        for label in schema.labels.values()
    ]
    return [label for found, _, label in sorted(hits, key=lambda h: h[:2], reverse=True) if found]
