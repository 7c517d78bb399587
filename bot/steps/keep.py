"""What a conversation keeps of a turn: never its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import StoreError
from bot.events import Outcome, Rows
from bot.ports import Graph
from bot.steps.recall import MOST_KEPT, Owners, is_shared, recall, single_value
from bot.steps.row_nodes import owners_of, row_nodes
from memory.catalogue import say
from memory.conversation import Exchange
from memory.query import Query
from memory.schema import LinkedValue, Schema

# So many rows are looked at to tell which nodes they are.
_MOST_ROWS = 500


async def with_nodes(exchange: Exchange, out: Outcome, schema: Schema, graph: Graph) -> Exchange:
    """The exchange with the element ids of its individuals, where others may have their names."""
    first = next(iter(exchange.mentions), None)
    if first is None or first.nodes or out.result is None or not is_shared(first, schema):
        return exchange
    rows = replace(out.result, rows=out.result.rows[:MOST_KEPT])
    given = (out.cypher or "", out.parameters, rows, first, schema, graph)
    nodes = await row_nodes(*given, most=_MOST_ROWS)
    mentions = recall(*_answer(out, rows, schema), nodes=nodes)
    return replace(exchange, mentions=mentions)


def exchange_of(out: Outcome, schema: Schema) -> Exchange | None:
    """The exchange of a finished turn; None where nothing was made of the message.

    A turn that failed before its verdict is kept as a question that had no answer.
    """
    if out.verdict is None and not (out.error and out.standalone):
        return None
    # A way between two things is no list that a next question could narrow.
    understood = out.understood if out.understood and out.understood.route is None else None
    mentions = recall(*_answer(out, out.result, schema)) if out.result else ()
    return Exchange(
        question=out.question,
        standalone=out.standalone or out.question,
        verdict=out.verdict or "answerable",
        cypher=out.cypher,
        parameters=dict(out.parameters),
        columns=out.result.columns if out.result else (),
        row_count=out.result.row_count if out.result else None,
        reading=out.reading,
        query=understood,
        linked=out.linked,
        mentions=mentions,
        choices=tuple(choice.question for choice in out.choices),
        value=single_value(out.result) if out.result else None,
        asked_about=out.asked_about,
        act=out.act,
        asked_which=out.asked_which,
        taught=out.taught,
    )


def _answer(
    out: Outcome, rows: Rows, schema: Schema
) -> tuple[Rows, Query | None, Schema, Sequence[LinkedValue], Owners]:
    """What individuals are recalled from."""
    owners = owners_of(out.cypher or "", schema) if out.understood is None else ()
    return rows, out.understood, schema, out.linked, owners


def not_kept(error: StoreError) -> str:
    """What a person is told of an answer that is nowhere but on their screen."""
    return say("This answer could not be kept: {problem}", problem=error)
