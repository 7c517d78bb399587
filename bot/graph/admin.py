"""The embedded server's HTTP interface for what Bolt cannot do: databases, accounts, statements."""

from __future__ import annotations

import base64
import http.client
import json
import re
from dataclasses import dataclass
from typing import Any

READER = "reader"
_LOADER = "loader"
# A `resultSetLimit` would cut results silently and make aggregates wrong.
_NO_LIMITS = {"database": "*", "readTimeout": -1, "resultSetLimit": -1}
_READS = {"name": READER, "access": [], "types": {"*": {"access": ["readRecord"]}}}
_WRITES = {
    "name": _LOADER,
    "access": ["updateSchema"],
    "types": {"*": {"access": ["createRecord", "readRecord", "updateRecord", "deleteRecord"]}},
}
_DURATION = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?")


class AdminError(Exception):
    """The server refused an administrative request; the text is its reason."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that is running: its id, who runs it, its text, and for how many seconds."""

    id: str
    username: str
    text: str
    seconds: float


class Admin:
    """Administrative requests; each opens a connection of its own and blocks.

    Every method raises OSError or http.client.HTTPException where nobody answers within
    `timeout` seconds, and AdminError where the server says no.
    """

    def __init__(
        self, port: int, password: str, *, user: str = "root", timeout: float = 30
    ) -> None:
        self._port = port
        self._timeout = timeout
        login = base64.b64encode(f"{user}:{password}".encode()).decode()
        self._headers = {"Authorization": f"Basic {login}", "Content-Type": "application/json"}

    def ready(self) -> bool:
        """Whether the server has started."""
        try:
            return self._send("GET", "/api/v1/ready")[0] == 204
        except (OSError, http.client.HTTPException):
            return False

    def set_up_reader(self, password: str) -> None:
        """Make the account that questions run as; it can read every database and nothing else."""
        self._post("/api/v1/server/groups", _NO_LIMITS | _READS)
        self._post("/api/v1/server/groups", _NO_LIMITS | _WRITES)
        self._create_user(READER, password, {"*": [READER]})

    def add_loader(self, user: str, password: str, database: str) -> None:
        """Make an account that can write to one database, and touch nothing else."""
        self._create_user(user, password, {database: [_LOADER]})

    def drop_user(self, user: str) -> None:
        """Delete an account."""
        self._post("/api/v1/server", {"command": f"drop user {user}"})

    def databases(self) -> list[str]:
        """The names of the open databases."""
        names: list[str] = self._result("/api/v1/server", {"command": "list databases"})
        return names

    def create(self, name: str) -> None:
        """Make an empty database."""
        self._post("/api/v1/server", {"command": f"create database {name}"})

    def open(self, name: str) -> None:
        """Open a database that lies in the folder."""
        self._post("/api/v1/server", {"command": f"open database {name}"})

    def close(self, name: str) -> None:
        """Close a database, so that its folder can be moved."""
        self._post("/api/v1/server", {"command": f"close database {name}"})

    def drop(self, name: str) -> None:
        """Delete a database."""
        self._post("/api/v1/server", {"command": f"drop database {name}"})

    def size(self, name: str) -> tuple[int, int]:
        """How many nodes and relationships a database holds."""
        nodes = self._cypher(name, "MATCH (n) RETURN count(n) AS size")
        relationships = self._cypher(name, "MATCH ()-[r]->() RETURN count(r) AS size")
        return nodes[0]["size"], relationships[0]["size"]

    def reason(self, database: str, cypher: str) -> str | None:
        """Why a statement fails, where Bolt does not tell; it is run again for that."""
        try:
            self._cypher(database, cypher)
        except AdminError as error:
            return str(error).rpartition(" -> ")[2]
        return None

    def statements(self, database: str) -> list[Statement]:
        """What is running on the whole server; the request itself has to name some database."""
        command = "SHOW TRANSACTIONS YIELD transactionId, username, currentQuery, elapsedTime"
        rows = self._cypher(database, command)
        return [
            Statement(
                id=row["transactionId"],
                username=row["username"] or "",
                text=row["currentQuery"] or "",
                seconds=_seconds(row["elapsedTime"]),
            )
            for row in rows
            if row["currentQuery"] != command
        ]

    def terminate(self, database: str, statement: Statement) -> None:
        """Ask a running statement to end; some never hear it."""
        self._cypher(database, f"TERMINATE TRANSACTION '{statement.id}'")

    def _create_user(self, name: str, password: str, databases: dict[str, list[str]]) -> None:
        user = {"name": name, "password": password, "databases": databases}
        self._post("/api/v1/server", {"command": f"create user {json.dumps(user)}"})

    def _cypher(self, database: str, command: str) -> list[dict[str, Any]]:
        body = {"language": "opencypher", "command": command}
        rows: list[dict[str, Any]] = self._result(f"/api/v1/command/{database}", body)
        return rows

    def _result(self, path: str, body: dict[str, Any]) -> Any:
        answer = self._post(path, body)
        if "result" not in answer:
            raise AdminError("it gave no result")
        return answer["result"]

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        status, text = self._send("POST", path, json.dumps(body))
        try:
            answer: dict[str, Any] = json.loads(text)
        except ValueError:
            answer = {}
        if status >= 400:
            raise AdminError(answer.get("detail") or answer.get("error") or f"HTTP {status}")
        return answer

    def _send(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=self._timeout)
        try:
            connection.request(method, path, body, self._headers)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()


def _seconds(duration: str) -> float:
    """An ISO 8601 duration of hours, minutes and seconds.

    >>> _seconds("PT1M2.5S"), _seconds("PT0S"), _seconds("PT1H")
    (62.5, 0.0, 3600.0)
    """
    found = _DURATION.fullmatch(duration)
    hours, minutes, seconds = found.groups() if found else (None, None, None)
    return 3600 * float(hours or 0) + 60 * float(minutes or 0) + float(seconds or 0)
