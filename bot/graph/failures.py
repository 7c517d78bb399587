"""What the driver raises, as the members of `GraphError`: one sentence and one remedy each."""

from __future__ import annotations

import re
import ssl
from urllib.parse import urlsplit

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from bot.errors import (
    ConnectionLost,
    GraphError,
    GraphUnreachable,
    LoginRefused,
    StatementFailed,
    StatementTimeout,
    UnknownDatabase,
)
from memory.catalogue import say

_TIMED_OUT = (
    "Neo.ClientError.Transaction.TransactionTimedOut",
    "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
)
_MEMORY = ("OutOfMemoryError", "MemoryPoolOutOfMemoryError", "MemoryLimitExceeded", "StackOverFlow")
# What a connection can end in. The driver stumbles with a TypeError over a socket that the server
# closed between the handshake and the login.
BROKEN = (DriverError, Neo4jError, OSError, EOFError, TypeError)
_MOST_CHARACTERS = 600
_PLACE = re.compile(r"[\w.-]+(?::\d+)?")
_FASTER = "Ask for less at once, or raise CICERONE_STATEMENT_SECONDS."


def address(uri: str) -> str:
    """The address as it may be shown: without a user or password that somebody put into it.

    >>> address("neo4j+s://neo4j:secret@abc.databases.neo4j.io:7687")
    'neo4j+s://abc.databases.neo4j.io:7687'
    >>> address("localhost:7687"), address("neo4j:secret@host")
    ('localhost:7687', 'host')
    """
    if "://" not in uri:
        return uri.rpartition("@")[2]
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def meant(uri: str) -> str:
    """What NEO4J_URI should be, where this is no address.

    >>> meant("localhost:7687"), meant("http://localhost:7474")
    ('bolt://localhost:7687, or neo4j+s://localhost:7687', 'bolt://localhost:7687')
    >>> meant("")
    'an address like neo4j+s://host or bolt://host:7687'
    """
    shown = address(uri)
    if _PLACE.fullmatch(shown):
        return f"bolt://{shown}, or neo4j+s://{shown}"
    if scheme(uri) in ("http", "https") and _PLACE.fullmatch(shown.partition("://")[2]):
        return f"bolt://{shown.partition('://')[2].partition(':')[0]}:7687"
    return "an address like neo4j+s://host or bolt://host:7687"


def scheme(uri: str) -> str:
    """What stands before `://`, or nothing."""
    return uri.partition("://")[0].lower() if "://" in uri else ""


def with_remedy(error: GraphError, remedy: str) -> GraphError:
    """The error, with what to do about it."""
    error.remedy = remedy
    return error


def timed_out(seconds: float) -> GraphError:
    """The statement ran into its limit of `seconds`."""
    return with_remedy(
        StatementTimeout(
            say("The database did not finish within {seconds} s.", seconds=f"{seconds:g}")
        ),
        _FASTER,
    )


def lost(uri: str) -> GraphError:
    """The connection broke, and connecting again did not help."""
    return with_remedy(
        ConnectionLost(
            say("The connection to the database at {address} broke.", address=address(uri))
        ),
        "Try again; if it stays so, see whether the database runs (`cicerone doctor`).",
    )


def unreachable(uri: str) -> GraphError:
    """Nothing answers at the address."""
    return with_remedy(
        GraphUnreachable(say("No database answers at {address}.", address=address(uri))),
        "Start it, or correct NEO4J_URI; `cicerone doctor` finds out what is wrong.",
    )


def unknown_database(database: str | None) -> GraphError:
    """The server has no such database."""
    told = say("The server has no database for this user.")
    if database:
        told = say("The server has no database named {name}.", name=repr(database))
    return with_remedy(
        UnknownDatabase(told),
        "Set NEO4J_DATABASE to one that it has; `cicerone doctor` lists them.",
    )


def translate(
    error: BaseException,
    *,
    uri: str,
    database: str | None,
    seconds: float,
    connected: bool,
    user: str | None = None,
) -> GraphError:
    """The `GraphError` for whatever the driver raised; it never holds the password.

    Args:
        error: what was raised.
        uri: the address that was tried.
        database: the database that was asked for.
        seconds: the time limit of the statement.
        connected: whether this address ever answered, which tells a lost connection from a
            wrong address.
        user: whom the statement was to run as, where not as the login's own user.
    """
    if user is not None and isinstance(error, Neo4jError) and _is_about_users(error):
        return with_remedy(
            LoginRefused(say("The database does not let Cicerone ask as {user}.", user=user)),
            "Make that user there and grant IMPERSONATE to the login (Enterprise and Aura), or "
            "unset NEO4J_IMPERSONATE.",
        )
    match error:
        case GraphError():
            return error
        case AuthError():
            return _login()
        case Neo4jError():
            return _from_server(error, database, seconds)
        case ssl.SSLError() | ServiceUnavailable() | SessionExpired() | OSError() | EOFError():
            return lost(uri) if connected else unreachable(uri)
        case ConfigurationError() | DriverError():
            return StatementFailed(
                say("The database driver failed: {problem}", problem=one_line(str(error)))
            )
        case TypeError() if "NoneType" in str(error):
            return lost(uri) if connected else unreachable(uri)
        case TypeError() | ValueError() | OverflowError():
            return StatementFailed(
                say("A parameter cannot be sent: {problem}", problem=one_line(str(error)))
            )
        case _:
            raise error


def _is_about_users(error: Neo4jError) -> bool:
    code, text = error.code or "", (error.message or "").lower()
    return ".Security." in code or "impersonat" in text


def one_line(text: str) -> str:
    """The first line of a message, not too long."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "no reason given")
    return first if len(first) <= _MOST_CHARACTERS else first[:_MOST_CHARACTERS] + "…"


def _login() -> GraphError:
    return with_remedy(
        LoginRefused(say("The database refused this user or password.")),
        "Correct NEO4J_USERNAME and NEO4J_PASSWORD.",
    )


def _from_server(error: Neo4jError, database: str | None, seconds: float) -> GraphError:
    code = error.code or ""
    message = one_line(error.message or str(error))
    if code in _TIMED_OUT:
        return timed_out(seconds)
    if code.endswith("Transaction.Terminated"):
        return with_remedy(
            StatementTimeout(say("The database ended the statement because it took too long.")),
            _FASTER,
        )
    if code.endswith("DatabaseNotFound"):
        return unknown_database(database)
    if code.endswith("Forbidden") and "database" in message.lower():
        return unknown_database(database)
    if code.endswith("DatabaseUnavailable"):
        return with_remedy(
            GraphUnreachable(
                say("The database {name} is not running.", name=database)
                if database
                else say("The database is not running.")
            ),
            "Start it on the server, then try again.",
        )
    if code.endswith("AuthenticationRateLimit"):
        text = say("The database refuses to sign in for a moment, after too many wrong passwords.")
        return with_remedy(LoginRefused(text), "Wait half a minute, then use the right password.")
    if code.endswith("CredentialsExpired"):
        return with_remedy(
            LoginRefused(say("This password has expired.")), "Set a new one, then NEO4J_PASSWORD."
        )
    if any(code.endswith(name) for name in _MEMORY):
        return with_remedy(
            StatementFailed(say("The database ran out of memory over this statement.")),
            "Ask for less at once.",
        )
    return StatementFailed(
        say("The database could not run the statement: {problem}", problem=message)
    )
