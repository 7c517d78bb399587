"""The parser's cases: small schemas with stored values, questions, the Cypher and reading expected.

Each file of tests/data/parser has a `[schema]` (labels with their properties, relationships as
"(Start)-[:TYPE]->(End)", with their number behind where it is not 100), `[values]`
("Label.property" or "TYPE.property" = values) and `[[case]]`
entries: `question`, then either `cypher`, `parameters` and `reading`, or `unread` (the words it
must name), or `declined = true`. `one_way` says that the tree's own question is not read back.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.words.inflection import lemmas
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.text import fold

FOLDER = Path(__file__).parents[2] / "data" / "parser"
_JOIN = re.compile(r"\((\w+)\)-\[:(\w+)\]->\((\w+)\)(?: (\d+))?")


@dataclass
class World:
    """One file: a schema, its stored values and its cases."""

    name: str
    schema: Schema
    values: list[tuple[str, str, Any]]
    cases: list[dict[str, Any]] = field(default_factory=list)

    def link(self, question: str) -> list[LinkedValue]:
        """Exact and folded links of runs of words."""
        words = [m.span() for m in re.finditer(r"[^\W_]+(?:['’](?!s\b)[^\W_]+)*", question)]
        found = []
        for i, (start, _) in enumerate(words):
            for _, end in words[i : i + 6]:
                text = question[start:end]
                for label, name, value in self.values:
                    if label not in self.schema.labels:
                        continue
                    singular = " ".join(map(_singular, fold(text).split()))
                    if fold(str(value)) in (fold(text), singular):
                        found.append(LinkedValue(text, label, name, value, start, end))
        return found


def _singular(word: str) -> str:
    return lemmas(word)[-1]


def load(path: Path) -> World:
    """Read one file."""
    data = tomllib.loads(path.read_text("utf-8"))
    schema = data["schema"]
    values = [(*key.split("."), value) for key, held in data["values"].items() for value in held]
    labels = {
        name: Label(
            name,
            held.get("_count", 100),
            {
                p: _property(
                    name,
                    p,
                    t,
                    values,
                    missing=p in held.get("_missing", ()),
                    shared=p in held.get("_shared", ()),
                )
                for p, t in held.items()
                if p[0] != "_"
            },
            tuple(held.get("_implies", ())),
            tuple(held.get("_together", ())),
        )
        for name, held in schema["labels"].items()
    }
    joins: dict[str, list[Join]] = {}
    for text in schema["joins"]:
        match = _JOIN.fullmatch(text)
        assert match, text
        start, type_, end, count = match.groups()
        joins.setdefault(type_, []).append(Join(start, end, int(count or 100)))
    edges = schema.get("relationships", {})
    relationships = {
        type_: Relationship(
            type_,
            100,
            tuple(held),
            {
                p: _property(type_, p, t, values, missing=p in edges[type_].get("_missing", ()))
                for p, t in edges.get(type_, {}).items()
                if p[0] != "_"
            },
        )
        for type_, held in joins.items()
    }
    return World(path.stem, Schema(labels, relationships), values, data.get("case", []))


def _property(
    owner: str,
    name: str,
    type_: str,
    values: list[Any],
    *,
    missing: bool = False,
    shared: bool = False,
) -> Property:
    """A property from "TYPE" or "TYPE example example"; of -9 5 also the range that they tell."""
    kind, _, examples = type_.partition(" ")
    shown = [value for label, p, value in values if (label, p) == (owner, name)]
    told = tuple(examples.split() or shown[:5])
    types, listed = (kind.replace("_", " "),), tuple(sorted(shown)) or None
    below = [x for x in examples.split() if x.startswith("-")]
    least, most = (float(below[0]), float(told[-1])) if below else (None, None)
    return Property(
        name, types, told, listed, least, most, 0.1 if missing else 0.0, 5 if shared else 0
    )


def worlds() -> list[World]:
    """Every file."""
    return [load(path) for path in sorted(FOLDER.glob("*.toml"))]
