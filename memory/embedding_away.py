"""What becomes of a search while no vectors can be made: what is there is kept, and words go on."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Sequence
from typing import TypeAlias

import structlog

from memory.embedding import Embedder
from memory.errors import EmbedderAway
from memory.index import Entry, Index, Progress

Vector: TypeAlias = list[float]
_WORDS_ALONE = " by words alone"
_log = structlog.get_logger(__name__)


async def vectors_of(embedder: Embedder, texts: Sequence[str]) -> list[Vector | None]:
    """The vectors of what is searched for; None for each where none can be made now."""
    try:
        return list((await embedder.embed(texts)).tolist())
    except EmbedderAway:
        return [None] * len(texts)


async def entry_vectors(
    embedder: Embedder, texts: Sequence[str], with_vectors: bool
) -> list[Vector | None]:
    """The vectors of entries, or None for each.

    Raises:
        EmbedderAway: they are wanted, and cannot be made now.
    """
    if not with_vectors:
        return [None] * len(texts)
    return list((await embedder.embed(texts)).tolist())


async def renew(
    index: Index,
    entries: Callable[[bool], AsyncIterable[Entry]],
    stamp: str,
    progress: Progress | None = None,
) -> bool:
    """Rebuild an index as far as that is possible now.

    Where no vectors can be made what the index holds is kept; where it holds nothing (of this
    embedder), the entries are written without vectors. Its stamp then says that it is behind.

    Args:
        index: What to rebuild.
        entries: Starts making all entries, with vectors or without.
        stamp: The state of their source.
        progress: Called with the number of entries written so far.

    Returns:
        Whether it is up to date now.

    Raises:
        StoreError: the index fails.
    """
    try:
        await index.rebuild(entries(True), stamp, progress)
        return True
    except EmbedderAway as error:
        _log.warning("index not renewed", index=index.collection.name, why=str(error))
    held = await index.stamp()
    without = f"{stamp}{_WORDS_ALONE}"
    if held is None or (held.endswith(_WORDS_ALONE) and held != without):
        await index.rebuild(entries(False), without, progress)
    return False
