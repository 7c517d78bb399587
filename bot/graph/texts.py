"""The long texts stored in the graph, streamed for the search index."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from bot.errors import StatementTimeout
from bot.graph.introspect_reader import quote
from bot.ports import Graph
from memory.passages import StoredText, TextProperty

# Characters of one text that are read; what comes later in a document is not searched.
_LONGEST = 20_000


async def stored_texts(
    graph: Graph,
    properties: Sequence[TextProperty],
    *,
    per_property_limit: int = 50_000,
    total_limit: int = 100_000,
    seconds: float = 60.0,
) -> AsyncIterator[StoredText]:
    """Every text of these properties, within limits, never holding more than a few.

    Args:
        graph: the graph.
        properties: what to read.
        per_property_limit: texts of one property at most.
        total_limit: texts in all, at most.
        seconds: time limit of the statement for each property; one that takes longer gives what
            came until then.

    Raises:
        GraphError: one of its members.
    """
    given = 0
    for one in properties:
        limit = min(per_property_limit, total_limit - given)
        if limit <= 0:
            return
        try:
            async for _, (name, text) in graph.stream(
                _statement(one), {"limit": limit}, seconds=seconds
            ):
                if isinstance(text, str) and text.strip():
                    given += 1
                    named = name if isinstance(name, str) and name.strip() else None
                    yield StoredText(one.label, one.property, named, text)
        except StatementTimeout:
            continue


def _statement(one: TextProperty) -> str:
    text, label = quote(one.property), quote(one.label)
    name = f"n.{quote(one.name)}" if one.name else "null"
    # A row a text: gathered into lists, the database would hold them all.
    return (
        f"MATCH (n:{label}) WHERE n.{text} IS NOT NULL "
        f"RETURN {name} AS name, left(toStringOrNull(n.{text}), {_LONGEST}) AS text LIMIT $limit"
    )
