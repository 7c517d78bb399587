"""The model is asked for what is not sure of a message, and only for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.events import Usage
from bot.ports import (
    Matter,
    Model,
    PastTurn,
    Understanding,
    UnderstandRequest,
    WriteRequest,
)
from bot.steps.by_text import Texts
from bot.steps.read import Read
from bot.steps.route import may_be_text
from guardrails.scope import Answerable, Redirect
from memory.conversation import Exchange, ResultSet, result_sets
from memory.english import FUNCTION_WORDS
from memory.schema import Schema
from memory.text import fold


async def understand(
    model: Model,
    message: str,
    history: Sequence[Exchange],
    slice_: Schema,
    open_: Sequence[Matter],
    write: WriteRequest | None = None,
) -> tuple[Understanding, Usage]:
    """What the model makes of what is open of a message; with `write` it writes the query, too.

    Raises:
        ModelError: the model is away or its reply has no usable form.
    """
    past = past_turns(history)
    if write is not None:
        open_ = (*open_, "cypher")
        write = replace(write, sets=[one for one in past if one.name])
    return await model.understand(UnderstandRequest(message, past, slice_, open_, write))


def past_turns(history: Sequence[Exchange]) -> list[PastTurn]:
    """Return earlier turns as a model may see them, each answer under the name of its set."""
    sets = {id(one.exchange): one for one in result_sets(history)}
    return [_past(exchange, sets.get(id(exchange))) for exchange in history]


def _past(one: Exchange, told: ResultSet | None) -> PastTurn:
    past = PastTurn(one.standalone, one.columns, one.row_count, one.question)
    if told is None:
        return past
    ids_name = told.ids_name if told.nodes else ""
    return replace(past, name=told.name, names=told.names, kind=told.kind, ids_name=ids_name)


def left_open(
    message: str,
    parse: Read,
    ruled: Answerable | Redirect,
    texts: Texts | None,
    *,
    foreign: bool,
    follows: bool,
) -> tuple[Matter, ...]:
    """What is open of a message that the reader is not sure of.

    Nothing where it stands alone and is for this graph, or surely not.

    Args:
        message: As typed.
        parse: What the reader made of it in its conversation.
        ruled: The verdict that was learned.
        texts: The texts that may answer instead of the graph, if there are any.
        foreign: Whether it is in another language than English.
        follows: Whether anything was asked before.
    """
    if isinstance(ruled, Redirect) and ruled.certain:
        return ()
    if isinstance(ruled, Answerable) and ruled.act and ruled.sure:
        return ()
    judged = isinstance(ruled, Answerable) and ruled.sure and not foreign
    routed = may_be_text(parse.standalone, parse.unread, texts)
    if not follows and (judged or parse.reading is not None):
        # What no property says, documents may say of each row.
        lacks = parse.reading is None and bool(parse.unread)
        return ("route",) if routed and lacks and texts and texts.of_documents else ()
    # A name or two, or a language that the rules do not know.
    unknown = not foreign and not set(fold(message).split()) & FUNCTION_WORDS
    open_: dict[Matter, bool] = {
        # What words mean that nobody knows here is open, too.
        "standalone": follows or foreign or unknown or bool(parse.unread),
        "sets": follows,
        "verdict": True,
        "language": unknown,
        "route": routed,
    }
    return tuple(matter for matter, left in open_.items() if left)
