"""A sketch as a query tree (`memory.query`), which Cypher and English are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, cast

from bot.offline.comparing import as_date, comparable, conditions
from bot.offline.kinds import Kind
from bot.offline.naming import column_names, node_names
from bot.offline.reckoned import reckoned
from bot.offline.truths import as_kept
from bot.reader.ground import Ground
from bot.reader.sketch import Shown, Sketch, Test
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Edge,
    Entity,
    Exists,
    Figure,
    Function,
    Node,
    Not,
    Operand,
    Order,
    Pattern,
    Query,
    Share,
)
from memory.schema import Scalar

# Steps of a link that may be of several; as far as a database goes in time.
_DEEPEST = 8


def tree_of(sketch: Sketch, ground: Ground) -> Query | None:
    """Return the query tree of a sketch; None where it has no columns to show or cannot hold."""
    query = _Tree(sketch, ground).query()
    if query is None or not any(sketch.owner(r) in ground.otherwise for r in sketch.refs()):
        return query
    return as_kept(reckoned(query, ground.schema), ground.stored)


class _Tree:
    def __init__(self, sketch: Sketch, ground: Ground) -> None:
        self._sketch, self._ground = sketch, ground
        self._names = node_names([vertex.label for vertex in sketch.vertices])
        self._labels = {
            name: (vertex.label,) for name, vertex in zip(self._names, sketch.vertices, strict=True)
        }

    def query(self) -> Query | None:
        sketch = self._sketch
        tests = list(self._tests(0))
        if any(test is None for test in tests):
            return None
        beside = list(self._groups())
        if any(group is None for group in beside):
            return None
        where = tuple(t for t in tests if t is not None) + tuple(g for g in beside if g is not None)
        shared = tuple(t for t in map(self._condition, sketch.shared) if t is not None)
        if len(shared) != len(sketch.shared):
            return None
        where += tuple(self._present())
        pattern = Pattern(self._nodes(0), self._edges(0), where)
        subject = self._names[sketch.target]
        if sketch.form == "yes_no":
            return Query(pattern, (), subject, "yes_no")
        if sketch.form == "share":
            held = shared[0] if len(shared) == 1 else AllOf(shared)
            share = Column(Share(held, percent=True), "percentage")
            return Query(pattern, (share,), subject, "value") if shared else None
        query = self._columned(Query(pattern, (), subject))
        if query is None or sketch.form != "count" or sketch.having is None:
            return query
        # Those that pass are counted.
        counted = Aggregate("count", Entity(subject), distinct=True)
        name = column_names((counted,), self._labels, subject)[0]
        alone = Pattern((Node(subject, self._labels[subject]),))
        return Query(alone, (Column(counted, name),), subject, "count", source=query)

    # The pattern

    def _nodes(self, group: int) -> tuple[Node, ...]:
        return tuple(
            Node(name, (vertex.label,))
            for name, vertex in zip(self._names, self._sketch.vertices, strict=True)
            if vertex.group == group
        )

    def _edges(self, group: int) -> tuple[Edge, ...]:
        return tuple(
            Edge(
                self._names[link.start],
                (link.type,),
                self._names[link.end],
                self._link_name(number) if self._used(-1 - number) else "",
                link.type not in self._ground.undirected,
                (1, _DEEPEST) if number in self._sketch.deep else (1, 1),
            )
            for number, link in enumerate(self._sketch.links)
            if self._sketch.group_of(-1 - number) == group
        )

    def _link_name(self, number: int) -> str:
        type_ = self._sketch.links[number].type.lower()
        base = "".join(c if c.isalnum() else "_" for c in type_)
        return f"{base}{number + 1}" if base in self._names or number else f"{base}_"

    def _used(self, ref: int) -> bool:
        sketch = self._sketch
        refs = {t.ref for t in sketch.tests} | {c.ref for c in sketch.columns}
        refs |= {
            t.value[1]
            for t in sketch.tests
            if isinstance(t.value, tuple) and t.value[:1] == ("property",)
        }
        refs |= {t.ref for t in sketch.shared}
        for one in (sketch.key, sketch.each):
            if one is not None:
                refs.add(one.ref)
        if sketch.tally is not None:
            refs.add(sketch.tally.ref)
        if sketch.order is not None and sketch.order.by is not None:
            refs.add(sketch.order.by.ref)
        return ref in refs

    def _variable(self, ref: int) -> str:
        return self._names[ref] if ref >= 0 else self._link_name(-1 - ref)

    def _groups(self) -> Iterator[Condition | None]:
        """A condition for each pattern that must not hold, and one for those of which one must."""
        either: list[Condition] = []
        for number, kind in enumerate(self._sketch.groups, 1):
            inside = {n for n, v in enumerate(self._sketch.vertices) if v.group == number}
            if not inside:
                continue
            tests = list(self._tests(number))
            if any(test is None for test in tests):
                yield None
                return
            shared = {
                end
                for link in self._sketch.links
                for end in (link.start, link.end)
                if {link.start, link.end} & inside and end not in inside
            }
            if not shared:
                yield None
                return
            nodes = tuple(Node(self._names[n]) for n in sorted(shared)) + self._nodes(number)
            where = tuple(test for test in tests if test is not None)
            exists = Exists(Pattern(nodes, self._edges(number), where))
            if kind == "not":
                yield Not(exists)
            else:
                either.append(exists)
        if either:
            yield AnyOf(tuple(either)) if len(either) > 1 else either[0]

    # Conditions

    def _tests(self, group: int) -> Iterator[Condition | None]:
        for test in self._sketch.tests:
            if self._sketch.group_of(test.ref) == group and test not in self._sketch.shared:
                yield self._condition(test)

    def _condition(self, test: Test) -> Condition | None:
        left: Operand = Attribute(self._variable(test.ref), test.property)
        measure = self._ground.measures[self._sketch.owner(test.ref), test.property]
        if test.part == "amount":
            amount, upper = test.value
            operator = "=" if upper is not None else test.operator
            found = conditions(left, measure.kind, measure.stored, operator, amount, upper)
            if not found:
                return None
            return found[0] if len(found) == 1 else AllOf(found)
        if test.part == "flag":
            return Comparison(left, "=", Constant(self._flag(test, measure.stored.values)))
        if isinstance(test.value, tuple) and test.value[:1] == ("property",):
            _, ref, name = test.value
            other = self._ground.measures[self._sketch.owner(ref), name]
            right = comparable(Attribute(self._variable(ref), name), other.kind)
            return Comparison(comparable(left, measure.kind), test.operator, right)  # type: ignore[arg-type]
        if test.value == ("average",):
            return self._beside_average(test, measure.kind)
        if test.operator in ("IS NULL", "IS NOT NULL"):
            return Comparison(left, test.operator)  # type: ignore[arg-type]
        folded = test.operator in ("CONTAINS", "STARTS WITH", "ENDS WITH")
        return Comparison(left, test.operator, Constant(test.value), folded)  # type: ignore[arg-type]

    def _beside_average(self, test: Test, kind: Kind) -> Condition:
        """A property held against what it is on average, of all that have it."""
        owner = self._sketch.owner(test.ref)
        left = comparable(Attribute(self._variable(test.ref), test.property), kind)
        inner = comparable(Attribute("one", test.property), kind)
        column = Column(Aggregate("avg", inner), f"average_{test.property}")
        whole = Query(Pattern((Node("one", (owner,)),)), (column,), "one", "value")
        return Comparison(left, test.operator, Figure(whole))  # type: ignore[arg-type]

    def _flag(self, test: Test, values: object) -> Scalar:
        if isinstance(values, tuple) and len(values) == 2 and not isinstance(values[0], bool):
            return cast(Scalar, values[1] if test.value else values[0])
        return bool(test.value)

    def _present(self) -> Iterator[Condition]:
        """What is ranked by or listed must be there."""
        sketch = self._sketch
        needed: list[Shown] = []
        if sketch.order is not None and sketch.order.by is not None:
            needed.append(sketch.order.by)
        if sketch.whole and sketch.columns:
            needed.append(sketch.columns[0])
        for key in (sketch.key, sketch.each):
            if key is not None and key.property is not None:
                needed.append(key)
        for one in dict.fromkeys(needed):
            if one.property is not None and not any(
                t.ref == one.ref and t.property == one.property for t in sketch.tests
            ):
                yield Comparison(Attribute(self._variable(one.ref), one.property), "IS NOT NULL")

    # Columns

    def _columned(self, query: Query) -> Query | None:
        sketch = self._sketch
        operands = list(dict.fromkeys(self._operands()))
        if not operands:
            return None
        names = column_names(operands, self._labels, query.subject)
        columns = tuple(Column(o, n) for o, n in zip(operands, names, strict=True))
        query = replace(query, columns=columns, form=self._form())
        query = self._apart(query)
        if sketch.having is not None and (tally := self._tally()) is not None:
            operator, value = sketch.having
            held = Comparison(tally, operator, Constant(value))  # type: ignore[arg-type]
            query = replace(query, having=(held,))
        if (order := self._order()) is not None:
            query = replace(query, order=(order,))
        if sketch.each is not None:
            query = replace(query, each=self._each(sketch.each), distinct_on=(), distinct=False)
        return replace(query, limit=sketch.limit, skip=sketch.skip)

    def _each(self, one: Shown) -> tuple[Operand, ...]:
        if one.property is None:
            return (Entity(self._variable(one.ref)),)
        return tuple(self._shown(one))

    def _form(self) -> Literal["list", "value", "count"]:
        sketch = self._sketch
        if sketch.tally is not None and sketch.key is None:
            return "count" if sketch.tally.function == "count" else "value"
        return "list"

    def _operands(self) -> Iterator[Operand]:
        sketch = self._sketch
        if sketch.each is not None:
            yield from self._shown(sketch.each)
        if sketch.key is not None:
            yield from self._shown(sketch.key)
        elif sketch.tally is None and not sketch.whole:
            yield from self._shown(Shown(sketch.target, None))
        for one in sketch.columns:
            yield from self._shown(one)
        plain = sketch.tally is None and not sketch.whole
        if plain and sketch.order is not None and sketch.order.by is not None:
            yield from self._shown(sketch.order.by)
        if (tally := self._tally()) is not None:
            yield tally

    def _shown(self, one: Shown) -> Iterator[Operand]:
        variable = self._variable(one.ref)
        if one.property is not None:
            attribute = Attribute(variable, one.property)
            if one.part:
                kind = self._ground.measures[self._sketch.owner(one.ref), one.property].kind
                yield Function(one.part, (as_date(attribute, kind),))
            else:
                yield attribute
            return
        for name in self._ground.display.get(self._sketch.owner(one.ref), ()):
            yield Attribute(variable, name)

    def _tally(self) -> Aggregate | None:
        tally = self._sketch.tally
        if tally is None:
            return None
        variable = self._variable(tally.ref)
        if tally.property is None:
            return Aggregate("count", Entity(variable), distinct=True)
        kind = self._ground.measures[self._sketch.owner(tally.ref), tally.property].kind
        inner = comparable(Attribute(variable, tally.property), kind)
        if tally.function == "count":
            return Aggregate("count", Attribute(variable, tally.property), distinct=True)
        return Aggregate(tally.function, inner)  # type: ignore[arg-type]

    def _apart(self, query: Query) -> Query:
        """What makes up a row."""
        sketch = self._sketch
        if sketch.key is not None:
            if sketch.key.property is None:
                return replace(query, distinct_on=(self._variable(sketch.key.ref),))
            return query
        joined = any(not sketch.group_of(-1 - n) for n in range(len(sketch.links)))
        if sketch.tally is not None:
            several = joined and sketch.tally.property is not None and sketch.tally.ref >= 0
            if several and sketch.tally.function != "count":
                return replace(query, distinct_on=(self._variable(sketch.tally.ref),))
            return query
        if sketch.whole and (order := sketch.order) is not None and order.by not in sketch.columns:
            refs = [c.ref for c in sketch.columns] + ([order.by.ref] if order.by else [])
            return replace(query, distinct_on=tuple(dict.fromkeys(map(self._variable, refs))))
        if sketch.whole:
            return replace(query, distinct=True)
        if not joined:
            return query
        refs = [sketch.target, *(c.ref for c in sketch.columns)]
        if sketch.order is not None and sketch.order.by is not None:
            refs.append(sketch.order.by.ref)
        return replace(query, distinct_on=tuple(dict.fromkeys(map(self._variable, refs))))

    def _order(self) -> Order | None:
        order = self._sketch.order
        if order is None:
            return None
        if order.by is None:
            tally = self._tally()
            return Order(tally, order.descending) if tally is not None else None
        assert order.by.property is not None
        kind = self._ground.measures[self._sketch.owner(order.by.ref), order.by.property].kind
        key = comparable(Attribute(self._variable(order.by.ref), order.by.property), kind)
        return Order(key, order.descending)
