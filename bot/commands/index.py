"""`cicerone index`: the indexes of schema, values and made examples are built anew."""

from __future__ import annotations

import sys

from bot.bootstrap import open_cicerone
from bot.conversations import InProcess
from bot.settings import Settings
from memory.text import several


async def build_index(settings: Settings) -> int:
    """Build the indexes of the graph asked, with progress.

    Raises:
        CiceroneError: the graph or the index cannot be used.
    """

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done:,} values and texts", end="", file=sys.stderr, flush=True)

    async with open_cicerone(
        settings, conversations=InProcess(), progress=progress, anew=True
    ) as cicerone:
        if sys.stderr.isatty():
            print("\r", end="", file=sys.stderr)
        values, texts = await cicerone.indexed_values(), await cicerone.indexed_texts()
        schema, lacks = cicerone.schema, await cicerone.left_out()
        if sys.stderr.isatty():
            print("making examples …\r", end="", file=sys.stderr, flush=True)
        examples = await cicerone.made_examples()
    types = several(len(schema.relationships), "relationship type")
    print(
        f"{settings.graph_name}, indexed: {several(len(schema.labels), 'label')}, "
        f"{types}, {several(values, 'value')} and "
        f"{several(texts, 'passage')} of texts; "
        f"made for a model: {several(examples, 'example')}."
    )
    for note in (*schema.notes, *filter(None, [lacks])):
        print(note)
    return 0
