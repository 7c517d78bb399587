"""What a conversation keeps of a turn: never its rows."""

from __future__ import annotations

from bot.errors import StoreError
from bot.events import Outcome
from bot.steps.recall import recall, single_value
from memory.catalogue import say
from memory.conversation import Exchange
from memory.schema import Schema


def exchange_of(out: Outcome, schema: Schema) -> Exchange | None:
    """The exchange of a finished turn; None where nothing was made of the message.

    A turn that failed before its verdict is kept as a question that had no answer.
    """
    if out.verdict is None and not (out.error and out.standalone):
        return None
    # A way between two things is no list that a next question could narrow.
    understood = out.understood if out.understood and out.understood.route is None else None
    mentions = recall(out.result, out.understood, schema, out.linked) if out.result else ()
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


def not_kept(error: StoreError) -> str:
    """What a person is told of an answer that is nowhere but on their screen."""
    return say("This answer could not be kept: {problem}", problem=error)
