"""Where the graph of a file is, and who asks it: an address, never a secret."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import SecretStr

from bot.errors import UsageError
from bot.layer.form import EMBEDDED, Layer, LayerFile, Place

_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Server:
    """A database server, and the database on it; None is the user's home database."""

    uri: str
    username: str
    password: SecretStr
    database: str | None


def misplaced(layer: Layer) -> Iterator[tuple[Place, str]]:
    """(place, what is wrong) of what a file says of the address, without a look at the server."""
    if layer.is_on_server:
        yield from _wrong(layer.address)
    else:
        named = {"database": layer.database, "credentials": dict(layer.credentials.variables())}
        for key in (key for key, value in named.items() if value):
            yield (key,), f"{key} needs the address of a server."
    for name, variable in layer.credentials.variables():
        if not _VARIABLE.fullmatch(variable):
            told = "has to be the name of an environment variable, never the secret itself."
            yield ("credentials", name), f"credentials.{name} {told}"


def _wrong(address: str) -> Iterator[tuple[Place, str]]:
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.scheme not in _SCHEMES or not host:
        example = f"neo4j+s://host or {EMBEDDED}"
        yield ("address",), f"the address is no Bolt address; write one as {example}."
    elif parts.username is not None or parts.password is not None:
        told = "name environment variables under credentials."
        yield ("address",), f"no user and no password may stand in the address; {told}"


def server_of(described: LayerFile, username: str, password: SecretStr) -> Server:
    """The server that a file names, with credentials from the environment or `.env`.

    Args:
        described: The file; its layer is on a server.
        username: Used where the file names no variable for it.
        password: The same.

    Raises:
        UsageError: a variable that it names is not set.
    """
    layer = described.layer
    found: dict[str, str] = {}
    for name, variable in layer.credentials.variables():
        value = os.environ.get(variable) or dotenv_values(".env").get(variable)
        if not value:
            where = f"{described.path}, line {described.line(('credentials', name))}"
            raise UsageError(f"{where}: {variable} is not set in the environment; set it.")
        found[name] = value
    return Server(
        layer.address,
        found.get("username", username),
        SecretStr(found["password"]) if "password" in found else password,
        layer.database or None,
    )
