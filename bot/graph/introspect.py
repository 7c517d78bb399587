"""The schema of a graph, read in plain Cypher: the same on every Neo4j and the embedded database.

Labels, relationship types and their counts are exact; Neo4j keeps them at hand. A label with at
most a thousand nodes is read whole. Of a bigger one a sample is fetched, spread from its first
node to its last, and the database is asked for figures over all its nodes, as long as it can tell
them within seconds. `Schema.notes` say what may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.graph.introspect_joins import Joins
from bot.graph.introspect_nodes import Nodes
from bot.graph.introspect_reader import Limits, Read, Reader
from bot.graph.json_values import NOTHING_HIDDEN
from guardrails.privacy import Hidden, visible
from memory.schema import Schema

_MOST_NAMED = 5


async def introspect(
    read: Read, *, hidden: Hidden = NOTHING_HIDDEN, limits: Limits | None = None
) -> Schema:
    """The schema of the graph that `read` reads.

    Args:
        read: runs a statement and gives all its records, with the driver's own values.
        hidden: what to leave out, with the joins of nodes that bear hidden labels only.
        limits: how much is looked at.

    Raises:
        GraphError: one of its members.
    """
    reader = Reader(read, hidden, limits or Limits())
    nodes = Nodes(reader)
    await nodes.count()
    joins = Joins(reader, nodes.counts)
    found_labels, found_types = await nodes.read(), await joins.read()
    notes = [
        *_note(nodes.sampled, "A rare property may be missing on"),
        *_note(joins.sampled, "A rare property or pair of labels may be missing on"),
    ]
    if not nodes.exact_sets:
        notes.append("Which labels come together was told from a sample.")
    found = Schema(found_labels, found_types, sampled=bool(notes), notes=tuple(notes))
    return visible(found, hidden)


def _note(names: Iterable[str], beginning: str) -> list[str]:
    named = sorted(names)
    if not named:
        return []
    more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    return [f"{beginning} {', '.join(named[:_MOST_NAMED])}{more}: only a sample was read."]
