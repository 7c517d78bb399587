"""How the SQL database is reached, and what to say when it is not: SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

import asyncpg
from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from memory.address import POSTGRES, file_of, is_postgres
from memory.errors import StoreAway, StoreError

_CONNECT_SECONDS = 10.0
# How long a writer waits for another before it is told that the database is held.
BUSY_SECONDS = 30.0

# What the drivers raise while connecting, where SQLAlchemy does not wrap it.
_RAW = (OSError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError)

_AWAY = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.InterfaceError,
)
# What fails all that is written now, whatever it is.
_UNUSABLE = (
    *_AWAY,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
)
_UNUSABLE_FILE = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_READONLY,
    }
)


class SqliteTransactions:
    """Transactions on a file, for the one thread that writes.

    SQLite's own default is kept, `synchronous = FULL`: the log is on the disk at each commit, so
    that what is committed outlives a loss of power, and not only the death of the process.
    """

    def __init__(self, address: str | Path, busy_seconds: float) -> None:
        self._engine = _sqlite(file_of(address), busy_seconds).execution_options(writes=True)

    def run(self, work: Callable[[Connection], None]) -> None:
        """Run `work` in a transaction."""
        with self._engine.begin() as connection:
            work(connection)

    def close(self) -> None:
        """Close the file."""
        self._engine.dispose()


class PostgresTransactions:
    """Transactions on a server, for the one thread that writes: it has an event loop of its own."""

    def __init__(self, url: str) -> None:
        self._runner = asyncio.Runner()
        self._engine = _postgres(url, pool_size=1, max_overflow=0)

    def run(self, work: Callable[[Connection], None]) -> None:
        """Run `work` in a transaction."""
        self._runner.run(self._run(work))

    def close(self) -> None:
        """Close the connection."""
        self._runner.run(self._engine.dispose())
        self._runner.close()

    async def _run(self, work: Callable[[Connection], None]) -> None:
        async with self._engine.connect() as connection, connection.begin():
            await connection.run_sync(work)


def open_transactions(
    address: str | Path, busy_seconds: float
) -> SqliteTransactions | PostgresTransactions:
    """What the writer of an address that `open_engine` has opened writes through."""
    if is_postgres(address):
        return PostgresTransactions(str(address))
    return SqliteTransactions(address, busy_seconds)


def open_engine(address: str | Path, busy_seconds: float = BUSY_SECONDS) -> AsyncEngine:
    """An engine for a path, `sqlite:///path`, or a PostgreSQL URL in any of its spellings.

    A path that does not end in .db, .sqlite or .sqlite3 is a folder with `cicerone.db` in it.

    Raises:
        StoreError: the address is of another kind, or the file's folder cannot be written.
    """
    if is_postgres(address):
        return _postgres(str(address))
    if isinstance(address, str) and "://" in address and not address.startswith("sqlite"):
        kind = address.partition("://")[0]
        raise StoreError(
            f"DATABASE_URL begins with {kind}://, but only postgresql:// is supported; "
            "leave it unset for SQLite."
        )
    file = file_of(address)
    _make_file(file)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{file}", connect_args={"timeout": busy_seconds}
    )
    _prepared(engine.sync_engine)
    return engine


def _postgres(url: str, **pool: int) -> AsyncEngine:
    """The URL is read by asyncpg itself: it knows libpq's `sslmode`, SQLAlchemy does not."""
    dsn = _libpq_form(url)

    async def connect() -> Any:
        try:
            return await asyncpg.connect(
                dsn, timeout=_CONNECT_SECONDS, server_settings={"application_name": "cicerone"}
            )
        except ValueError:  # its text may quote the URL, and so the password
            raise StoreError(
                "DATABASE_URL cannot be read; write postgresql://user:password@host:5432/database."
            ) from None

    return create_async_engine(
        "postgresql+asyncpg://", async_creator=connect, pool_pre_ping=True, **pool
    )


def _libpq_form(url: str) -> str:
    """The URL with the scheme asyncpg takes, and without parameters that it would misread.

    Raw characters that are legal in passwords but not in URLs (`#`, `/`, `@`) are escaped.
    """
    credentials, at, rest = POSTGRES.sub("", url).rpartition("@")
    place, _, query = rest.partition("?")
    user, colon, password = credentials.partition(":")
    kept = [(k, v) for k, v in parse_qsl(query) if k not in ("channel_binding", "pgbouncer")]
    login = quote(unquote(user), safe="") + colon + quote(unquote(password), safe="")
    return f"postgresql://{login}{at}{place}" + (f"?{urlencode(kept)}" if kept else "")


