"""Graph JSON: nodes and relationships as one JSON object, plain or gzipped.

    {"nodes": [{"id": 1, "labels": ["Film"], "props": {"title": "M", "released": {"$date": "1931-05-11"}}}],
     "rels":  [{"start": 2, "type": "DIRECTED", "end": 1, "props": {}}]}

Values are what a property graph can store: strings, whole and decimal numbers, booleans, lists of
one kind of those, and `{"$date"}`, `{"$datetime"}`, `{"$time"}`, `{"$duration"}` in ISO 8601 and
`{"$point": {"longitude", "latitude"}}` (or x and y, and a third coordinate). A null is left out.
Everything else is refused: maps, lists in lists, lists of mixed kinds or with nulls, numbers beyond
64 bits, ids that come twice, relationships to nodes that are not there, keys we do not know.
"""  # noqa: E501

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from bot.errors import LoadError
from bot.graph.stored_value import stored_value

NodeId: TypeAlias = str | int
MAX_BYTES = 1 << 30
_MAX_NAME = 200
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_NODE_KEYS = frozenset({"id", "labels", "props"})
_REL_KEYS = frozenset({"start", "type", "end", "props"})


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node; `id` is unique in the data and is not stored."""

    id: NodeId
    labels: tuple[str, ...]
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GraphRel:
    """A relationship between two nodes of the data, by their ids."""

    start: NodeId
    type: str
    end: NodeId
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GraphData:
    """A whole graph, checked: values are what the driver sends."""

    nodes: tuple[GraphNode, ...]
    rels: tuple[GraphRel, ...]


class _Malformed(Exception):
    """One entry is wrong: which list (nodes or rels), its index, and why."""

    def __init__(self, part: str, index: int, reason: str) -> None:
        super().__init__(reason)
        self.part, self.index, self.reason = part, index, reason

    def __str__(self) -> str:
        return f"{self.part[:-1]} {self.index + 1} {self.reason}"


def read(path: Path) -> GraphData:
    """Read a file of graph JSON.

    Raises:
        LoadError: it cannot be read, is no JSON or no graph; with line and reason.
    """
    text = read_text(path)
    try:
        graph = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise LoadError(f"{path.name}, line {error.lineno}: {error.msg}.") from None
    except (ValueError, RecursionError) as error:
        raise LoadError(f"{path.name}: {error}.") from None
    try:
        return _graph(graph)
    except _Malformed as error:
        line = _line_of(text, error.part, error.index)
        raise LoadError(f"{path.name}, line {line}: {error}.") from None


def from_json(graph: Mapping[str, Any]) -> GraphData:
    """Check graph JSON that is already parsed.

    Raises:
        LoadError: it is no graph; with the number of the node or relationship and the reason.

    >>> graph = from_json({"nodes": [{"id": 1, "labels": ["A"], "props": {"x": None, "y": 2}}]})
    >>> graph.nodes[0].properties
    {'y': 2}
    >>> from_json({"nodes": [{"id": 1, "labels": [], "props": {}}]})
    Traceback (most recent call last):
    bot.errors.LoadError: node 1 has no label.
    """
    try:
        return _graph(graph)
    except _Malformed as error:
        raise LoadError(f"{error}.") from None


def read_text(path: Path) -> str:
    """The text of a file, unpacked where its name ends in `.gz`.

    Raises:
        LoadError: it cannot be read, unpacked or decoded, or is larger than a gigabyte.
    """
    opener: Callable[..., Any] = gzip.open if path.name.endswith(".gz") else open
    try:
        with opener(path, "rb") as file:
            content: bytes = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise LoadError(f"{path.name} is larger than a gigabyte; load it into a Neo4j.")
        return content.decode("utf-8-sig")
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise LoadError(f"{path.name} is not a whole gzip file.") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise LoadError(f"{path.name}, line {line}: the text is not UTF-8.") from None
    except OSError as error:
        raise LoadError(f"{path} cannot be read: {error.strerror or error}.") from None


def _graph(graph: Any) -> GraphData:
    if not isinstance(graph, Mapping) or not isinstance(graph.get("nodes"), list):
        raise LoadError('Graph JSON is an object with a list "nodes" and a list "rels".')
    if not isinstance(graph.get("rels", []), list) or "relationships" in graph:
        raise LoadError('The relationships of graph JSON stand in a list "rels".')
    nodes = tuple(_each("nodes", graph["nodes"], _node))
    ids: set[NodeId] = set()
    for index, node in enumerate(nodes):
        if node.id in ids:
            raise _Malformed("nodes", index, f"has the id {node.id!r} of an earlier one")
        ids.add(node.id)
    rels = tuple(_each("rels", graph.get("rels", []), _rel))
    for index, rel in enumerate(rels):
        for end in (rel.start, rel.end):
            if end not in ids:
                raise _Malformed("rels", index, f"names a node {end!r} that is not there")
    return GraphData(nodes, rels)


def _each(part: str, entries: list[Any], convert: Callable[[Any], Any]) -> Iterator[Any]:
    for index, entry in enumerate(entries):
        try:
            yield convert(entry)
        except ValueError as error:
            raise _Malformed(part, index, str(error)) from None


def _node(entry: Any) -> GraphNode:
    _expect_keys(entry, _NODE_KEYS)
    labels = entry.get("labels")
    if not isinstance(labels, list) or not labels:
        raise ValueError("has no label")
    names = tuple(dict.fromkeys(_name(label, "label") for label in labels))
    return GraphNode(_id(entry, "id"), names, _properties(entry.get("props")))


def _rel(entry: Any) -> GraphRel:
    _expect_keys(entry, _REL_KEYS, ignored={"id"})
    name = _name(entry.get("type"), "type")
    properties = _properties(entry.get("props"))
    return GraphRel(_id(entry, "start"), name, _id(entry, "end"), properties)


def _expect_keys(
    entry: Any, known: frozenset[str], ignored: frozenset[str] | set[str] = frozenset()
) -> None:
    if not isinstance(entry, dict):
        raise ValueError("is not an object")
    unknown = entry.keys() - known - ignored
    if unknown:
        raise ValueError(f"has a key {min(unknown)!r}; the keys are {', '.join(sorted(known))}")


def _id(entry: dict[str, Any], key: str) -> NodeId:
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"has no {key} that is a string or a whole number")
    return value


def _name(value: Any, what: str) -> str:
    """A label, type or property name."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"has a {what} that is not a name: {value!r}")
    if len(value) > _MAX_NAME or _CONTROL.search(value):
        raise ValueError(f"has a {what} that is too long or has control characters: {value[:40]!r}")
    return value


def _properties(properties: Any) -> dict[str, Any]:
    if properties is None:
        return {}
    if not isinstance(properties, dict):
        raise ValueError("has props that are not an object")
    converted = {}
    for key, value in properties.items():
        if value is None:
            continue
        name = _name(key, "property")
        try:
            converted[name] = stored_value(value)
        except ValueError as error:
            raise ValueError(f"has a property {name!r} that {error}") from None
    return converted


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number of JSON")


def _line_of(text: str, part: str, index: int) -> int:
    """The line on which the entry at `index` of the list `part` begins."""
    decoder = json.JSONDecoder()
    at = _skip(text, _skip(text, 0) + 1)
    while True:
        key, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        if key == part:
            break
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
    at = _skip(text, at + 1)
    for _ in range(index):
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
    return text.count("\n", 0, at) + 1


def _skip(text: str, at: int) -> int:
    """Past white space."""
    while text[at] in " \t\r\n":
        at += 1
    return at
