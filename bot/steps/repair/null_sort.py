"""Nulls sort first under DESC: "the five highest rated" would be five without a rating."""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, parts
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import has_aggregate
from bot.steps.repair.tokens_of import tokens_of, with_condition
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Branch,
    Expression,
    IsNull,
    Match,
    Name,
    Part,
    Projection,
    Property,
)


def null_sort(statement: Statement, known: Known) -> list[Fix]:
    """Leave out nodes that lack what a limited, descending list is sorted by."""
    bindings, source = bindings_of(statement.query, known.schema), Source(statement)
    for part in parts(statement):
        if isinstance(part, Branch):
            for i, clause in enumerate(part.clauses):
                if isinstance(clause, Projection) and clause.limit is not None and clause.order:
                    fix = _fixed(source, known, bindings, part, i, clause)
                    if fix is not None:
                        return [fix]
    return []


def _fixed(
    source: Source, known: Known, bindings: Bindings, branch: Branch, i: int, clause: Projection
) -> Fix | None:
    first = clause.order[0]
    if not first.descending or clause.distinct:
        return None
    held = _property(clause, first.expression)
    if held is None or not isinstance(held.base, Name) or not _lacking(known, bindings, held):
        return None
    text = source.of(held.start, held.end)
    if any(_tested(source, before, text) for before in branch.clauses[: i + 1]):
        return None
    before = branch.clauses[i - 1] if i else None
    if isinstance(before, Match) and not before.optional:
        tokens = tokens_of(source.text)
        at = source.index(before.paths[0].start)
        edits = with_condition(tokens, at, f"{text} IS NOT NULL")
    elif isinstance(before, Projection) and before.keyword == "WITH" and before.where is None:
        edits = (Edit(before.end, before.end, f" WHERE {text} IS NOT NULL"),)
    else:
        return None
    if edits is None:
        return None
    return Fix("null_sort", f"without those that have no {held.name}", edits)


def _property(clause: Projection, key: Expression) -> Property | None:
    """The property that is sorted by, behind its alias if need be; None behind an aggregate."""
    if isinstance(key, Property):
        return key if not has_aggregate(clause) or _is_column(clause, key) else None
    if isinstance(key, Name):
        for item in clause.items:
            if item.alias == key.name and isinstance(item.expression, Property):
                return item.expression
    return None


def _is_column(clause: Projection, key: Property) -> bool:
    return any(
        isinstance(item.expression, Name) and item.expression == key.base for item in clause.items
    )


def _lacking(known: Known, bindings: Bindings, held: Property) -> bool:
    assert isinstance(held.base, Name)
    owners = bindings.of(held.base.name) if bindings.certain(held.base.name) else ()
    found = known.property_of(owners, held.name)
    return found is not None and found.null_share > 0


def _tested(source: Source, part: Part, text: str) -> bool:
    """Whether the statement already asks something of the property, which nulls do not pass."""
    for inner in part.walk():
        if isinstance(inner, Binary | IsNull):
            sides = (inner.left, inner.right) if isinstance(inner, Binary) else (inner.operand,)
            if any(source.of(side.start, side.end) == text for side in sides):
                return True
    return False
