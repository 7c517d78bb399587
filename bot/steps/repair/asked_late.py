"""What was done late was done after it was due: `WHERE o.finished IS NOT NULL` does not say so."""

from __future__ import annotations

import re

from bot.steps.repair.all_said import akin
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Fix, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import tokens_of, with_condition
from guardrails.cypher import Statement
from guardrails.syntax import NodePattern, Property
from memory.schema import Label
from memory.text import fold, split_name

_LATE = re.compile(
    r"\blate\s*[?.!]*$|\bbehind schedule\b|\bafter (?:it|they) (?:was|were) due\b"
    r"|\b(?:after|past) (?:its|their|the) (?:due date|deadline)\b",
    re.IGNORECASE,
)
_DATES = frozenset({"DATE", "LOCAL DATETIME", "ZONED DATETIME"})
_DUE = frozenset(["due", "deadline", "planned", "scheduled", "promised", "expected", "target"])
_DONE = """
    completed completion finished closed done resolved delivered returned shipped paid arrived
    arrival ended end actual fixed settled submitted
    """


def asked_late(statement: Statement, known: Known) -> list[Fix]:
    """Compare the one date at which something was done with the one at which it was due."""
    found = _LATE.search(known.question or "")
    if found is None or len(statement.query.branches) != 1:
        return []
    bindings, words = bindings_of(statement.query, known.schema), fold(known.question or "").split()
    for node in parts(statement):
        if not isinstance(node, NodePattern) or not node.variable:
            continue
        labels = tuple(bindings.labels(node))
        held = known.schema.labels.get(labels[0]) if len(labels) == 1 else None
        due, done = _due_and_done(held, words) if held is not None else ("", "")
        if not due or not done or _used(statement, due):
            continue
        variable = quoted(node.variable)
        test = f"{variable}.{quoted(done)} > {variable}.{quoted(due)}"
        tokens = tokens_of(statement.text)
        at = next(i for i, token in enumerate(tokens.tokens) if token.start >= node.start)
        edits = with_condition(tokens, at, test)
        if edits is not None:
            return [Fix("asked_late", f"{done} after {due}", edits)]
    return []


def _due_and_done(label: Label, words: list[str]) -> tuple[str, str]:
    """The one property of each; of several dates at which something was done the one named."""
    dates = [prop.name for prop in label.properties.values() if prop.type in _DATES]
    due = [name for name in dates if _DUE & set(split_name(name))]
    done = [name for name in dates if set(_DONE.split()) & set(split_name(name))]
    done = [name for name in done if name not in due]
    if len(done) > 1:
        done = [name for name in done if any(akin(word, words) for word in split_name(name))]
    return (due[0], done[0]) if len(due) == len(done) == 1 else ("", "")


def _used(statement: Statement, name: str) -> bool:
    return any(isinstance(part, Property) and part.name == name for part in parts(statement))
