"""From a finished reading to the query tree: names, columns, order, negated patterns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.offline.assemble import Assembler
from bot.offline.comparing import comparable
from bot.offline.default_order import default_order
from bot.offline.having import bounded
from bot.offline.kinds import TIME_KINDS, display_properties, telling_properties
from bot.offline.naming import column_names, node_names
from bot.offline.ordering import settle_order
from bot.offline.state import (
    Ask,
    Bound,
    Rank,
    State,
    Vertex,
    about,
    asked_of,
    attribute,
    attributes,
    tally,
    variable,
)
from bot.offline.united import united
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
    Function,
    Node,
    Not,
    Operand,
    Order,
    Pattern,
    Query,
)
from memory.text import split_name

# What tells an age, by how dates are stored.
_AGES: dict[str, str] = {"year": "age_in_years", "year_text": "age_in_years"}
# What a property costs of whose name only a part is said: the units of unit price.
_GUESSED = 0.3
_ABOUT = ("id", "uuid", "url", "summary", "description", "abstract", "overview", "wiki")


class Unsaid(Exception):
    """The question asks for the top of something and does not say by what."""


def build(a: Assembler, state: State) -> Query | None:
    """The query tree of a complete reading; None where it has no sense as a query.

    Raises `Unsaid` where the words leave open what is ranked by.
    """
    told = settle_order(a, bounded(_ranked_asks(_Builder.scoped(state))))
    ordered = default_order(a, told) if told is not None else None
    if ordered is None:
        raise Unsaid
    return _Builder(a, ordered).query()


def _ranked_asks(state: State) -> State:
    """The highest average rating: subjects are ranked by an aggregate of a property."""
    ranks = list(state.ranks)
    for ask in state.asks:
        if ask.descending is not None and ask.owner != -1:
            inner = asked_of(ask)
            operand = Aggregate(ask.function, inner)  # type: ignore[arg-type]
            ranks.append(Rank(operand, ask.descending, state.subject))
    return state.changed(ranks=tuple(ranks))


class _Builder:
    def __init__(self, a: Assembler, state: State) -> None:
        self.a = a
        self.state = state
        labels = [self._label(vertex) for vertex in self.state.vertices]
        self.labels = labels
        self.names = node_names([label[0] if label else "node" for label in labels])
        self.edges_used: set[int] = set()
        if state.source is not None:
            self._adopt(state.source.subject)

    def _adopt(self, name: str) -> None:
        """The node that the source picks keeps its variable."""
        at = self.state.anchor
        self.names = [f"{n}_" if n == name and i != at else n for i, n in enumerate(self.names)]
        self.names[at] = name

    # -- scopes ----------------------------------------------------------------------------------

    @staticmethod
    def scoped(state: State) -> State:
        """A vertex that only negated links reach belongs to the negated pattern."""
        main, frontier = {state.subject}, [state.subject]
        while frontier:
            at = frontier.pop()
            for link in state.links:
                if link.scope == 0 and at in (link.start, link.end):
                    other = link.end if at == link.start else link.start
                    if other not in main:
                        main.add(other)
                        frontier.append(other)
        vertices = list(state.vertices)
        moved = {}
        for n, vertex in enumerate(vertices):
            if n in main:
                vertices[n] = replace(vertex, scope=0)
            elif vertex.scope == 0:
                scope = next((x.scope for x in state.links if n in (x.start, x.end)), 0)
                vertices[n] = replace(vertex, scope=scope)
                moved[variable(n)] = scope
        tests = tuple(
            (moved.get(about(test), scope) if scope == 0 else scope, test)
            for scope, test in state.tests
        )
        return state.changed(vertices=tuple(vertices), tests=tests)

    def _label(self, vertex: Vertex) -> tuple[str, ...]:
        """The label to write: one; for several, one that all imply; else none."""
        if len(vertex.labels) == 1:
            return vertex.labels
        for label in vertex.labels:
            others = [self.a.schema.labels[x] for x in vertex.labels if x != label]
            if all(label in other.implies for other in others):
                return (label,)
        if len(vertex.labels) == len(self.a.schema.labels):
            return ()
        return () if self.state_links(vertex) else vertex.labels[:1]

    def state_links(self, vertex: Vertex) -> bool:
        """Whether any link touches the vertex."""
        n = self.state.vertices.index(vertex)
        return any(n in (link.start, link.end) for link in self.state.links)

    # -- naming ----------------------------------------------------------------------------------

    def _operand(self, operand: Any) -> Any:
        match operand:
            case Entity(name):
                return Entity(self._name(name))
            case Attribute(name, property):
                return Attribute(self._name(name), property)
            case Function(function, operands):
                return Function(function, tuple(self._operand(x) for x in operands))
            case Arithmetic(operator, left, right):
                return Arithmetic(operator, self._operand(left), self._operand(right))
            case Aggregate(function, inner, distinct):
                return Aggregate(function, self._operand(inner) if inner else None, distinct)
        return operand

    def _name(self, name: str) -> str:
        if name.startswith("#"):
            return self.names[int(name[1:])]
        if name.startswith("~"):
            self.edges_used.add(int(name[1:]))
            return f"r{int(name[1:]) + 1}"
        return name

    def _condition(self, condition: Condition) -> Condition:
        if isinstance(condition, Comparison):
            right = self._operand(condition.right) if condition.right else None
            return replace(condition, left=self._operand(condition.left), right=right)
        if isinstance(condition, Not):
            return Not(self._condition(condition.condition))
        if isinstance(condition, AllOf | AnyOf):
            return type(condition)(tuple(self._condition(c) for c in condition.conditions))
        return condition

    # -- the parts of the query --------------------------------------------------------------------

    def query(self) -> Query | None:
        """The whole tree."""
        state = self.state
        if not self._owned():
            return None
        columns, keys = self._columns()
        if self._senseless():
            return None
        order = tuple(Order(self._operand(r.operand), r.descending) for r in state.ranks)
        if (state.tallies or state.bounds) and self._form() == "count":
            return self._how_many()
        having = self._having()
        where = self._where()
        if _impossible(where) or not all(map(self._kept, self.edges_used)):
            return None
        where += self._absent()
        aggregated = any(isinstance(c.operand, Aggregate) for c in columns)
        multiplied = any(link.scope == 0 for link in state.links)
        distinct_on = keys if (aggregated or multiplied) else ()
        form = self._form()
        only_aggregates = aggregated and all(isinstance(c.operand, Aggregate) for c in columns)
        if only_aggregates and not state.groups and form != "list":
            order = ()
        if any(
            r.owner != state.subject and state.limit
            for r in state.ranks
            if not isinstance(r.operand, Aggregate)
        ):
            return None
        if form in ("count", "yes_no") and not state.groups and not having:
            distinct_on = ()
        if form == "value" and multiplied and not having:
            distinct_on = _summed_up(columns)
        if state.distinct and not state.groups and form == "list" and not order:
            return self._each_once(columns, where)
        distinct, distinct_on = self._each(columns, order, distinct_on)
        return Query(
            pattern=Pattern(*self._pattern(0), where=tuple(where)),
            columns=columns,
            subject=self.names[state.subject],
            form=form,  # type: ignore[arg-type]
            distinct=distinct,
            having=having,
            order=order,
            limit=self._size(),
            skip=state.skip,
            distinct_on=distinct_on,
            source=state.source,
        )

    def _ranked_known(self) -> list[Condition]:
        """That what is ranked by is there."""
        known: dict[Condition, None] = {}
        for rank in self.state.ranks:
            ranked = rank.operand
            if isinstance(ranked, Aggregate) and isinstance(ranked.operand, Attribute | Arithmetic):
                ranked = ranked.operand
            for found in attributes(ranked):
                known[Comparison(self._operand(found), "IS NOT NULL")] = None
        return list(known)

    def _where(self) -> list[Condition]:
        """What must hold, and be there to be ranked and grouped by."""
        state = self.state
        where = united([self._condition(test) for scope, test in state.tests if scope == 0])
        needed = [Comparison(self._operand(x), "IS NOT NULL") for x in self._grouped_by()]
        for present in (*self._ranked_known(), *needed):
            if present not in where:
                where.append(present)
        return where

    def _each(
        self, columns: tuple[Column, ...], order: tuple[Order, ...], distinct_on: tuple[str, ...]
    ) -> tuple[bool, tuple[str, ...]]:
        """Whether whole rows are told once, and the variables that make up a row."""
        kept_names = set(distinct_on)
        aggregated = any(isinstance(c.operand, Aggregate) for c in columns)
        only_aggregates = aggregated and all(isinstance(c.operand, Aggregate) for c in columns)
        held = all(
            self._variables(c.operand) <= kept_names
            for c in columns
            if not isinstance(c.operand, Aggregate)
        )
        named = distinct_on == (self.names[self.state.subject],) and self._only_named()
        if named and not aggregated:
            return not order, ()
        ordered = all(self._variables(o.operand) <= kept_names for o in order)
        if distinct_on and not aggregated and not (held and ordered):
            return not order, ()
        if distinct_on and not held and not only_aggregates:
            return False, ()
        return False, distinct_on

    def _owned(self) -> bool:
        """Whether what is asked for is a property of the node it is asked of."""
        return all(
            any(
                self.a.lexicon.property(label, ask.candidates[0].property)
                for label in self.state.vertices[ask.owner].labels
            )
            for ask in self.state.asks
            if ask.owner >= 0
        )

    def _grouped_by(self) -> list[Attribute]:
        """What must be there: a property that groups, or whose mean or extreme is all that is told.

        Things without a continent are of no continent.
        """
        state = self.state
        if not state.groups:
            return []
        found = [x for x in state.groups if isinstance(x, Attribute)]
        asked = [asked_of(ask) for ask in state.asks if ask.function in ("avg", "min", "max")]
        alone = len(asked) == len(state.asks) == 1 and state.mode != "count"
        return [x for x in (*found, *(asked if alone else ())) if self._missing(x)]

    def _missing(self, stored: Attribute) -> bool:
        """Whether a node's property is not always there."""
        if not stored.variable.startswith("#"):
            return False
        for label in self.labels[int(stored.variable[1:])]:
            known = self.a.lexicon.property(label, stored.property)
            if known is not None and known.null_share > 0:
                return True
        return False

    def _each_once(self, columns: tuple[Column, ...], where: list[Condition]) -> Query | None:
        """The values of properties, each once, where there are any."""
        if not self.state.asks or not all(isinstance(c.operand, Attribute) for c in columns):
            return None
        present = [Comparison(c.operand, "IS NOT NULL") for c in columns]
        present = [test for test in present if test not in where]
        return Query(
            pattern=Pattern(*self._pattern(0), where=(*where, *present)),
            columns=columns,
            subject=self.names[self.state.subject],
            distinct=True,
            limit=self._size(),
        )

    def _having(self) -> tuple[Comparison, ...]:
        """Tests on counts and on aggregates of properties."""
        bounds = [Bound(tally(t.counted), t.operator, t.number) for t in self.state.tallies]
        return tuple(
            Comparison(self._operand(b.operand), b.operator, Constant(b.number))  # type: ignore[arg-type]
            for b in (*bounds, *self.state.bounds)
        )

    def _size(self) -> int | None:
        """How many rows are wanted: what was named, or one where one is meant."""
        state = self.state
        listed = state.mode != "count" or bool(state.span)
        listed = listed or any(isinstance(group, Function) for group in state.groups)
        if state.limit is not None:
            return state.limit.size
        one = bool(state.ranks) and self._single() and listed
        return 1 if one or state.skip else None

    def _senseless(self) -> bool:
        """Whether the top of one sum is asked for, or a number of what is hardly countable."""
        state = self.state
        summed = any(ask.function and ask.descending is None for ask in state.asks)
        guessed = any(ask.candidates[0].cost >= _GUESSED for ask in state.asks)
        if summed and state.limit and not state.groups:
            return True
        if state.mode == "count" and state.asks and state.limit and not state.groups:
            # The top three keywords by their number: no number of keywords.
            return True
        plain = any(not ask.function for ask in state.asks)
        if summed and plain and not state.groups and state.mode != "count":
            # A bank and the highest amount: the amounts are not said to be the bank's.
            raise Unsaid
        if any(self._one_of_many(rank) for rank in state.ranks):
            raise Unsaid
        plain = bool(state.ranks) and not any(isinstance(r.operand, Aggregate) for r in state.ranks)
        if state.groups and plain and state.mode != "count" and not summed:
            # For each genre the longest film: that is not the longest of all.
            return True
        passed = bool(state.skip) and (not state.ranks or self._form() != "list")
        # The largest number of pages a book has: no number of books.
        passed = passed or (self._form() == "count" and bool(state.ranks))
        passed = passed or any(self._of_none(rank) for rank in state.ranks)
        return passed or (state.mode == "count" and guessed) or self._only_one()

    def _of_none(self, rank: Rank) -> bool:
        """Whether groups would be ranked by a property of one of those in them."""
        state = self.state
        if not state.groups or isinstance(rank.operand, Aggregate):
            return False
        known = {group.variable for group in state.groups if isinstance(group, Entity)}
        owners = {found.variable for found in attributes(rank.operand)}
        return rank.operand not in state.groups and not owners <= known

    def _one_of_many(self, rank: Rank) -> bool:
        """Whether all who have to do with one are asked for: the actors of the longest film."""
        state = self.state
        if rank.owner in (-1, state.subject) or isinstance(rank.operand, Aggregate):
            return False
        one = not state.vertices[rank.owner].plural and state.vertices[rank.owner].word == "noun"
        return one and state.limit is None and not state.singular and not state.asks

    def _only_one(self) -> bool:
        """Whether things of one name are counted that only one can bear."""
        state = self.state
        vertex, tests = state.vertices[state.subject], [t for scope, t in state.tests if not scope]
        if state.mode != "count" or state.asks:
            return False
        label = self.a.schema.labels[vertex.labels[0]]
        shown = display_properties(label)[:1]
        unique = any(label.properties[name].distinct >= label.count > 1 for name in shown)
        names = [attribute(state.subject, name) for name in shown]
        named = [t for t in tests if isinstance(t, Comparison) and t.operator == "="]
        return unique and any(test.left in names for test in named)

    def _how_many(self) -> Query | None:
        """How many cities have more than one airport: they are picked first, then counted."""
        if self.state.asks or self.state.source is not None or self.state.groups:
            return None
        picked = _Builder(self.a, self.state.changed(mode="")).query()
        if picked is None or picked.limit is not None:
            return None
        node = next(n for n in picked.pattern.nodes if n.variable == picked.subject)
        operand = Aggregate("count", Entity(picked.subject), distinct=True)
        name = column_names([operand], {node.variable: node.labels}, picked.subject)[0]
        return Query(
            Pattern((node,)),
            (Column(operand, name),),
            picked.subject,
            form="count",
            source=replace(picked, order=()),
        )

    def _kept(self, link: int) -> bool:
        """Whether a relationship that a test speaks of came to be."""
        return link < len(self.state.links)

    def _only_named(self) -> bool:
        """Whether nodes of the subject's label are classes or places, told by their names alone."""
        labels = self.labels[self.state.subject]
        if len(labels) != 1:
            return False
        label = self.a.schema.labels[labels[0]]
        shown = display_properties(label)
        rest = [p for p in label.properties if p not in shown and split_name(p)[-1] not in _ABOUT]
        people = labels[0] in self.a.people and len(self.a.people) < len(self.a.schema.labels)
        return bool(shown) and not rest and not people

    def _single(self) -> bool:
        return self.state.singular

    def _form(self) -> str:
        state = self.state
        if state.mode == "yes_no":
            return "yes_no"
        if state.groups:
            return "list"
        if any(ask.function and ask.descending is None for ask in state.asks):
            return "value"
        return "count" if state.mode == "count" else "list"

    def _pattern(self, scope: int) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
        state = self.state
        links = [(i, link) for i, link in enumerate(state.links) if link.scope == scope]
        nodes = [
            Node(self.names[n], self.labels[n])
            for n, vertex in enumerate(state.vertices)
            if vertex.scope == scope
        ]
        if scope:
            ends = {e for _, link in links for e in (link.start, link.end)}
            outer = [n for n in sorted(ends) if state.vertices[n].scope != scope]
            nodes = [*(Node(self.names[n]) for n in outer), *nodes]
        edges = tuple(
            Edge(
                self.names[link.start],
                link.types,
                self.names[link.end],
                f"r{i + 1}" if i in self.edges_used else "",
                link.directed,
            )
            for i, link in links
        )
        return tuple(nodes), edges

    def _absent(self) -> list[Condition]:
        """Negated patterns and conditions."""
        state = self.state
        found: list[Condition] = []
        for scope in range(1, state.scopes + 1):
            where = tuple(self._condition(test) for s, test in state.tests if s == scope)
            nodes, edges = self._pattern(scope)
            if edges:
                found.append(Not(Exists(Pattern(nodes, edges, where))))
            elif where:
                found.extend(_opposite(test) for test in where)
        return found

    def _columns(self) -> tuple[tuple[Column, ...], tuple[str, ...]]:
        """What is returned, and the variables that make up a row."""
        state = self.state
        subject = state.subject
        if state.mode == "yes_no":
            return (Column(Aggregate("count"), "answer"),), ()
        operands: list[Operand] = []
        keys: list[str] = []
        for group in state.groups:
            if isinstance(group, Entity):
                n = int(group.variable[1:])
                operands += self._shown(n)
                keys.append(self.names[n])
            else:
                operands.append(group)
        aggregates = [ask for ask in state.asks if ask.function and ask.descending is None]
        if state.mode == "count" and not state.asks:
            operands.append(tally(subject))
        elif state.mode == "count" and not aggregates:
            asks = [ask for ask in state.asks if not self._held(ask)]
            operands += [self._counted(ask) for ask in asks] or [tally(subject)]
        elif aggregates:
            operands += self._figures(aggregates)
        else:
            keys = [self.names[subject]]
            counted = any(isinstance(rank.operand, Aggregate) for rank in state.ranks)
            if self._portrayed():
                return (self._whole(subject),), ()
            asked = [self._told_of(ask) for ask in state.asks if ask.descending is None]
            if asked and set(asked) <= set(self._shown(subject)[:1]):
                asked = []
            with_name = state.added or not asked or self._several(subject)
            operands += [*self._shown(subject), *asked] if with_name else asked
            if asked and counted and not with_name and all(ask.common for ask in state.asks):
                # The nationality with the most visits: of all who have it.
                keys = []
            if not asked:
                held = self._holder(subject)
                if held >= 0:
                    operands += self._shown(held)
                    keys.append(self.names[held])
            for n in state.shown:
                operands += self._shown(n)
                keys.append(self.names[n])
            keys += self._ranking(operands, plain=not asked)
            if not asked and not any(isinstance(x, Entity) for x in operands):
                operands += [x for x in self._compared(subject) if x not in operands]
            operands += [tally(t.counted) for t in state.tallies if t.operator != "="]
            operands += [tally(n) for n in state.counted]
            operands += [bound.operand for bound in state.bounds]
        if any(isinstance(x, Entity) for x in operands):
            operands = [
                x
                for x in operands
                if not (isinstance(x, Attribute) and Entity(x.variable) in operands)
            ]
        named = [self._operand(operand) for operand in dict.fromkeys(operands)]
        titles = column_names(
            named, {**dict(zip(self.names, self.labels, strict=True))}, self.names[subject]
        )
        columns = tuple(Column(o, t) for o, t in zip(named, titles, strict=True))
        return columns, tuple(dict.fromkeys(keys))

    def _figures(self, aggregates: Sequence[Ask]) -> list[Operand]:
        """The number of things, where that is asked too, and what is summed up of them."""
        counted = self.state.mode == "count" and bool(self.state.groups)
        found: list[Operand] = [tally(self.state.subject)] if counted else []
        return found + [Aggregate(ask.function, asked_of(ask)) for ask in aggregates]  # type: ignore[arg-type]

    def _told_of(self, ask: Ask) -> Operand:
        """What is asked for; of a birth the years since, or till the death."""
        stored, candidate = asked_of(ask), ask.candidates[0]
        kind = self.a.kind(candidate.owner, candidate.property)
        if not ask.age or kind not in TIME_KINDS:
            return stored
        died = [
            name
            for name, _ in self.a.lexicon.measures(candidate.owner, ("death",))
            if self.a.kind(candidate.owner, name) == kind
        ]
        ends = [stored, *(attribute(ask.owner, name) for name in died[:1])]
        return Function(_AGES.get(kind, "age"), tuple(comparable(x, kind) for x in ends))

    def _several(self, n: int) -> bool:
        """Whether several are named, whose answers must be told apart."""
        tests = [t for scope, t in self.state.tests if scope == 0 and about(t) == variable(n)]
        return any(isinstance(t, Comparison) and t.operator == "IN" for t in tests)

    def _portrayed(self) -> bool:
        """Whether one thing is named and nothing is asked of it: Tom Hanks; who is Tom Hanks."""
        state = self.state
        vertex = state.vertices[state.subject]
        if state.asks or state.links or state.ranks or state.negate or state.mode:
            return False
        if vertex.word == "value":
            return True
        named = [t for scope, t in state.tests if scope == 0]
        if not vertex.open or len(named) != 1 or len(state.tests) != 1:
            return False
        shown = display_properties(self.a.schema.labels[vertex.labels[0]])
        test = named[0]
        return (
            isinstance(test, Comparison)
            and test.operator == "="
            and test.left in [attribute(state.subject, name) for name in shown[:1]]
        )

    def _ranking(self, operands: list[Operand], plain: bool) -> list[str]:
        """Add what the subjects are ranked by; the other nodes that this makes part of a row."""
        keys = []
        for rank in self.state.ranks:
            kept = isinstance(rank.operand, Attribute | Function | Arithmetic)
            if rank.owner >= 0 and kept and plain:
                operands += [x for x in attributes(rank.operand) if x not in operands]
                if len(attributes(rank.operand)) > 1:
                    operands.append(rank.operand)
                if rank.owner != self.state.subject:
                    keys.append(self.names[rank.owner])
            elif isinstance(rank.operand, Aggregate):
                operands.append(rank.operand)
        return keys

    def _holder(self, n: int) -> int:
        """Towards whom a role is held: the CEOs of firms that are public, firm by firm; else -1."""
        state = self.state
        if state.vertices[n].word != "role" or not state.vertices[n].plural or state.ranks:
            return -1
        for link in state.links:
            if n not in (link.start, link.end) or link.scope:
                continue
            other = link.end if link.start == n else link.start
            said = [t for scope, t in state.tests if about(t) == variable(other) and not scope]
            whole = state.vertices[other].word == "noun" and state.vertices[other].plural
            if whole and said and all(_ranges(t) for t in said):
                return other
        return -1

    def _whole(self, n: int) -> Column:
        """A thing named and nothing asked of it: all there is about it."""
        operand = self._operand(Entity(variable(n)))
        labels = {**dict(zip(self.names, self.labels, strict=True))}
        return Column(operand, column_names([operand], labels, self.names[n])[0])

    def _counted(self, ask: Ask) -> Operand:
        """How many employees it has; but how many different titles there are."""
        candidate = ask.candidates[0]
        operand = asked_of(ask)
        if self.a.kind(candidate.owner, candidate.property) in ("number", "number_text"):
            return operand
        if self.a.kind(candidate.owner, candidate.property) == "list":
            own = Entity(variable(ask.owner))
            if own in self.state.groups or self._is_one(ask.owner):
                return Function("size", (operand,))
            operand = Function("each", (operand,))
        return Aggregate("count", operand, distinct=True)

    def _held(self, ask: Ask) -> bool:
        """Whether a property was named for its test: how many had their premiere in March."""
        noun = ask.owner == self.state.subject and self.state.vertices[ask.owner].word == "noun"
        tests = [t for _, t in self.state.tests if isinstance(t, Comparison)]
        return noun and any(asked_of(ask) in attributes(test.left) for test in tests)

    def _is_one(self, n: int) -> bool:
        """Whether a node is one by its name."""
        shown = self.a.lexicon.shown(self.state.vertices[n].labels[0])[:1] if n >= 0 else ()
        named = [attribute(n, name) for name in shown]
        tests = [t for _, t in self.state.tests if isinstance(t, Comparison) and t.operator == "="]
        return any(test.left in named for test in tests)

    def _shown(self, n: int) -> list[Operand]:
        labels = self.labels[n]
        shown: tuple[str, ...] = ()
        if labels and labels[0] in self.a.schema.labels:
            shown = telling_properties(self.a.schema.labels[labels[0]])
        elif not labels:
            options = [
                display_properties(self.a.schema.labels[x])
                for x in self.state.vertices[n].labels
                if x in self.a.schema.labels
            ]
            if options and all(o == options[0] for o in options):
                shown = options[0]
        return [attribute(n, name) for name in shown] or [Entity(variable(n))]

    def _compared(self, n: int) -> list[Operand]:
        """Properties of a vertex that are compared (not just held equal)."""
        found: list[Operand] = []
        for scope, test in self.state.tests:
            if (
                scope == 0
                and isinstance(test, Comparison)
                and test.operator in ("<", "<=", ">", ">=")
            ):
                sides = (*attributes(test.left), *attributes(test.right))
                if {x.variable for x in sides} - {variable(n)}:
                    # Older than their manager: both would have to be shown.
                    continue
                found += [x for x in sides if x.variable == variable(n)]
        return found

    @staticmethod
    def _variables(operand: object) -> set[str]:
        return {x.variable for x in attributes(operand)} | (
            {operand.variable} if isinstance(operand, Entity) else set()
        )


