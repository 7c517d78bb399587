"""What is asked of the program and not of the graph, done: files, undo, why, the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Rows
from bot.steps.acts import told_of
from bot.steps.why_empty import why_empty
from bot.under_way import UnderWay
from memory.catalogue import is_english, say, say_many
from memory.conversation import HIDES, Exchange


class Acting:
    """Does what a turn's message asks to be done with the answers before."""

    def __init__(self, turn: UnderWay) -> None:
        self._turn = turn

    async def do(self, act: str, named: Sequence[str] = ()) -> None:
        """Do one of `guardrails.acts.ACTS` but a chart; `named` are the names in the message.

        Raises:
            CiceroneError: the graph cannot be asked.
        """
        turn, (act, _, form) = self._turn, act.partition(" ")
        turn.progress.note(act=act)
        last = self._answered()
        if act == "conversation":
            turn.progress.note(export="md")
        elif act in HIDES and last is not None:
            turn.progress.note(shown=(HIDES[act], False))
        elif act == "undo" and turn.done is not None and turn.done.act in HIDES:
            turn.progress.note(shown=(HIDES[turn.done.act], True))
        elif act == "why" and last is not None and last.row_count == 0:
            await turn.progress.say(await self._why_empty(last))
            return
        elif act == "export" and last is not None:
            await self._export(last, form)
            return
        await turn.progress.say(told_of(act, turn.history, named, done=turn.done))

    async def _export(self, last: Exchange, form: str) -> None:
        """Offer the rows of an answer as a file; its statement is kept with this answer, too."""
        progress, count = self._turn.progress, last.row_count
        asked = {"asked": _asked(last)}
        if count == 0:
            await progress.say(say("“{asked}” has no rows to download.", **asked))
            return
        most = self._turn.parts.settings.max_export
        progress.note(
            **{"cypher": last.cypher, "parameters": dict(last.parameters), "export": form or "any"},
            result=Rows(last.columns, (), count, count != 0),
        )
        if count is None or count > most:
            told = say("The first {count} rows of “{asked}”:", count=most, **asked)
        else:
            told = say_many(
                "{count} row of “{asked}”:", "All {count} rows of “{asked}”:", count, **asked
            )
        await progress.say(told)

    async def _why_empty(self, last: Exchange) -> str:
        parts = self._turn.parts
        given = (last.cypher or "", last.parameters, parts.schema, parts.graph)
        async with self._turn.stage.step("judge") as said:
            why = await why_empty(*given)
            said.summary = why.told if why is not None else say("nobody can tell")
        asked = _asked(last)
        if why is None:
            return say("“{asked}” found nothing; I cannot tell why.", asked=asked)
        return say("“{asked}” found nothing. {why}", asked=asked, why=why.told)

    def _answered(self) -> Exchange | None:
        """The last answer that came from a statement that ran."""
        found = (one for one in reversed(self._turn.history) if one.cypher)
        # Without rows some databases name no columns.
        return next((one for one in found if one.columns or one.row_count == 0), None)


def _asked(last: Exchange) -> str:
    """What an answer was to: how its query reads, which is told in English alone."""
    return (last.reading if is_english() else None) or last.standalone
