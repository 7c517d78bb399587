"""What people have seen as done outlives a `kill -9`: a short form of `tests.bench.kept`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.kept import measure
from tests.e2e.served import Served
from tests.e2e.socket_client import talking


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_nothing_seen_as_done_is_lost(home: Path, app: Served, database: str) -> None:
    del app  # has loaded the sample graph
    found = await measure(database, home, people=2, every=0.3, seconds=2.0, kills=1)
    assert sum(turn.done for turn in found.turns) >= 2
    assert found.lost_answers == [] and found.lost_thumbs == [] and found.refused == []
    assert found.kept_ms


async def test_settings_are_kept_when_they_are_saved(app: Served) -> None:
    async with talking(app.address) as talk:
        # The reply to the event is its end: then they are on disk.
        chosen = {"engine": "offline", "flow": "retry"}
        await talk.client.call("chat_settings_change", chosen, timeout=30)
        await talk.ask("How many films are there?")
        await talk.client.call("chat_settings_change", {"flow": "naive"}, timeout=30)
        thread = (await talk.http.get(f"/project/thread/{talk.thread}")).json()
        assert thread["metadata"]["chat_settings"] == {"engine": "offline", "flow": "naive"}
        assert thread["name"] == "How many films are there?"
