"""What a question counts, the statement counts: "the most papers" are no number of authors."""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.counted_way import counts
from bot.steps.repair.fix import Edit, Fix, Source, parts
from bot.steps.repair.known import Known
from bot.steps.repair.names import named
from guardrails.cypher import Statement
from guardrails.syntax import Call, Match, Name, NodePattern, Projection, Property
from memory.catalogue import say
from memory.english import singular
from memory.text import split_name


def counted_thing(statement: Statement, known: Known) -> list[Fix]:
    """Count the one node of the pattern that the question counts, and none of another kind."""
    calls = [p for p in parts(statement) if isinstance(p, Call) and p.function.lower() == "count"]
    if known.question is None or len(calls) != 1 or len(statement.query.branches) != 1:
        return []
    call, bindings = calls[0], bindings_of(statement.query, known.schema)
    counted = call.arguments[0] if len(call.arguments) == 1 else None
    if not isinstance(counted, Name) or not bindings.is_node(counted.name):
        return []
    if not bindings.of(counted.name) or _asked(known.question, bindings.of(counted.name)):
        return []
    meant = _meant(statement, bindings, known.question)
    if meant is None or (meant.variable and meant.variable in _keys(statement)):
        return []
    variable, edits = named(Source(statement), meant)
    text = variable if call.distinct else f"DISTINCT {variable}"
    told = say("counts {name}, as is asked", name=variable)
    return [Fix("counted_thing", told, (*edits, Edit(counted.start, counted.end, text)))]


def _meant(statement: Statement, bindings: Bindings, question: str) -> NodePattern | None:
    """The one node matched in front whose label the question counts."""
    found: dict[object, NodePattern] = {}
    for clause in statement.query.branches[0].clauses:
        for path in clause.paths if isinstance(clause, Match) else ():
            for part in path.elements:
                if isinstance(part, NodePattern) and _asked(question, bindings.labels(part)):
                    found[part.variable or part.start] = part
    return next(iter(found.values())) if len(found) == 1 else None


def _asked(question: str, labels: frozenset[str] | tuple[str, ...]) -> bool:
    """Whether the question counts nodes of one of a few labels."""
    nouns = [" ".join(singular(word) for word in split_name(label)) for label in labels]
    return any(counts(question, noun) for noun in nouns)


def _keys(statement: Statement) -> set[str]:
    """The variables that rows are grouped by."""
    projections = [part for part in parts(statement) if isinstance(part, Projection)]
    columns = [item.expression for clause in projections for item in clause.items]
    inner = [column.base if isinstance(column, Property) else column for column in columns]
    return {one.name for one in inner if isinstance(one, Name)}
