"""Files of Cypher statements, as the shells of Neo4j read them.

Statements end with a semicolon; strings, names in backticks and comments may hold one. Of the
shell's own commands `:begin`, `:commit`, `:auto` and `:use` are skipped, for a file is loaded as a
whole and into one graph; all others are refused. Statements that only prepare what the embedded
server lacks and that store nothing (full-text and vector indexes, the forms of old versions) are
skipped too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from bot.errors import ConnectionLost, LoadError
from bot.graph.graph_json import read_text

# The server's messages hold 64 MB (`embedded.java`), a character takes up to four bytes, and a
# batch of 4 million characters may end with a row as large as this.
MAX_TEXT = 8_000_000
_SKIPPED_COMMANDS = frozenset({"begin", "commit", "auto", "use"})
_GAP = re.compile(r"(?:\s|//[^\r\n]*|/\*.*?\*/)+", re.DOTALL)
_COMMAND = re.compile(r":(\w*)([^\r\n;]*);?")
# What a statement is made of, longest first; a lone quote or `/*` has no end.
_PART = re.compile(
    r"""'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | `(?:[^`]|``)*`
      | //[^\r\n]* | /\*.*?\*/ | (?P<end>;) | (?P<open>['"`]|/\*) | [^'"`/;]+ | /""",
    re.DOTALL | re.VERBOSE,
)
_STORES_NOTHING = re.compile(
    r"""CREATE\s+(FULLTEXT|VECTOR|LOOKUP)\s+INDEX\b
      | (CREATE|DROP)\s+INDEX\s+ON\b
      | (CREATE|DROP)\s+CONSTRAINT\s+ON\b
      | CALL\s+db\.(awaitIndex|index\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_POSITION = re.compile(r"(?:at )?line (\d+):\d+(?: - )?")
_UNEXPLAINED = "Error executing Cypher command:"


@dataclass(frozen=True, slots=True)
class CypherStatement:
    """A statement and the line on which it begins."""

    text: str
    line: int


class _Malformed(Exception):
    """What is wrong, and where in the text."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(reason)
        self.at = at


def statements(text: str, name: str) -> Iterator[CypherStatement]:
    r"""The statements of a file, without semicolons.

    Args:
        text: what stands in the file.
        name: the file's name, for messages.

    Raises:
        LoadError: a string, name or comment has no end, or a command of the shell cannot be
            followed; with the line.

    >>> text = "// two;\nCREATE (:A {x: ';'});\n\nRETURN 1"
    >>> [(s.line, s.text) for s in statements(text, "a.cypher")]
    [(2, "CREATE (:A {x: ';'})"), (4, 'RETURN 1')]
    """
    at, line = 0, 1
    while True:
        start = _past_gap(text, at)
        line += text.count("\n", at, start)
        if start == len(text):
            return
        try:
            if text[start] == ":":
                at = _past_command(text, start)
            else:
                end = _end_of_statement(text, start)
                yield CypherStatement(text[start:end].rstrip(), line)
                at = min(end + 1, len(text))
        except _Malformed as error:
            line += text.count("\n", start, error.at)
            raise LoadError(f"{name}, line {line}: {error}.") from None
        line += text.count("\n", start, at)


async def run_cypher_file(
    driver: neo4j.AsyncDriver,
    database: str,
    path: Path,
    *,
    progress: Callable[[int, int], None] | None = None,
    reason: Callable[[str], str | None] | None = None,
) -> None:
    """Run every statement of a file, each in a transaction of its own.

    Args:
        driver: logged in as who may write.
        database: where they run.
        path: the file.
        progress: called with (done, total) statements.
        reason: finds out, blocking, why a statement fails where the server does not say it.

    Raises:
        LoadError: a statement is malformed or refused; with the line and the reason.
        ConnectionLost: the database went away.
    """
    found = list(statements(read_text(path), path.name))
    if not found:
        raise LoadError(f"{path.name} has no statement.")
    for statement in found:
        if len(statement.text) > MAX_TEXT:
            raise LoadError(
                f"{path.name}, line {statement.line}: the statement is longer than {MAX_TEXT:,} "
                "characters."
            )
    async with driver.session(database=database) as session:
        for done, statement in enumerate(found, 1):
            if not _STORES_NOTHING.match(statement.text):
                await _run(session, path, statement, reason)
            if progress:
                progress(done, len(found))


async def _run(
    session: neo4j.AsyncSession,
    path: Path,
    statement: CypherStatement,
    reason: Callable[[str], str | None] | None,
) -> None:
    try:
        result = await session.run(neo4j.Query(statement.text))
        await result.consume()
    except Neo4jError as error:
        message = error.message or ""
        if message.startswith(_UNEXPLAINED) and reason:
            found = await asyncio.to_thread(reason, statement.text)
            message = found or message
        line, explained = _explain(statement, message)
        raise LoadError(f"{path.name}, line {line}: {explained}.") from None
    except (DriverError, OSError):
        raise ConnectionLost(
            f"The connection to the database broke at line {statement.line} of {path.name}."
        ) from None


def _explain(statement: CypherStatement, message: str) -> tuple[int, str]:
    r"""The line in the file and the reason; the server counts lines from the statement's first.

    >>> _explain(CypherStatement("CREATE (n\n", 7), "Syntax error at line 2:0 - mismatched input")
    (8, 'Syntax error: mismatched input')
    """
    found = _POSITION.search(message)
    line = statement.line + int(found[1]) - 1 if found else statement.line
    reason = _POSITION.sub("", message, count=1).replace("error mismatched", "error: mismatched")
    if not reason or reason.startswith(_UNEXPLAINED):
        reason = "the database cannot run the statement"
    return line, " ".join(reason.split()).rstrip(".")


def _past_gap(text: str, at: int) -> int:
    """Past white space, comments and empty statements."""
    while at < len(text):
        gap = _GAP.match(text, at)
        if gap:
            at = gap.end()
        elif text[at] == ";":
            at += 1
        else:
            break
    return at


def _past_command(text: str, at: int) -> int:
    """Past a command of the shell."""
    found = _COMMAND.match(text, at)
    assert found is not None
    name = found[1].lower()
    if name == "auto":
        return found.end(1)  # the statement stands behind it
    if name not in _SKIPPED_COMMANDS:
        remedy = "write the values into the statements" if name.startswith("param") else "remove it"
        raise _Malformed(at, f"the shell's command :{name} cannot be followed; {remedy}")
    return found.end()


def _end_of_statement(text: str, at: int) -> int:
    """Where the statement that begins at `at` ends: at its semicolon or the end of the text."""
    for part in _PART.finditer(text, at):
        if part["end"]:
            return part.start()
        if part["open"]:
            kind = {"/*": "comment", "`": "name"}.get(part["open"], "string")
            raise _Malformed(part.start(), f"a {kind} begins that has no end")
    return len(text)
