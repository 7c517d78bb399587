"""Rows that only give back what the question gave.

Nobody asks who the children of X are to read X.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.events import Rows
from bot.steps.doubts import Asked
from bot.steps.repair.bindings import Bindings, bindings_of
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Call,
    Constant,
    Expression,
    MapOf,
    Name,
    NodePattern,
    Projection,
    Property,
)
from memory.catalogue import say
from memory.english import singular
from memory.text import fold, split_name

_YES_NO = re.compile(
    r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)\b", re.IGNORECASE
)
# Nobody asks so for the thing that is named.
_OF_ANOTHER = re.compile(r"(?:who|whom|whose|where|when)\b", re.IGNORECASE)
_COUNTED = re.compile(r"how many\s+(?:different\s+|distinct\s+|other\s+)?([\w-]+)", re.IGNORECASE)


def only_given(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """Every column is a text that the statement tests for, or counts the thing so named."""
    branches = statement.query.branches
    last = branches[0].clauses[-1] if len(branches) == 1 else None
    if not isinstance(last, Projection) or not last.items or _YES_NO.match(asked.question.strip()):
        return None
    given = dict(_given(statement))
    columns = _columns(statement, last)
    bindings = bindings_of(statement.query, asked.schema)
    found = [_repeats(column, given, bindings, asked) for column in columns]
    texts = [text for text in found if text is not None]
    if not texts or len(texts) < len(found):
        return None
    return say(
        "It only returns “{value}”, which the question gives: return what is asked of it.",
        value=texts[0],
    )


def _given(statement: Statement) -> Iterator[tuple[tuple[str, str], str]]:
    """(variable, property): text, of the tests for equality."""
    for part in statement.query.walk():
        match part:
            case Binary(
                operator="=",
                left=Property(base=Name(name=variable), name=name),
                right=Constant(value=str(text)),
            ):
                yield (variable, name), text
            case NodePattern(variable=str(variable), properties=MapOf(entries=entries)):
                for key, value in entries:
                    if key and isinstance(value, Constant) and isinstance(value.value, str):
                        yield (variable, key), value.value


def _columns(statement: Statement, last: Projection) -> list[Expression]:
    """What is returned, columns of an earlier WITH written out."""
    named = {
        item.alias: item.expression
        for clause in statement.query.branches[0].clauses
        if isinstance(clause, Projection)
        for item in clause.items
        if item.alias
    }
    shown = (item.expression for item in last.items)
    return [named.get(one.name, one) if isinstance(one, Name) else one for one in shown]


def _repeats(
    column: Expression, given: dict[tuple[str, str], str], bindings: Bindings, asked: Asked
) -> str | None:
    match column:
        case Name(name=variable) if _OF_ANOTHER.match(asked.question.strip()):
            texts = [text for (owner, _), text in given.items() if owner == variable]
            return texts[0] if texts and bindings.is_node(variable) else None
        case Property(base=Name(name=variable), name=name):
            return given.get((variable, name))
        case Call(function=function, arguments=(Name(name=variable),)) if (
            function.lower() == "count"
        ):
            texts = [text for (owner, _), text in given.items() if owner == variable]
            return texts[0] if texts and not _counts(asked, bindings.of(variable)) else None
    return None


def _counts(asked: Asked, labels: tuple[str, ...]) -> bool:
    """Whether the question counts such things: how many films are called Heat."""
    found = _COUNTED.search(asked.question)
    word = singular(fold(found[1])) if found is not None else ""
    return not word or any(word in map(singular, split_name(label)) for label in labels)
