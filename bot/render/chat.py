"""A turn in a chat of plain messages (Slack, Teams): numbered choices, text tables, a CSV file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from chainlit import File, Message

from bot.errors import CiceroneError
from bot.events import Event, Notice, Outcome
from bot.render.csv_file import csv_stream
from bot.render.plain_text import TABLE_ROWS, Dialect, answer_parts

Export = Callable[[Outcome], AsyncIterator[tuple[tuple[str, ...], tuple[object, ...]]]]


class Chat:
    """One turn of a chat; nothing is shown before the answer is whole, as messages cannot grow."""

    def __init__(self, dialect: Dialect, export: Export) -> None:
        """`export` gives all rows of an outcome, for the file."""
        self._dialect = dialect
        self._export = export
        self._notices: list[str] = []

    async def __call__(self, event: Event) -> None:
        """Keep what should be said before the answer."""
        if isinstance(event, Notice):
            self._notices.append(event.text)

    async def finish(self, outcome: Outcome) -> None:
        """Send the answer in parts, and the rows as a file where the table does not hold them."""
        parts = [*self._notices, *answer_parts(outcome, self._dialect)]
        elements = await self._file(outcome)
        for part in parts[:-1]:
            await Message(content=part).send()
        await Message(content=parts[-1], elements=elements).send()

    async def stop(self) -> None:
        """There is nothing to take back."""

    async def _file(self, outcome: Outcome) -> list[File]:
        result = outcome.result
        if result is None or not (result.truncated or len(result.rows) > TABLE_ROWS):
            return []
        try:
            pieces = [piece async for piece in csv_stream(self._export(outcome), result.columns)]
        except CiceroneError as error:
            await Message(content=f"The file with all rows could not be made: {error}").send()
            return []
        content = b"".join(pieces)
        return [File(name="rows.csv", content=content, mime="text/csv", display="inline")]
