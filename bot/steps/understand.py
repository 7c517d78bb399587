"""The model is asked for what the rules left open, and only for that."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Usage
from bot.ports import Model, PastTurn, Understanding, UnderstandRequest
from memory.conversation import Exchange
from memory.schema import Schema


async def understand(
    model: Model, message: str, history: Sequence[Exchange], slice_: Schema, *, has_texts: bool
) -> tuple[Understanding, Usage]:
    """Standalone question, verdict and language of a message.

    Raises:
        ModelError: the model is away or its reply has no usable form.
    """
    past = [PastTurn(e.standalone, e.columns, e.row_count, e.question) for e in history]
    return await model.understand(UnderstandRequest(message, past, slice_, has_texts))
