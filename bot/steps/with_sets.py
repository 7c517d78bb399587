"""Earlier answers in a statement: `$a2` is the list of what the second answer found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.errors import GraphError, StatementRefused
from bot.ports import Graph
from bot.steps.conditions import branch_of
from bot.steps.doubts.asked import constants_of
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Fix, apply, quoted
from bot.steps.repair.tokens_of import tokens_of, with_condition
from bot.steps.set_nodes import held_to_nodes, set_nodes
from bot.steps.write import Draft
from guardrails.cypher import parse
from guardrails.syntax import Match, NodePattern
from guardrails.tokens import Unreadable, tokenize
from memory.conversation import Exchange, ResultSet, result_sets
from memory.schema import Scalar, Schema
from memory.text import fold

# Values that are handed to the database with a statement.
MOST_VALUES = 10_000


async def with_sets(
    draft: Draft, history: Sequence[Exchange], graph: Graph, schema: Schema
) -> Draft:
    """Return a draft with the values of the earlier answers that it names.

    A set of which not all was kept is asked for again: it is never taken for whole. One that was
    is what the person saw, also where the graph tells something else by now. Where others may have
    its names, the draft is held to its very nodes.

    Raises:
        GraphError: it cannot be asked for again, or is too large to be handed on.
    """
    named = set(_parameters(draft.cypher)) - set(draft.parameters)
    sets = tuple(one for one in result_sets(history) if {one.name, one.ids_name} & named)
    if not sets:
        return draft
    given, changed, cypher = dict[str, list[Any]](), list[ResultSet](), draft.cypher
    for one in sets:
        try:
            now = await _now(one, graph)
        except GraphError:
            if one.values is None:
                raise
            now = list(one.values)
        values = now if one.values is None else list(one.values)
        if Counter(map(str, now)) != Counter(map(str, values)):
            changed.append(one)
        nodes = await set_nodes(one, values, graph, schema)
        cypher = held_to_nodes(cypher, one, schema, nodes)
        if one.name in named:
            given[one.name] = values
        if one.ids_name in _parameters(cypher):
            if not nodes:
                raise StatementRefused(f"Of ${one.name} only names are known; use ${one.name}.")
            given[one.ids_name] = list(nodes)
    parameters = {**draft.parameters, **given}
    told = replace(draft, cypher=cypher, parameters=parameters)
    by_names = draft.cypher if cypher != draft.cypher else ""
    return replace(told, sets=sets, changed=tuple(changed), by_names=by_names)


def going_on(cypher: str, one: ResultSet, schema: Schema, *, others: bool) -> str:
    """Return a statement that goes on from an earlier answer, which it has forgotten.

    The one thing in it that the answer was of is held to the answer, or with `others` to all but
    that. It stays as it is where it takes the answer already, or has no such thing, or several.
    """
    label, _, name = one.kind.partition(".")
    try:
        statement = parse(cypher)
    except Unreadable:
        return cypher
    branch = branch_of(statement)
    first = branch.clauses[0] if branch is not None and branch.clauses else None
    if not label or not isinstance(first, Match) or first.optional:
        return cypher
    said = {fold(str(value)) for value in constants_of(statement)}
    if one.name in _parameters(cypher) or said & {fold(told) for told in one.names}:
        return cypher
    bindings = bindings_of(statement.query, schema)
    nodes = {
        element.variable
        for path in first.paths
        for element in path.elements
        if isinstance(element, NodePattern) and element.variable
        if bindings.of(element.variable) == (label,)
    }
    if len(nodes) != 1:
        return cypher
    held = f"{quoted(nodes.pop())}.{quoted(name)} IN ${one.name}"
    tokens = tokens_of(statement.text)
    at = next(n for n, token in enumerate(tokens.tokens) if token.start >= first.paths[0].start)
    edits = with_condition(tokens, at, f"NOT {held}" if others else held)
    return apply(statement.text, [Fix("going_on", "", edits)])[0] if edits else cypher


def _parameters(cypher: str) -> list[str]:
    try:
        return [token.value for token in tokenize(cypher) if token.kind == "parameter"]
    except Unreadable:
        return []


async def _now(one: ResultSet, graph: Graph) -> list[Any]:
    asked = one.exchange
    rows = await graph.run(asked.cypher or "", asked.parameters, max_rows=MOST_VALUES)
    if rows.truncated:
        raise StatementRefused(
            f"What ${one.name} found is more than {MOST_VALUES:,} rows; ask it all in one question."
        )
    key = asked.mentions[0].property if asked.mentions else ""
    known = {asked.value, *(value for m in asked.mentions for value in (m.value, m.name))}
    found = [[_key_of(value, key) for value in row] for row in rows.rows]
    fits = [sum(value in known for value in column) for column in zip(*found, strict=True)]
    at = fits.index(max(fits)) if fits else 0
    # Two of one name are two.
    return [row[at] for row in found if row[at] is not None]


def _key_of(value: Any, key: str) -> Scalar | None:
    """What stands for a value in a list: of a node its key."""
    if isinstance(value, dict):
        value = value.get(key)
    return value if isinstance(value, str | int | float) else None
