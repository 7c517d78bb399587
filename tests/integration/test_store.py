"""The SQL store, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
import threading
from datetime import date
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, insert, select, text

from memory import migrations
from memory.conversation import Exchange, Mention
from memory.errors import StoreError
from memory.query import Attribute, Column, Comparison, Constant, Node, Pattern, Query
from memory.spending import Spending
from memory.spent import Spent
from memory.store import Store, changed, version
from memory.tables import HEAD, examples, exchanges, lessons, metadata, spending
from tests.integration.databases import written
from tests.postgres import Postgres

ROOT = Path(__file__).parents[2]

QUERY = Query(
    Pattern(
        (Node("f", ("Film",)),),
        where=(Comparison(Attribute("f", "released"), ">", Constant(date(2000, 1, 1))),),
    ),
    (Column(Attribute("f", "title"), "title"),),
    "f",
)


def exchange(number: int = 0) -> Exchange:
    return Exchange(
        f"and after {number}?\x00\ud83d",
        "Which films came out after 2000?",
        "answerable",
        "MATCH (f:Film) WHERE f.released > $after RETURN f.title AS title",
        {"after": date(2000, 1, 1), "names": ["Léon"]},
        ("title",),
        3,
        "the films released after 2000",
        QUERY,
        mentions=(Mention("Film", "title", "Léon"),),
    )


async def test_exchanges_come_back_in_order(store: Store) -> None:
    for number in range(25):
        await store.add_exchange("t1", "ada", exchange(number))
    await store.add_exchange("t2", "ada", exchange(99))
    found = await store.exchanges("t1")
    assert found == [exchange(number) for number in range(5, 25)]
    assert await store.exchanges("t1", limit=2) == [exchange(23), exchange(24)]
    assert await store.exchanges("none") == []


async def test_what_an_older_version_wrote_is_passed_over(store: Store) -> None:
    await store.add_exchange("t1", "ada", exchange(1))
    await store.add_exchange("t1", "ada", exchange(2), message="m2")
    older = exchanges.update().where(exchanges.c.message == "m2").values(body='{"v":0}')
    await written(store, older)
    assert await store.exchanges("t1") == [exchange(1)]
    assert await store.answered("m2") is None


async def test_an_answer_is_found_by_its_message(store: Store) -> None:
    await store.add_exchange(
        "t1", "ada", exchange(), message="m1", graph="films", fingerprint="f0", engine="offline"
    )
    found = await store.answered("m1")
    assert found is not None
    assert (found.thread, found.user, found.graph) == ("t1", "ada", "films")
    assert (found.fingerprint, found.engine, found.exchange) == ("f0", "offline", exchange())
    assert await store.answered("m2") is None


async def test_it_is_still_there_after_closing(address: str) -> None:
    first = await Store.open(address)
    await first.add_exchange("t1", "ada", exchange())
    await first.close()
    second = await Store.open(address)
    assert await second.exchanges("t1") == [exchange()]
    await second.close()


async def test_the_migrations_make_just_the_tables(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with store.read() as connection:
        assert await connection.run_sync(differences) == []
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


async def test_pairs_of_the_first_version_still_serve_their_owners(address: str) -> None:
    store = await Store.open(address)
    liked = {
        **dict.fromkeys(("question", "folded"), "how many?"),
        **dict.fromkeys(("engine", "status", "created"), "liked"),
        **{"id": "e1", "graph": "films", "owner": "ada", "fingerprint": "now"},
        **{"cypher": "RETURN 1", "parameters": "{}"},
    }
    later = ("lesson_votes", "lessons", "spending", "terms", "sign_in_tries", "ended_sessions")
    await written(
        store,
        insert(examples).values(liked),
        *(text(f"DROP TABLE {table}") for table in later),
        *(text(f"ALTER TABLE examples DROP COLUMN {name}") for name in ("source", "pinned")),
        text("UPDATE alembic_version SET version_num = '0001'"),
    )
    await store.close()
    again = await Store.open(address)
    async with again.read() as connection:
        rows = (await connection.execute(select(examples))).mappings().all()
        assert [dict(row) for row in rows] == [liked | {"source": "liked", "pinned": ""}]
        assert (await connection.execute(select(func.count()).select_from(lessons))).scalar() == 0
    await again.close()


async def test_a_newer_database_is_left_alone(address: str) -> None:
    store = await Store.open(address)
    await written(store, text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    with pytest.raises(StoreError, match="newer version of Cicerone"):
        await Store.open(address)


async def test_a_failed_write_leaves_nothing(store: Store) -> None:
    row = {"thread": "t", "user": "u", "graph": "", "fingerprint": "", "created": "", "body": "{}"}
    with pytest.raises(StoreError, match="failed"):
        await written(store, insert(exchanges).values(row), text("SELECT * FROM nowhere"))
    async with store.read() as connection:
        assert (await connection.execute(select(func.count()).select_from(exchanges))).scalar() == 0


async def test_changes_are_counted_without_gaps(store: Store) -> None:
    def change(connection: Connection) -> int:
        return changed(connection, "examples")

    numbers = await asyncio.gather(*(store.write(change) for _ in range(20)))
    assert sorted(numbers) == list(range(1, 21))
    async with store.read() as connection:
        assert await version(connection, "examples") == 20
        assert await version(connection, "other") == 0


async def test_cancelled_writers_block_nobody(store: Store) -> None:
    """Stop is pressed at any moment of a write."""
    for delay in (0, 0.0005, 0.001, 0.002, 0.005) * 4:
        writers = [
            asyncio.create_task(store.add_exchange("t", "ada", exchange(n))) for n in range(4)
        ]
        await asyncio.sleep(delay)
        for writer in writers:
            writer.cancel()
        await asyncio.gather(*writers, return_exceptions=True)
    async with asyncio.timeout(10):
        await store.add_exchange("t", "ada", exchange(77))
        assert (await store.exchanges("t"))[-1] == exchange(77)


async def test_processes_that_open_it_at_once_find_the_tables(address: str) -> None:
    script = (
        "import asyncio, sys\n"
        "from memory.conversation import Exchange\n"
        "from memory.store import Store\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    await store.add_exchange('t', 'ada', Exchange('q', 'q', 'answerable'))\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
    )
    processes = [_python(script, address) for _ in range(4)]
    for process in processes:
        _, errors = await asyncio.to_thread(process.communicate, timeout=60)
        assert process.returncode == 0, errors
    store = await Store.open(address)
    assert len(await store.exchanges("t")) == 4
    await store.close()


async def test_kill_9_loses_no_acknowledged_row(address: str) -> None:
    script = (
        "import asyncio, sys\n"
        "from memory.conversation import Exchange\n"
        "from memory.store import Store\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    for n in range(100000):\n"
        "        await store.add_exchange('t', 'ada', Exchange(str(n), 'q', 'answerable'))\n"
        "        print(n, flush=True)\n"
        "asyncio.run(main())\n"
    )
    last = -1
    for wanted in (1, 60):
        process = _python(script, address)
        assert process.stdout is not None
        for _ in range(wanted):
            acknowledged = int(await asyncio.to_thread(process.stdout.readline))
        os.kill(process.pid, signal.SIGKILL)
        rest, _ = await asyncio.to_thread(process.communicate, timeout=30)
        # A line cut by the kill may be a shorter number, so it counts for nothing.
        lines = rest.split("\n")[:-1]
        acknowledged = int(lines[-1]) if lines else acknowledged
        store = await Store.open(address)
        found = [int(e.question) for e in await store.exchanges("t", limit=200_000)]
        await store.close()
        assert found[last + 1 :][: acknowledged + 1] == list(range(acknowledged + 1))
        last = len(found) - 1


def _python(script: str, address: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# SQLite alone


async def test_a_folder_gets_a_private_file(tmp_path: Path) -> None:
    for number, name in enumerate(("home", "new.home", ".cicerone")):
        home = tmp_path / str(number) / name
        store = await Store.open(home)
        await store.add_exchange("t", "ada", exchange())
        files = sorted(path.name for path in home.iterdir())
        assert files[0] == "cicerone.db"
        assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in home.iterdir())
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        async with store.read() as connection:
            assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
            assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar() == 1
        await store.close()


async def test_a_home_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for home in (tmp_path / "file" / "home", Path("/proc/cicerone")):
        with pytest.raises(StoreError, match=r"cannot be written .*CICERONE_HOME"):
            await Store.open(home)


async def test_a_file_that_is_none_of_ours_is_said_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "cicerone.db"
    path.write_bytes(b"This is a diary, not a database. " * 100)
    with pytest.raises(StoreError, match="is not an SQLite file"):
        await Store.open(path)
    assert path.read_bytes().startswith(b"This is a diary")


async def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    writing, read = threading.Event(), threading.Event()

    def write(connection: Connection) -> bool:
        connection.execute(text("DELETE FROM exchanges"))
        writing.set()
        return read.wait(5)

    async with asyncio.timeout(5):
        writer = asyncio.create_task(store.write(write))
        await asyncio.to_thread(writing.wait)
        assert await store.exchanges("t") == []
        read.set()
        assert await writer
    await store.close()


# PostgreSQL alone


@pytest.mark.parametrize(
    ("scheme", "query"),
    [
        ("postgresql", ""),
        ("postgres", ""),
        ("postgresql+asyncpg", ""),
        ("postgresql+psycopg2", "?sslmode=disable"),
        ("postgresql", "?sslmode=prefer&channel_binding=prefer"),
    ],
)
async def test_every_spelling_of_the_address_works(
    postgres: Postgres, scheme: str, query: str
) -> None:
    async with postgres.database() as url:
        store = await Store.open(url.replace("postgresql", scheme, 1) + query)
        await store.add_exchange("t", "ada", exchange())
        assert await store.exchanges("t") == [exchange()]
        await store.close()


async def test_a_password_may_have_any_character(postgres: Postgres) -> None:
    password = "p@s/s:w#o?r d%41"
    await postgres.run(f"CREATE ROLE odd SUPERUSER LOGIN PASSWORD '{password}'")
    try:
        async with postgres.database() as url:
            place = url.rpartition("@")[2]
            for spelling in ("p@s/s:w#o?r d%2541", "p%40s%2Fs%3Aw%23o%3Fr%20d%2541"):
                await (await Store.open(f"postgres://odd:{spelling}@{place}")).close()
    finally:
        await postgres.run("DROP ROLE odd")


async def test_what_is_wrong_with_the_address_is_told_without_the_password(
    postgres: Postgres,
) -> None:
    good = postgres.url()
    cases = {
        postgres.url(password="hunter2"): "refused the user or the password",
        postgres.url("nowhere"): "does not exist",
        good.replace(f":{postgres.port}", ":1"): "does not answer",
        good.replace("127.0.0.1", "no.such.host.invalid"): "does not answer",
        good.replace(f":{postgres.port}", ":port"): "cannot be read",
        good + "?sslmode=require": "does not answer|TLS",
        good.replace("postgresql", "mysql"): "only postgresql:// is supported",
    }
    for url, said in cases.items():
        with pytest.raises(StoreError, match=said) as raised:
            await Store.open(url)
        shown = str(raised.value)
        assert postgres.password not in shown
        assert "hunter2" not in shown
        assert "\n" not in shown


async def test_a_user_who_may_not_create_tables_is_told(postgres: Postgres) -> None:
    async with postgres.database() as url:
        database = url.rpartition("/")[2]
        await postgres.run("CREATE ROLE guest LOGIN PASSWORD 'guest'")
        try:
            await postgres.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC", database)
            address = f"postgres://guest:guest@127.0.0.1:{postgres.port}/{database}"
            with pytest.raises(StoreError, match="grant it CREATE"):
                await Store.open(address)
        finally:
            await postgres.run("DROP ROLE guest")


async def test_it_goes_on_after_the_connections_were_cut(postgres: Postgres) -> None:
    async with postgres.database() as url:
        store = await Store.open(url)
        await store.add_exchange("t", "ada", exchange(1))
        await postgres.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'cicerone'"
        )
        await store.add_exchange("t", "ada", exchange(2))
        assert len(await store.exchanges("t")) == 2
        await store.close()


async def test_spending_is_summed_by_day_and_model(store: Store) -> None:
    book = Spending(store)
    await asyncio.gather(*(book.add(Spent("small", 1, 100, 10)) for _ in range(20)))
    await book.add(Spent("large", 2, 9000, 1))
    long_ago = {"day": "2001-01-01", "model": "small", "calls": 7}
    used = {"prompt_tokens": 70, "completion_tokens": 7}
    await written(store, insert(spending).values(**long_ago, **used))
    assert await book.of_days(1) == (Spent("large", 2, 9000, 1), Spent("small", 20, 2000, 200))
    assert (await book.of_days(100_000))[1] == Spent("small", 27, 2070, 207)