def _summed_up(columns: Sequence[Column]) -> tuple[str, ...]:
    """The node whose property is summed up, each once however many ways it is matched."""
    found = {
        c.operand.operand.variable
        for c in columns
        if isinstance(c.operand, Aggregate)
        and isinstance(c.operand.operand, Attribute)
        and c.operand.function in ("avg", "sum")
    }
    alike = len(found) == 1 and all(isinstance(c.operand, Aggregate) for c in columns)
    alike = alike and all(
        isinstance(getattr(c.operand, "operand", None), Attribute) for c in columns
    )
    return tuple(found) if alike else ()


def _ranges(test: Condition) -> bool:
    """Whether a test leaves many: a bound or a flag, not a name."""
    if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return False
    return test.operator in ("<", "<=", ">", ">=") or isinstance(test.right.value, bool)


def _impossible(where: Sequence[Condition]) -> bool:
    """Whether one property would have to be two values at once."""
    held: dict[Operand, set[object]] = {}
    for test in where:
        if isinstance(test, Comparison) and test.operator == "=" and test.right is not None:
            held.setdefault(test.left, set()).add(test.right)
    return any(len(values) > 1 for values in held.values()) or _nowhere(where)


def _nowhere(where: Sequence[Condition]) -> bool:
    """Whether a property would have to be in two ranges that have nothing in common."""
    ranges: dict[Operand, tuple[list[Any], list[Any]]] = {}
    for test in where:
        if isinstance(test, Comparison) and isinstance(test.right, Constant):
            value, sides = test.right.value, ranges.setdefault(test.left, ([], []))
            if test.operator in (">", ">=", "=") and not isinstance(value, tuple | bool | str):
                sides[0].append(value)
            if test.operator in ("<", "<="):
                sides[1].append((value, test.operator == "<="))
    try:
        bounds = [(max(low), *min(high)) for low, high in ranges.values() if low and high]
        return any(low > high or (low == high and not within) for low, high, within in bounds)
    except TypeError:
        return False


def _opposite(test: Condition) -> Condition:
    opposites = {"=": "<>", "IS NOT NULL": "IS NULL", "IS NULL": "IS NOT NULL"}
    if isinstance(test, Comparison) and test.operator in opposites:
        if (
            test.operator == "="
            and isinstance(test.right, Constant)
            and isinstance(test.right.value, bool)
        ):
            return replace(test, right=Constant(not test.right.value))
        return replace(test, operator=opposites[test.operator])  # type: ignore[arg-type]
    return Not(test)
