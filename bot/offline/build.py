"""From a finished reading to the query tree: names, columns, order, negated patterns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.cypher.empty_lists import as_empty
from bot.offline.asked_figures import figure
from bot.offline.assemble import Assembler
from bot.offline.build_columns import Columns
from bot.offline.default_order import default_order
from bot.offline.having import bounded
from bot.offline.ordering import settle_order
from bot.offline.picked_inside import held, inside, picked, picked_by_sum
from bot.offline.state import Bound, Rank, State, Tally, attribute, tally, variable
from bot.offline.top_first import top_first
from bot.offline.whose_again import told_apart, with_itself
from bot.stored.kinds import display_properties
from bot.words.naming import column_names
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Entity,
    Function,
    Operand,
    Order,
    Pattern,
    Query,
)
from memory.text import split_name
from memory.tree_edits import attributes_of

# What a property costs of whose name only a part is said: the units of unit price.
# Of so many things few values are sorts of them.
_SHARED = 0.5
_GUESSED = 0.3
_ABOUT = ("id", "uuid", "url", "summary", "description", "abstract", "overview", "wiki")


class Unsaid(Exception):
    """The question asks for the top of something and does not say by what."""


def build(a: Assembler, state: State) -> Query | None:
    """The query tree of a complete reading; None where it has no sense as a query.

    Raises `Unsaid` where the words leave open what is ranked by.
    """
    query = _built(a, state)
    return None if query is None else top_first(as_empty(query, a.schema))


def _built(a: Assembler, state: State) -> Query | None:
    apart = tuple(one for one in state.tallies if one.apart or _of_summed(state, one))
    if apart:
        return _after_counting(a, state, apart)
    if _told_of_counted(state):
        raise Unsaid
    told = settle_order(a, bounded(a, _ranked_asks(a, _Builder.scoped(state))))
    rank = inside(told) if told is not None else None
    if told is not None and rank is not None:
        return _after_picking(a, told, rank)
    ordered = default_order(a, told) if told is not None else None
    if ordered is None:
        raise Unsaid
    builder = _Builder(a, told_apart(ordered))
    whole = builder.query()
    return None if whole is None else with_itself(whole, ordered, builder.names)


def _after_picking(a: Assembler, state: State, rank: Rank) -> Query | None:
    asks = tuple(ask for ask in state.asks if ask.descending is None)
    builder = _Builder(a, state.changed(ranks=(), asks=asks))
    # What a relationship keeps is named before the pattern is made.
    order = Order(builder._operand(rank.operand), rank.descending)
    whole = builder.query()
    if whole is None:
        return None
    found = picked(whole, builder.names[rank.owner], order)
    if found is None:
        raise Unsaid
    return found


def _of_summed(state: State, one: Tally) -> bool:
    """Whether those that have so many are themselves counted or summed up, for each of others."""
    if one.owner != state.subject or Entity(variable(one.owner)) in state.groups:
        return False
    summed = any(ask.function and ask.descending is None for ask in state.asks)
    return summed or (state.mode == "count" and bool(state.groups))


def _told_of_counted(state: State) -> bool:
    """More than two visits, and the fee: of which of them, where they are only counted?"""
    counted = {one.counted for one in state.tallies} - {state.subject}
    return any(ask.owner in counted and not ask.function for ask in state.asks)


def _after_counting(a: Assembler, state: State, apart: tuple[Tally, ...]) -> Query | None:
    """Papers that more than three papers cite are found first, then their authors."""
    rest = tuple(one for one in state.tallies if one not in apart)
    whole = build(a, state.changed(tallies=rest))
    if whole is None:
        return None
    builder = _Builder(a, state.changed(tallies=apart))
    owners = {one.owner for one in apart}
    found = held(whole, builder.names[apart[0].owner], builder._having())
    if found is None or len(owners) > 1:
        raise Unsaid
    return found


def _ranked_asks(a: Assembler, state: State) -> State:
    """The highest average rating: subjects are ranked by an aggregate of a property."""
    ranks = list(state.ranks)
    for ask in state.asks:
        if ask.descending is not None and ask.owner != -1:
            one = picked_by_sum(state, ask)
            ranks.append(Rank(figure(a, ask), ask.descending, state.subject if one < 0 else one))
    return state.changed(ranks=tuple(ranks))


class _Builder(Columns):
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
        multiplied = any(link.scope == 0 for link in state.links) or self._paired()
        distinct_on = keys if (aggregated or multiplied) else ()
        # How many seats the aircraft have lists these.
        form = self._form() if aggregated or not keys or state.mode != "count" else "list"
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
            distinct_on = self._for_each_that_has_it(_summed_up(columns))
        each_once = state.distinct or self._sorts(columns)
        if each_once and not state.groups and form == "list" and not order and not having:
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
        )

    def _paired(self) -> bool:
        """Whether things are held against others that nothing joins them to: the same name."""
        state = self.state
        apart = [v for n, v in enumerate(state.vertices) if n != state.subject and not v.scope]
        return not state.links and any(v.word != "value" for v in apart)

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

    def _sorts(self, columns: tuple[Column, ...]) -> bool:
        """Whether only sorts are asked for, that many share: the genres of the games of X.

        Or which there are, with no word of what is of them.
        """
        unsaid = self.state.subject >= 0
        unsaid = unsaid and self.state.vertices[self.state.subject].word == "path"
        linked = any(link.scope == 0 for link in self.state.links)
        if len(columns) != 1 or not (linked or unsaid):
            return False
        if self.state.limit is not None or len(self.state.asks) != 1 or self.state.shown:
            return False
        (ask,) = self.state.asks
        (candidate,) = ask.candidates[:1]
        label = self.a.schema.labels.get(candidate.owner)
        property = self.a.lexicon.property(candidate.owner, candidate.property)
        if label is None or property is None or ask.function or ask.owner != self.state.subject:
            return False
        text = self.a.kind(candidate.owner, candidate.property) == "text"
        few = 0 < property.distinct <= label.count * _SHARED
        return text and few and self.state.vertices[ask.owner].plural

    def _for_each_that_has_it(self, summed: tuple[str, ...]) -> tuple[str, ...]:
        """What makes a row of what is summed up, which is that of the one thing each has.

        The average price *of the orders*: that of what was ordered counts for each of them.
        """
        state = self.state
        known = len(summed) == 1 and summed[0] in self.names
        if not known or state.subject < 0 or self.names[state.subject] in summed:
            return summed
        owner = self.names.index(summed[0])
        links = [x for x in state.links if {x.start, x.end} == {owner, state.subject}]
        if len(links) != 1 or len(links[0].types) != 1:
            return summed
        label = state.vertices[state.subject].labels[0]
        joins = self.a.schema.relationships[links[0].types[0]].joins
        ends = (label, state.vertices[owner].labels[0])
        forward = links[0].start == state.subject
        found = [j for j in joins if ((j.start, j.end) if forward else (j.end, j.start)) == ends]
        one = found and found[0].count <= self.a.schema.labels[label].count
        return (self.names[state.subject], *summed) if one else summed

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
        if state.mode == "count" and state.limit and not state.groups:
            # The top three keywords by their number: no number of keywords.
            return True
        alone = state.mode == "count" and Entity(variable(state.subject)) in state.groups
        if alone and all(map(self._held, state.asks)):
            # Of each one there is one.
            return True
        plain = any(not ask.function for ask in state.asks)
        if summed and plain and not state.groups:
            # A bank and the highest amount: the amounts are not said to be the bank's. Nor is the
            # kind with the highest number of orders the last date of any.
            raise Unsaid
        if any(self._one_of_many(rank) or self._constant(rank) for rank in state.ranks):
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
        owners = {found.variable for found in attributes_of(rank.operand)}
        return rank.operand not in state.groups and not owners <= known

    def _one_of_many(self, rank: Rank) -> bool:
        """Whether all who have to do with one are asked for: the actors of the longest film."""
        state = self.state
        if rank.owner in (-1, state.subject) or isinstance(rank.operand, Aggregate):
            return False
        one = not state.vertices[rank.owner].plural and state.vertices[rank.owner].word == "noun"
        return one and state.limit is None and not state.singular and not state.asks

    def _constant(self, rank: Rank) -> bool:
        """Whether all would rank alike, by a property of one thing: sells the cheapest X."""
        if rank.owner in (-1, self.state.subject) or isinstance(rank.operand, Aggregate):
            return False
        return self.state.vertices[rank.owner].word == "value"

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
        if self.state.asks or self.state.groups:
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


def _summed_up(columns: Sequence[Column]) -> tuple[str, ...]:
    """The node whose property is summed up, each once however many ways it is matched."""
    found = {
        stored.variable
        for c in columns
        if isinstance(c.operand, Aggregate) and c.operand.function in ("avg", "sum")
        for stored in _summed(c.operand)
    }
    alike = len(found) == 1 and all(isinstance(c.operand, Aggregate) for c in columns)
    alike = alike and all(isinstance(c.operand, Aggregate) and _summed(c.operand) for c in columns)
    return tuple(found) if alike else ()


def _summed(operand: Aggregate) -> list[Attribute]:
    """The property that is summed up, which may be a number that is kept as a text."""
    stored = operand.operand
    if isinstance(stored, Function) and stored.name in ("toFloat", "toInteger"):
        (stored,) = stored.operands
    return [stored] if isinstance(stored, Attribute) else []


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
