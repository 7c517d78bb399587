"""The credentials file that Neo4j Aura gives with a new instance (`Neo4j-….txt`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from bot.errors import UsageError

# Name in the file -> field of `Settings`.
_FIELDS = {
    "NEO4J_URI": "neo4j_uri",
    "NEO4J_USERNAME": "neo4j_username",
    "NEO4J_PASSWORD": "neo4j_password",
    "NEO4J_DATABASE": "neo4j_database",
}
_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*[=:]\s*(.*)")
_MOST_BYTES = 100_000


def read_credentials(path: Path) -> Mapping[str, str]:
    """The settings that the file holds, by the names of `Settings`' fields.

    Lines are `NAME=value`; comments, blank lines and other names are passed over.

    Raises:
        UsageError: the file cannot be read, or has no address or password; never shows a value.
    """
    found: dict[str, str] = {}
    for line in _text(path).splitlines():
        match = _LINE.fullmatch(line.strip())
        if match and match[1].upper() in _FIELDS:
            found[_FIELDS[match[1].upper()]] = _unquoted(match[2].strip())
    missing = [name for name in ("NEO4J_URI", "NEO4J_PASSWORD") if not found.get(_FIELDS[name])]
    if missing:
        raise UsageError(
            f"{path.name} has no {' and no '.join(missing)}; a credentials file has lines like "
            "NEO4J_URI=neo4j+s://…"
        )
    return {field: value for field, value in found.items() if value}


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise UsageError(f"The credentials file {path} cannot be read: {reason}.") from None
    if len(content) > _MOST_BYTES:
        raise UsageError(f"{path.name} is too big to be a credentials file.")
    # Editors on Windows save text files as UTF-16, with a byte order mark.
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise UsageError(f"{path.name} is not a text file.") from None


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
