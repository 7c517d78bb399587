"""Files of Cypher statements, as the shells of Neo4j read them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import neo4j


async def run_cypher_file(
    driver: neo4j.AsyncDriver,
    database: str,
    path: Path,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Run every statement of a file."""
    raise NotImplementedError
