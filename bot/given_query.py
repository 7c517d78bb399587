"""A statement of the person's own: pasted as a message, or edited below an answer and run."""

from __future__ import annotations

from bot.errors import UsageError
from bot.parts import Message
from bot.ports import WriteRequest
from bot.steps.read import Read
from bot.steps.write import Draft
from bot.under_way import UnderWay
from guardrails.cypher import parse
from guardrails.pasted import statement_in
from guardrails.statement import Refused, check_statement
from guardrails.syntax import LabelName
from guardrails.tokens import Unreadable
from memory.catalogue import say
from memory.conversation import result_sets
from memory.schema import Schema


class GivenQuery:
    """Runs what a turn's message gives as Cypher, through the guard and the repairs, and tells it.

    `message` is the message as it was sent: a line end may end a comment.
    """

    def __init__(self, turn: UnderWay, message: Message) -> None:
        self._turn, self._message = turn, message

    async def heard(self) -> bool:
        """Whether the message is a statement, or comes with one, and is answered.

        Raises:
            CiceroneError: it may not run, or it failed.
        """
        cypher = self._message.cypher or await statement_in(self._message.text)
        if cypher is None:
            return False
        asked = self._turn.message.text if self._message.cypher else ""
        self._turn.progress.note(standalone=asked or None, verdict="answerable", route="graph")
        if not await self._refused(cypher):
            await self._answer(cypher, asked)
        return True

    async def _refused(self, cypher: str) -> bool:
        """Whether it is more than reading, which is told as the answer."""
        progress = self._turn.progress
        verdict = await check_statement(cypher, schema=self._turn.parts.schema)
        if not isinstance(verdict, Refused) or verdict.findings[0].name != "clause":
            return False
        progress.note(verdict="harmful", route=None)
        await progress.say(verdict.reason)
        return True

    async def _answer(self, cypher: str, asked: str) -> None:
        turn = self._turn
        named = _named(cypher, turn.parts.schema)
        turn.progress.note(slice=named)
        self._check_parameters(cypher)
        execution = turn.execution(WriteRequest(asked, named), Read(None, asked))
        best = await execution.best(Draft(cypher, "person"), _nobody, 0)
        rows, draft = best.result()
        turn.progress.note(standalone=asked or draft.reading)
        await turn.answer(draft, rows, execution)

    def _check_parameters(self, cypher: str) -> None:
        """Raise `UsageError` where it names a value that nobody gives."""
        try:
            tokens = parse(cypher).tokens
        except Unreadable:
            return
        sets = result_sets(self._turn.history)
        known = {name for one in sets for name in (one.name, one.ids_name)}
        for token in tokens:
            if token.kind == "parameter" and token.value not in known:
                raise UsageError(
                    say(
                        "The query has no value for {name}; write the value in its place.",
                        name=f"${token.value}",
                    )
                )


async def _nobody(draft: Draft, problem: str) -> Draft | None:
    """Whoever wrote it mends it."""
    return None


def _named(cypher: str, schema: Schema) -> Schema:
    """The slice of schema that a statement names."""
    try:
        parts = parse(cypher).query.walk()
    except Unreadable:
        return schema.restrict((), ())
    names = {part.name for part in parts if isinstance(part, LabelName)}
    return schema.restrict(names, names)
