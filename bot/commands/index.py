"""`cicerone index`: the schema and value indexes are built anew."""

from __future__ import annotations

import sys

from bot.bootstrap import open_cicerone
from bot.conversations import InProcess
from bot.settings import Settings


async def build_index(settings: Settings) -> int:
    """Build the indexes of the graph asked, with progress.

    Raises:
        CiceroneError: the graph or the index cannot be used.
    """

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done:,} values", end="", file=sys.stderr, flush=True)

    async with open_cicerone(
        settings, conversations=InProcess(), progress=progress, anew=True
    ) as cicerone:
        if sys.stderr.isatty():
            print("\r", end="", file=sys.stderr)
        values = await cicerone.indexed_values()
        schema = cicerone.schema
    print(
        f"{settings.graph_name}: {len(schema.labels)} labels, "
        f"{len(schema.relationships)} relationship types and {values:,} values are indexed."
    )
    for note in schema.notes:
        print(note)
    return 0
