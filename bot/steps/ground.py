"""A written answer is released sentence by sentence, each held to the rows first."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

from bot.events import Usage
from bot.ports import Shown
from guardrails.grounding import Denial, Facts, Grounded
from guardrails.sentences import Sentences
from memory.catalogue import say


@dataclass(frozen=True, slots=True)
class Written:
    """What was said, and what was not: `notice` is a sentence on that, empty where all was.

    `rows` is how many rows it was written from, where that is told and a model wrote it all.
    """

    text: str
    usage: Usage
    notice: str = ""
    rows: int | None = None


async def ground(
    pieces: AsyncIterator[str | Shown | Usage],
    facts: Facts,
    plain: str,
    emit: Callable[[str], Awaitable[None]],
) -> Written:
    """Release the sentences that the rows support, through `emit`.

    Where the first says what they do not, or one denies knowing, the plain reading takes the
    place of all that has not been said; a later one is left out.

    Args:
        pieces: the answer as a model writes it, what it is made of, and what it cost.
        facts: what may be said.
        plain: a plain reading of the rows.
        emit: shows a piece of text.

    Raises:
        ModelError: unreachable or refused, also in the middle; what was released stays said.
    """
    said, usage, left_out, rows = "", Usage(), "", None
    async with aclosing(_sentences(pieces, Sentences())) as sentences:
        async for piece in sentences:
            if isinstance(piece, Usage):
                usage = usage + piece
                continue
            if isinstance(piece, Shown):
                rows = piece.rows
                continue
            verdict = facts.check(piece)
            if isinstance(verdict, Grounded):
                said += verdict.text
                await emit(verdict.text)
            elif isinstance(verdict, Denial) or not said.strip():
                text = f"\n\n{plain}" if said.strip() else plain
                await emit(text)
                # What the call cost is told at its end, which nobody waits for.
                return Written((said + text).strip(), usage + Usage(calls=1), _replaced(verdict))
            else:
                left_out = say(
                    "A sentence was left out: {what} is not in the rows.", what=verdict.what
                )
    return Written(said.strip(), usage, left_out, rows)


async def _sentences(
    pieces: AsyncIterator[str | Shown | Usage], reader: Sentences
) -> AsyncGenerator[str | Shown | Usage, None]:
    """Whole sentences, the last one when the text has ended."""
    try:
        async for piece in pieces:
            if not isinstance(piece, str):
                yield piece
            else:
                for sentence in reader.feed(piece):
                    yield sentence
        if rest := reader.rest():
            yield rest
    finally:
        # Who has heard enough lets go at once, not when the garbage is collected.
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()


def _replaced(verdict: object) -> str:
    if isinstance(verdict, Denial):
        return say("The model said it does not know, so here are the rows as they stand.")
    return say(
        "The model's answer named {what}, which is not in the rows; this is what they say.",
        what=getattr(verdict, "what", say("something")),
    )
