"""Loading graphs: batches of parameterised Cypher that a Neo4j and the embedded server both run."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from bot.errors import ConnectionLost, LoadError, StatementFailed, UsageError
from bot.graph.cypher_file import MAX_TEXT, run_cypher_file
from bot.graph.graph_json import GraphData, GraphNode, GraphRel, NodeId, read

Progress: TypeAlias = Callable[[int, int], None]
# A row has a cell for each name that occurs in its batch.
_ROWS = 5_000
_BYTES = 4_000_000
_CELLS = 200_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,62}")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]+")
_ENDINGS = re.compile(r"(\.json|\.cypher|\.cql)?(\.gz)?$", re.IGNORECASE)
_SEPARATOR = re.compile(r"[,~]|^\*$")
T = TypeVar("T", GraphNode, GraphRel)


def graph_name(source: str | Path) -> str:
    """The name of a graph: as given, or made from a file's stem.

    Raises:
        UsageError: a given name has other than letters, digits, dots, dashes and underscores.

    >>> graph_name("films"), graph_name(Path("data/My films (new).json.gz"))
    ('films', 'My-films-new')
    """
    if isinstance(source, Path):
        stem = _ENDINGS.sub("", source.name)
        source = _NOT_IN_NAMES.sub("-", stem).strip("-._")[:63] or "graph"
    if not _NAME.fullmatch(source):
        raise UsageError(
            f"{source!r} cannot be the name of a graph: take up to 63 letters, digits, dots, "
            "dashes and underscores."
        )
    return source


async def load_file(
    driver: neo4j.AsyncDriver,
    database: str,
    path: Path,
    *,
    progress: Progress | None = None,
    reason: Callable[[str], str | None] | None = None,
) -> None:
    """Load graph JSON (`.json`, `.json.gz`) or Cypher (`.cypher`) into the embedded server.

    `reason` is that of `run_cypher_file`.

    Raises:
        LoadError: it is malformed or of another kind.
        GraphError: the database failed.
    """
    kind = path.name.lower().removesuffix(".gz")
    if kind.endswith((".cypher", ".cql")):
        await run_cypher_file(driver, database, path, progress=progress, reason=reason)
    elif kind.endswith(".json"):
        data = await asyncio.to_thread(read, path)
        check_storable(data)
        await load_into(driver, database, data, progress=progress)
    else:
        raise LoadError(f"{path.name} is neither graph JSON (.json, .json.gz) nor .cypher.")


def check_storable(data: GraphData) -> None:
    """Hold a graph to what the embedded server can store.

    Raises:
        LoadError: a name is both a label and a relationship type, which share one list there, or
            has a character that separates names; or a node or relationship is too large.
    """
    labels = {label for node in data.nodes for label in node.labels}
    types = {rel.type for rel in data.rels}
    for name in sorted(labels & types):
        raise LoadError(
            f"{name!r} is both a label and a relationship type, which the embedded database cannot "
            "tell apart: rename one, or load the graph into a Neo4j."
        )
    for name in sorted(labels | types):
        if _SEPARATOR.search(name):
            raise LoadError(
                f"The embedded database cannot store the name {name!r}: it has no names with a "
                "comma or a tilde, nor a lone asterisk."
            )
    for node in data.nodes:
        _check_size(f"The node {node.id!r}", node.properties)
    for rel in data.rels:
        _check_size(f"A relationship {rel.type} of {rel.start!r}", rel.properties)


def _check_size(owner: str, properties: dict[str, Any]) -> None:
    if sum(map(_size, properties.values())) > MAX_TEXT:
        raise LoadError(f"{owner} has properties of more than {MAX_TEXT // 1_000_000} MB.")


async def load_into(
    driver: neo4j.AsyncDriver,
    database: str | None,
    data: GraphData,
    *,
    progress: Progress | None = None,
) -> None:
    """Add a graph to a database, in batches; what is there stays.

    Nodes are found again by the database's own element ids, so nothing of ours is stored.

    Raises:
        GraphError: the database failed; batches that were sent are stored.
    """
    total, done = len(data.nodes) + len(data.rels), 0
    ids: dict[NodeId, str] = {}
    try:
        async with driver.session(database=database) as session:
            for nodes in _batches(data.nodes, key=lambda node: node.labels):
                ids.update(await _create_nodes(session, nodes))
                done = _report(progress, done + len(nodes), total)
            for rels in _batches(data.rels, key=lambda rel: rel.type):
                await _create_rels(session, rels, ids)
                done = _report(progress, done + len(rels), total)
    except (DriverError, Neo4jError, OSError) as error:
        raise _failure(error) from None


async def _create_nodes(
    session: neo4j.AsyncSession, nodes: Sequence[GraphNode]
) -> Iterator[tuple[NodeId, str]]:
    labels = "".join(f":{quoted(label)}" for label in nodes[0].labels)
    names = _names(nodes)
    result = await session.run(
        f"UNWIND $rows AS row CREATE (n{labels} {_properties(names)}) "
        "RETURN collect(elementId(n)) AS ids",
        rows=[[node.properties.get(name) for name in names] for node in nodes],
    )
    record = await result.single(strict=True)
    return zip((node.id for node in nodes), record["ids"], strict=True)


async def _create_rels(
    session: neo4j.AsyncSession, rels: Sequence[GraphRel], ids: dict[NodeId, str]
) -> None:
    names = _names(rels)
    result = await session.run(
        "UNWIND $rows AS row MATCH (a) WHERE elementId(a) = row[0] "
        "MATCH (b) WHERE elementId(b) = row[1] "
        f"CREATE (a)-[r:{quoted(rels[0].type)} {_properties(names, first=2)}]->(b)",
        rows=[
            [ids[rel.start], ids[rel.end], *(rel.properties.get(name) for name in names)]
            for rel in rels
        ],
    )
    await result.consume()


def _names(entries: Sequence[GraphNode] | Sequence[GraphRel]) -> list[str]:
    """The names of all properties that occur."""
    return list(dict.fromkeys(name for entry in entries for name in entry.properties))


def _properties(names: Sequence[str], first: int = 0) -> str:
    """The properties of a node or relationship, taken from the columns of a row.

    Spelt out they are created with it, which the embedded server does ten times faster than
    setting them from a map; one that is null is not stored.

    >>> _properties(["title", "year"], first=2)
    '{`title`: row[2], `year`: row[3]}'
    """
    columns = (f"{quoted(name)}: row[{at}]" for at, name in enumerate(names, first))
    return "{" + ", ".join(columns) + "}"


def _batches(entries: Sequence[T], key: Callable[[T], Any]) -> Iterator[list[T]]:
    """Entries of one label set or type, as many at a time as one message can well hold."""
    for _, group in groupby(sorted(entries, key=key), key=key):
        batch: list[T] = []
        names: set[str] = set()
        size = 0
        for entry in group:
            batch.append(entry)
            names.update(entry.properties)
            size += sum(map(_size, entry.properties.values()))
            if len(batch) == _ROWS or size > _BYTES or len(batch) * len(names) > _CELLS:
                yield batch
                batch, names, size = [], set(), 0
        if batch:
            yield batch


def _size(value: Any) -> int:
    """About how many bytes a value takes on the wire; the server takes a million in one list.

    >>> _size("text"), _size(["text", "more"]), _size(1.5)
    (12, 24, 8)
    """
    if isinstance(value, list):
        return sum(map(_size, value))
    return 8 + len(value) if isinstance(value, str) else 8


def _report(progress: Progress | None, done: int, total: int) -> int:
    if progress:
        progress(done, total)
    return done


def quoted(name: str) -> str:
    """A label, type or property name as Cypher writes it.

    >>> quoted("Odd `name`")
    '`Odd ``name```'
    """
    return "`" + name.replace("`", "``") + "`"


def _failure(error: Exception) -> ConnectionLost | StatementFailed:
    if isinstance(error, Neo4jError):
        return StatementFailed(f"The database refused the data: {error.message}.")
    return ConnectionLost("The connection to the database broke while the graph was loaded.")
