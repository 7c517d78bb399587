"""Since when nothing may be known of somebody who was forgotten, for all replicas of a store.

Whoever is asking at another replica while that happens would make themselves known again: what was
signed in, or begun, before then writes nothing any longer. Of whom it is, only a hash is kept, and
that no longer than a sign-in lasts.
"""

from __future__ import annotations

import hashlib
import time
from contextvars import ContextVar

from sqlalchemy import Connection, Select, select

from memory.catalogue import marked
from memory.engines import upsert
from memory.errors import Forgotten
from memory.tables import ended_sessions as table

TOLD = marked("Everything about you was forgotten meanwhile.")
# As long as Chainlit's sign-ins last at most.
KEPT_SECONDS = 15 * 86_400.0

# Who is asking here, and since when (seconds since 1970); None where nobody is.
begun: ContextVar[tuple[str, float] | None] = ContextVar("begun", default=None)


def mark(connection: Connection, person: str) -> None:
    """From now on, nothing that was begun before is kept of a person."""
    statement = upsert(connection.dialect.name, table).values(
        session=_sign(person), until=time.time() + KEPT_SECONDS
    )
    new = {"until": statement.excluded.until}
    connection.execute(statement.on_conflict_do_update(index_elements=[table.c.session], set_=new))


def query_of(person: str, since: float) -> Select[tuple[float]]:
    """A row where the person was forgotten after that moment."""
    query = select(table.c.until).where(table.c.session == _sign(person))
    return query.where(table.c.until > since + KEPT_SECONDS)


def hold(connection: Connection, asking: tuple[str, float]) -> None:
    """Let through what is kept of whoever is asking, where they were not forgotten meanwhile.

    Raises:
        Forgotten: they were.
    """
    if connection.execute(query_of(*asking)).first() is not None:
        raise Forgotten(TOLD)


def _sign(person: str) -> str:
    return hashlib.sha256(f"forgotten {person}".encode()).hexdigest()
