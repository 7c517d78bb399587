"""A sketch as a query tree (`memory.query`), which Cypher and English are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from bot.cypher.subtrees import renamed, variables
from bot.reader.ground import Ground
from bot.reader.sketch import Inner, Shown, Sketch, Sorting, Tally, Test
from bot.stored.amounts import Moment
from bot.stored.comparing import as_date, comparable, conditions
from bot.stored.kinds import Kind
from bot.stored.reckoned import reckoned
from bot.stored.truths import as_kept
from bot.words.naming import column_names, node_names
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
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
        kinds: list[tuple[str, ...]]
        kinds = [() if vertex.every_kind else (vertex.label,) for vertex in sketch.vertices]
        self._names = node_names(["".join(some) for some in kinds])
        self._labels: dict[str, tuple[str, ...]] = dict(zip(self._names, kinds, strict=True))

    def query(self) -> Query | None:
        sketch = self._sketch
        tests = list(self._tests(0))
        if any(test is None for test in tests):
            return None
        beside = list(self._groups())
        if any(group is None for group in beside):
            return None
        where = tuple(t for t in tests if t is not None) + tuple(g for g in beside if g is not None)
        where += tuple(self._present())
        pattern = Pattern(self._nodes(0), self._edges(0), where)
        subject = self._names[sketch.target]
        if sketch.form in ("yes_no", "none"):
            return self._held(Query(pattern, (), subject, sketch.form))  # type: ignore[arg-type]
        if sketch.form in ("share", "fraction"):
            return self._share(pattern, subject)
        if sketch.form == "average_count":
            return self._average_count(pattern)
        source = None
        if sketch.inner is not None:
            if (first := self._picked(pattern, sketch.inner)) is None:
                return None
            source, pattern = first
        query = self._columned(Query(pattern, (), subject, source=source))
        if query is None or sketch.form != "count" or sketch.having is None:
            return query
        # Those that pass are counted.
        counted = Aggregate("count", Entity(subject), distinct=True)
        name = column_names((counted,), self._labels, subject)[0]
        whole = Pattern((Node(subject, self._labels[subject]),))
        return Query(whole, (Column(counted, name),), subject, "count", source=query)

    def _share(self, pattern: Pattern, subject: str) -> Query | None:
        """For how many of all, or of those of each, what is shared holds."""
        sketch = self._sketch
        # In the order of what was said, so that the same is told in the same way every time.
        told = [self._condition(t) for t in sketch.tests if t in sketch.shared]
        shared = tuple(t for t in told if t is not None)
        others = {t.ref for t in sketch.shared if t.ref >= 0 and t.ref != sketch.target}
        held: Condition | None = shared[0] if len(shared) == 1 else AllOf(shared)
        held = held if shared else None
        if len(others) == 1 and all(t.ref in others for t in sketch.shared):
            # Of all, and not only of those that have one.
            parts = _apart(pattern, subject, self._names[others.pop()])
            if parts is not None:
                nodes = (Node(subject), *parts[1].nodes)
                beyond = Pattern(nodes, parts[1].edges, (*parts[1].where, *shared))
                pattern, held = parts[0], Exists(beyond)
        if len(shared) != len(told) or held is None:
            return None
        percent = sketch.form == "share"
        share = Column(Share(held, percent), "percentage" if percent else "share")
        # One is one, however often it is joined; a relationship is what is told of it.
        links = {t.ref for t in sketch.shared if t.ref < 0}
        apart = tuple(map(self._variable, sorted(links))) or (subject,) * bool(pattern.edges)
        if sketch.key is None:
            return Query(pattern, (share,), subject, "value", distinct_on=apart)
        if sketch.key.ref >= 0 and all(
            node.variable != self._names[sketch.key.ref] for node in pattern.nodes
        ):
            return None
        keys = list[Operand](self._shown(sketch.key))
        named = zip(keys, column_names(keys, self._labels, subject), strict=True)
        columns = (*(Column(operand, name) for operand, name in named), share)
        owner = () if sketch.key.property else (self._variable(sketch.key.ref),)
        apart = tuple(dict.fromkeys((*owner, *apart)))
        return Query(pattern, columns, subject, distinct_on=apart)

    def _picked(self, pattern: Pattern, inner: Inner) -> tuple[Query, Pattern] | None:
        """What is picked first, and the pattern that goes on from it."""
        name, subject = self._names[inner.ref], self._names[self._sketch.target]
        alone = Node(name, self._labels[name])
        if name == subject:
            near, beyond = pattern, Pattern((alone,))
        else:
            parts = _apart(pattern, name, subject)
            if parts is None:
                return None
            near, beyond = parts[0], replace(parts[1], nodes=(*parts[1].nodes, alone))
        tally = self._aggregate(inner.tally) if inner.tally is not None else None
        query = Query(near, (Column(Entity(name), name),), name, limit=inner.limit)
        if tally is not None:
            query = replace(query, distinct_on=(name,))
        if inner.having is not None and tally is not None:
            operator, value = inner.having
            query = replace(query, having=(Comparison(tally, operator, Constant(value)),))  # type: ignore[arg-type]
        if inner.order is not None:
            order = self._order(inner.order, tally)
            query = replace(query, order=(order,) if order is not None else ())
        return query, beyond

    def _average_count(self, pattern: Pattern) -> Query | None:
        """How many there are of something for each of another thing, on average of those."""
        tally, key = self._sketch.tally, self._sketch.key
        if tally is None or key is None:
            return None
        counted, owner = self._names[tally.ref], self._names[key.ref]
        inner = Aggregate("count", Entity(counted), distinct=True)
        operand = Aggregate(tally.function.removesuffix("_count"), inner)  # type: ignore[arg-type]
        names = column_names([operand], self._labels, owner)
        query = Query(pattern, (Column(operand, names[0]),), owner, "value", distinct_on=(owner,))
        if len(pattern.nodes) != 2 or pattern.where:
            return query
        # Those that have none count too.
        near = tuple(node for node in pattern.nodes if node.variable == owner)
        far = tuple(node for node in pattern.nodes if node.variable == counted)
        return replace(query, pattern=Pattern(near), optional=Pattern(far, pattern.edges))

    # The pattern

    def _nodes(self, group: int) -> tuple[Node, ...]:
        return tuple(
            Node(name, self._labels[name])
            for name, vertex in zip(self._names, self._sketch.vertices, strict=True)
            if vertex.group == group
        )

    def _edges(self, group: int) -> tuple[Edge, ...]:
        return tuple(
            Edge(
                self._names[link.start],
                (link.type, *sorted(t for n, t in self._sketch.either if n == number)),
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
        refs |= {int(r) for t in sketch.tests if t.part == "raw" for r in t.property.split(",")}
        refs |= {
            t.value[1]
            for t in sketch.tests
            if isinstance(t.value, tuple) and t.value[:1] == ("property",)
        }
        refs |= {t.ref for t in sketch.shared}
        for one in (sketch.key, sketch.each):
            if one is not None:
                refs.add(one.ref)
        tallies = [sketch.tally] if sketch.tally is not None else []
        refs |= {tally.ref for tally in [*tallies, *(held[0] for held in sketch.held)]}
        if sketch.inner is not None and sketch.inner.tally is not None:
            refs.add(sketch.inner.tally.ref)
        for order in (sketch.order, sketch.inner.order if sketch.inner is not None else None):
            if order is not None and order.by is not None:
                refs.add(order.by.ref)
        return ref in refs

    def _variable(self, ref: int) -> str:
        return self._names[ref] if ref >= 0 else self._link_name(-1 - ref)

    def _groups(self) -> Iterator[Condition | None]:
        """A condition for each pattern that must not hold, and one for those of which one must."""
        told = [self._condition(t) for t in self._sketch.tests if t in self._sketch.ors]
        either = [one for one in told if one is not None]
        if len(either) < len(told):
            yield None
        for number, kind in enumerate(self._sketch.groups, 1):
            inside = {n for n, v in enumerate(self._sketch.vertices) if v.group == number}
            closed = [link for link in self._sketch.links if link.group == number]
            if not inside and not closed:
                continue
            tests = list(self._tests(number))
            if any(test is None for test in tests):
                yield None
                return
            shared = {
                end
                for link in self._sketch.links
                for end in (link.start, link.end)
                if ({link.start, link.end} & inside or link in closed) and end not in inside
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
            apart = test in self._sketch.shared or test in self._sketch.ors
            if self._sketch.group_of(test.ref) == group and not apart:
                yield self._condition(test)

    def _condition(self, test: Test) -> Condition | None:
        if test.part == "raw":
            refs = map(int, test.property.split(","))
            held: Condition = test.value
            return renamed(held, {f"@{ref}": self._variable(ref) for ref in refs})
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
            _, ref, name, *times = test.value
            other = self._ground.measures[self._sketch.owner(ref), name]
            right = _times(comparable(Attribute(self._variable(ref), name), other.kind), times)
            return Comparison(comparable(left, measure.kind), test.operator, right)  # type: ignore[arg-type]
        if isinstance(test.value, tuple) and test.value[:1] == ("average",):
            return self._beside_average(test, measure.kind)
        if test.operator in ("IS NULL", "IS NOT NULL"):
            return Comparison(left, test.operator)  # type: ignore[arg-type]
        folded = test.operator in ("CONTAINS", "STARTS WITH", "ENDS WITH")
        return Comparison(left, test.operator, Constant(test.value), folded, test.nodes)  # type: ignore[arg-type]

    def _beside_average(self, test: Test, kind: Kind) -> Condition:
        """A property held against what it is on average, of all that have it."""
        owner = self._sketch.owner(test.ref)
        left = comparable(Attribute(self._variable(test.ref), test.property), kind)
        times = test.value[3:]
        if test.value[1] is not None:
            those = _times(self._average_of_those(test, left), times)
            return Comparison(left, test.operator, those)  # type: ignore[arg-type]
        inner = comparable(Attribute("one", test.property), kind)
        column = Column(Aggregate("avg", inner), f"average_{test.property}")
        whole = Query(Pattern((Node("one", (owner,)),)), (column,), "one", "value")
        return Comparison(left, test.operator, _times(Figure(whole), times))  # type: ignore[arg-type]

    def _average_of_those(self, test: Test, left: Operand) -> Figure:
        """What it is on average of those of one thing, or of one value."""
        _, ref, name, *_ = test.value
        mine, name_of = self._names[test.ref], self._names
        labels = self._labels
        nodes, edges = [Node(mine, labels[mine])], list[Edge]()
        apart: tuple[str, ...] = ()
        if name is not None:
            each: Operand = Attribute(mine, name)
        else:
            other, each = name_of[ref], Entity(name_of[ref])
            nodes.append(Node(other, labels[other]))
            apart = other, mine
            edges = [
                Edge(name_of[x.start], (x.type,), name_of[x.end])
                for x in self._sketch.links
                if {x.start, x.end} == {test.ref, ref}
            ][:1]
        column = Column(Aggregate("avg", left), f"average_{test.property}")
        whole = Pattern(tuple(nodes), tuple(edges))
        inner = Query(whole, (column,), mine, "value", distinct_on=apart)
        return Figure(inner, (each,))

    def _flag(self, test: Test, values: object) -> Scalar:
        if isinstance(values, tuple) and len(values) == 2 and not isinstance(values[0], bool):
            return cast(Scalar, values[1] if test.value else values[0])
        return bool(test.value)

    def _present(self) -> Iterator[Condition]:
        """What is ranked by or listed must be there."""
        sketch = self._sketch
        needed: list[Shown] = []
        orders = [sketch.order, sketch.inner.order if sketch.inner is not None else None]
        needed += [one.by for one in orders if one is not None and one.by is not None]
        if sketch.whole and sketch.columns:
            needed.append(sketch.columns[0])
        for key in (sketch.key, sketch.each):
            if key is not None and key.property is not None:
                needed.append(key)
        needed += [Shown(one.ref, one.second()) for one in needed if one.second() is not None]
        for one in dict.fromkeys(needed):
            if one.property is not None and not any(
                t.ref == one.ref and t.property == one.property for t in sketch.tests
            ):
                yield Comparison(Attribute(self._variable(one.ref), one.property), "IS NOT NULL")

    # Columns

    def _columned(self, query: Query) -> Query | None:
        sketch = self._sketch
        told = [*sketch.columns]
        told += [sketch.order.by] if sketch.order is not None and sketch.order.by else []
        if sketch.held and any(one.ref != sketch.target for one in told):
            return None
        operands = list(dict.fromkeys(self._operands()))
        if not operands:
            return None
        names = column_names(operands, self._labels, query.subject)
        columns = tuple(Column(o, n) for o, n in zip(operands, names, strict=True))
        query = replace(query, columns=columns, form=self._form())
        kept = self._held(self._apart(query))
        if kept is None:
            return None
        query = kept
        if sketch.order is not None:
            order = self._order(sketch.order, self._tally())
            query = replace(query, order=(order,) if order is not None else ())
        query = self._with_none(query)
        if sketch.each is not None:
            each = self._each(sketch.each)
            apart = tuple(x.variable for x in each if isinstance(x, Entity)) + query.distinct_on
            apart = apart if sketch.tally is not None else ()
            query = replace(query, each=each, distinct_on=apart, distinct=False)
        return replace(query, limit=sketch.limit, skip=sketch.skip)

    def _held(self, query: Query) -> Query | None:
        """Only what has so many of something; None where that cannot be told."""
        having, tally = self._sketch.having, self._sketch.tally
        asked = [*self._sketch.held, *([(tally, *having)] if having and tally else [])]
        held = list[Condition]()
        for one, operator, value in asked:
            number = self._aggregate(one)
            other = self._number_of(query.pattern, number, value)
            if other is None:
                return None
            held.append(Comparison(number, operator, other))  # type: ignore[arg-type]
        return replace(query, having=tuple(held)) if held else query

    def _number_of(self, pattern: Pattern, tally: Operand, value: Any) -> Operand | None:
        """What a number is held to: a figure, what it is on average, what it is of another."""
        sketch = self._sketch
        if not isinstance(value, tuple):
            return Constant(value)
        if value[0] == "times":
            once = self._number_of(pattern, tally, value[2])
            return None if once is None else Arithmetic("*", once, Constant(value[1]))
        if value[0] == "average":
            if sketch.tally is None:
                return None
            mean = sketch.but(tally=sketch.tally._replace(function="avg_count"))
            usual = _Tree(mean, self._ground)._average_count(pattern)
            return None if usual is None else Figure(usual)
        owner = self._names[sketch.target]
        if value[0] == "all":
            return self._all_of(pattern, tally, owner, self._names[value[1]])
        test = Comparison(Attribute(owner, value[1]), "=", Constant(value[2]))
        whole = replace(pattern, where=(*pattern.where, test))
        column = Column(tally, "number_of_that")
        return Figure(Query(whole, (column,), owner, "value"))

    def _all_of(self, pattern: Pattern, tally: Operand, owner: str, counted: str) -> Operand | None:
        """How many of something there are, whoever has them."""
        parts = _apart(pattern, owner, counted)
        if parts is None:
            return None
        edges = tuple(edge for edge in parts[1].edges if owner not in (edge.start, edge.end))
        column = Column(tally, f"all_{counted}")
        return Figure(Query(replace(parts[1], edges=edges), (column,), counted, "value"))

    def _with_none(self, query: Query) -> Query:
        """Those that have none are counted as well: they have the fewest."""
        sketch, tally, key = self._sketch, self._sketch.tally, self._sketch.key
        if tally is None or key is None or tally.function != "count" or tally.ref < 0:
            return query
        fewest = sketch.order is not None and sketch.order.by is None
        fewest = fewest and not sketch.order.descending  # type: ignore[union-attr]
        if not (fewest or sketch.none) or key.property is not None or tally.property is not None:
            return query
        owner, counted = self._names[key.ref], self._names[tally.ref]
        parts = _apart(query.pattern, owner, counted)
        return query if parts is None else replace(query, pattern=parts[0], optional=parts[1])

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
        elif plain:
            yield from self._compared()
        if (tally := self._tally()) is not None:
            yield tally

    def _compared(self) -> Iterator[Operand]:
        """What the target is held to, where that leaves more than one figure or day."""
        for test in self._sketch.tests:
            bound = test.part == "amount" and (test.operator != "=" or test.value[1] is not None)
            moment = test.part == "amount" and isinstance(test.value[0], Moment)
            against = isinstance(test.value, tuple) and (
                test.value[0] == "average" or (test.value[0] == "property" and len(test.value) > 3)
            )
            if test.ref == self._sketch.target and (bound or moment or against):
                yield from self._shown(Shown(test.ref, test.property))

    def _shown(self, one: Shown) -> Iterator[Operand]:
        variable = self._variable(one.ref)
        if one.property is not None:
            attribute = Attribute(variable, one.property)
            if one.against is not None:
                yield self._against(one)
            elif one == self._sketch.key and self._listed(one):
                yield Function("each", (attribute,))
            elif one.part == "size":
                yield Function("size", (attribute,))
            elif one.part:
                kind = self._ground.measures[self._sketch.owner(one.ref), one.property].kind
                yield Function(one.part, (as_date(attribute, kind),))
            else:
                yield attribute
            return
        for name in self._ground.shown.get(self._sketch.owner(one.ref), ()):
            yield Attribute(variable, name)

    def _listed(self, one: Shown) -> bool:
        """Return whether a property has several values, of which each is told by itself."""
        assert one.property is not None
        measure = self._ground.measures[self._sketch.owner(one.ref), one.property]
        return measure.kind == "list" and self._sketch.tally is not None

    def _against(self, one: Shown) -> Operand:
        """A figure for each of another, or less another's."""
        assert one.property is not None and one.against is not None
        kind = self._ground.measures[self._sketch.owner(one.ref), one.property].kind
        mine = comparable(Attribute(self._variable(one.ref), one.property), kind)
        if one.against[0] == "less":
            other = Attribute(self._variable(int(one.against[1])), one.property)
            return Arithmetic("-", mine, comparable(other, kind))
        name = str(one.against[1])
        kind = self._ground.measures[self._sketch.owner(one.ref), name].kind
        below = comparable(Attribute(self._variable(one.ref), name), kind)
        if one.against[0] != "per":
            return Arithmetic("-" if one.against[0] == "minus" else "*", mine, below)
        return Arithmetic("/", Arithmetic("*", Constant(1.0), mine), below)

    def _tally(self) -> Operand | None:
        return None if self._sketch.tally is None else self._aggregate(self._sketch.tally)

    def _aggregate(self, tally: Tally) -> Operand:
        variable = self._variable(tally.ref)
        if tally.property is None:
            return Aggregate("count", Entity(variable), distinct=True)
        kind = self._ground.measures[self._sketch.owner(tally.ref), tally.property].kind
        inner = comparable(Attribute(variable, tally.property), kind)
        if tally.function == "spread":
            return Arithmetic("-", Aggregate("max", inner), Aggregate("min", inner))
        if tally.function == "count":
            return Aggregate("count", Attribute(variable, tally.property), distinct=True)
        return Aggregate(tally.function, inner)  # type: ignore[arg-type]

    def _apart(self, query: Query) -> Query:
        """What makes up a row."""
        sketch = self._sketch
        if sketch.key is not None:
            if sketch.key.property is None:
                others = [c for c in sketch.columns if c.ref != sketch.key.ref]
                if any(c.property is not None for c in others):
                    return query
                keys = (sketch.key.ref, *(c.ref for c in others))
                return replace(query, distinct_on=tuple(map(self._variable, keys)))
            return query
        joined = any(not sketch.group_of(-1 - n) for n in range(len(sketch.links)))
        if sketch.tally is not None:
            several = joined and sketch.tally.property is not None
            if several and sketch.tally.function != "count":
                return replace(query, distinct_on=(self._variable(sketch.tally.ref),))
            return query
        if sketch.held:
            return replace(query, distinct_on=(self._variable(sketch.target),))
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

    def _order(self, order: Sorting, tally: Operand | None) -> Order | None:
        if order.by is None:
            return Order(tally, order.descending) if tally is not None else None
        assert order.by.property is not None
        if order.by.against is not None:
            return Order(self._against(order.by), order.descending)
        if order.by.part == "size":
            return Order(next(self._shown(order.by)), order.descending)
        kind = self._ground.measures[self._sketch.owner(order.by.ref), order.by.property].kind
        key = comparable(Attribute(self._variable(order.by.ref), order.by.property), kind)
        return Order(key, order.descending)


