"""Recorded drafts with what the other writer made of the same question, and their rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.errors import GraphError, StatementFailed, StatementTimeout
from bot.events import Rows
from bot.ports import Graph

GRAPHS = ("recommendations", "companies", "neoflix")
MOST_ROWS = 500


@dataclass(frozen=True, slots=True)
class Case:
    """A draft, and what it is held to: the other writer's statement, and gold where it is sure."""

    graph: str
    source: str
    question: str
    draft: str
    other: str
    gold: str | None
    ordered: bool

    @property
    def unread(self) -> bool:
        """A fifth of the questions, by hash: not looked at while developing."""
        return int(hashlib.sha256(self.question.encode()).hexdigest(), 16) % 5 == 0


def recorded(folder: Path) -> Iterator[Case]:
    """Two drafts a question, each held to the other."""
    for graph in GRAPHS:
        for asked in json.loads((folder / graph / "questions.json").read_text()):
            drafts = asked["recorded"]
            for source, draft in drafts.items():
                others = [text for name, text in drafts.items() if name != source and text]
                if draft and others:
                    gold = asked["gold"] if asked["stable"] else None
                    ordered = bool(asked["ordered"])
                    yield Case(graph, source, asked["question"], draft, others[0], gold, ordered)


def written(path: Path) -> Iterator[Case]:
    """Drafts of a model with the gold Cypher: [{graph, question, draft, gold, ordered?}]."""
    for row in json.loads(path.read_text()):
        if row.get("draft") and row.get("gold"):
            yield Case(
                row["graph"],
                row.get("source", path.stem),
                row["question"],
                row["draft"],
                row["gold"],
                row["gold"],
                bool(row.get("ordered")),
            )


@dataclass(frozen=True, slots=True)
class Ran:
    """Rows of a statement (at most one more than counts), or why there are none."""

    rows: tuple[tuple[Any, ...], ...] = ()
    error: str | None = None

    @property
    def failed_or_empty(self) -> bool:
        """Whether there is nothing to see."""
        return self.error is not None or not self.rows

    @property
    def telling(self) -> bool:
        """Whether it can be the measure of another: one row at least, and not too many."""
        return self.error is None and 1 <= len(self.rows) <= MOST_ROWS


class Runs:
    """Runs statements of one graph, each once; what came back is kept in a file."""

    def __init__(self, graph: Graph, path: Path | None) -> None:
        self._graph, self._path = graph, path
        self._known: dict[str, Any] = {}
        if path is not None and path.exists():
            self._known = json.loads(path.read_text())

    async def __call__(self, cypher: str) -> Ran:
        """The rows of a statement."""
        if cypher not in self._known:
            self._known[cypher] = await self._run(cypher)
        rows, error, _ = self._known[cypher]
        return Ran(tuple(map(tuple, rows)), error)

    async def rows(self, cypher: str) -> Rows:
        """The rows as a repair gets them.

        Raises:
            StatementFailed: it failed.
            StatementTimeout: it took too long.
        """
        ran = await self(cypher)
        if ran.error is not None:
            slow = "did not finish" in ran.error or "too long" in ran.error
            raise StatementTimeout(ran.error) if slow else StatementFailed(ran.error)
        columns = self._known[cypher][2]
        return Rows(tuple(columns), ran.rows, len(ran.rows), False)

    async def _run(self, cypher: str) -> tuple[Any, str | None, Any]:
        try:
            found = await self._graph.run(cypher, max_rows=MOST_ROWS + 1, seconds=5)
        except GraphError as error:
            return [], str(error), []
        return json.loads(json.dumps(found.rows, default=str)), None, found.columns

    def save(self) -> None:
        """Keep what was run for the next time."""
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(self._known, default=str))
