import ssl

import pytest
from neo4j.exceptions import (
    ConfigurationError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from bot import errors
from bot.graph.failures import translate


def _from_server(code: str, message: str = "reason") -> Neo4jError:
    return Neo4jError._hydrate_neo4j(code=code, message=message)


def _translated(error: BaseException, connected: bool = True) -> errors.GraphError:
    return translate(
        error,
        uri="neo4j+s://ann:hunter2@host:7687/path",
        database="films",
        seconds=10,
        connected=connected,
    )


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (_from_server("Neo.ClientError.Security.Unauthorized"), errors.LoginRefused),
        (_from_server("Neo.ClientError.Security.AuthenticationRateLimit"), errors.LoginRefused),
        (_from_server("Neo.ClientError.Security.CredentialsExpired"), errors.LoginRefused),
        (_from_server("Neo.ClientError.Database.DatabaseNotFound"), errors.UnknownDatabase),
        (
            _from_server("Neo.ClientError.Security.Forbidden", "Access to database 'x' is denied"),
            errors.UnknownDatabase,
        ),
        (
            _from_server("Neo.ClientError.Security.Forbidden", "Write is not allowed"),
            errors.StatementFailed,
        ),
        (
            _from_server("Neo.TransientError.Database.DatabaseUnavailable"),
            errors.GraphUnreachable,
        ),
        (
            _from_server("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"),
            errors.StatementTimeout,
        ),
        (_from_server("Neo.ClientError.Transaction.Terminated"), errors.StatementTimeout),
        (
            _from_server("Neo.TransientError.General.MemoryPoolOutOfMemoryError"),
            errors.StatementFailed,
        ),
        (_from_server("Neo.ClientError.Statement.SyntaxError"), errors.StatementFailed),
        (ServiceUnavailable("gone"), errors.ConnectionLost),
        (SessionExpired("gone"), errors.ConnectionLost),
        (ConnectionResetError("gone"), errors.ConnectionLost),
        (ssl.SSLError("bad"), errors.ConnectionLost),
        (ConfigurationError("odd"), errors.StatementFailed),
        (TypeError("no such type"), errors.StatementFailed),
    ],
)
def test_every_failure_is_a_sentence(error: BaseException, kind: type[errors.GraphError]) -> None:
    found = _translated(error)
    assert type(found) is kind
    assert "\n" not in str(found) and "hunter2" not in f"{found} {found.remedy}"


def test_without_a_first_contact_the_address_is_wrong() -> None:
    found = _translated(ServiceUnavailable("gone"), connected=False)
    assert type(found) is errors.GraphUnreachable
    assert str(found) == "No database answers at neo4j+s://host:7687."
    assert "NEO4J_URI" in found.remedy


def test_only_the_first_line_of_the_servers_words() -> None:
    error = _from_server(
        "Neo.ClientError.Statement.SyntaxError", 'Invalid input (line 1)\n"MATCH (n"\n   ^'
    )
    assert str(_translated(error)).endswith(": Invalid input (line 1)")


def test_a_mistake_of_ours_is_not_dressed_up() -> None:
    with pytest.raises(KeyError):
        _translated(KeyError("ours"))
