"""What is asked of the program and not of the graph, done: files, undo, why, the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Rows
from bot.known_words import known_words
from bot.render.row_files import ROW_FILES
from bot.steps.acts import told_of
from bot.steps.why_empty import why_empty
from bot.under_way import UnderWay
from guardrails.act_request import ActRequest, act_request
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
            await progress.say("This is our conversation as Markdown, up to here.")
        elif request.act == "why" and last is not None and last.row_count == 0:
            await progress.say(await self._why_empty(last))
        elif request.act == "why":
            await progress.say(told_of("why", self._turn.history))
        elif last is None:
            await progress.say(told_of("export", ()))
        elif request.act == "hide_table":
            progress.note(shows_table=False)
            await progress.say("The table is taken away; “undo” brings it back.")
        elif last.row_count == 0:
            await progress.say(f"“{last.reading or last.standalone}” has no rows to download.")
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
        rows = (
            "All rows" if count is None else "The one row" if count == 1 else f"All {count:,} rows"
        )
        if count is None or count > most:
            rows = f"The first {most:,} rows"
        kind = f" as {ROW_FILES[form].label}" if form else ""
        await progress.say(f"{rows} of “{last.reading or last.standalone}”{kind}:")

    async def _why_empty(self, last: Exchange) -> str:
        parts = self._turn.parts
        given = (last.cypher or "", last.parameters, parts.schema, parts.graph)
        async with self._turn.stage.step("judge") as said:
            why = await why_empty(*given)
            said.summary = why.problem if why is not None else "nobody can tell"
        asked = f"“{last.reading or last.standalone}” found nothing"
        return f"{asked}: {why.told}" if why is not None else f"{asked}; I cannot tell why."

    def _answered(self) -> Exchange | None:
        """The last answer that came from a statement that ran."""
        found = (one for one in reversed(self._turn.history) if one.cypher)
        # Without rows some databases name no columns.
        return next((one for one in found if one.columns or one.row_count == 0), None)
