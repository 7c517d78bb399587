"""Rows that hold nodes, relationships or paths as a picture: what is drawn, as plain JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.element import Element
from bot.render.table import cell_text
from memory.catalogue import say_many
from memory.schema import Label, Schema

MOST_NODES = 1_000
_MOST_EDGES = 3_000
# Of a node: what stands beside it where it is looked at.
_MOST_FACTS = 12
_LONGEST = 160
# What a conversation keeps of a picture, about; nodes past it are drawn without their facts.
_MOST_CHARACTERS = 400_000


class Picture:
    """Nodes and relationships, each once, with no relationship that leads out of the picture."""

    def __init__(self, schema: Schema | None = None, most: int = MOST_NODES) -> None:
        """`schema` tells which of its labels a node is drawn as: the widest."""
        self._labels: Mapping[str, Label] = schema.labels if schema is not None else {}
        self._most = most
        self._nodes: dict[str, dict[str, Any]] = {}
        self._edges: dict[str, dict[str, Any]] = {}
        self._left: set[str] = set()
        self._written = 0

    def add(self, elements: Iterable[Element]) -> None:
        """Draw these, too."""
        for one in elements:
            if one.get("_labels"):
                self.node(one.id, one)
            elif one.get("_type"):
                self.edge(one.id, one)

    def node(self, id: str, shown: Mapping[str, Any]) -> None:
        """Draw a node; one that has no label that may be seen is not."""
        if id in self._nodes or id in self._left:
            return
        if len(self._nodes) >= self._most:
            self._left.add(id)
            return
        labels = [str(label) for label in shown["_labels"]]
        self._nodes[id] = {
            "id": id,
            "name": _short(cell_text(shown)),
            "kind": self._kind(labels),
            "labels": labels,
            "facts": self._facts(shown),
        }

    def edge(self, id: str, shown: Element) -> None:
        """Draw a relationship, once its ends are there."""
        if id not in self._edges and len(self._edges) < _MOST_EDGES:
            self._edges[id] = {
                "id": id,
                "start": shown.start,
                "end": shown.end,
                "type": str(shown["_type"]),
                "facts": self._facts(shown),
            }

    def props(self) -> dict[str, Any] | None:
        """What the page draws; None where there is no node.

        `nodes` are {id, name, kind, labels, facts}, `edges` {id, start, end, type, facts}, facts
        (name, value) as text; `cut` says in a sentence what was left out, else it is "".
        """
        if not self._nodes:
            return None
        edges = [e for e in self._edges.values() if {e["start"], e["end"]} <= self._nodes.keys()]
        cut = ""
        if self._left:
            cut = say_many(
                "{count} node more than can be drawn: the table has all.",
                "{count} nodes more than can be drawn: the table has all.",
                len(self._left),
            )
        return {"nodes": [*self._nodes.values()], "edges": edges, "cut": cut}

    @property
    def dangles(self) -> bool:
        """Whether a relationship has an end that is not drawn, nor left out."""
        known = self._nodes.keys() | self._left
        return any(not {e["start"], e["end"]} <= known for e in self._edges.values())

    def _kind(self, labels: Sequence[str]) -> str:
        known = [label for label in labels if label in self._labels]
        return max(known or labels[:1], key=lambda n: self._labels[n].count if known else 0)

    def _facts(self, shown: Mapping[str, Any]) -> list[list[str]]:
        facts = [
            [str(key), _short(cell_text(value))]
            for key, value in shown.items()
            if not key.startswith("_") and value is not None
        ][:_MOST_FACTS]
        self._written += sum(len(key) + len(value) for key, value in facts)
        return facts if self._written <= _MOST_CHARACTERS else []


def elements_in(rows: Sequence[Sequence[Any]]) -> Iterator[Element]:
    """All nodes and relationships of the rows, also those in paths, lists and maps."""
    for row in rows:
        yield from _within(row)


def picture_of(rows: Sequence[Sequence[Any]], schema: Schema | None = None) -> Picture:
    """The picture of all that rows hold."""
    picture = Picture(schema)
    picture.add(elements_in(rows))
    return picture


def _within(value: Any) -> Iterator[Element]:
    match value:
        case Element():
            yield value
        case dict():
            for part in value.values():
                yield from _within(part)
        case list() | tuple():
            for part in value:
                yield from _within(part)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[:_LONGEST]}…"
