"""Many people at once, and one whose question takes long: nobody waits for another."""

from __future__ import annotations

import signal
from pathlib import Path

import psutil

from tests.bench.crowd import crowd
from tests.e2e.served import Served, serving
from tests.e2e.socket_client import talking
from tests.embedded import until

# As long as a message may be, and the slowest to read at one go that is known.
_SAID = "which films did Tom Hanks and Meg Ryan act in after 1990 with a rating above 7 "
LONGEST = (_SAID * 60)[:3990]
_PATIENCE = 60.0


async def test_everybody_is_connected_and_answered(app: Served) -> None:
    told = await crowd(app.address, people=10, each=2)
    assert (told.refused, told.unanswered) == ([], [])
    assert len(told.seconds) == 20


async def test_the_longest_question_holds_up_nobody(app: Served) -> None:
    async with talking(app.address) as slow, talking(app.address) as quick:
        await slow.send(LONGEST)
        await until(lambda: any("read" in str(data) for _, data in slow.events), _PATIENCE)
        assert (await quick.http.get("/health")).status_code == 200
        events = await quick.ask("Which films did Tom Hanks act in?")
        assert any(event.get("type") == "assistant_message" for event in events)
        assert not slow.over
        await slow.stop(_PATIENCE)
        assert await slow.ask("Who directed Alien?")


async def test_nothing_is_left_of_an_app_that_is_told_to_end(home: Path, app: Served) -> None:
    with serving(home, CICERONE_WORKERS="2") as served:
        main = psutil.Process(served.process.pid)
        await until(lambda: len(_workers(main)) > 1, _PATIENCE)
        workers = _workers(main)
        async with talking(served.address) as talk:
            await talk.send(LONGEST)
            served.process.send_signal(signal.SIGTERM)
            assert served.process.wait(_PATIENCE) == 0
        await until(lambda: not any(map(_runs, workers)), _PATIENCE)


def _workers(main: psutil.Process) -> list[psutil.Process]:
    return [
        one for one in main.children(recursive=True) if "bot.workers" in " ".join(one.cmdline())
    ]


def _runs(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
