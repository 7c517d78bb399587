"""Addresses of the SQL database: a path, or the URL of a PostgreSQL."""

from __future__ import annotations

import re
from pathlib import Path

POSTGRES = re.compile(r"^postgres(?:ql)?(?:\+\w+)?://", re.IGNORECASE)
_FILES = (".db", ".sqlite", ".sqlite3")


def is_postgres(address: str | Path) -> bool:
    """Whether the address is that of a PostgreSQL database.

    >>> is_postgres("postgres://ada@db/threads"), is_postgres("/home/ada/.cicerone/cicerone.db")
    (True, False)
    """
    return isinstance(address, str) and bool(POSTGRES.match(address))


def place_of(address: str | Path) -> str:
    """The database as errors name it: never with user or password.

    >>> place_of("postgresql+asyncpg://ada:secret@db.example:5433/threads?sslmode=require")
    'PostgreSQL at db.example:5433/threads'
    """
    if not is_postgres(address):
        return str(file_of(address))
    rest = POSTGRES.sub("", str(address)).rpartition("@")[2].partition("?")[0]
    return f"PostgreSQL at {rest or 'localhost'}"


def file_of(address: str | Path) -> Path:
    """The file of an SQLite database; a path that is none is the folder of `cicerone.db`."""
    path = Path(re.sub(r"^sqlite(?:\+\w+)?:///", "", str(address))).expanduser()
    return path if path.suffix in _FILES and not path.is_dir() else path / "cicerone.db"
