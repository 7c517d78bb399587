"""Which nodes and relationships the rows of a statement come from, by one more statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.steps.conditions import conditions, returned
from bot.steps.repair.bindings import Bindings, Hop, bindings_of, hops
from bot.steps.repair.fix import Edit, Fix, Source, apply, quoted
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.names import named
from bot.steps.repair.scopes import aggregates
from guardrails.cypher import Statement, parse
from guardrails.drawn import hands_on
from guardrails.syntax import (
    Clause,
    Item,
    LabelName,
    Match,
    Name,
    PatternExpression,
    Projection,
    Subquery,
)
from guardrails.tokens import Unreadable
from memory.documents import mentioned, says_why
from memory.schema import Schema


@dataclass(frozen=True, slots=True)
class Behind:
    """A statement that gives, for each row of another, the node of its item and what says so.

    `keys` are the columns of the other by which a row is told, and the first columns of this one.
    The identifier of the item follows, then words and passages of each of `joins` relationships.
    `labels` are those that the item can have, `column` the one of the other that shows it.
    `refuting` gives the identifiers, out of `$among`, of nodes whose own properties fail the
    conditions of the other; "" where it has no such. What a node lacks speaks against nothing.
    """

    cypher: str
    keys: tuple[int, ...]
    column: int
    labels: tuple[str, ...]
    joins: int
    refuting: str = ""


AMONG = "among"


def behind_rows(cypher: str, schema: Schema) -> Behind | None:
    """The statement for that; None where no row shows a node that passages mention."""
    ends = returned(cypher)
    if ends is None:
        return None
    statement, branch, last = ends
    bindings = bindings_of(statement.query, schema)
    keys = tuple(at for at, item in enumerate(last.items) if not list(aggregates(item.expression)))
    item = _item(last, keys, bindings, schema)
    if item is None:
        return None
    column, variable = item
    labels = tuple(sorted(set(bindings.of(variable)) & mentioned(schema)))
    source, edits, joins = Source(statement), list[Edit](), list[str]()
    clauses, start = list(branch.clauses[:-1]), last.start
    if clauses and isinstance(clauses[-1], Projection) and hands_on(clauses[-1]):
        start = clauses.pop().start
    for hop in _hops(clauses, variable, schema):
        taken = f"{source.text} {' '.join(joins)}"
        name, more = named(source, hop.relationship, fresh(taken, "r"))
        edits += more
        joins.append(name)
    shown = [_text(statement, last.items[at]) for at in keys]
    shown.append(f"elementId({quoted(variable)}) AS {fresh(source.text, 'item')}")
    for at, name in enumerate(joins):
        shown += [f"{name}.words AS words{at}", f"{name}.passages AS passages{at}"]
    end = ending(statement, last, whole=len(keys) == len(last.items))
    edits.append(Edit(start, len(source.text), f"RETURN {', '.join(shown)}{end}"))
    text = apply(source.text, [Fix("behind", "", tuple(edits))])[0]
    refuting = _refuting(statement, clauses, variable, labels)
    return Behind(text, keys, column, labels, len(joins), refuting)


def is_about_mentioned(cypher: str, schema: Schema) -> bool:
    """Whether a statement names a label of what passages mention."""
    try:
        parts = parse(cypher).query.walk()
    except Unreadable:
        return False
    return any(isinstance(part, LabelName) and part.name in mentioned(schema) for part in parts)


def _refuting(
    statement: Statement, clauses: Sequence[Clause], variable: str, labels: Sequence[str]
) -> str:
    """The statement that finds which nodes fail the conditions on the item's own properties."""
    tests = [
        one.text
        for one in conditions(statement, clauses)
        if one.held is not None
        and {part.name for part in one.test.walk() if isinstance(part, Name)} == {variable}
        and not any(isinstance(p, Subquery | PatternExpression) for p in one.test.walk())
    ]
    if not tests or len(labels) != 1 or f"${AMONG}" in statement.text:
        return ""
    name = quoted(variable)
    return (
        f"MATCH ({name}:{quoted(labels[0])}) WHERE elementId({name}) IN ${AMONG} "
        f"AND NOT ({' AND '.join(f'({one})' for one in tests)}) RETURN elementId({name}) AS id"
    )


def _item(
    last: Projection, keys: tuple[int, ...], bindings: Bindings, schema: Schema
) -> tuple[int, str] | None:
    """The first column that shows a node, or a property of one, that passages mention."""
    wanted = mentioned(schema)
    for at in keys:
        for part in last.items[at].expression.walk():
            if not isinstance(part, Name) or not bindings.is_node(part.name):
                continue
            if bindings.certain(part.name) and set(bindings.of(part.name)) & wanted:
                return at, part.name
    return None


def _hops(clauses: Sequence[Clause], variable: str, schema: Schema) -> Iterator[Hop]:
    """The relationships of the item that the pattern names, and that say why they are there."""
    before = max((n for n, one in enumerate(clauses) if isinstance(one, Projection)), default=-1)
    for clause in clauses[before + 1 :]:
        if not isinstance(clause, Match):
            continue
        for hop in hops(clause):
            ends = (hop.left.variable, hop.right.variable)
            plain = hop.relationship.hops is None and hop.path.variable is None
            why = bool(hop.types) and all(says_why(type_, schema) for type_ in hop.types)
            if variable in ends and plain and why:
                yield hop


def _text(statement: Statement, item: Item) -> str:
    return statement.text[item.start : item.end]


def ending(statement: Statement, last: Projection, *, whole: bool) -> str:
    """Order and limit, where a row more column is no other row."""
    marks = [*last.order, *filter(None, (last.skip, last.limit))]
    if not whole or last.distinct or not marks:
        return ""
    return " " + statement.text[last.items[-1].end : last.end].strip()
