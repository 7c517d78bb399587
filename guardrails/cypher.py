"""The parsed statement: our own reading of it, and `graphglot`'s tree as a second one.

Our grammar (`guardrails.reader`) knows reading clauses only and takes a third of a millisecond.
`graphglot` knows all of GQL and Cypher, writes included, but not every sub-query or map projection,
and now and then takes a second: it is given half of one, off the event loop.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from graphglot.dialect.neo4j import Neo4j
from graphglot.error import GraphGlotError

from guardrails.reader import prefixed, read
from guardrails.syntax import Query
from guardrails.tokens import Token, Unreadable, tokenize
from guardrails.words import words
from memory.catalogue import say

MAX_BYTES = 20_000
MAX_NESTING = 50
PARSE_SECONDS = 0.5
# A tree that took too long keeps its thread: at most so many at once, the rest do without.
_PARSERS = threading.BoundedSemaphore(2)
_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement that reads, as tokens and as parts; `newer` are its clauses of Cypher 25."""

    text: str
    tokens: tuple[Token, ...]
    query: Query
    newer: tuple[str, ...] = ()


def parse(text: str) -> Statement:
    """The statement in `text`.

    Raises:
        Forbidden: where a clause stands that is not a reading one.
        Unreadable: where the text is no statement, too long or nested too deeply.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise Unreadable(
            say("it is longer than {count} bytes", count=MAX_BYTES), MAX_BYTES, len(text)
        )
    tokens = tokenize(text)
    _check_nesting(tokens)
    return Statement(text, tokens, *read(tokens))


def plain(text: str) -> tuple[str, str]:
    """The statement without EXPLAIN, PROFILE or a version in front, and what that was.

    >>> plain("EXPLAIN CYPHER 25 MATCH (n) RETURN n")
    ('MATCH (n) RETURN n', 'EXPLAIN CYPHER 25')
    """
    if not _MAYBE_PREFIXED.search(text):
        return text, ""
    try:
        tokens = tokenize(text)
    except Unreadable:
        return text, ""
    count = prefixed(tokens)
    if not count:
        return text, ""
    return text[tokens[count].start :], " ".join(token.text.upper() for token in tokens[:count])


_MAYBE_PREFIXED = re.compile(r"\b(?:EXPLAIN|PROFILE|CYPHER)\b", re.IGNORECASE)
_MAYBE_NEWER = re.compile(r"\b(?:FILTER|LET|WHEN|NEXT)\b", re.IGNORECASE)


def newer_clauses(text: str) -> tuple[str, ...]:
    """The clauses of a statement that only a server of Cypher 25 knows.

    >>> newer_clauses("MATCH (n) FILTER n.x > 1 RETURN CASE WHEN n.y THEN 1 END AS next")
    ('FILTER',)
    """
    if not _MAYBE_NEWER.search(text):
        return ()
    try:
        return parse(text).newer
    except Unreadable:
        return ()


def _check_nesting(tokens: tuple[Token, ...]) -> None:
    depth = 0
    for token in tokens:
        if token.is_symbol("(", "[", "{"):
            depth += 1
        elif token.is_symbol(")", "]", "}"):
            depth -= 1
        if depth > MAX_NESTING:
            raise Unreadable(
                say("it is nested more than {count} deep", count=MAX_NESTING),
                token.start,
                token.end,
            )


async def tree(text: str, seconds: float = PARSE_SECONDS) -> Any | None:
    """`graphglot`'s tree of the statement, or None where it cannot read it (in time).

    The tree is a `graphglot.ast.Expression`; its nodes have a `source_span`.
    """
    if text in _trees:
        return _trees[text]
    if not _PARSERS.acquire(blocking=False):
        return None
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any | None] = loop.create_future()

    def work() -> None:
        try:
            found = _parse_tree(text)
        finally:
            _PARSERS.release()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, done, found)

    # A daemon: a parse that never ends must not hold up the end of the process.
    threading.Thread(target=work, daemon=True, name="graphglot").start()
    try:
        found = await asyncio.wait_for(done, seconds)
    except TimeoutError:
        found = None
    _trees[text] = found
    if len(_trees) > _REMEMBERED:
        _trees.popitem(last=False)
    return found


_trees: OrderedDict[str, Any | None] = OrderedDict()


def _settle(done: asyncio.Future[Any | None], found: Any | None) -> None:
    if not done.done():
        done.set_result(found)


def _parse_tree(text: str) -> Any | None:
    try:
        statements = Neo4j().parse(text)
    except (GraphGlotError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    return statements[0] if len(statements) == 1 else None


# Classes of graphglot's tree that change data, schema, session or database. Only the class itself
# tells: reading clauses inherit from some of these too.
_MODIFYING = words(
    "SetPropertyItem RemovePropertyItem DeleteItemList InsertPathPattern CreateSchemaStatement "
    "DropSchemaStatement CreateClause MergeClause SetStatement RemoveStatement "
    "DeleteStatement InsertStatement InsertGraphPattern CreateIndex DropIndex CreateConstraint "
    "DropConstraint CreateGraphStatement DropGraphStatement SessionSetCommand SessionResetCommand "
    "SessionCloseCommand StartTransactionCommand EndTransactionCommand UseGraphClause QueryPrefix"
)


def modifying_node(root: Any) -> Any | None:
    """The first node of a graphglot tree that is more than reading, or None."""
    return next((node for node in root.dfs() if type(node).__name__ in _MODIFYING), None)
