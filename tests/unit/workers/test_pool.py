"""Worker processes: what they give back, and what becomes of work that goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from bot.errors import TookTooLong, WorkerLost
from bot.offline.parser import Parser
from bot.steps.read import Standalone, read
from bot.terminology import NotATerm
from bot.workers.pool import Pool
from memory.processor import Here, Processor, apart, processor
from memory.schema import Label, Schema
from tests.embedded import until
from tests.unit.offline.cases import worlds
from tests.unit.workers.work import busy, dies, forever, identity, noted, refuses

_PATIENCE = 60.0


@pytest_asyncio.fixture(scope="module")
async def pool() -> AsyncIterator[Pool]:
    """One process, that may have the processor for two seconds at a time."""
    pool = Pool(1, 2.0)
    yield pool
    await pool.close()


async def begun(path: Path) -> None:
    """Wait until work has begun."""
    await until(path.exists, _PATIENCE)


async def test_questions_are_read_as_they_are_here(pool: Pool) -> None:
    world = next(world for world in worlds() if world.name == "films")
    parser = Parser(world.schema).with_terms({"movie": "Film"})
    for question in (
        "Which movies did Tom Hanks act in?",
        "Who directed the most films after 1990?",
        "which blorp is it",
    ):
        links = world.link(question)
        there = await pool.run("ada", read, parser, Standalone(question), links)
        assert there == read(parser, Standalone(question), links)
        assert there.reading is not None or there.unread == ("blorp",)


async def test_a_schema_is_sent_once_and_comes_back_as_itself(pool: Pool) -> None:
    schema = Schema({"Film": Label("Film", 1)})
    first, back = await pool.run("ada", identity, schema)
    second, _ = await pool.run("bo", identity, schema)
    other, _ = await pool.run("bo", identity, Schema({"Film": Label("Film", 1)}))
    assert back is schema
    assert first == second != other


async def test_an_error_is_raised_here(pool: Pool) -> None:
    with pytest.raises(NotATerm, match="No word") as raised:
        await pool.run("ada", refuses)
    assert raised.value.near == ("work", "ward")


async def test_what_takes_too_long_is_ended_and_said(pool: Pool, tmp_path: Path) -> None:
    before = pool.pids
    with pytest.raises(TookTooLong, match="too long"):
        await pool.run("ada", forever, tmp_path / "begun")
    assert await pool.run("ada", len, "four") == 4
    assert pool.pids != before


async def test_all_the_work_of_a_question_has_so_long_together(pool: Pool) -> None:
    turns = pool.of("ada", 0.2)
    with pytest.raises(TookTooLong):
        for _ in range(1000):
            await turns.run(busy, 0.05)
    with pytest.raises(TookTooLong):
        await turns.run(len, "four")
    assert await pool.of("ada", 0.2).run(len, "four") == 4


async def test_work_of_a_process_that_dies_is_done_again_once(pool: Pool, tmp_path: Path) -> None:
    assert await pool.run("ada", dies, tmp_path / "once", 1) == "alive"
    with pytest.raises(WorkerLost, match="ended twice"):
        await pool.run("ada", dies, tmp_path / "twice", 2)
    assert await pool.run("ada", len, "four") == 4


async def test_what_workers_are_forked_from_is_replaced_when_it_ends() -> None:
    pool = Pool(1, 60.0)
    assert await pool.run("ada", len, "four") == 4
    [worker] = map(psutil.Process, pool.pids)
    server = worker.parent()
    assert server is not None
    server.kill()
    assert await pool.run("ada", len, "four") == 4
    worker.kill()
    assert await pool.run("ada", len, "four") == 4
    assert pool.pids != [worker.pid]
    await pool.close()


async def test_everybodys_first_comes_before_anybodys_second(pool: Pool, tmp_path: Path) -> None:
    log, asked = tmp_path / "log", []
    asked.append(asyncio.create_task(pool.run("ada", noted, log, "ada 1", 0.3)))
    await asyncio.sleep(0)
    for name in ("ada 2", "ada 3", "ada 4", "bo 1", "cy 1", "bo 2"):
        asked.append(asyncio.create_task(pool.run(name.split()[0], noted, log, name)))
    await asyncio.gather(*asked)
    done = log.read_text().splitlines()
    assert done == ["ada 1", "ada 2", "bo 1", "cy 1", "ada 3", "bo 2", "ada 4"]


async def test_stop_frees_the_process_and_the_place_in_the_queue(
    pool: Pool, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    running = asyncio.create_task(pool.run("ada", forever, tmp_path / "begun"))
    await begun(tmp_path / "begun")
    waiting = asyncio.create_task(pool.run("bo", noted, log, "bo"))
    last = asyncio.create_task(pool.run("cy", noted, log, "cy"))
    await asyncio.sleep(0)
    for task in (waiting, running):
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    assert (await last).startswith("cy")
    assert log.read_text() == "cy\n"


async def test_the_loop_goes_on_while_work_is_done(pool: Pool, tmp_path: Path) -> None:
    running = asyncio.create_task(pool.run("ada", forever, tmp_path / "begun"))
    await begun(tmp_path / "begun")
    turns = 0
    while turns < 100:
        await asyncio.sleep(0)
        turns += 1
    assert not running.done()
    running.cancel()


async def test_the_end_of_a_pool_ends_its_processes_and_who_waits(tmp_path: Path) -> None:
    pool = Pool(1, 60.0)
    running = asyncio.create_task(pool.run("ada", forever, tmp_path / "begun"))
    waiting = asyncio.create_task(pool.run("bo", len, "four"))
    await begun(tmp_path / "begun")
    pids = pool.pids
    await pool.close()
    assert not any(map(psutil.pid_exists, pids))
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with contextlib.suppress(asyncio.CancelledError, WorkerLost):
        running.cancel()
        await running


_APP = """
import asyncio, sys
from pathlib import Path
from bot.workers.pool import Pool
from tests.unit.workers.work import forever

async def main():
    pool = Pool(2, 60.0)
    pool.begin(len, "four")
    asyncio.create_task(pool.run("ada", forever, Path(sys.argv[1])))
    while len(pool.pids) < 2:
        await asyncio.sleep(0.02)
    print(*pool.pids, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_no_process_outlives_an_app_that_was_killed(tmp_path: Path) -> None:
    app = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _APP, str(tmp_path / "begun")),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert app.stdout is not None
    workers = [psutil.Process(int(pid)) for pid in (await app.stdout.readline()).split()]
    await begun(tmp_path / "begun")
    app.send_signal(signal.SIGKILL)
    await app.wait()
    await until(lambda: not any(one.is_running() for one in workers), _PATIENCE)


async def test_without_processes_work_is_done_here() -> None:
    place: Processor = Here().of("ada")
    assert await place.run(os.getpid) == os.getpid()
    assert await apart(os.getpid) == os.getpid()


async def test_work_goes_where_the_turn_says(pool: Pool) -> None:
    token = processor.set(pool.of("ada"))
    try:
        assert await apart(os.getpid) in pool.pids
    finally:
        processor.reset(token)
