"""Nulls sort first under DESC: "the five highest rated" would be five without a rating.

So does what is made of nulls: a difference with one, or the mean of a group that has no value.
Ascending they come last, on Neo4j and on the embedded database, and win nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import has_aggregate, pattern_variables
from bot.steps.repair.tokens_of import tokens_of, with_condition
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    Constant,
    Expression,
    IsNull,
    Item,
    Match,
    Name,
    Part,
    Projection,
    Property,
    Unary,
)
from memory.catalogue import listed, say
from memory.schema import Schema


def null_sort(statement: Statement, known: Known) -> list[Fix]:
    """Leave out nodes that lack what a limited, descending list is sorted by."""
    return _first(statement, known, _fixed)


def null_mean(statement: Statement, known: Known) -> list[Fix]:
    """Leave out groups without a value from a limited list that is sorted by their mean."""
    return _first(statement, known, _mean)


def unmatched_mean(statement: Statement, known: Known) -> list[Fix]:
    """The same for groups for which OPTIONAL MATCH found nothing, and for these alone."""
    if not any(isinstance(part, Match) and part.optional for part in parts(statement)):
        return []
    return _first(statement, replace(known, schema=Schema()), _mean)


def nulls_last(statement: Statement, known: Known) -> list[Fix]:
    """Put those that lack what a descending list is sorted by at its end."""
    bindings, source = bindings_of(statement.query, known.schema), Source(statement)
    found = []
    for clause in parts(statement):
        key = clause.order[0] if isinstance(clause, Projection) and clause.order else None
        if not isinstance(clause, Projection) or key is None or not key.descending:
            continue
        held, text = _property(clause, key.expression), source.of(key.start, key.end)
        if held is None or "NULLS" in text.upper() or _excluded(statement, source, held):
            continue
        if any(_lacking(known, bindings, each) for each in _read(held)):
            shown = source.of(key.expression.start, key.expression.end)
            name = listed([each.name for each in _read(held)], "or")
            edit = Edit(key.start, key.start, f"{shown} IS NULL, ")
            told = say("those that have no {name} come last", name=name)
            found.append(Fix("null_sort", told, (edit,)))
    return found


def _excluded(statement: Statement, source: Source, held: Expression) -> bool:
    texts = {source.of(each.start, each.end) for each in (*_read(held), held)}
    return any(_tested(source, statement.query, text) for text in texts)


_Mend: TypeAlias = Callable[[Source, Known, Bindings, Branch, int, Projection], Fix | None]


def _first(statement: Statement, known: Known, mend: _Mend) -> list[Fix]:
    bindings, source = bindings_of(statement.query, known.schema), Source(statement)
    for part in parts(statement):
        if isinstance(part, Branch):
            for i, clause in enumerate(part.clauses):
                if isinstance(clause, Projection) and clause.limit is not None and clause.order:
                    fix = mend(source, known, bindings, part, i, clause)
                    if fix is not None:
                        return [fix]
    return []


def _fixed(
    source: Source, known: Known, bindings: Bindings, branch: Branch, i: int, clause: Projection
) -> Fix | None:
    first = clause.order[0]
    if not first.descending:
        return None
    held = _property(clause, first.expression)
    if held is None or not any(_lacking(known, bindings, each) for each in _read(held)):
        return None
    text, name = source.of(held.start, held.end), listed([one.name for one in _read(held)], "or")
    if any(_tested(source, before, text) for before in branch.clauses[: i + 1]):
        return None
    if not isinstance(held, Property):
        text = f"({text})"
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
    return Fix("null_sort", say("without those that have no {name}", name=name), edits)


# Aggregates of nothing that are null; a sum is 0 then.
_MEANS = frozenset({"avg", "max", "min", "stdev", "percentilecont", "percentiledisc"})


def _mean(
    source: Source, known: Known, bindings: Bindings, branch: Branch, i: int, clause: Projection
) -> Fix | None:
    """The groups that have no mean left out behind the WITH (or RETURN) that takes it."""
    key = clause.order[0].expression
    item = next((each for each in clause.items if _is(each, key)), None)
    call = item.expression if item is not None else None
    if item is None or clause.distinct or not clause.order[0].descending:
        return None
    if not isinstance(call, Call) or call.function.lower() not in _MEANS:
        return None
    optional = {
        name
        for before in branch.clauses[:i]
        if isinstance(before, Match) and before.optional
        for name in pattern_variables(before)
    }
    read = [each for argument in call.arguments for each in _read(argument)]
    texts = {source.of(each.start, each.end) for each in read}
    if any(_tested(source, before, text) for before in branch.clauses[:i] for text in texts):
        return None
    if not any(_lacking(known, bindings, each) or _base(each) in optional for each in read):
        return None
    names = [each.alias for each in clause.items]
    told = say("without those that have no {name}", name=item.alias)
    if clause.keyword == "WITH" and clause.where is None:
        end = clause.items[-1].end
        made = f" WHERE {quoted(item.alias or '')} IS NOT NULL WITH *"
        return Fix("null_sort", told, (Edit(end, end, made),))
    sorted_by = {each.expression.name for each in clause.order if isinstance(each.expression, Name)}
    if not all(names) or len(sorted_by) < len(clause.order) or not sorted_by <= {*names}:
        return None
    shown = ", ".join(quoted(name or "") for name in names)
    made = f" WHERE {quoted(item.alias or '')} IS NOT NULL RETURN {shown}"
    end = clause.items[-1].end
    edits = (Edit(clause.start, clause.start + len("RETURN"), "WITH"), Edit(end, end, made))
    return Fix("null_sort", told, edits)


def _is(item: Item, key: Expression) -> bool:
    return item.alias is not None and isinstance(key, Name) and item.alias == key.name


def _read(expression: Expression) -> list[Property]:
    """The properties of variables in an expression that is null where one of them is."""
    found = []
    for part in expression.walk():
        if isinstance(part, Property) and isinstance(part.base, Name):
            found.append(part)
        elif isinstance(part, Call) and part.function.lower() in _NUMERIC:
            continue
        elif not isinstance(part, Name | Constant | Unary | Binary) or (
            isinstance(part, Binary) and part.operator not in _STRICT
        ):
            return []
    return found


_STRICT = frozenset({"+", "-", "*", "/", "%", "^"})
_NUMERIC = frozenset({"abs", "round", "ceil", "floor", "sqrt", "tofloat", "tointeger", "size"})


def _base(held: Property) -> str:
    return held.base.name if isinstance(held.base, Name) else ""


def _property(clause: Projection, key: Expression) -> Expression | None:
    """What is sorted by, behind its alias if need be; None behind an aggregate."""
    if isinstance(key, Name):
        for item in clause.items:
            if item.alias == key.name and not has_aggregate(Projection("WITH", (item,))):
                return item.expression
        return None
    sure = not has_aggregate(clause) or all(_is_column(clause, each) for each in _read(key))
    return key if sure else None


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
