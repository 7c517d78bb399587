"""What is told to be kept is on disk; what cannot be kept is told, and is kept again afterwards."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from chainlit.context import get_context
from chainlit.emitter import ChainlitEmitter
from chainlit.types import Feedback, Pagination, ThreadFilter
from chainlit.user import PersistedUser
from sqlalchemy import Connection, insert, text
from structlog.testing import capture_logs

from bot.conversations import Lasting
from bot.events import Outcome
from bot.page.keeping import say_done_when_kept, tell_what_is_not_kept
from memory import outages
from memory.conversation import Exchange
from memory.errors import StoreAway, StoreError
from memory.files import Files
from memory.store import Store
from memory.tables import exchanges
from memory.threads import Threads
from tests.between import between
from tests.integration.chats import a_step, chat, first_visit, known, talk
from tests.integration.databases import written
from tests.postgres import Postgres


def exchange(question: str) -> Exchange:
    return Exchange(question, question, "answerable")


async def questions(store: Store) -> list[str]:
    return [one.question for one in await store.exchanges("t", limit=1000)]


def outages_of(logs: list[Any]) -> list[tuple[str, str]]:
    return [(line["event"], line["part"]) for line in logs if line["event"].startswith("outage")]


@pytest.fixture
def page(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chainlit with our data layer, whose last event waits."""
    monkeypatch.setattr("chainlit.data._data_layer", threads)
    monkeypatch.setattr("chainlit.data._data_layer_initialized", True)
    monkeypatch.setattr(ChainlitEmitter, "task_end", ChainlitEmitter.task_end)
    say_done_when_kept()


# One line of writes


async def test_a_write_that_fails_fails_alone(store: Store) -> None:
    def wrong(connection: Connection) -> None:
        connection.execute(text("DELETE FROM exchanges"))
        connection.execute(insert(exchanges).values(thread="t", user="ada"))

    writes = [store.add_exchange("t", "ada", exchange(str(number))) for number in range(20)]
    failing = [store.write(wrong) for _ in range(3)]
    done = await asyncio.gather(*writes[:10], *failing, *writes[10:], return_exceptions=True)
    failed = [one for one in done if one is not None]
    assert len(failed) == 3 and all(isinstance(one, StoreError) for one in failed)
    assert not any(isinstance(one, StoreAway) for one in failed)
    assert await questions(store) == [str(number) for number in range(20)]
    assert outages.now() == ()


async def test_a_thumb_in_the_instant_of_the_answer_is_kept(
    threads: Threads, ada: PersistedUser
) -> None:
    """A hundred times, while the answer's own writes still wait in line."""
    with chat(ada, "t1"):
        tasks, thumbs = [], []
        for number in range(100):
            answer = f"a{number}"
            tasks.append(asyncio.create_task(threads.create_step(a_step("t1", answer))))
            shown = a_step("t1", answer, output="shown")
            tasks.append(asyncio.create_task(threads.update_step(shown)))
            await asyncio.sleep(0)
            thumbs.append(
                asyncio.create_task(threads.upsert_feedback(Feedback(forId=answer, value=1)))
            )
        await asyncio.gather(*thumbs)
    thread = await threads.get_thread("t1")
    assert thread is not None
    kept = [step for step in thread["steps"] if step["output"] == "shown" and step["feedback"]]
    assert len(kept) == 100
    await asyncio.gather(*tasks)


async def test_updates_that_wait_are_one_write(
    store: Store, threads: Threads, ada: PersistedUser
) -> None:
    await talk(threads, ada, "t1", "who?")
    written: list[Any] = []
    save = store.write_latest

    async def counted(key: Any, work: Any) -> Any:
        return await save(key, Counted(work))

    class Counted:
        def __init__(self, work: Any) -> None:
            self.work = work

        def __call__(self, connection: Connection) -> Any:
            written.append(self.work.step["output"])
            return self.work(connection)

        def after(self, earlier: Any) -> Counted:
            return Counted(self.work.after(earlier.work))

    store.write_latest = counted  # type: ignore[method-assign]
    with chat(ada, "t1"):
        tasks = [asyncio.create_task(threads.create_step(a_step("t1", "s1", input="q")))]
        for number in range(200):
            step = a_step("t1", "s1", output=str(number))
            tasks.append(asyncio.create_task(threads.update_step(step)))
        assert await threads.kept("t1") is None
    assert len(written) < 100 and written[-1] == "199"
    thread = await threads.get_thread("t1")
    assert thread is not None and thread["steps"][-1]["output"] == "199"
    await asyncio.gather(*tasks)


async def test_kept_waits_for_what_nobody_awaits(threads: Threads, ada: PersistedUser) -> None:
    await talk(threads, ada, "t1", "who?")
    with chat(ada, "t1"):
        begun = [
            asyncio.create_task(threads.create_step(a_step("t1", f"s{number}")))
            for number in range(50)
        ]
        assert await threads.kept("t1") is None
        assert all(task.done() for task in begun)


async def test_done_is_said_when_it_is_kept(
    threads: Threads, ada: PersistedUser, page: None
) -> None:
    sent: list[tuple[str, Any]] = []
    with first_visit(ada, "t1", sent) as session:
        session.has_first_interaction = True
        begun = [
            asyncio.create_task(threads.create_step(a_step("t1", f"s{number}")))
            for number in range(30)
        ]
        await tell_what_is_not_kept(Outcome("who?"), "run")
        await get_context().emitter.task_end()
        assert all(task.done() for task in begun)
    assert sent == [("task_end", {})]


