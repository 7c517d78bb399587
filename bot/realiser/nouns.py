"""The words for nodes and for what is said by their properties."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.cypher.figures import own_groups
from bot.realiser.tree import RECKONED, comparisons, condition_variables, inner_of, labels_of
from bot.realiser.wording import (
    MEANS,
    constant_words,
    figure,
    join,
    nominal,
    ordinal,
    times_words,
)
from bot.stored.ages import THEN
from bot.stored.kinds import TIME_KINDS, display_properties, kind_of, telling_properties
from bot.words.inflection import is_plural, plural
from bot.words.marking_labels import marked
from bot.words.naming import value_name
from bot.words.units import measured_noun, unit_of
from bot.words.vocabulary import expand
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Edge,
    Entity,
    Figure,
    Function,
    Operand,
    Query,
    Share,
)
from memory.schema import Property, Schema
from memory.text import split_name
from memory.tree_edits import attributes_of

_TIMES = ("decade", "century", "year", "month", "quarter", "month_and_year")


class Nouns(ABC):
    """The nouns of one query over one schema, and its operands."""

    @abstractmethod
    def subject(self) -> tuple[str, str]:
        """The plural noun of what is asked for, and all that is said of it."""

    def __init__(self, query: Query, schema: Schema) -> None:
        self.query = query
        self.schema = schema
        self._labels = labels_of(query.pattern)
        if query.optional is not None:
            self._labels = {**labels_of(query.optional), **self._labels}
        self._counted: dict[str, Comparison] = {}
        # The upper ends of ranges: between two and five.
        self._upto: dict[str, Comparison] = {}
        for test in query.having:
            if not isinstance(test, Comparison) or not isinstance(test.left, Aggregate):
                continue
            if isinstance(test.left.operand, Entity):
                variable = test.left.operand.variable
                (self._upto if variable in self._counted else self._counted)[variable] = test
        self._told = {query.subject}
        # What nodes are called that were spoken of before.
        self.spoken: Mapping[str, str] = {}
        self._denied: set[Condition] = set()
        self.each = {group.variable for group in query.each if isinstance(group, Entity)}
        self._sorted = {
            attribute
            for order in query.order
            for attribute in attributes_of(inner_of(order.operand))
        }
        self._sorted |= {
            attribute
            for column in query.columns
            if isinstance(inner_of(column.operand), Function)
            for attribute in attributes_of(inner_of(column.operand))
        }
        self._asked = {
            attribute for column in query.columns for attribute in attributes_of(column.operand)
        }

    def noun(self, variable: str) -> str:
        """The singular noun for a node."""
        labels = self._labels.get(variable) or ()
        return self.kind(labels[0]) if labels else self._either(variable) or "thing"

    def _either(self, variable: str) -> str:
        """What a node without a label can be by what it is joined to: player or orchestra."""
        ends = [
            {getattr(join, end) for x in edge.types for join in self.schema.relationships[x].joins}
            for edge in self.query.pattern.edges
            for end in ("start", "end")
            if getattr(edge, end) == variable and edge.directed
            if edge.types and self.schema.relationships.keys() >= {*edge.types}
        ]
        labels = set.intersection(*ends) if ends else set()
        either = [self.kind(x) for x in self.schema.labels if x in labels]
        return " or ".join(either) if len(either) < 3 else ""

    def kind(self, label: str) -> str:
        """The singular noun for a label."""
        kind = marked(self.schema, label)
        return " ".join(expand(split_name(label) + (split_name(kind) if kind else [])))

    def counted_noun(self, operand: Aggregate) -> str:
        """The plural of what an aggregate counts."""
        inner, source = operand.operand, self.query.source
        if not isinstance(inner, Entity):
            return "rows"
        if source is not None and source.having and source.subject == inner.variable:
            # Those that have so many of others themselves.
            return "".join(type(self)(source, self.schema).subject())
        return plural(self.noun(inner.variable))

    def shown(self, variable: str) -> tuple[str, ...]:
        """The properties that name a node."""
        for label in self._labels.get(variable) or ():
            if label in self.schema.labels:
                return display_properties(self.schema.labels[label])
        return ("name", "title")

    def operand(self, operand: Operand) -> str:
        """Words for an operand: imdb rating."""
        match operand:
            case Attribute(_, property):
                return nominal(measured_noun(property))
            case Function(name, _) if name in _TIMES:
                return name.replace("_", " ")
            case Function(name, (_, then)) if name.startswith(THEN):
                return f"age at the {self.operand(then)}"
            case Function(name, _) if name.startswith(RECKONED):
                return name.split("_")[0]
            case Function("each", (Attribute(_, property),)):
                return value_name(property).replace("_", " ")
            case Figure():
                return self._figure(operand)
            case Arithmetic():
                return self._arithmetic(operand)
            case Constant():
                return constant_words(operand)
            case Function(name, operands) if operands:
                return self._function(name, operands)
            case Entity(variable):
                return self.noun(variable)
            case Aggregate(function, inner) if function != "count" and inner is not None:
                return figure(function, self.operand(inner))
            case Aggregate():
                return "number of " + self.counted_noun(operand)
        return "value"

    def _arithmetic(self, operand: Arithmetic) -> str:
        """Sum of budget and revenue; twice the budget."""
        match operand:
            case Arithmetic("*", Figure() as figure, Constant(factor)):
                return f"{times_words(factor)} {self._figure(figure)}"
            case Arithmetic("*", left, Constant(factor)):
                return f"{times_words(factor)} the {self.operand(left)}"
        one, two = self.operand(operand.left), self.operand(operand.right)
        return {
            "/": f"ratio of {one} to {two}",
            "+": f"sum of {one} and {two}",
            "-": f"{one} minus {two}",
            "*": f"{one} times {two}",
        }[operand.operator]

    def _function(self, name: str, operands: tuple[Operand, ...]) -> str:
        """What a function is of; days from order date to shipped date."""
        if name == "text_length":
            return f"length of {self.operand(operands[0])}"
        if name == "abs" and isinstance(operands[0], Arithmetic):
            left, right = (self.operand(one) for one in (operands[0].left, operands[0].right))
            return f"difference between {left} and {right}"
        if len(operands) == 1:
            return self.operand(operands[0])
        return f"{name.replace('_', ' ')} {join([self.operand(one) for one in operands])}"

    def unit(self, operand: Operand) -> str:
        """The unit that an operand's values are in, to stand behind them; "" where none is."""
        if isinstance(operand, Function) and operand.name.startswith("duration_"):
            return f" {operand.name.split('_')[1]}"
        for attribute in attributes_of(operand)[:1]:
            unit = unit_of(attribute.property)
            return f" {unit.said}" if unit is not None else ""
        return ""

    def _figure(self, figure: Figure) -> str:
        """The average of all papers; the average for their field, where it is that of a group."""
        query, operand = figure.query, figure.query.columns[0].operand
        own, whole = self._own_groups(figure), query.source or query
        if own and query.source is None:
            nodes = tuple(n for n in query.pattern.nodes if n.variable == query.subject)
            alone = replace(query.pattern, nodes=nodes, edges=())
            whole = replace(query, pattern=alone, distinct_on=())
        noun, rest = type(self)(whole, self.schema).subject()
        told = f" of {noun}{rest}" if rest else "" if own else f" of all {noun}"
        if not isinstance(operand, Aggregate) or not isinstance(operand.operand, Aggregate):
            function = operand.function if isinstance(operand, Aggregate) else "avg"
            return f"the {MEANS.get(function, 'number')}{told}{own}"
        return f"the {self.operand(operand)}{'' if own else told}{own}"

    def _own_groups(self, figure: Figure) -> str:
        """The groups of what is compared, each of which has a figure: for their field and year."""
        if not figure.each:
            return ""
        whose = "their" if figure.query.subject == self.query.subject else "its"
        inner = type(self)(figure.query, self.schema)
        return f" for {whose} {join([inner.operand(group) for group in figure.each])}"

    def is_time(self, operand: Operand) -> bool:
        """Whether an operand is a date or year: no age, though it is reckoned from one."""
        if isinstance(operand, Function) and operand.name.startswith(RECKONED):
            return False
        for attribute in attributes_of(operand):
            property = self._property(attribute)
            return property is not None and kind_of(property) in TIME_KINDS
        return False

    def counts(self, operand: Operand) -> bool:
        """Whether a property says how many there are, by a noun in the plural: rooms, views."""
        if not isinstance(operand, Attribute) or unit_of(operand.property) is not None:
            return False
        stored, noun = self._property(operand), self.operand(operand)
        counted = stored is not None and kind_of(stored) == "number"
        return counted and not noun.startswith("number of ") and is_plural(noun.split(" ")[-1])

    def properties(self, variable: str) -> Mapping[str, Property]:
        """What a node or relationship can have."""
        for label in self._labels.get(variable) or ():
            if label in self.schema.labels:
                return self.schema.labels[label].properties
        edges = [edge for edge in self.query.pattern.edges if edge.variable == variable]
        known = [self.schema.relationships.get(x) for edge in edges for x in edge.types[:1]]
        return known[0].properties if known and known[0] else {}

    def _property(self, attribute: Attribute) -> Property | None:
        return self.properties(attribute.variable).get(attribute.property)

    def identifies(self, attribute: Attribute) -> bool:
        """Whether a column is only there to tell people of one name apart."""
        for label in self._labels.get(attribute.variable) or ():
            if label in self.schema.labels:
                return attribute.property in telling_properties(self.schema.labels[label])
        return False

    def compared(self) -> set[Attribute]:
        """Properties that a condition or an order compares."""
        tests = list(comparisons(self.query.pattern.where))
        sides = [x for t in tests if t.operator != "=" for x in (t.left, t.right)]
        found = {x for side in sides for x in attributes_of(side)}
        return found | self._sorted

    def _named(self, where: Iterable[Condition], variable: str) -> str | None:
        """What a node must be called: its name, or a first name and the last name behind it."""
        where = tuple(where)
        shown = self.shown(variable)[: 2 if self._whole_name(where, variable) else 1]
        names = [
            constant_words(test.right)
            for test in where
            if isinstance(test, Comparison) and test.operator in ("=", "IN")
            if isinstance(test.left, Attribute) and isinstance(test.right, Constant)
            if test.left.variable == variable and test.left.property in shown
        ]
        return " ".join(names) if names else None

    def _whole_name(self, where: Iterable[Condition], variable: str) -> bool:
        """Whether a first name is asked for and, next, the last name that goes with it."""
        said = [t for t in where if isinstance(t, Comparison) and t.operator == "="]
        own = [t for t in said if t.left in [Attribute(variable, x) for x in self.shown(variable)]]
        texts = all(isinstance(t.right, Constant) and isinstance(t.right.value, str) for t in own)
        named = [t.left.property for t in own if isinstance(t.left, Attribute)]
        return texts and named == [*self.shown(variable)[:2]] and len(named) == 2

    def _joined_to(self, variable: str) -> list[int]:
        """The edges between what is asked for and another node."""
        ends = {self.query.subject, variable}
        return [i for i, e in enumerate(self.query.pattern.edges) if {e.start, e.end} == ends]

    def _main(self) -> set[str]:
        return {node.variable for node in self.query.pattern.nodes}

    def _sums_up(self) -> bool:
        return any(isinstance(column.operand, Aggregate | Share) for column in self.query.columns)

    def grouped_by(self) -> set[str]:
        """The nodes that figures of what is asked for are for each of."""
        query = self.query
        if not self._sums_up() or query.subject in query.distinct_on:
            return set()
        return {*query.distinct_on, *self.grouped_by_name()} - {query.subject}

    def told_as_each(self) -> set[str]:
        """Those of them that the relationship tells: films directed by each person."""
        silent = self._silent()
        return {v for v in self.grouped_by() if {*self._joined_to(v)} - silent}

    def grouped_by_name(self) -> set[str]:
        """The nodes whose names stand beside other groups: for each genre and year."""
        columns = [column.operand for column in self.query.columns]
        if self.query.distinct_on or not self._sums_up():
            return set()
        named = [c for c in columns if isinstance(c, Attribute) and c.variable in self._main()]
        return {
            c.variable
            for c in named
            if c.variable != self.query.subject and c.property in self.shown(c.variable)[:1]
        }

    def _silent(self) -> set[int]:
        """Edges that the rest of the reading tells: to what is counted, or grouped by."""
        counted = {
            order.operand.operand.variable
            for order in self.query.order
            if isinstance(order.operand, Aggregate)
            and isinstance(order.operand.operand, Entity)
            and not (self.query.limit and self._joined_to(order.operand.operand.variable))
            and not self._turnable(order.operand.operand.variable)
        }
        counted |= {
            test.left.operand.variable
            for test in self.query.having
            if isinstance(test, Comparison)
            and isinstance(test.left, Aggregate)
            and test.left.function != "count"
            and isinstance(test.left.operand, Attribute)
        }
        own = own_groups(self.query)
        counted |= {*self.query.distinct_on, *self.grouped_by_name(), *own}
        counted -= {self.query.subject}
        counted = {v for v in counted | self.each if v not in self.each or self._joined_to(v)}
        pattern = self.query.pattern
        tested = {v for test in pattern.where for v in condition_variables(test)}
        quiet = counted - tested - set(self._counted)
        silent: set[int] = set()
        while True:
            # Of a way whose every node is told besides, its last step first.
            left = {i: edge for i, edge in enumerate(pattern.edges) if i not in silent}
            degree = Counter(end for edge in left.values() for end in (edge.start, edge.end))
            found = {
                i
                for i, edge in left.items()
                for end in (edge.start, edge.end)
                if end in quiet and degree[end] == 1
                if end not in {*self.query.distinct_on, *own}
                or not (edge.variable in tested or self._one_of_several(edge))
            }
            if not found:
                return silent
            silent |= found

    def _one_of_several(self, edge: Edge) -> bool:
        """Whether two nodes can be joined otherwise too, so that it must be said how."""
        ends = {edge.start, edge.end}
        if self._sums_up() and not (self.query.subject in ends and ends & self.grouped_by()):
            return False
        # Of two employees it must be said which is for each.
        alike = self._labels.get(edge.start) == self._labels.get(edge.end)
        return self.otherwise(edge) or (self._sums_up() and edge.directed and alike)

    def otherwise(self, edge: Edge) -> bool:
        """Whether relationships of other types join what the two ends of an edge are."""
        kinds = [set(self._labels.get(v) or ()) for v in (edge.start, edge.end)]
        others = {
            type_
            for type_, join in self.schema.joins()
            if any(join.start in x and join.end in y for x, y in (kinds, kinds[::-1]))
        }
        return len(others) > 1

    def _turnable(self, variable: str) -> bool:
        """Whether a relationship with it could be read the other way round as well."""
        labels = labels_of(self.query.pattern)
        return any(
            labels.get(edge.start) == labels.get(edge.end)
            for edge in self.query.pattern.edges
            if variable in (edge.start, edge.end)
        )

    def ranks_within(self, variable: str) -> bool:
        """Whether the top is of how many there are of a node of which more is said.

        Actors that acted in the most films produced in Japan.
        """
        if self.query.limit is None or variable in self._counted:
            return False
        near = self._joined_to(variable)
        return len(near) == 1 and near[0] not in self._silent() and bool(self._most(variable))

    def _most(self, variable: str) -> str:
        """Most or fewest, where the order is by how many there are of a node."""
        place = f"{ordinal(self.query.skip + 1)} " if self.query.skip else ""
        for order in self.query.order:
            if order.operand == Aggregate("count", Entity(variable), distinct=True):
                return f"{place}{'most' if order.descending else 'fewest'}"
        return ""
