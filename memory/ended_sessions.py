"""Which sign-ins have ended before their token expires, for all replicas of a store.

A token names its session, and whatever token is made of it names the same: all end with it.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, select, union_all

from memory.engines import upsert
from memory.forgotten import query_of
from memory.store import Store
from memory.tables import ended_sessions as table

# In the metadata of the person, which Chainlit puts into the token.
KEY = "session"


def new_session() -> dict[str, str]:
    """Metadata by which the tokens of one sign-in are told from those of another."""
    return {KEY: secrets.token_urlsafe(12)}


def session_of(claims: Mapping[str, Any], token: str) -> str:
    """The session of a token; a token that an operator signed is its own.

    >>> session_of({"metadata": {"session": "abc"}}, "x.y.z")
    'abc'
    """
    metadata = claims.get("metadata")
    named = metadata.get(KEY) if isinstance(metadata, dict) else None
    return str(named) if named else hashlib.sha256(token.encode()).hexdigest()


class EndedSessions:
    """The sessions of a store. Every method raises `StoreError` where the database fails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def end(self, session: str, until: float) -> None:
        """From now on no token of `session` is taken, which would expire at `until`."""

        def end(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.until < time.time()))
            statement = upsert(connection.dialect.name, table).values(session=session, until=until)
            new = {"until": statement.excluded.until}
            connection.execute(
                statement.on_conflict_do_update(index_elements=[table.c.session], set_=new)
            )

        await self._store.write(end)

    async def has_ended(self, session: str, person: str, since: float) -> bool:
        """Whether a session was ended, or its person forgotten, here or by another replica.

        Args:
            session: The session.
            person: Whose it is.
            since: When they signed in, in seconds since 1970.
        """
        ended = select(table.c.until).where(table.c.session == session)
        query = union_all(ended, query_of(person, since))
        async with self._store.read() as connection:
            return (await connection.execute(query)).first() is not None