async def test_what_is_not_kept_is_said_at_that_answer(
    store: Store, threads: Threads, ada: PersistedUser, page: None
) -> None:
    await written(store, text("ALTER TABLE steps RENAME TO gone"))
    for kept, told in ((True, 1), (False, 0)):  # else the turn has said so already
        sent: list[tuple[str, Any]] = []
        with first_visit(ada, "t1", sent) as session:
            session.has_first_interaction = True
            await threads.create_step(a_step("t1", output="Léon"))
            await tell_what_is_not_kept(Outcome("who?", kept=kept), "run")
            await get_context().emitter.task_end()
        said = [data["output"] for event, data in sent if event == "new_message"]
        assert len(said) == told and sent[-1] == ("task_end", {})
        assert all(one.startswith("This answer could not be kept: ") for one in said)


# A store that goes and comes back


@asynccontextmanager
async def full_disk(store: Store) -> AsyncIterator[Callable[[], Any]]:
    """The file may not grow; the way back is called when there is room again."""

    def pages(most: int) -> Callable[[Connection], None]:
        def limit(connection: Connection) -> None:
            used = connection.execute(text("PRAGMA page_count")).scalar_one()
            connection.execute(text(f"PRAGMA max_page_count = {most or used}"))

        return limit

    await store.write(pages(0))
    yield lambda: store.write(pages(1_000_000_000))


@asynccontextmanager
async def no_more_bytes(store: Store) -> AsyncIterator[Callable[[], Any]]:
    """The system lets no file of this process grow, as a quota does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))

    async def back() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    try:
        yield back
    finally:
        await back()


@pytest.mark.parametrize(
    ("gone", "why"),
    [
        (full_disk, r"There is no space left for .*cicerone\.db\.$"),
        (no_more_bytes, r"cicerone\.db cannot be read or written; is the disk full, or gone\?$"),
    ],
)
async def test_a_file_that_cannot_be_written_is_told_and_written_again(
    tmp_path: Path, gone: Any, why: str
) -> None:
    store = await Store.open(tmp_path)
    await store.add_exchange("t", "ada", exchange("before"))
    long = "x" * 100_000
    with capture_logs() as logs:
        async with gone(store) as back:
            for _ in range(3):
                with pytest.raises(StoreAway, match=why):
                    await store.add_exchange("t", "ada", exchange(long))
            assert await questions(store) == ["before"]
            assert [one.part for one in outages.now()] == [outages.STORE]
            await back()
        await store.add_exchange("t", "ada", exchange("after"))
    assert await questions(store) == ["before", "after"]
    assert outages_of(logs) == [("outage begins", "the store"), ("outage ends", "the store")]
    assert logs[-1]["failed"] == 3
    await store.close()


async def test_a_file_that_became_read_only_is_told_and_still_read(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    await store.add_exchange("t", "ada", exchange("before"))
    await store.write(lambda connection: connection.execute(text("PRAGMA query_only = 1")))
    with pytest.raises(StoreAway, match=r"cannot be written; set CICERONE_HOME to a folder that"):
        await store.add_exchange("t", "ada", exchange("after"))
    assert await questions(store) == ["before"]
    await store.close()
    outages.ends(outages.STORE)


async def test_a_server_that_goes_and_comes_back(postgres: Postgres, tmp_path: Path) -> None:
    """The conversation goes on meanwhile, and nothing of it is missing afterwards."""
    async with postgres.database() as url, between(postgres.port) as way:
        store = await Store.open(url.replace(f":{postgres.port}/", f":{way.port}/"))
        threads = Threads(store, Files(tmp_path / "files", store))
        lasting = Lasting(store)
        ada = await known(threads, "ada")
        await lasting.add_exchange("t", "ada", exchange("before"))
        assert len(await lasting.exchanges("t")) == 1
        with capture_logs() as logs:
            await way.cut()
            with pytest.raises(StoreAway, match=r"does not answer; is it running"):
                await lasting.add_exchange("t", "ada", exchange("meanwhile"))
            known_of = [one.question for one in await lasting.exchanges("t")]
            assert known_of == ["before", "meanwhile"]
            with pytest.raises(StoreAway):
                await lasting.exchanges("another")
            # Nobody is signed out, and who ends a session is told nothing.
            assert await threads.get_user("ada") == ada
            with pytest.raises(StoreAway):
                await threads.get_user("eve")
            with chat(ada, "t1"):
                said = a_step("t1", "s1", type="user_message", output="who?")
                await threads.create_step(said)
                await threads.update_thread("t1", metadata={"client_type": "webapp"})
                problem = await threads.kept("t1")
                assert problem is not None and "does not answer" in str(problem)
                assert await threads.kept("t1") is None
                await way.mend()
                await threads.create_step({**said, "id": "s2"})
                assert await threads.kept("t1") is None
            await lasting.add_exchange("t", "ada", exchange("after"))
        assert await questions(store) == ["before", "meanwhile", "after"]
        # Its owner and name were said but once, when they could not be kept.
        page = await threads.list_threads(Pagination(first=5), ThreadFilter(userId=ada.id))
        assert [(one["id"], one["name"]) for one in page.data] == [("t1", "who?")]
        assert outages_of(logs) == [("outage begins", "the store"), ("outage ends", "the store")]
        await threads.close()
