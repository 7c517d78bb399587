"""One number of a thing held against another of the same thing, made of a tree for each.

A number is a property of what is asked for, or how many of something are joined to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.offline.frames.asked import Asked
from bot.offline.naming import free_name
from bot.offline.subtrees import beyond, entity, renamed, variables, without
from memory.query import Aggregate, Attribute, Column, Comparison, Constant, Pattern, Query
from memory.text import split_name

# Stands for the number that is held against; no amount that anybody names.
AMOUNT = 976_341_854
_QUANTITIES = frozenset(["count", "cnt", "quantity", "qty", "number", "units"])
_TURNED = {">": "<", "<": ">"}


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the subject: `far` is what is counted, None where it is a property.

    `rest` is what the tree has beside it.
    """

    operand: Attribute | Aggregate
    rest: Query
    far: Pattern | None = None


def against(asked: Asked, first: Query, second: Query, *, more: bool) -> Query | None:
    """The tree of those with more of the first than of the second, or fewer."""
    if first.source is not None and second.source is not None and first.form == "count":
        picked = against(asked, first.source, second.source, more=more)
        same = replace(first, source=None) == replace(second, source=None)
        return replace(first, source=picked) if picked is not None and same else None
    if first.form == "count" and (first.source is None) != (second.source is None):
        first, second = _picked(first, second), _picked(second, first)
        return against(asked, first, second, more=more)
    one, other = _number(first), _number(second)
    if one is None or other is None or not _of_the_same(one, other, second.subject):
        return None
    if not _of_one_sort(asked, one, other):
        return None
    sign = ">" if more else "<"
    if one.far is None and other.far is None:
        test = Comparison(one.operand, sign, other.operand)  # type: ignore[arg-type]
        pattern = replace(one.rest.pattern, where=(*one.rest.pattern.where, test))
        return replace(one.rest, pattern=pattern, columns=_columns(first, second))
    if one.far is None or (sign == "<" and other.far is not None):
        one, other, sign = other, one, _TURNED[sign]
        first, second = second, first
    return _counted(first, second, one, other, sign)


def _picked(query: Query, like: Query) -> Query:
    """The tree with its nodes picked first, as another one has them."""
    if query.source is not None or like.source is None:
        return query
    columns = tuple(c for c in like.source.columns if not isinstance(c.operand, Aggregate))
    source = replace(like.source, pattern=query.pattern, columns=columns, having=())
    return replace(like, source=replace(source, distinct_on=()))


def _counted(first: Query, second: Query, one: Number, other: Number, sign: str) -> Query | None:
    """Where the first is counted: the second, if it is as well, may be of none."""
    columns, far, subject = _columns(first, second), None, first.subject
    if isinstance(other.operand, Aggregate):
        if other.far is None or sign == "<":
            return None
        taken = {*variables(first.pattern), *variables(first.columns)}
        names = {v: free_name(v, taken) for v in variables(other.far) - {subject}}
        far = renamed(other.far, names)
        other = replace(other, operand=renamed(other.operand, names))
        columns = _named_apart((*first.columns, Column(other.operand, second.columns[-1].name)))
    if sign == "<":
        # Of none there are fewer as well.
        pattern = without(first.pattern, one.far) if one.far else first.pattern
        far, first = one.far, replace(first, pattern=pattern)
    test = Comparison(one.operand, sign, other.operand)  # type: ignore[arg-type]
    return replace(first, columns=columns, having=(test,), optional=far, distinct_on=(subject,))


def _number(query: Query) -> Number | None:
    """The number that stands for more than an amount; None where it is not just one."""
    plain = query.source is None and query.optional is None and query.limit is None
    if not plain or query.order or query.each or query.route is not None:
        return None
    if query.having:
        test, *more = query.having
        if more or not _is_amount(test) or not isinstance(test, Comparison):
            return None
        counted = entity(test.left.operand) if isinstance(test.left, Aggregate) else ""
        far = beyond(query.pattern, query.subject, counted) if counted else None
        if far is None or not isinstance(test.left, Aggregate) or test.left.function != "count":
            return None
        rest = replace(query, pattern=without(query.pattern, far), having=())
        return Number(test.left, rest, far)
    tests = [t for t in query.pattern.where if _is_amount(t)]
    held = tests[0].left if len(tests) == 1 and isinstance(tests[0], Comparison) else None
    if not isinstance(held, Attribute) or held.variable != query.subject:
        return None
    where = tuple(t for t in query.pattern.where if t not in tests)
    return Number(held, replace(query, pattern=replace(query.pattern, where=where)))


def _is_amount(test: object) -> bool:
    return isinstance(test, Comparison) and test.right == Constant(AMOUNT)


def _of_the_same(one: Number, other: Number, subject: str) -> bool:
    """Whether the trees have the same beside their numbers, which are two."""
    if one.operand == other.operand and one.far == other.far:
        return False
    names = {subject: one.rest.subject}
    pattern = renamed(other.rest.pattern, names)
    alike = one.rest.subject == subject and one.rest.form == other.rest.form
    return alike and one.rest.pattern == pattern


def _of_one_sort(asked: Asked, one: Number, other: Number) -> bool:
    """Whether both are numbers."""
    for each in (one, other):
        labels = next(n.labels for n in each.rest.pattern.nodes if n.variable == each.rest.subject)
        held, edges = each.operand, each.far.edges if each.far is not None else ()
        if any(_keeps_numbers(asked, type_) for edge in edges for type_ in edge.types):
            # How many there are stands elsewhere than in how many relationships there are.
            return False
        stored = held.property if isinstance(held, Attribute) and labels else ""
        if stored and asked.lexicon.kind(labels[0], stored) != "number":
            return False
    return True


def _keeps_numbers(asked: Asked, type_: str) -> bool:
    """Whether relationships of a type keep of how many they are: flies so many of a type."""
    kept = asked.lexicon.schema.relationships[type_].properties
    return any(_QUANTITIES & {*split_name(name)} for name in kept)


def _columns(first: Query, second: Query) -> tuple[Column, ...]:
    """What both show, each once; just the answer where no rows are shown."""
    if first.form != "list":
        return first.columns
    told = {c.operand for c in first.columns}
    return _named_apart((*first.columns, *(c for c in second.columns if c.operand not in told)))


def _named_apart(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Columns with a name of their own each."""
    names: set[str] = set()
    apart = []
    for column in columns:
        name = free_name(column.name, names)
        names.add(name)
        apart.append(replace(column, name=name))
    return tuple(apart)