def _make_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written ({error.strerror}); set CICERONE_HOME to a folder that can."
        ) from None


def _sqlite(path: Path, busy_seconds: float) -> Engine:
    # The connection is made and used by one thread, but may be closed by another.
    arguments = {"timeout": busy_seconds, "check_same_thread": False}
    engine = create_engine(f"sqlite:///{path}", connect_args=arguments)
    _prepared(engine)
    return engine


def _prepared(engine: Engine) -> None:
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    # SQLite's own lower() knows ASCII only: a search for "éclair" would miss "Éclair".
    connection.create_function("lower", 1, _lower, deterministic=True)
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    # What is forgotten is written over; not every build of SQLite does so by itself.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()


def _lower(text: object) -> object:
    return text.lower() if isinstance(text, str) else text


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the write lock at once.

    A transaction that reads first and writes later fails with SQLITE_BUSY, without waiting, when
    another one wrote in between (sqlite.org/isolation.html).
    """
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def upsert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that takes `on_conflict_do_update` and `on_conflict_do_nothing`."""
    if dialect == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


@contextmanager
def failures(place: str) -> Iterator[None]:
    """Turns every failure of the database inside into a `StoreError` of one sentence."""
    try:
        yield
    except (SQLAlchemyError, *_RAW) as error:
        raise as_told(place, error) or error from None


def as_told(place: str, error: Exception) -> StoreError | None:
    """A failure of the database in one sentence; None where it is none."""
    if not isinstance(error, (SQLAlchemyError, *_RAW)):
        return None
    if place.startswith("PostgreSQL"):
        told = _postgres_sentence(place, _cause(error))
    else:
        told = _sqlite_sentence(place, str(_cause(error)))
    return StoreAway(told) if failed_as_a_whole(error) else StoreError(told)


def failed_as_a_whole(error: Exception) -> bool:
    """Whether the database cannot be used now, whatever it is asked."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    cause = _cause(error)
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _UNUSABLE_FILE
    return isinstance(cause, _UNUSABLE)


def _cause(error: Exception) -> BaseException:
    """What the driver said."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def _postgres_sentence(place: str, cause: BaseException) -> str:
    if isinstance(cause, asyncpg.InvalidAuthorizationSpecificationError):
        return f"{place} refused the user or the password; check DATABASE_URL."
    if isinstance(cause, asyncpg.InvalidCatalogNameError):
        return f"{place} does not exist; create that database or change DATABASE_URL."
    if isinstance(cause, asyncpg.InsufficientPrivilegeError):
        return f"{place} lets this user create or change no tables; grant it CREATE on the schema."
    if isinstance(cause, asyncpg.TooManyConnectionsError):
        return f"{place} has no free connection; raise max_connections or try again."
    if isinstance(cause, ssl.SSLError):
        return f"{place} did not accept the TLS connection; check sslmode in DATABASE_URL."
    if isinstance(cause, _AWAY):
        return f"{place} does not answer; is it running, and is DATABASE_URL right?"
    return f"{place} failed: {_first_line(cause)}"


_SQLITE = {
    "readonly": "{place} cannot be written; set CICERONE_HOME to a folder that can.",
    "unable to open": "{place} cannot be opened; set CICERONE_HOME to a folder that can be.",
    "not a database": "{place} is not an SQLite file; move it away, and a new one is made.",
    "malformed": "{place} is damaged; restore it from a backup, or move it away.",
    "locked": "{place} is held by another program; close that and try again.",
    "full": "There is no space left for {place}.",
    "disk I/O": "{place} cannot be read or written; is the disk full, or gone?",
}


def _sqlite_sentence(place: str, cause: str) -> str:
    for sign, sentence in _SQLITE.items():
        if sign in cause:
            return sentence.format(place=place)
    return f"{place} failed: {cause.partition(chr(10))[0]}"


def _first_line(cause: BaseException) -> str:
    return str(cause).partition("\n")[0] or type(cause).__name__
