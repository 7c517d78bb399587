"""What can be asked: the schema as a picture, and what there is to know of one of its labels."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from bot.layer.form import Element, Layer, Owner
from bot.render.table import cell_text
from guardrails.personal import without_personal
from memory.catalogue import say, say_many
from memory.schema import Join, Label, Property, Schema

_SAMPLES = 5
_LONGEST = 60
_SMALL, _LARGE = 24, 54


def schema_props(schema: Schema, layer: Layer | None = None) -> dict[str, Any]:
    """Labels as nodes and joins as relationships, as `bot.render.picture` gives those of rows.

    `lines` say the same in words, `about` what the people of the graph say of it as a whole.
    """
    layer = layer or Layer()
    most = max((label.count for label in schema.labels.values()), default=1)
    edges: list[dict[str, Any]] = [
        {
            "id": f"{join.start} {type_} {join.end}",
            "start": join.start,
            "end": join.end,
            "type": type_,
            "facts": _facts(
                say_many("{count} relationship", "{count} relationships", join.count),
                layer.relationships.get(type_),
            ),
        }
        for type_, join in telling_joins(schema)
    ]
    kinds = [
        {"id": f"{n} is a {one}", "start": n, "end": one, "type": "is a", "facts": []}
        for n, label in schema.labels.items()
        for one in label.implies
        if one in schema.labels and schema.labels[one].count > label.count
    ]
    return {
        "about": layer.portrait,
        "nodes": [_node(label, most, layer) for label in schema.labels.values()],
        "edges": [*edges, *kinds],
        "cut": "",
        "counts": False,
        "lines": [[e["start"], _words(e["type"]), e["end"], e["facts"][0][1]] for e in edges],
    }


def label_props(name: str, schema: Schema, layer: Layer, *, samples: bool) -> dict[str, Any] | None:
    """A label's properties, each with its type and what is said of it; None where there is none.

    Args:
        name: The label.
        schema: The schema without what is hidden.
        layer: What the people of the graph say of it.
        samples: Whether stored values may be shown; those that look like personal data never are.
    """
    if name not in schema.labels:
        return None
    label = without_personal(schema).labels[name]
    said = layer.labels.get(name, Owner())
    joined = [
        f"{join.start} {_words(type_)} {join.end}"
        for type_, join in telling_joins(schema)
        if name in (join.start, join.end)
    ]
    return {
        "name": name,
        "count": say_many("{count} node", "{count} nodes", label.count),
        "told": _told(said),
        "properties": [
            {
                "name": one.name,
                "type": one.type.lower(),
                "told": _told(said.properties.get(one.name, Element())),
                "samples": _samples(one) if samples else "",
            }
            for one in label.properties.values()
        ],
        "joined": joined,
    }


def telling_joins(schema: Schema) -> Iterator[tuple[str, Join]]:
    """The joins that say most: of those of an Actor and of the Person that he is, one.

    It is the one that more relationships are of, and of as many that between the narrower labels.
    """

    def narrow(join: Join) -> tuple[int, int]:
        return -join.count, schema.labels[join.start].count + schema.labels[join.end].count

    for rel in schema.relationships.values():
        kept: list[Join] = []
        known = [j for j in rel.joins if {j.start, j.end} <= schema.labels.keys()]
        for join in sorted(known, key=narrow):
            alike = [
                one
                for one in kept
                if schema.related(one.start, join.start) and schema.related(one.end, join.end)
            ]
            if not alike:
                kept.append(join)
                yield rel.type, join


def _node(label: Label, most: int, layer: Layer) -> dict[str, Any]:
    share = math.log1p(label.count) / max(math.log1p(most), 1.0)
    return {
        "id": label.name,
        "name": label.name,
        "kind": label.name,
        "labels": [label.name],
        "size": round(_SMALL + (_LARGE - _SMALL) * share),
        "facts": _facts(
            say_many("{count} node", "{count} nodes", label.count), layer.labels.get(label.name)
        ),
    }


def _facts(count: str, said: Element | None) -> list[list[str]]:
    told = _told(said) if said is not None else ""
    return [[say("how many"), count], *([[say("meaning"), told]] if told else [])]


def _told(said: Element) -> str:
    """What people call it, and what it means."""
    called = ", ".join(filter(None, (said.name, *said.synonyms)))
    return ": ".join(filter(None, (called, said.told)))


def _samples(prop: Property) -> str:
    """A few stored values, or from which to which they go."""
    if prop.minimum is not None and prop.maximum is not None and prop.values is None:
        return f"{_short(prop.minimum)} to {_short(prop.maximum)}"
    return ", ".join(_short(one) for one in (prop.values or prop.examples)[:_SAMPLES])


def _short(value: Any) -> str:
    text = " ".join(cell_text(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _words(type_: str) -> str:
    return type_.replace("_", " ").lower()
