"""A thing that a join brings up again and again is listed once: `WITH DISTINCT s` before RETURN.

"Which ships called at a deep port" is answered by `MATCH (s)-[:CALLED_AT]->(p) ... RETURN s.name`
with a row for each call; asked are the ships.
"""

from __future__ import annotations

import re

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.distinct_count import repeats
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Branch, Match, Name, Projection, Property
from memory.english import singular
from memory.text import fold, split_name

# Which ..., list all the ..., the top three ...: the noun that is asked for comes soon.
_LISTED = re.compile(r"\b(?:which|what|list|find|show|name|identify|give)\b((?:\s+\S+){1,7})")
_EACH = re.compile(r"\b(?:each|every|per|pairs?|combinations?|times)\b")


def distinct_rows(statement: Statement, known: Known) -> list[Fix]:
    """List each node once, where the question lists such nodes and rows show nothing else."""
    question = fold(known.question or "")
    listed = _LISTED.search(question)
    if listed is None or _EACH.search(question) or len(statement.query.branches) != 1:
        return []
    branch = statement.query.branches[0]
    shown = _shown(branch)
    if shown is None:
        return []
    bindings = bindings_of(statement.query, known.schema)
    if not bindings.is_node(shown) or not _asked(bindings, shown, listed[1]):
        return []
    if not repeats(branch, len(branch.clauses) - 1, {shown}):
        return []
    at = branch.clauses[-1].start
    edit = Edit(at, at, f"WITH DISTINCT {quoted(shown)} ")
    return [Fix("distinct_rows", f"each {shown} listed once", (edit,))]


def _shown(branch: Branch) -> str | None:
    """The one node whose properties a RETURN right behind MATCH shows and sorts by."""
    *before, last = branch.clauses
    if not isinstance(last, Projection) or last.distinct or not before:
        return None
    if not all(isinstance(clause, Match) and not clause.optional for clause in before):
        return None
    names: set[str] = set()
    for expression in (*(i.expression for i in last.items), *(o.expression for o in last.order)):
        if isinstance(expression, Property) and isinstance(expression.base, Name):
            names.add(expression.base.name)
        elif isinstance(expression, Name):
            if not any(item.alias == expression.name for item in last.items):
                names.add(expression.name)
        else:
            return None
    return names.pop() if len(names) == 1 else None


def _asked(bindings: Bindings, variable: str, words: str) -> bool:
    said = {singular(word) for word in words.split()}
    return any(
        {singular(word) for word in split_name(label)} <= said for label in bindings.of(variable)
    )
