"""A turn in a chat of plain messages (Slack, Teams): numbered choices, text tables, a CSV file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from chainlit import File, Message

from bot.errors import CiceroneError
from bot.events import Event, Notice, Outcome
from bot.render.csv_file import csv_stream
from bot.render.plain_text import TABLE_ROWS, Dialect, answer_parts

Export = Callable[[Outcome], AsyncIterator[tuple[tuple[str, ...], tuple[object, ...]]]]
Offer = Callable[[int], Awaitable[None]]


class Chat:
    """One turn of a chat; nothing is shown before the answer is whole, as messages cannot grow."""

    def __init__(self, dialect: Dialect, export: Export, offer: Offer | None = None) -> None:
        """A turn of a chat.

        Args:
            dialect: Its markup.
            export: All rows of an outcome, for the file.
            offer: Offers a file of so many bytes, where a chat takes none that is just sent.
        """
        self._dialect = dialect
        self._export = export
        self._offer = offer
        self._notices: list[str] = []

    async def __call__(self, event: Event) -> None:
        """Keep what should be said before the answer."""
        if isinstance(event, Notice):
            self._notices.append(event.text)

    async def finish(self, outcome: Outcome) -> None:
        """Send the answer in parts, and the rows as a file where the table does not hold them."""
        parts = [*self._notices, *answer_parts(outcome, self._dialect)]
        content = await self._content(outcome)
        elements = [] if content is None or self._offer else [_file(content)]
        for part in parts[:-1]:
            await Message(content=part).send()
        await Message(content=parts[-1], elements=elements).send()
        if content is not None and self._offer:
            await self._offer(len(content))

    async def stop(self) -> None:
        """There is nothing to take back."""

    async def _content(self, outcome: Outcome) -> bytes | None:
        """All rows, where the table does not hold them."""
        result = outcome.result
        if result is None or not (result.truncated or len(result.rows) > TABLE_ROWS):
            return None
        try:
            pieces = [piece async for piece in csv_stream(self._export(outcome), result.columns)]
        except CiceroneError as error:
            await Message(content=f"The file with all rows could not be made: {error}").send()
            return None
        return b"".join(pieces)


def _file(content: bytes) -> File:
    return File(name="rows.csv", content=content, mime="text/csv", display="inline")
