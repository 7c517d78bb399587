"""Another program holds the SQLite file: who wants to write is told in time, and readers go on."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from memory.conversation import Exchange
from memory.errors import StoreError
from memory.store import Store

BUSY = 0.4


async def test_writers_in_line_do_not_wait_one_after_the_other(tmp_path: Path) -> None:
    store = await Store.open(tmp_path, busy_seconds=BUSY)
    exchange = Exchange("Who?", "Who?", "answerable")
    with closing(sqlite3.connect(tmp_path / "cicerone.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        told = await asyncio.gather(
            *(store.add_exchange("t", "ada", exchange) for _ in range(8)), return_exceptions=True
        )
        took = time.monotonic() - began
        assert await store.exchanges("t") == []
        other.rollback()
    assert all(isinstance(one, StoreError) and "held by another" in str(one) for one in told)
    assert took < 5 * BUSY
    await store.add_exchange("t", "ada", exchange)
    assert await store.exchanges("t") == [exchange]
    await store.close()
