"""A query that somebody else wrote, held to nodes that were found by their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.steps.by_text import ByText
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Fix, Source, apply, quoted
from bot.steps.repair.names import named
from bot.steps.repair.tokens_of import tokens_of, with_condition
from bot.steps.write import Draft
from guardrails.cypher import Statement, parse
from guardrails.syntax import Match, NodePattern
from guardrails.tokens import Unreadable
from memory.passages_index import Near
from memory.schema import Schema

_FOUND = "found"


def held(draft: Draft, part: ByText, near: Sequence[Near], schema: Schema) -> Draft | None:
    """The draft over the nodes found alone; None where it matches no such nodes."""
    try:
        statement = parse(draft.cypher)
    except Unreadable:
        return None
    node = _node(statement, part, schema)
    if node is None:
        return None
    source = Source(statement)
    variable, edits = named(source, node)
    condition, kept = _condition(variable, part, near)
    more = with_condition(tokens_of(statement.text), source.index(node.start), condition)
    if more is None:
        return None
    cypher, _ = apply(statement.text, [Fix("held", "to what was found", (*edits, *more))])
    return replace(draft, cypher=cypher, parameters={**draft.parameters, **kept})


def _condition(
    variable: str, part: ByText, near: Sequence[Near]
) -> tuple[str, dict[str, list[str]]]:
    """That a variable is one of the nodes found, by name or by how a text begins; its values."""
    name = part.held[0].name
    named = [one.name for one in near if name and one.name and not one.shares_name]
    kept = {_FOUND: list(dict.fromkeys(named))} if named else {}
    tests = [f"{variable}.{quoted(name)} IN ${_FOUND}"] if name and named else []
    others = [one for one in near if not (name and one.name) or one.shares_name]
    for prop in dict.fromkeys(one.property for one in others):
        given = f"{_FOUND}_{len(kept)}" if kept else _FOUND
        starts = (one.start for one in others if one.property == prop)
        kept[given] = list(dict.fromkeys(starts))
        text = f"{variable}.{quoted(prop)}"
        tests.append(f"any(start IN ${given} WHERE {text} STARTS WITH start)")
    return f"({' OR '.join(tests)})" if len(tests) > 1 else tests[0], kept


def _node(statement: Statement, part: ByText, schema: Schema) -> NodePattern | None:
    """The first node matched that can only bear a label whose texts were searched."""
    bindings = bindings_of(statement.query, schema)
    wanted = {one.label for one in part.held}
    wanted |= {label for label, known in schema.labels.items() if wanted & set(known.implies)}
    for clause in statement.query.branches[0].clauses:
        if not isinstance(clause, Match):
            break
        for path in clause.paths:
            for element in path.elements:
                if isinstance(element, NodePattern) and bindings.labels(element) <= wanted:
                    return element
    return None
