"""How many there are, where a draft lists them: `RETURN s.name` for "How many ships call here?"."""

from __future__ import annotations

from bot.reader.wanted import heard, wants_count
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import is_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Name, Projection, Property, Subquery
from memory.catalogue import say
from memory.english import singular
from memory.text import split_name

_AHEAD = 4


def asked_count(statement: Statement, known: Known) -> list[Fix]:
    """Count the nodes that are returned, and that the question counts."""
    if not wants_count(known.question or "") or len(statement.query.branches) != 1:
        return []
    last = statement.query.branches[0].clauses[-1]
    if not isinstance(last, Projection) or last.keyword != "RETURN" or last.star or last.limit:
        return []
    if any(is_aggregate(part) or isinstance(part, Subquery) for part in parts(statement)):
        return []
    bindings, shown = bindings_of(statement.query, known.schema), _shown(last)
    labels = bindings.of(shown) if shown and bindings.is_node(shown) else ()
    if len(labels) != 1 or not _counts(known.question or "", labels[0]):
        return []
    text = f"RETURN count(DISTINCT {quoted(shown)}) AS {'_'.join(split_name(labels[0]))}_count"
    return [
        Fix("asked_count", say("counts them, as is asked"), (Edit(last.start, last.end, text),))
    ]


def _shown(last: Projection) -> str:
    """The one node that all columns are of; "" where there are several."""
    names = set()
    for item in last.items:
        held = item.expression.base if isinstance(item.expression, Property) else item.expression
        names.add(held.name if isinstance(held, Name) else "")
    return names.pop() if len(names) == 1 else ""


def _counts(question: str, label: str) -> bool:
    """Whether the words that count are followed by the label's name, or by a few that say which."""
    own, found = [singular(word) for word in split_name(label)], heard(question)
    start = found.countings[0][1] if found.countings else 0
    words = [singular(form) for form in found.forms[start : start + _AHEAD + len(own)]]
    return any(words[at : at + len(own)] == own for at in range(len(words)))
