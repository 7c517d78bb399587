"""What is learnt from an answer: a lesson, where it would be right for others, too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cypher.literals import inline
from bot.steps.lift import lift
from guardrails.statement import Allowed, Refused, check_statement
from memory.catalogue import marked
from memory.lessons import Lesson
from memory.schema import LinkedValue, Schema

_MENDED, _LIKED = marked("A failed draft was mended."), marked("Somebody liked its answer.")
# How the answers of a conversation are named (`memory.conversation.result_sets`), and lists of
# element ids, which last no longer than a graph.
_SET = re.compile(r"a\d+|\w+_ids")
# What a prompt has room for, in characters.
_LONGEST_QUESTION, _LONGEST_CYPHER, _LONGEST_PROBLEM = 300, 1500, 200


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the statement that answered it; `failed` is an earlier draft and why.

    `why` says where a lesson made of it comes from.
    """

    question: str
    cypher: str
    parameters: Mapping[str, Any]
    linked: Sequence[LinkedValue]
    columns: tuple[str, ...] = ()
    engine: str = ""
    failed: tuple[str, str] | None = None
    why: str = ""


async def lesson_from(answered: Answered, graph: str, schema: Schema) -> Lesson | None:
    """The lesson in an answer, to be put into quarantine.

    None where the statement is not allowed, is long, goes on from an earlier answer, or holds what
    only the rows of another answer can have told: others must not be taught that.
    """
    question = " ".join(answered.question.split())
    if not 0 < len(question) <= _LONGEST_QUESTION or len(answered.cypher) > _LONGEST_CYPHER:
        return None
    linked = answered.linked if question == answered.question else ()
    if of_one_conversation(answered.parameters):
        return None
    lifted = lift(question, answered.cypher, dict(answered.parameters), linked, schema)
    if lifted is None or lifted.form.strip("{} ") == "":
        return None
    whole = inline(lifted.cypher, lifted.parameters)
    if isinstance(await check_statement(whole, schema=schema), Refused):
        return None
    draft, problem = await may_show(*(answered.failed or ("", "")), schema)
    return Lesson(
        graph=graph,
        question=question,
        form=lifted.form,
        cypher=lifted.cypher,
        parameters=lifted.parameters,
        slots=lifted.slots,
        columns=answered.columns,
        draft=draft,
        problem=problem,
        fingerprint=schema.fingerprint,
        engine=answered.engine,
        why=answered.why or (_MENDED if draft else _LIKED),
    )


async def may_show(draft: str, problem: str, schema: Schema) -> tuple[str, str]:
    """A failed draft as it may be shown to a model again; ("", "") where it may not."""
    draft, problem = (" ".join(text.split()) for text in (draft, problem))
    if not draft or not problem or len(draft) > _LONGEST_CYPHER:
        return "", ""
    checked = await check_statement(draft, schema=schema)
    if not (isinstance(checked, Allowed) or checked.unreadable):
        return "", ""
    return draft, problem[:_LONGEST_PROBLEM]


def of_one_conversation(parameters: Mapping[str, object]) -> bool:
    """Return whether a statement takes an earlier answer, or the very nodes of one.

    >>> of_one_conversation({"a1": ["Ada"]}), of_one_conversation({"name": "Ada"})
    (True, False)
    >>> of_one_conversation({"name": "Ada", "name_ids": ["4:7"]})
    True
    """
    return any(_SET.fullmatch(name) and isinstance(v, list) for name, v in parameters.items())