def _times(operand: Operand, factor: Sequence[float]) -> Operand:
    """So many times as much, where that is asked."""
    return Arithmetic("*", Constant(factor[0]), operand) if factor else operand


def _apart(pattern: Pattern, owner: str, counted: str) -> tuple[Pattern, Pattern] | None:
    """A pattern without what is beyond one of its nodes, and that; None where they cling."""
    far, grown = {counted}, True
    while grown:
        ends = {
            end
            for edge in pattern.edges
            for end in (edge.start, edge.end)
            if {edge.start, edge.end} & far and end != owner
        }
        grown = not ends <= far
        far |= ends
    beyond = tuple(edge for edge in pattern.edges if {edge.start, edge.end} & far)
    names = far | {edge.variable for edge in beyond if edge.variable}
    outer = {n.variable for n in pattern.nodes} | {e.variable for e in pattern.edges}
    spoken = [variables(one) & outer for one in pattern.where]
    if any(held & names and held - names for held in spoken) or not beyond:
        return None
    there = [bool(held & names) for held in spoken]
    near = Pattern(
        tuple(node for node in pattern.nodes if node.variable not in far),
        tuple(edge for edge in pattern.edges if edge not in beyond),
        tuple(one for one, away in zip(pattern.where, there, strict=True) if not away),
    )
    rest = Pattern(
        tuple(node for node in pattern.nodes if node.variable in far),
        beyond,
        tuple(one for one, away in zip(pattern.where, there, strict=True) if away),
    )
    return near, rest
