"""The model is asked for what the rules left open, and only for that."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Usage
from bot.ports import Matter, Model, PastTurn, Understanding, UnderstandRequest
from bot.steps.by_text import Texts
from bot.steps.read import Read
from bot.steps.route import may_be_text
from guardrails.scope import Answerable, Redirect
from memory.conversation import Exchange
from memory.english import FUNCTION_WORDS
from memory.rewrite import Rewrite
from memory.schema import Schema
from memory.text import fold


async def understand(
    model: Model,
    message: str,
    history: Sequence[Exchange],
    slice_: Schema,
    open_: Sequence[Matter],
) -> tuple[Understanding, Usage]:
    """What the model makes of what is open of a message.

    Raises:
        ModelError: the model is away or its reply has no usable form.
    """
    past = [PastTurn(e.standalone, e.columns, e.row_count, e.question) for e in history]
    return await model.understand(UnderstandRequest(message, past, slice_, open_))


def left_open(
    message: str,
    rewritten: Rewrite,
    parse: Read,
    ruled: Answerable | Redirect,
    texts: Texts | None,
    *,
    foreign: bool,
    always: bool,
) -> tuple[Matter, ...]:
    """What rules leave open of a message; nothing where it stands alone and is for this graph.

    Args:
        message: As typed.
        rewritten: What it means in its conversation.
        parse: What the rules read of that.
        ruled: Their verdict.
        texts: The texts that may answer instead of the graph, if there are any.
        foreign: Whether it is in another language than English.
        always: Whether a model is asked though the rules have a reading.
    """
    if isinstance(ruled, Redirect) and ruled.certain:
        return ()
    if parse.reading is not None:
        return ("standalone",) if rewritten.open and always else ()
    judged = isinstance(ruled, Answerable) and ruled.sure and not foreign
    leans = rewritten.open or rewritten.follows
    if judged and not leans:
        return ()
    # A name or two, or a language that the rules do not know.
    unknown = not foreign and not set(fold(message).split()) & FUNCTION_WORDS
    open_: dict[Matter, bool] = {
        # What words mean that rules do not know, they leave open, too.
        "standalone": leans or foreign or unknown or bool(parse.unread),
        "verdict": not judged,
        "language": unknown,
        "route": may_be_text(rewritten.standalone, parse.unread, texts),
    }
    return tuple(matter for matter, left in open_.items() if left)
