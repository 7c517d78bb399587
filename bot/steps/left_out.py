"""How many of the matched things have no value where the statement sorts, compares or averages.

Cypher leaves them out of comparisons and averages without a word; an honest answer says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import GraphError
from bot.ports import Graph
from bot.realiser.wording import nominal
from bot.steps.conditions import Condition, branch_of, conditions, without
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import quoted
from bot.steps.repair.scopes import aggregates, pattern_variables
from bot.stored.things import nouns_of
from bot.words.inflection import plural
from bot.words.units import measured_noun
from guardrails.cypher import Statement, parse
from guardrails.nouns import a
from guardrails.statement import Refused, check_statement
from guardrails.syntax import (
    Branch,
    Call,
    Clause,
    Expression,
    IsNull,
    Match,
    Name,
    Part,
    Projection,
    Property,
)
from guardrails.tokens import Unreadable
from memory.catalogue import is_english, say
from memory.schema import Property as Stored
from memory.schema import Schema
from memory.text import split_name

_SECONDS = 3.0
# More than these would be a lecture.
_MOST = 2
_COMPARES = frozenset(["<", "<=", ">", ">=", "<>"])
_FIGURES = frozenset(["avg", "sum", "min", "max", "stdev", "percentilecont", "percentiledisc"])
_MEASURED = ("INTEGER", "FLOAT", "DATE", "LOCAL DATETIME", "ZONED DATETIME")


@dataclass(frozen=True, slots=True)
class _Use:
    variable: str
    property: str
    how: str


async def left_out(cypher: str, parameters: Mapping[str, Any], schema: Schema, graph: Graph) -> str:
    """One sentence for each such property, "" where all have a value or nobody can tell in time.

    Args:
        cypher: The statement that ran.
        parameters: Its values.
        schema: Tells which properties may be null; others are not counted.
        graph: Counts them, in a statement of its own.
    """
    try:
        statement = parse(cypher)
    except Unreadable:
        return ""
    branch = branch_of(statement)
    matches = _leading(branch) if branch is not None else []
    if branch is None or not matches:
        return ""
    said = []
    uses = {(use.variable, use.property): use for use in [*_uses(statement, branch, matches)][::-1]}
    for use in list(uses.values())[::-1][: _MOST * 2]:
        owner = _nullable(statement, use, schema)
        counted = (
            await _counted(statement, matches, use, parameters, schema, graph) if owner else None
        )
        if counted and 0 < counted[1] <= counted[0]:
            ended = _ended(conditions(statement, matches), use)
            said.append(_sentence(owner, use, *counted, schema, ended))
    return " ".join(said[:_MOST])


def _leading(branch: Branch) -> list[Match]:
    """The MATCH clauses before anything is projected."""
    found: list[Match] = []
    for clause in branch.clauses:
        if not isinstance(clause, Match):
            break
        if not clause.optional:
            found.append(clause)
        elif not found:
            break
    return found if found and branch.clauses[0] is found[0] else []


def _uses(statement: Statement, branch: Branch, matches: list[Match]) -> Iterator[_Use]:
    bound = frozenset[str]().union(*(pattern_variables(p) for m in matches for p in m.paths))
    unasked = {
        (part.operand.base.name, part.operand.name)
        for part in statement.query.walk()
        if isinstance(part, IsNull)
        and not part.negated
        and isinstance(part.operand, Property)
        and isinstance(part.operand.base, Name)
    }
    for use in (*_compared(statement, matches), *_figured(branch.clauses), *_sorted(branch)):
        if use.variable in bound and (use.variable, use.property) not in unasked:
            yield use


def _compared(statement: Statement, matches: list[Match]) -> Iterator[_Use]:
    for condition in conditions(statement, matches):
        held, operator = condition.held, getattr(condition.test, "operator", "")
        if held is None or condition.entry is not None:
            continue
        if operator in _COMPARES:
            yield from _use(held, "compared")
        elif operator == "=":
            yield from _use(held, "equal")


def _figured(clauses: tuple[Clause, ...]) -> Iterator[_Use]:
    projections = [clause for clause in clauses if isinstance(clause, Projection)]
    for item in projections[0].items if projections else ():
        for call in aggregates(item.expression):
            if call.function.lower() in _FIGURES and call.arguments:
                yield from _use(call.arguments[0], "compared")


def _sorted(branch: Branch) -> Iterator[_Use]:
    aliases: dict[str, Expression] = {}
    for clause in branch.clauses:
        if isinstance(clause, Projection):
            aliases |= {item.alias: item.expression for item in clause.items if item.alias}
            for key in clause.order:
                expression = key.expression
                if isinstance(expression, Name):
                    expression = aliases.get(expression.name, expression)
                yield from _use(expression, "sorted")


def _use(expression: Part, how: str) -> Iterator[_Use]:
    """The one property of a variable in an expression; coalesce has an answer to null."""
    parts = list(expression.walk())
    if any(isinstance(p, Call) and p.function.lower() in ("coalesce", "count") for p in parts):
        return
    held = [p for p in parts if isinstance(p, Property) and isinstance(p.base, Name)]
    if len(held) == 1 and isinstance(held[0].base, Name):
        yield _Use(held[0].base.name, held[0].name, how)


def _nullable(statement: Statement, use: _Use, schema: Schema) -> str:
    """The label or type whose property may be null; "" where all have it."""
    for owner in bindings_of(statement.query, schema).of(use.variable):
        held = schema.labels.get(owner) or schema.relationships.get(owner)
        stored = held.properties.get(use.property) if held is not None else None
        if stored is not None and _asked(stored, use):
            return owner if stored.null_share > 0 else ""
    return ""


def _asked(stored: Stored, use: _Use) -> bool:
    """Whether to be without it says something: to lack a given name does not."""
    return use.how != "equal" or stored.type in _MEASURED


async def _counted(
    statement: Statement,
    matches: list[Match],
    use: _Use,
    parameters: Mapping[str, Any],
    schema: Schema,
    graph: Graph,
) -> tuple[int, int] | None:
    """(how many match without tests of the property, how many of those lack it)."""
    dropped = [c for c in conditions(statement, matches) if _about(c, use)]
    variable, name = quoted(use.variable), quoted(use.property)
    cypher = (
        f"{without(statement, dropped, matches)} WITH DISTINCT {variable} "
        f"RETURN count({variable}) AS total, count({variable}.{name}) AS known"
    )
    given = {key: value for key, value in parameters.items() if f"${key}" in cypher}
    if isinstance(await check_statement(cypher, given, schema), Refused):
        return None
    try:
        rows = (await graph.run(cypher, given, max_rows=1, seconds=_SECONDS)).rows
    except GraphError:
        return None
    total, known = rows[0] if rows else (0, 0)
    return int(total), int(total) - int(known)


def _about(condition: Condition, use: _Use) -> bool:
    """Whether a condition tests the property."""
    parts = [condition.test.operand] if isinstance(condition.test, IsNull) else [condition.held]
    return any(
        isinstance(part, Property)
        and part.name == use.property
        and isinstance(part.base, Name)
        and part.base.name == use.variable
        for part in parts
    )


def _ended(tests: Sequence[Condition], use: _Use) -> str:
    """The property that the things asked about must not have: died, where they live."""
    for one in tests:
        null = one.test if isinstance(one.test, IsNull) and not one.test.negated else None
        held = null.operand if null is not None else None
        base = held.base if isinstance(held, Property) else None
        if isinstance(held, Property) and isinstance(base, Name) and base.name == use.variable:
            return held.name
    return ""


def _sentence(
    owner: str, use: _Use, total: int, missing: int, schema: Schema, ended: str = ""
) -> str:
    """What to say of them.

    >>> _sentence("Film", _Use("f", "imdbRating", "sorted"), 160, 12, Schema())
    '12 of 160 films have no recorded imdb rating.'
    >>> _sentence("Actor", _Use("a", "born", "compared"), 587, 1, Schema(), "died")
    'One of the 587 actors without a death date has no recorded birth date and is left out.'
    """
    if not is_english():
        told = {"property": use.property, "thing": owner, "missing": missing, "total": total}
        if use.how == "sorted":
            return say("{property} is unknown for {missing} of {total} ({thing}).", **told)
        return say(
            "{property} is unknown for {missing} of {total} ({thing}); they are left out.", **told
        )
    noun = " ".join(split_name(owner))
    if owner in schema.relationships:
        noun = next(iter(nouns_of(owner)), f"“{noun}” link")
    nouns = plural(noun) if total != 1 else noun
    has = "has" if missing == 1 else "have"
    tail = "" if use.how == "sorted" else f" and {'is' if missing == 1 else 'are'} left out"
    what = nominal(measured_noun(use.property))
    held = schema.labels.get(owner) or schema.relationships.get(owner)
    which, the = "", "the " if total > 1 else ""
    if ended:
        which = f" without {a(nominal(measured_noun(ended)))}"
    elif held is not None and total < held.count:
        which = " asked about"
    else:
        the = ""
    one = "One" if missing == 1 else f"{missing:,}"
    return f"{one} of {the}{total:,} {nouns}{which} {has} no recorded {what}{tail}."
