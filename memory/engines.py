"""How the SQL database is reached, and what to say when it is not: SQLite or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

import asyncpg
from sqlalchemy import Connection, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from memory.address import POSTGRES, file_of, is_postgres
from memory.errors import StoreError

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
    return _sqlite(file_of(address), busy_seconds)


def _postgres(url: str) -> AsyncEngine:
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

    return create_async_engine("postgresql+asyncpg://", async_creator=connect, pool_pre_ping=True)


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


def _sqlite(path: Path, busy_seconds: float) -> AsyncEngine:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written ({error.strerror}); set CICERONE_HOME to a folder that can."
        ) from None
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}", connect_args={"timeout": busy_seconds}
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    # SQLite's own lower() knows ASCII only: a search for "éclair" would miss "Éclair".
    connection.create_function("lower", 1, _lower, deterministic=True)
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
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


def upsert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that takes `on_conflict_do_update` and `on_conflict_do_nothing`."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


@contextmanager
def failures(place: str) -> Iterator[None]:
    """Turns every failure of the database inside into a `StoreError` of one sentence."""
    try:
        yield
    except (SQLAlchemyError, *_RAW) as error:
        raise StoreError(_sentence(place, error)) from None


def _sentence(place: str, error: Exception) -> str:
    cause: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        cause = error.orig.__cause__ or error.orig
    if place.startswith("PostgreSQL"):
        return _postgres_sentence(place, cause)
    return _sqlite_sentence(place, str(cause))


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
}


def _sqlite_sentence(place: str, cause: str) -> str:
    for sign, sentence in _SQLITE.items():
        if sign in cause:
            return sentence.format(place=place)
    return f"{place} failed: {cause.partition(chr(10))[0]}"


def held(place: str) -> StoreError:
    """Somebody else is writing, and does not come to an end."""
    return StoreError(_SQLITE["locked"].format(place=place))


def _first_line(cause: BaseException) -> str:
    return str(cause).partition("\n")[0] or type(cause).__name__
