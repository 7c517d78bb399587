"""A flood beside an honest person, in short: what becomes of everybody, whatever it takes."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from tests.bench.flood import asked, flood, flooded
from tests.e2e.served import Served


async def test_a_flood_loses_nothing_and_lets_others_in_and_ends(home: Path, app: Served) -> None:
    del app  # it has made the home
    with flooded(home, 4, CICERONE_MESSAGES_A_MINUTE="10") as served:
        others = asyncio.create_task(flood(served.address, 4, 10, 5))
        await asyncio.sleep(2)
        _, answered = await asked(served.address, 2)
        assert len(answered) == 2
        found = await others
        assert found.lost == 0
        assert found.told > found.answered > 0
        endless = asyncio.create_task(flood(served.address, 4, 10, 60))
        await asyncio.sleep(3)
        served.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(served.process.wait, 60) == 0
        assert "Traceback" not in served.output
        endless.cancel()
        await asyncio.gather(endless, return_exceptions=True)
