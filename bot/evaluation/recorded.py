"""Cypher that a model once wrote for the questions, run as it was: a candidate without a model."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.errors import CiceroneError, UsageError
from bot.evaluation.gold import run_statement
from bot.evaluation.ports import Reply
from bot.evaluation.questions import Question
from bot.ports import Graph
from memory.schema import Schema


class Recorded:
    """Replays `recorded` of the question file; a question without it is declined."""

    def __init__(
        self, name: str, cypher: Mapping[str, str], graph: Graph, schema: Schema, max_rows: int
    ) -> None:
        self.name = name
        self._cypher = cypher
        self._graph, self._schema, self._max_rows = graph, schema, max_rows

    async def reply(self, question: str) -> Reply:
        """The recorded Cypher and its rows."""
        cypher = self._cypher.get(question)
        if cypher is None:
            return Reply(engine=self.name)
        started = time.perf_counter()
        reply = Reply(cypher=cypher, engine=self.name, first_draft=cypher)
        try:
            columns, rows = await run_statement(self._graph, self._schema, cypher, self._max_rows)
        except CiceroneError as error:
            return replace(reply, error=str(error), ms=_ms(started))
        return replace(reply, columns=columns, rows=rows, ms=_ms(started))

    async def close(self) -> None:
        """Nothing: the graph is shared."""


def recorded_by(model: str, questions: Sequence[Question]) -> dict[str, str]:
    """What a model wrote, by question.

    Raises:
        UsageError: the file has nothing of such a model.
    """
    found = {q.question: q.recorded[model] for q in questions if q.recorded and model in q.recorded}
    if not found:
        known = sorted({name for q in questions for name in q.recorded or ()})
        names = ", ".join(known) or "none"
        raise UsageError(f"The questions have no recorded Cypher of {model}; there is {names}.")
    return found


def _ms(started: float) -> float:
    return (time.perf_counter() - started) * 1000
