"""Brings a database's tables up to date when it is opened.

Two processes may open it at once: the first takes a lock and creates the tables, the second waits
and finds them there.
"""

from __future__ import annotations

import threading
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from memory.errors import StoreError
from memory.tables import HEAD

# Any number will do, as long as all processes of ours use the same one in pg_advisory_xact_lock.
_LOCK = 7_246_213_001

# Alembic keeps what it is doing in variables of its module.
_one_at_a_time = threading.Lock()


def migrate(connection: Connection) -> None:
    """Creates or upgrades the tables, inside the transaction that `connection` is in.

    Raises:
        StoreError: the tables were made by a newer version of Cicerone.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    if _version(connection) != HEAD:
        _upgrade(connection)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    # Imported here: it takes 0.2 s, and nearly every start finds the tables up to date.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        with _one_at_a_time:
            command.upgrade(config, "head")
    except CommandError:
        raise StoreError(
            "The tables were made by a newer version of Cicerone; upgrade it to open them."
        ) from None
