"""A turn in a chat of plain messages (Slack, Teams): choices, text tables, a chart, a file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial

from chainlit import File, Image, Message

from bot.errors import CiceroneError
from bot.events import Event, Notice, Outcome
from bot.render.phrases import in_line
from bot.render.plain_text import TABLE_ROWS, Dialect, answer_parts
from bot.render.row_files import ROW_FILES
from memory.catalogue import say

Export = Callable[[Outcome], AsyncIterator[tuple[tuple[str, ...], tuple[object, ...]]]]
Draw = Callable[[Outcome], Awaitable[bytes | None]]
Made = Callable[[], Awaitable[bytes | None]]
Offer = Callable[[Made, str], Awaitable[None]]


class Chat:
    """One turn of a chat; nothing is shown before the answer is whole, as messages cannot grow."""

    def __init__(
        self,
        dialect: Dialect,
        export: Export,
        talk: Made,
        offer: Offer | None = None,
        draw: Draw | None = None,
    ) -> None:
        """A turn of a chat.

        Args:
            dialect: Its markup.
            export: All rows of an outcome, for the file.
            talk: Makes the file of the conversation.
            offer: Offers the file, given what makes it and its form, where a chat takes none that
                is just sent.
            draw: The chart of an outcome as a PNG, where its rows are one.
        """
        self._draw = draw
        self._dialect = dialect
        self._export, self._talk = export, talk
        self._offer = offer
        self._notices: list[str] = []
        self._waited = False

    async def __call__(self, event: Event) -> None:
        """Keep what should be said before the answer."""
        if isinstance(event, Notice):
            self._notices.append(event.text)

    async def waits(self, number: int) -> None:
        """Say once that there is a line: a message cannot change."""
        if not self._waited:
            self._waited = True
            await Message(content=f"{in_line(number)} {say('The answer will come here.')}").send()

    async def finish(self, outcome: Outcome) -> None:
        """Send the answer in parts, and the rows as a file where the table does not hold them."""
        if outcome.shown is not None:
            outcome = replace(outcome, answer=say("What was sent here stays as it is."))
        parts = [*self._notices, *answer_parts(outcome, self._dialect)]
        make, form = self._file(outcome)
        content = await make() if make is not None and self._offer is None else None
        for part in parts[:-1]:
            await Message(content=part).send()
        drawn = await self._draw(outcome) if self._draw is not None else None
        elements: list[File | Image] = [] if drawn is None else [_chart(drawn)]
        if content is not None:
            elements.append(_file(content, form))
        await Message(content=parts[-1], elements=elements).send()
        if make is not None and self._offer is not None:
            await self._offer(make, form)

    async def stop(self) -> None:
        """There is nothing to take back."""

    @staticmethod
    def _has_more(outcome: Outcome) -> bool:
        """Whether the table does not hold all rows, or they are asked for as a file."""
        result = outcome.result
        if result is None or outcome.act:
            return result is not None and outcome.act == "export"
        return result.truncated or len(result.rows) > TABLE_ROWS

    def _file(self, outcome: Outcome) -> tuple[Made | None, str]:
        """What makes the file that goes with an answer, if any, and its form."""
        if outcome.act == "conversation":
            return self._talk, "md"
        make = partial(self._content, outcome) if self._has_more(outcome) else None
        return make, outcome.export if outcome.export in ROW_FILES else "csv"

    async def _content(self, outcome: Outcome) -> bytes | None:
        """All rows; None where they cannot be had, which is said."""
        assert outcome.result is not None
        columns = outcome.result.columns
        try:
            stream = ROW_FILES[self._file(outcome)[1]].stream
            pieces = [piece async for piece in stream(self._export(outcome), columns)]
        except CiceroneError as error:
            await Message(content=f"The file with all rows could not be made: {error}").send()
            return None
        return b"".join(pieces)


def _chart(content: bytes) -> Image:
    return Image(name="chart.png", content=content, mime="image/png", display="inline")


def _file(content: bytes, form: str) -> File:
    mime = "text/markdown" if form == "md" else ROW_FILES[form].media.partition(";")[0]
    return File(name=file_name(form), content=content, mime=mime, display="inline")


def file_name(form: str) -> str:
    """What a file is called.

    >>> file_name("xlsx"), file_name("md")
    ('rows.xlsx', 'conversation.md')
    """
    return "conversation.md" if form == "md" else f"rows.{form}"
