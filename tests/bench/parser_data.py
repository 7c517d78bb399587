"""A graph of `--data` as a schema and an exact value matcher, straight from its JSON file."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

from neo4j.spatial import Point

from bot.graph.stored_value import stored_value
from memory.english import noun_singular
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Scalar, Schema
from memory.text import fold

_MOST_WORDS = 12


def load(path: Path) -> dict[str, Any]:
    """The graph JSON, gzip or plain, dates and points decoded."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return json.loads(raw, object_hook=_decoded)


def _decoded(value: dict[str, Any]) -> Any:
    if len(value) == 1 and "$date" in value:
        return date.fromisoformat(value["$date"])
    if len(value) == 1 and "$datetime" in value:
        return datetime.fromisoformat(value["$datetime"])
    if len(value) == 1 and "$point" in value:
        return stored_value(value)
    return value


def schema_of(data: dict[str, Any]) -> Schema:
    """The schema that introspection would find."""
    bearing: dict[str, list[dict[str, Any]]] = defaultdict(list)
    labels_of = {node["id"]: tuple(node["labels"]) for node in data["nodes"]}
    for node in data["nodes"]:
        for label in node["labels"]:
            bearing[label].append(node["props"])
    together: dict[str, Counter[str]] = defaultdict(Counter)
    for labels in labels_of.values():
        for label in labels:
            together[label].update(other for other in labels if other != label)
    labels_ = {}
    for name, props in bearing.items():
        others = together[name]
        implies = tuple(o for o, n in others.items() if n == len(props))
        labels_[name] = Label(
            name,
            len(props),
            _properties(props),
            implies,
            tuple(o for o in others if o not in implies),
        )
    joins: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    rel_props: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for rel in data["rels"]:
        rel_props[rel["type"]].append(rel["props"])
        for start in labels_of[rel["start"]]:
            for end in labels_of[rel["end"]]:
                joins[rel["type"]][start, end] += 1
    relationships = {
        type_: Relationship(
            type_,
            len(rel_props[type_]),
            tuple(Join(s, e, n) for (s, e), n in pairs.most_common()),
            _properties(rel_props[type_]),
        )
        for type_, pairs in joins.items()
    }
    return Schema(labels_, relationships)


def _properties(rows: list[dict[str, Any]]) -> dict[str, Property]:
    held: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        for name, value in row.items():
            if value is not None:
                held[name].append(value)
    return {name: _property(name, values, len(rows)) for name, values in held.items()}


def _property(name: str, values: list[Any], total: int) -> Property:
    types = tuple(t for t, _ in Counter(map(_type, values)).most_common())
    # Of lists of texts each counts, as introspection has it.
    plain = [x for v in values for x in (v if isinstance(v, list) else [v]) if _scalar(v, x)]
    distinct = sorted(set(plain), key=str)
    ordered = [v for v in plain if _type(v) == types[0]]
    ranged = types[0] in ("INTEGER", "FLOAT", "DATE", "ZONED DATETIME", "LOCAL DATETIME")
    return Property(
        name,
        types,
        tuple(plain[:5]),
        tuple(distinct) if 0 < len(distinct) <= 30 else None,
        min(ordered) if ranged and ordered else None,
        max(ordered) if ranged and ordered else None,
        1 - len(values) / total,
        len(distinct),
    )


def _scalar(value: Any, one: Any) -> bool:
    return isinstance(one, str) or not isinstance(value, list)


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "BOOLEAN"
    if isinstance(value, int):
        return "INTEGER"
    if isinstance(value, float):
        return "FLOAT"
    if isinstance(value, datetime):
        return "ZONED DATETIME" if value.tzinfo else "LOCAL DATETIME"
    if isinstance(value, date):
        return "DATE"
    if isinstance(value, Point):
        return "POINT"
    return "LIST<STRING>" if isinstance(value, list) else "STRING"


class Matcher:
    """Links every run of words that equals a stored text when folded; plurals of one word too."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._values: dict[str, Counter[tuple[str, str, Scalar]]] = defaultdict(Counter)
        for node in data["nodes"]:
            for name, value in node["props"].items():
                for text in value if isinstance(value, list) else [value]:
                    if isinstance(text, str) and len(text) <= 120:
                        for label in node["labels"]:
                            self._values[fold(text)][label, name, text] += 1

    def __call__(self, question: str) -> list[LinkedValue]:
        """The links of a question."""
        words = [m.span() for m in re.finditer(r"[^\W_]+(?:['’][^\W_]+)?|[^\w\s]", question)]
        found = []
        for i, (start, _) in enumerate(words):
            for _, end in words[i : i + _MOST_WORDS * 2]:
                text = question[start:end]
                key = fold(text)
                if not key or text[0] in "'\"?,.)" or text[-1] in "'\"?,.(":
                    continue
                hits = self._values.get(key)
                score = 1.0
                if not hits and key.endswith("s") and len(key) > 3:
                    head, _, last = key.rpartition(" ")
                    one = f"{head} {noun_singular(last)}".strip()
                    hits, score = self._values.get(key[:-1]) or self._values.get(one), 0.95
                for (label, name, value), count in (hits or Counter()).items():
                    method = "exact" if text == value else "folded"
                    found.append(
                        LinkedValue(text, label, name, value, start, end, score, method, count)
                    )
        return found
