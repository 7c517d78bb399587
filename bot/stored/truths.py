"""Flags that are kept as 0 and 1, or as yes and no, read as flags.

A question is read over a schema in which they are true or false; in the tree that comes out they
are compared with what is stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.words.flag_nouns import names_one
from bot.words.inflection import parts
from memory.query import Attribute, Comparison, Condition, Constant, Query
from memory.schema import Property, Scalar, Schema
from memory.text import fold, split_name
from memory.tree_edits import edit_comparisons

_ASKING = frozenset(["is", "has", "was", "can", "did", "does", "had", "are"])
# What is not so and what is, as texts.
_SAID = (("no", "yes"), ("n", "y"), ("false", "true"))
# Adjectives of what is counted or measured.
_MEASURES = frozenset(
    ["total", "level", "average", "mean", "net", "gross", "second", "first", "last", "high", "low"]
)
_Pair = tuple[Scalar, Scalar]


def with_truths(schema: Schema) -> Schema:
    """The schema in which such properties are flags."""
    held = _truths(schema)
    if not held:
        return schema

    def turned(known: Mapping[str, Property]) -> dict[str, Property]:
        return {n: _flag(p) if n in held else p for n, p in known.items()}

    labels = {
        name: replace(x, properties=turned(x.properties)) for name, x in schema.labels.items()
    }
    edges = {
        name: replace(x, properties=turned(x.properties))
        for name, x in schema.relationships.items()
    }
    return replace(schema, labels=labels, relationships=edges)


def as_truths(query: Query, schema: Schema) -> Query:
    """The tree with flags compared with true and false, to be told or followed."""
    held = _truths(schema)
    back = {(name, one): n > 0 for name, pair in held.items() for n, one in enumerate(pair)}

    def truth(name: str, value: Scalar) -> Scalar:
        return back.get((name, value), value) if name in held else value

    return _edited(query, truth) if held else query


def as_kept(query: Query, schema: Schema) -> Query:
    """The tree with flags compared with what is stored."""
    held = _truths(schema)

    def kept(name: str, value: Scalar) -> Scalar:
        return held[name][value] if isinstance(value, bool) and name in held else value

    return _edited(query, kept) if held else query


def _edited(query: Query, turned: Callable[[str, Scalar], Scalar]) -> Query:
    def edit(test: Comparison) -> tuple[Condition, ...]:
        if not isinstance(test.left, Attribute) or not isinstance(test.right, Constant):
            return (test,)
        value = test.right.value
        if isinstance(value, tuple) or test.operator not in ("=", "<>"):
            return (test,)
        return (replace(test, right=Constant(turned(test.left.property, value))),)

    return edit_comparisons(query, edit)


def sides(property: Property) -> _Pair | None:
    """What a flag holds where something is not so, and where it is; None for what is no flag."""
    return (False, True) if property.type.upper() == "BOOLEAN" else _pair(property)


def _truths(schema: Schema) -> dict[str, _Pair]:
    """What is stored where something is not so, and where it is, by the property.

    A name that stands for anything else elsewhere is left as it is.
    """
    kept: dict[str, list[Property]] = defaultdict(list)
    for label in schema.labels.values():
        for property in label.properties.values():
            kept[property.name].append(property)
    for edge in schema.relationships.values():
        for property in edge.properties.values():
            kept[property.name].append(property)
    found = {}
    for name, properties in kept.items():
        pair = next(filter(None, map(_pair, properties)), None)
        if pair and all(x.values and set(x.values) <= set(pair) for x in properties):
            found[name] = pair
    return found


def _pair(property: Property) -> _Pair | None:
    """The two values of a flag in order, the one that denies it first; None for what is none.

    >>> _pair(Property("isAlive", ("INTEGER",), values=(0, 1)))
    (0, 1)
    >>> _pair(Property("goals", ("INTEGER",), values=(0, 1)))
    >>> _pair(Property("insured", ("STRING",), values=("No", "Yes")))
    ('No', 'Yes')
    """
    values = property.values
    if values is None or len(values) != 2 or len(property.types) != 1:
        return None
    first, last = values
    if isinstance(first, str) and isinstance(last, str):
        return (first, last) if (fold(first), fold(last)) in _SAID else None
    if isinstance(first, bool) or {first, last} != {0, 1}:
        return None
    return (0, 1) if _asks(split_name(property.name)) else None


def _asks(words: list[str]) -> bool:
    """Whether the name of a number says that something is so: is_active, alive, paid, smoker."""
    if words[0] in _ASKING and len(words) > 1:
        return True
    if len(words) > 1 or words[0] in _MEASURES:
        return False
    kinds = parts(words[0])
    done = words[0].endswith("ed") and "VERB" in kinds
    return "ADJ" in kinds or done or names_one(words)


def _flag(property: Property) -> Property:
    return replace(
        property, types=("BOOLEAN",), values=None, examples=(), minimum=None, maximum=None
    )
