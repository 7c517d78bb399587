"""What is asked of the program and not of the graph, done: files, undo, why, the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Rows
from bot.known_words import known_words
from bot.steps.acts import told_of
from bot.steps.why_empty import why_empty
from bot.under_way import UnderWay
from guardrails.act_request import ActRequest, act_request
from memory.catalogue import say, say_many
from memory.conversation import Exchange


class Acting:
    """Hears what a turn's message asks to be done with the answers before, and does it."""

    def __init__(self, turn: UnderWay) -> None:
        self._turn = turn

    async def heard(self) -> bool:
        """Whether the message asks for nothing else, and that is done.

        Raises:
            CiceroneError: the names or the graph cannot be asked.
        """
        said, parts = self._turn.message.text, self._turn.parts
        if act_request(said) is None:
            return False
        request = act_request(said, await known_words(said, parts))
        if request is None:
            return False
        self._turn.progress.note(standalone=said, verdict="answerable")
        await self._do(request)
        return True

    async def do(self, act: str, named: Sequence[str] = ()) -> None:
        """Do one of `guardrails.intent.ACTS`; `named` are the stored values that it names.

        Raises:
            CiceroneError: the graph cannot be asked.
        """
        turn = self._turn
        if act in ("export", "why"):
            await self._do(ActRequest("export" if act == "export" else "why"))
            return
        if act == "undo" and turn.done is not None and turn.done.act == "hide_table":
            turn.progress.note(shows_table=True)
        turn.progress.note(act=act)
        await turn.progress.say(told_of(act, turn.history, named, done=turn.done))

    async def _do(self, request: ActRequest) -> None:
        progress, last = self._turn.progress, self._answered()
        progress.note(act=request.act)
        if request.act == "conversation":
            progress.note(export="md")
            await progress.say(say("This is our conversation as Markdown, up to here."))
        elif request.act == "why" and last is not None and last.row_count == 0:
            await progress.say(await self._why_empty(last))
        elif request.act == "why":
            await progress.say(told_of("why", self._turn.history))
        elif last is None:
            await progress.say(told_of("export", ()))
        elif request.act == "hide_table":
            progress.note(shows_table=False)
            await progress.say(say("The table is taken away; “undo” brings it back."))
        elif last.row_count == 0:
            asked = last.reading or last.standalone
            await progress.say(say("“{asked}” has no rows to download.", asked=asked))
        else:
            await self._export(last, request.form)

    async def _export(self, last: Exchange, form: str) -> None:
        """Offer the rows of an answer as a file; its statement is kept with this answer, too."""
        progress, count = self._turn.progress, last.row_count
        most = self._turn.parts.settings.max_export
        progress.note(
            **{"cypher": last.cypher, "parameters": dict(last.parameters), "export": form or "any"},
            result=Rows(last.columns, (), count, count != 0),
        )
        asked = {"asked": last.reading or last.standalone}
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
            said.summary = why.problem if why is not None else "nobody can tell"
        asked = last.reading or last.standalone
        if why is None:
            return say("“{asked}” found nothing; I cannot tell why.", asked=asked)
        return say("“{asked}” found nothing. {why}", asked=asked, why=why.told)

    def _answered(self) -> Exchange | None:
        """The last answer that came from a statement that ran."""
        found = (one for one in reversed(self._turn.history) if one.cypher)
        # Without rows some databases name no columns.
        return next((one for one in found if one.columns or one.row_count == 0), None)
