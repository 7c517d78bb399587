"""The words for the parts of a query tree: nodes, relationships, conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from bot.offline.data import load
from bot.offline.joins import SYMMETRIC_WORDS, JoinGraph
from bot.offline.kept import role_of
from bot.offline.kinds import TIME_KINDS, display_properties, kind_of, telling_properties
from bot.offline.lasting import is_end
from bot.offline.naming import value_name
from bot.offline.vocabulary import expand, initials, type_words
from bot.offline.wording import (
    MARK,
    PARTS,
    article,
    bound,
    chained,
    constant_words,
    day_words,
    denied,
    join,
    merged,
    nominal,
    ordinal,
    part_words,
    participle,
    plain,
    span,
    times_words,
    years_words,
)
from bot.offline.words import inflect, lemmas, parts, plural
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Edge,
    Entity,
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Pattern,
    Query,
)
from memory.schema import Property, Scalar, Schema
from memory.text import split_name

_OPERATORS = {">": "over", ">=": "of at least", "<": "under", "<=": "of at most"}
_MOMENTS = {">": "after", ">=": "since", "<": "before", "<=": "until"}
_MEANS = {"avg": "average", "sum": "total", "min": "lowest", "max": "highest"}
_COUNTS = {
    ">": "more than",
    ">=": "at least",
    "<": "fewer than",
    "<=": "at most",
    "=": "exactly",
    "<>": "other than",
}
_INTRANSITIVE = frozenset(load("kinds")["intransitive"])
_PREPOSITIONS = frozenset(["in", "of", "by", "for", "to", "with", "at", "on", "from", "as", "into"])


class Teller:
    """Words for one query over one schema."""

    def __init__(self, query: Query, schema: Schema) -> None:
        self.query = query
        self.schema = schema
        self._labels = _labels_of(query.pattern)
        if query.optional is not None:
            self._labels = {**_labels_of(query.optional), **self._labels}
        self._counted = {
            test.left.operand.variable: test
            for test in query.having
            if isinstance(test, Comparison)
            and isinstance(test.left, Aggregate)
            and isinstance(test.left.operand, Entity)
        }
        self._told = {query.subject}
        self._denied: set[Condition] = set()
        self.each = {group.variable for group in query.each if isinstance(group, Entity)}
        self._sorted = {
            attribute for order in query.order for attribute in _attributes(_inner(order.operand))
        }
        self._sorted |= {
            attribute
            for column in query.columns
            if isinstance(column.operand, Function)
            for attribute in _attributes(column.operand)
        }
        self._asked = {
            attribute for column in query.columns for attribute in _attributes(column.operand)
        }

    # -- nouns -------------------------------------------------------------------------------------

    def noun(self, variable: str) -> str:
        """The singular noun for a node."""
        labels = self._labels.get(variable) or ()
        if not labels:
            return "person" if self._is_person(variable) else "thing"
        return " ".join(expand(split_name(labels[0])))

    def _is_person(self, variable: str) -> bool:
        return variable == self.query.subject and bool(self.query.pattern.edges)

    def singular(self) -> str:
        """The noun for one of what is asked for."""
        return self.noun(self.query.subject)

    def subject(self) -> tuple[str, str]:
        """The plural noun of what is asked for, and all that is said of it."""
        told: list[str] = []
        done = self._silent()
        told += self._node_modifiers(self.query.pattern, self.query.subject, done, top=True)
        told += self._absent(self.query.pattern.where)
        told += [self._bound(t) for t in self.query.having if isinstance(t, Comparison)]
        told = [text for text in told if text]
        source = ""
        if self.query.source is not None:
            inner = Teller(self.query.source, self.schema)
            noun, rest = inner.subject()
            count = self.query.source.limit
            source = f" among the {f'top {count} ' if count else ''}{noun}{rest}"
        noun = plural(self.noun(self.query.subject))
        return self.name() or noun, source + chained(told)

    def _bound(self, test: Comparison) -> str:
        """With an average price over 10; counts are told with what is counted."""
        left, right = test.left, test.right
        if not isinstance(left, Aggregate) or not isinstance(left.operand, Attribute):
            return ""
        owner = left.operand.variable
        nodes = {node.variable for node in self.query.pattern.nodes} - {self.query.subject}
        whose = f"{self.noun(owner)} " if owner in nodes else ""
        mean = f"{_MEANS.get(left.function, left.function)} {whose}{self.operand(left.operand)}"
        number = plain(right.value) if isinstance(right, Constant) else ""
        if right is not None and not number:
            number = self.operand(right)
        sign = _OPERATORS.get(test.operator, "of")
        return f"with {article(mean)} {sign} {number}"

    def name(self) -> str | None:
        """The name of what is asked for, where it is one thing that the question names."""
        return self._named(self.query.pattern.where, self.query.subject)

    def _silent(self) -> set[int]:
        """Edges that the rest of the reading tells: to what is counted, or grouped by."""
        counted = {
            order.operand.operand.variable
            for order in self.query.order
            if isinstance(order.operand, Aggregate)
            and isinstance(order.operand.operand, Entity)
            and not (self.query.limit and self._joined_to(order.operand.operand.variable))
        }
        counted |= {
            test.left.operand.variable
            for test in self.query.having
            if isinstance(test, Comparison)
            and isinstance(test.left, Aggregate)
            and isinstance(test.left.operand, Attribute)
        }
        counted |= set(self.query.distinct_on)
        counted -= {self.query.subject}
        counted = {v for v in counted | self.each if v not in self.each or self._joined_to(v)}
        pattern = self.query.pattern
        tested = {v for test in pattern.where for v in _condition_variables(test)}
        degree = {n.variable: 0 for n in pattern.nodes}
        for edge in pattern.edges:
            degree[edge.start] += 1
            degree[edge.end] += 1
        return {
            i
            for i, edge in enumerate(pattern.edges)
            for end in (edge.start, edge.end)
            if end in counted - tested and degree[end] == 1 and end not in self._counted
        }

    def groups(self) -> list[str]:
        """What a limit is for each of, where no relationship tells it."""
        silent = self._silent()
        told = [
            o
            for o in self.query.each
            if not isinstance(o, Entity) or silent.intersection(self._joined_to(o.variable))
        ]
        return [self.operand(operand) for operand in told]

    def ranks_within(self, variable: str) -> bool:
        """Whether the top is of how many there are of a node of which more is said.

        Actors that acted in the most films produced in Japan.
        """
        if self.query.limit is None or variable in self._counted:
            return False
        near = self._joined_to(variable)
        return len(near) == 1 and near[0] not in self._silent() and bool(self._most(variable))

    def _joined_to(self, variable: str) -> list[int]:
        """The edges between what is asked for and another node."""
        ends = {self.query.subject, variable}
        return [i for i, e in enumerate(self.query.pattern.edges) if {e.start, e.end} == ends]

    def _most(self, variable: str) -> str:
        """Most or fewest, where the order is by how many there are of a node."""
        place = f"{ordinal(self.query.skip + 1)} " if self.query.skip else ""
        for order in self.query.order:
            if order.operand == Aggregate("count", Entity(variable), distinct=True):
                return f"{place}{'most' if order.descending else 'fewest'}"
        return ""

    def beside(self) -> list[str]:
        """The nouns for the nodes that stand in a row with what is asked for."""
        silent, found = self._silent(), []
        for i, edge in enumerate(self.query.pattern.edges):
            for end in (edge.start, edge.end):
                said = Attribute(end, "".join(self.shown(end)[:1]))
                apart = end not in (self.query.subject, *self.each)
                if i in silent and apart and said in self._asked:
                    found.append(self.noun(end))
        return found

    def counted_noun(self, operand: Aggregate) -> str:
        """The plural of what an aggregate counts."""
        inner = operand.operand
        return plural(self.noun(inner.variable)) if isinstance(inner, Entity) else "rows"

    def shown(self, variable: str) -> tuple[str, ...]:
        """The properties that name a node."""
        for label in self._labels.get(variable) or ():
            if label in self.schema.labels:
                return display_properties(self.schema.labels[label])
        return ("name", "title")

    # -- operands ----------------------------------------------------------------------------------

    def operand(self, operand: Operand) -> str:
        """Words for an operand: imdb rating."""
        match operand:
            case Attribute(_, property):
                return nominal(expand(split_name(property)))
            case Function(name, _) if name in ("decade", "century", "year", "month", "quarter"):
                return name
            case Function("age" | "age_in_years"):
                return "age"
            case Function("each", (Attribute(_, property),)):
                return value_name(property).replace("_", " ")
            case Figure(query):
                return self._figure(query)
            case Arithmetic("*", Figure(query), Constant(factor)):
                return f"{times_words(factor)} {self._figure(query)}"
            case Arithmetic("/", left, right):
                return f"ratio of {self.operand(left)} to {self.operand(right)}"
            case Arithmetic("-", left, right):
                return f"difference between {self.operand(left)} and {self.operand(right)}"
            case Arithmetic("*", left, Attribute() as right):
                return f"{self.operand(left)} times {self.operand(right)}"
            case Arithmetic("*", left, Constant(factor)):
                return f"{times_words(factor)} the {self.operand(left)}"
            case Function(_, operands) if operands:
                return self.operand(operands[0])
            case Entity(variable):
                return self.noun(variable)
            case Aggregate(function, inner) if function != "count" and inner is not None:
                return f"{_MEANS.get(function, function)} {self.operand(inner)}"
            case Aggregate():
                return "number of " + self.counted_noun(operand)
        return "value"

    def _figure(self, query: Query) -> str:
        """The average of all papers."""
        noun, rest = Teller(query.source or query, self.schema).subject()
        whole = f"{noun}{rest}" if rest else f"all {noun}"
        operand = query.columns[0].operand
        if isinstance(operand, Aggregate) and isinstance(operand.operand, Aggregate):
            return f"the {self.operand(operand)} of {whole}"
        return f"the average of {whole}"

    def _usual(self, operand: Operand, nouns: str) -> str:
        """The average number of papers, among those of a sort where that is said."""
        figure = operand.left if isinstance(operand, Arithmetic) else operand
        factor = operand.right if isinstance(operand, Arithmetic) else None
        many = f"{times_words(factor.value)} " if isinstance(factor, Constant) else ""
        whose = ""
        if isinstance(figure, Figure) and (figure.query.pattern.where or figure.query.source):
            noun, rest = Teller(figure.query, self.schema).subject()
            whose = f" of {noun}{rest}"
        return f"{many}the average number of {nouns}{whose}"

    def is_time(self, operand: Operand) -> bool:
        """Whether an operand is a date or year."""
        for attribute in _attributes(operand):
            property = self._property(attribute)
            return property is not None and kind_of(property) in TIME_KINDS
        return False

    def _property(self, attribute: Attribute) -> Property | None:
        for label in self._labels.get(attribute.variable) or ():
            if label in self.schema.labels:
                return self.schema.labels[label].properties.get(attribute.property)
        for edge in self.query.pattern.edges:
            if edge.variable == attribute.variable:
                return self.schema.relationships[edge.types[0]].properties.get(attribute.property)
        return None

    def identifies(self, attribute: Attribute) -> bool:
        """Whether a column is only there to tell people of one name apart."""
        for label in self._labels.get(attribute.variable) or ():
            if label in self.schema.labels:
                return attribute.property in telling_properties(self.schema.labels[label])
        return False

    def compared(self) -> set[Attribute]:
        """Properties that a condition or an order compares."""
        tests = list(_comparisons(self.query.pattern.where))
        sides = [x for t in tests if t.operator != "=" for x in (t.left, t.right)]
        found = {x for side in sides for x in _attributes(side)}
        return found | self._sorted

    # -- what is said of a node --------------------------------------------------------------------

    def _node_modifiers(
        self, pattern: Pattern, variable: str, done: set[int], *, top: bool = False
    ) -> list[str]:
        self._told.add(variable)
        told = self._versus(pattern, variable, done)
        told += self._tests(pattern.where, variable, top=top)
        for i, edge in enumerate(pattern.edges):
            if i in done or variable not in (edge.start, edge.end):
                continue
            done.add(i)
            other = edge.end if edge.start == variable else edge.start
            fellows = self._fellows(pattern, edge, variable, done)
            if fellows is not None:
                told.append(fellows)
                continue
            ways = [edge, *self._beside(pattern, edge, done)]
            role = self._roles(pattern, edge, done)
            shared = self._shared(pattern, edge, other, done)
            thing = self._thing(pattern, other, done)
            if shared:
                thing = f"the same {thing.split(' ', 1)[-1]}"
            if len(ways) > 1:
                said = merged([self.relation(way, variable, MARK) for way in ways])
                again = f"the same {self.noun(other)}"
                told.append(said.replace(MARK, thing, 1).replace(MARK, again))
                continue
            told.append(self._related(pattern, edge, variable, thing, role))
        if not top and pattern is self.query.pattern:
            told += self._absent(pattern.where, variable)
        return told

    def _related(self, pattern: Pattern, edge: Edge, variable: str, thing: str, role: str) -> str:
        """A relationship with what is said of it: that as director worked on X."""
        said = self.relation(edge, variable, thing)
        if self.query.limit != 1 and thing == f"the same {self.singular()}":
            # A journal that they edit; supervised by them.
            said = said.replace(f"that {thing} ", "that they ").replace(thing, "them")
        if role and said.startswith("that ") and re.search(r" (with|that|of|from) ", thing):
            said = f"that as {role} {said.removeprefix('that ')}"
        elif role:
            said = f"{said} as {role}"
        return said + self._edge_tests(pattern, edge)

    def _roles(self, pattern: Pattern, edge: Edge, done: set[int]) -> str:
        """All roles in which one stands in relationships of a type to the other."""
        role = self._role(pattern, edge)
        for i, other in enumerate(pattern.edges if role else ()):
            same = (other.start, other.types, other.end) == (edge.start, edge.types, edge.end)
            again = self._role(pattern, other) if same and i not in done else ""
            if again:
                done.add(i)
                role += f" and {again}"
        return role

    @staticmethod
    def _role(pattern: Pattern, edge: Edge) -> str:
        """The role in which someone stands in a relationship."""
        named = [said for t in pattern.where if (said := _role_told(t, edge))]
        return named[0] if len(named) == 1 else ""

    def _versus(self, pattern: Pattern, variable: str, done: set[int]) -> list[str]:
        """Properties held against another node's: a salary over that of the one they report to."""
        told = []
        for test in pattern.where:
            other = _rival(test)
            if not other or not isinstance(test, Comparison) or test.right is None:
                continue
            if _variables(test.left) != {variable}:
                continue
            property = self.operand(test.left)
            told_of = other in self._told
            thing = f"the {self.noun(other)}" if told_of else self._thing(pattern, other, done)
            if told_of and other == self.query.subject:
                thing = "them"
            if test.operator == "=":
                told.append(f"with the same {property} as {thing}")
                continue
            signs = _MOMENTS if self.is_time(test.left) else _OPERATORS
            times = test.right.right if isinstance(test.right, Arithmetic) else None
            many = times_words(times.value) if isinstance(times, Constant) else ""
            sign = f"{signs.get(test.operator, 'other than')} {many}".strip()
            whose = "theirs" if thing == "them" else f"that of {thing}"
            told.append(f"with {article(property)} {sign} {whose}")
        return told

    def _shared(self, pattern: Pattern, edge: Edge, other: str, done: set[int]) -> bool:
        """Whether what was told already is joined to the same node in the same way."""
        if other in self._told or self._named(pattern.where, other) is not None:
            return False
        for i, second in enumerate(pattern.edges):
            ends = {second.start, second.end}
            far = ends - {other}
            alike = second.types == edge.types and (second.end == other) == (edge.end == other)
            alike = alike and not second.variable and far != {edge.start, edge.end} - {other}
            if i not in done and other in ends and alike and far <= self._told:
                done.add(i)
                return True
        return False

    @staticmethod
    def _beside(pattern: Pattern, edge: Edge, done: set[int]) -> list[Edge]:
        """The other edges between the same two nodes: wrote and directed."""
        ends, found = {edge.start, edge.end}, []
        for i, other in enumerate(pattern.edges):
            if i not in done and {other.start, other.end} == ends and not other.variable:
                done.add(i)
                found.append(other)
        return found

    def _fellows(self, pattern: Pattern, edge: Edge, variable: str, done: set[int]) -> str | None:
        """That worked with X: both ends are held apart and joined to one bare node."""
        if edge.start != variable:
            return None
        for i, second in enumerate(pattern.edges):
            if i in done or second.end != edge.end:
                continue
            apart = [
                Comparison(Entity(one), "<>", Entity(other))
                for one, other in ((variable, second.start), (second.start, variable))
            ]
            if any(test in pattern.where for test in apart):
                done.add(i)
                other = self._thing(pattern, second.start, done)
                if len(edge.types) > 1 or edge.types != second.types:
                    return f"that worked with {other}"
                shared = f"the same {self.noun(edge.end)} as {other}"
                return self.relation(edge, variable, shared)
        return None

    def _thing(self, pattern: Pattern, variable: str, done: set[int]) -> str:
        """A node that is not the subject: its name, or a noun with what is said of it."""
        if variable == self.query.subject and pattern is self.query.pattern:
            return f"the same {self.noun(variable)}"
        if pattern is not self.query.pattern and self._spoken_of(variable):
            return f"that {self.noun(variable)}"
        names = self._named(pattern.where, variable)
        said = chained(self._node_modifiers(pattern, variable, done))
        if names is not None:
            return names + said
        noun = self.noun(variable)
        if variable in self.each:
            return f"each {noun}{said}"
        if self.ranks_within(variable):
            return f"the {self._most(variable)} {plural(noun)}{said}"
        if variable in self._counted:
            test = self._counted[variable]
            if test.right is not None and not isinstance(test.right, Constant):
                return f"{_COUNTS[test.operator]} {self._usual(test.right, plural(noun))}{said}"
            right = test.right.value if isinstance(test.right, Constant) else 0
            many = f"{_COUNTS[test.operator]} {right} "
            if right == 1:
                return many.replace(" 1 ", " one ") + noun + said
            return many + plural(noun) + said
        if self._is_another(pattern, variable):
            return f"another {noun}{said}"
        return (article(noun) if self._labels.get(variable) or said else noun) + said

    def _spoken_of(self, variable: str) -> bool:
        """Whether a node of a negated pattern is one that was spoken of and has no name."""
        main = self.query.pattern
        there = any(node.variable == variable for node in main.nodes)
        unnamed = self._named(main.where, variable) is None
        return there and unnamed and variable != self.query.subject

    @staticmethod
    def _is_another(pattern: Pattern, variable: str) -> bool:
        """Whether a node must differ from one of its label that was spoken of."""
        apart = [t for t in pattern.where if isinstance(t, Comparison) and t.operator == "<>"]
        return any(isinstance(t.left, Entity) and t.right == Entity(variable) for t in apart)

    def _named(self, where: Iterable[Condition], variable: str) -> str | None:
        shown = self.shown(variable)
        names = []
        for test in where:
            if isinstance(test, Comparison) and test.operator in ("=", "IN"):
                left = test.left
                if not isinstance(left, Attribute) or not isinstance(test.right, Constant):
                    continue
                if left.variable == variable and left.property in shown[:1]:
                    names.append(constant_words(test.right))
        return " ".join(names) if names else None

    def relation(self, edge: Edge, variable: str, thing: str) -> str:
        """What the relationship says of the node at `variable`: "that Tom Hanks acted in"."""
        if len(edge.types) > 1:
            if set(edge.types) == set(self._done(edge)):
                if edge.start == variable:
                    return f"that worked on {thing}"
                return f"that {thing} worked on"
            each = [self.relation(replace(edge, types=(t,)), variable, MARK) for t in edge.types]
            return merged(each, "or").replace(MARK, thing)
        words = list(type_words(edge.types[0]))
        forward = edge.start == variable
        ends = {*self.noun(edge.start).split(), *self.noun(edge.end).split()}
        if words[0] in ("has", "have"):
            return self._having(edge, " ".join(words[1:]), variable, thing)
        if set(words) <= ends | _PREPOSITIONS:
            said = next((w for w in words if w in _PREPOSITIONS), "in")
            return f"{said} {thing}" if forward else f"with {thing}"
        head = words[0]
        if "VERB" in parts(head) and (lemmas(head)[-1] != head or "NOUN" not in parts(head)):
            return self._verb(edge, words, variable, thing)
        if words[-1] in _PREPOSITIONS:
            phrase = " ".join(words)
            return (
                f"that {self._be(variable)} {phrase} {thing}"
                if forward
                else f"that {thing} is {phrase}"
            )
        if not edge.directed:
            return f"with {head} ties to {thing}"
        role = " ".join(words)
        return (
            f"with {role} {thing}"
            if forward
            else f"that {self._be(variable)} the {role} of {thing}"
        )

    def _done(self, edge: Edge) -> tuple[str, ...]:
        """All types by which the start of an edge does something for its end."""
        found: dict[str, None] = {}
        starts, ends = self._labels.get(edge.start) or (), self._labels.get(edge.end) or ()
        for label in starts:
            for other in ends:
                found |= dict.fromkeys(JoinGraph(self.schema).doing(label, other))
        return tuple(found)

    def _be(self, variable: str) -> str:
        return "are" if self._are_many(variable) else "is"

    def _are_many(self, variable: str) -> bool:
        """Several are asked for; what they are joined with is one, but where it is counted."""
        if variable == self.query.subject:
            return self.query.limit != 1
        test = self._counted.get(variable)
        one = test is not None and isinstance(test.right, Constant) and test.right.value == 1
        return self.ranks_within(variable) or (test is not None and not one)

    def _agreeing(self, base: str, variable: str) -> str:
        """Ports cover; a loan covers."""
        return base if self._are_many(variable) else inflect(base, "VBZ")

    def _having(self, edge: Edge, role: str, variable: str, thing: str) -> str:
        """HAS_X: with X; that X has; that are the X of."""
        label, forward = self.noun(edge.end), edge.start == variable
        same = role == label or label.endswith(role) or set(role.split()) <= set(label.split())
        if not forward:
            being = self._be(variable)
            return f"that {thing} has" if same else f"that {being} the {role} of {thing}"
        ranks = bool(re.match(r"the (\w+ )?(most|fewest) ", thing))
        counted = ranks or thing.startswith(tuple(_COUNTS.values()))
        if counted and not same:
            # With at least two board members: not just two people.
            own = plural(label) if plural(label) in thing else label
            thing = thing.replace(own, plural(role) if own != label else role, 1)
        if same or counted:
            bare = thing.startswith(("a ", "an ")) or counted
            return f"with {thing}" if bare else f"with the {label} {thing}"
        if thing.startswith(("a ", "an ")):
            return f"with {article(role)}{thing.partition(label)[2]}"
        if thing == "thing" or thing.startswith("thing that "):
            return f"with {article(role)}{thing.removeprefix('thing')}"
        return f"with {article(role)} named {thing}"

    @staticmethod
    def _compound(base: str, tail: list[str], thing: str) -> str:
        """Knows phone: that know the phone of X; a short form is written out: that live with X."""
        short = len(tail) == 1 and len(tail[0]) <= 3 and not set(tail[0]) & set("aeiou")
        written = [p for p in initials(tail[0]) if p[-1] in _PREPOSITIONS] if short else []
        written.sort(key=lambda phrase: not SYMMETRIC_WORDS & set(phrase))
        if written:
            return f"that {' '.join(written[0])} {thing}"
        return f"that {base} {' '.join(tail) if short else 'the ' + ' '.join(tail) + ' of'} {thing}"

    def _verb(self, edge: Edge, words: list[str], variable: str, thing: str) -> str:
        forward, other = edge.start == variable, {edge.start, edge.end} - {variable}
        does = self._agreeing(lemmas(words[0])[-1], *other) if other else words[0]
        ends = self.noun(edge.end).split()
        verb, tail = words[0], [w for w in words[1:] if w not in ends]
        base = lemmas(verb)[-1]
        if not edge.directed or verb.endswith("s"):
            base = self._agreeing(base, variable)
            if tail and tail[0] not in _PREPOSITIONS and forward | (not edge.directed):
                return self._compound(base, tail, thing)
            phrase = " ".join([base, *tail])
            return (
                f"that {phrase} {thing}"
                if forward or not edge.directed
                else f"that {thing} {' '.join([does, *tail])}"
            )
        if tail and tail[-1] == "by":
            return f"{' '.join([verb, *tail])} {thing}" if forward else f"that {verb} {thing}"
        phrase = " ".join([verb, *tail])
        passive = tail and base not in _INTRANSITIVE and _is_participle(verb, base)
        if forward:
            return f"{phrase} {thing}" if passive else f"that {phrase} {thing}"
        if tail:
            being = f"{self._be(*other) if other else 'is'} " if passive else ""
            return f"that {thing} {being}{phrase}"
        return f"{inflect(base, 'VBN')} by {thing}"

    def _edge_tests(self, pattern: Pattern, edge: Edge) -> str:
        if not edge.variable:
            return ""
        role = self._role(pattern, edge)
        where = [t for t in pattern.where if not (role and _role_told(t, edge))]
        return chained(self._tests(where, edge.variable))

    # -- conditions --------------------------------------------------------------------------------

    def _tests(self, where: Iterable[Condition], variable: str, *, top: bool = False) -> list[str]:
        tests = [t for t in where if isinstance(t, Comparison) and _variables(t.left) == {variable}]
        tests = [t for t in tests if not self._divides(t)]
        tests = [t for t in tests if not _rival(t)]
        shown = self.shown(variable)
        told = []
        for left in dict.fromkeys(t.left for t in tests):
            own = [t for t in tests if t.left == left]
            for attribute in _attributes(left):
                if attribute.property in shown[:1] and own[0].operator in ("=", "IN"):
                    own = own[1:]
            if any(a in self._sorted for a in _attributes(left)):
                own = [t for t in own if t.operator != "IS NOT NULL"]
            told += self._of_one(left, own)
        for test in where:
            if isinstance(test, AnyOf | AllOf) and _condition_variables(test) == {variable}:
                word = "or" if isinstance(test, AnyOf) else "and"
                sides = [c.conditions if isinstance(c, AllOf) else (c,) for c in test.conditions]
                inner = [join(self._tests(side, variable, top=top)) for side in sides]
                told.append(join(inner, word))
        return told

    def _divides(self, test: Comparison) -> bool:
        """Whether a test only keeps a ratio from being divided by 0."""
        ratios = [o.operand for o in self.query.order if isinstance(o.operand, Arithmetic)]
        zero = test.operator == "<>" and test.right == Constant(0)
        return zero and any(r.operator == "/" and r.right == test.left for r in ratios)

    def _of_one(self, left: Operand, tests: list[Comparison]) -> list[str]:
        """The tests on one property, a pair of bounds as one range."""
        property = self.operand(left)
        raw = next((a.property for a in _attributes(left)), "")
        done = (
            raw if " " not in raw and "VERB" in parts(raw) else participle(expand(split_name(raw)))
        )
        timely = self.is_time(left) or done == raw
        if done and done.endswith(("ed", "n")) and timely:
            verbal = f"that {done}" if lemmas(done)[-1] in _INTRANSITIVE else done
        elif property == "year" and self.is_time(left):
            verbal = ""
        else:
            verbal = f"with {article(property)}"
        ranged = span(tests)
        if ranged is not None:
            text, used = ranged
            if property == "year":
                verbal, text = "from", years_words(text)
            rest = [t for t in tests if t not in used]
            return [f"{verbal} {text}".strip(), *self._of_one(left, rest)]
        return [self._test(left, property, verbal, test).strip() for test in tests]

    def _test(self, left: Operand, property: str, verbal: str, test: Comparison) -> str:
        right = test.right
        if right is None:
            return self._known(left, property, known=test.operator == "IS NOT NULL")
        if not isinstance(right, Constant):
            sign = _OPERATORS.get(test.operator, test.operator)
            whole = isinstance(right, Arithmetic | Figure)
            held = verbal or f"with {article(property)}"
            return f"{held} {sign} {'' if whole else 'the '}{self.operand(right)}"
        value = right.value
        if isinstance(left, Function) and left.name == "size" and test.operator in _COUNTS:
            *first, last = property.split()
            one = " ".join([*first, lemmas(last)[-1]])
            many = f"{'one' if value == 1 else value} {one if value == 1 else property}"
            return f"with {_COUNTS[test.operator]} {many}"
        if test.operator == "HAS":
            *first, last = property.split()
            return f"with {' '.join([*first, lemmas(last)[-1]])} {constant_words(right)}"
        if isinstance(value, bool):
            words = property.split()
            bare = " ".join(words[1:] if words[0] in ("is", "has") and len(words) > 1 else words)
            owner = next((a.variable for a in _attributes(left)), self.query.subject)
            return f"that {self._be(owner)} {'' if value else 'not '}{bare}"
        if test.operator in ("CONTAINS", "STARTS WITH", "ENDS WITH"):
            how = {
                "CONTAINS": "containing",
                "STARTS WITH": "starting with",
                "ENDS WITH": "ending with",
            }
            return f'with {article(property)} {how[test.operator]} "{value}"'
        if isinstance(left, Function) and left.name in PARTS and isinstance(value, int):
            part = part_words(left.name, value)
            return f"{self._dated(left)} {'not ' if test.operator == '<>' else ''}{part}"
        if self.is_time(left) and test.operator != "=":
            text = bound(test.operator, value)
            if text:
                return f"{verbal} {text}"
        day = self._spelt_day(left, value) if test.operator in ("=", "IN") else None
        if day is not None:
            return f"{verbal} on {day_words(day)}"
        if test.operator in ("=", "IN"):
            if property == "year" and isinstance(value, int):
                return f"from {value}"
            if self.is_time(left) and isinstance(value, int) and not verbal.startswith("with "):
                return f"{verbal} in {value}"
            return f"with {property} {constant_words(right)}"
        if test.operator == "<>":
            return f"with {property} not {constant_words(right)}"
        return f"with {article(property)} {_OPERATORS[test.operator]} {plain(value)}"

    def _known(self, left: Operand, property: str, *, known: bool) -> str:
        """With or without a property; of a relationship's end whether it is over."""
        edges = {edge.variable for edge in self.query.pattern.edges if edge.variable}
        if isinstance(left, Attribute) and left.variable in edges and is_end(left.property):
            return "formerly" if known else "currently"
        return f"{'with' if known else 'without'} {article(property)}"

    def _dated(self, part: Function) -> str:
        """What happened in a part of the year: ordered, with a launch date."""
        day = part.operands[0]
        property = self.operand(day)
        raw = next((a.property for a in _attributes(day)), "")
        done = participle(expand(split_name(raw)))
        return done if done.endswith(("ed", "n")) else f"with {article(property)}"

    def _spelt_day(self, left: Operand, value: object) -> date | None:
        """The day that texts like 03/11/2021 stand for."""
        (attribute,) = _attributes(left)[:1] or (None,)
        property = self._property(attribute) if attribute is not None else None
        kind = kind_of(property) if property is not None else "text"
        text = str(value[0] if isinstance(value, tuple) else value)
        pieces = re.split(r"[/.]", text)
        if kind not in ("date_dmy", "date_mdy") or len(pieces) != 3:
            return None
        first, second, year = map(int, pieces)
        return date(year, second, first) if kind == "date_dmy" else date(year, first, second)

    def _absent(self, where: Iterable[Condition], of: str = "") -> list[str]:
        """What must not be; with `of` that of one node alone, else all that was not told yet."""
        told: list[str] = []
        for test in where:
            if test in self._denied or (of and of != self._denied_of(test)):
                continue
            self._denied.add(test)
            if isinstance(test, Not) and isinstance(test.condition, Exists):
                pattern = test.condition.pattern
                self._labels.update({k: v for k, v in _labels_of(pattern).items() if v})
                at = self._denied_of(test) or self.query.subject
                told += [denied(text) for text in self._node_modifiers(pattern, at, set())]
            elif isinstance(test, Not) and (among := _among(test.condition)):
                left, values = among
                each = [constant_words(Constant(value)) for value in values]
                *first, last = self.operand(left).split()
                listed = isinstance(test.condition, AnyOf)
                noun = " ".join([*first, lemmas(last)[-1] if listed else last])
                told.append(f"with {noun} neither {join(each, 'nor')}")
            elif isinstance(test, Not):
                inner = self._tests([test.condition], self.query.subject)
                told.append("not " + join(inner))
        return told

    def _denied_of(self, test: Condition) -> str:
        """The node of the whole pattern that a denied pattern goes on from."""
        if not isinstance(test, Not) or not isinstance(test.condition, Exists):
            return ""
        inner = [node.variable for node in test.condition.pattern.nodes]
        return next((name for name in inner if name in self._main()), "")

    def _main(self) -> set[str]:
        return {node.variable for node in self.query.pattern.nodes}


def _among(test: Condition) -> tuple[Operand, tuple[Scalar, ...]] | None:
    """The property that a test holds to one of two values, and the two."""
    each = test.conditions if isinstance(test, AnyOf) else (test,)
    held = [t for t in each if isinstance(t, Comparison) and t.operator in ("IN", "HAS")]
    values = [t.right.value for t in held if isinstance(t.right, Constant)]
    flat = tuple(x for v in values for x in (v if isinstance(v, tuple) else (v,)))
    alike = len(held) == len(each) and len({t.left for t in held}) == 1
    return (held[0].left, flat) if alike and len(flat) == 2 else None


def _comparisons(where: Iterable[Condition]) -> Iterator[Comparison]:
    """The comparisons, those in alternatives with them."""
    for test in where:
        if isinstance(test, Comparison):
            yield test
        elif isinstance(test, AllOf | AnyOf):
            yield from _comparisons(test.conditions)


def _rival(test: Condition) -> str:
    """The node whose property another node's is held against."""
    right = test.right if isinstance(test, Comparison) else None
    others = _variables(right) - (_variables(test.left) if isinstance(test, Comparison) else set())
    return min(others, default="")


def _role_told(test: Condition, edge: Edge) -> str:
    """The role that a test on a relationship holds someone to."""
    if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return ""
    value, own = test.right.value, bool(edge.variable) and _variables(test.left) == {edge.variable}
    held = own and test.operator == "=" and isinstance(value, str)
    return role_of(test.left, str(value)) if held else ""


def _is_participle(verb: str, base: str) -> bool:
    """Whether a verb form can only be passive: born, written; or mostly is: produced."""
    irregular = verb == inflect(base, "VBN") != inflect(base, "VBD")
    return irregular or verb.endswith(("ed", "en"))


def _labels_of(pattern: Pattern) -> dict[str, tuple[str, ...]]:
    return {node.variable: node.labels for node in pattern.nodes}


def _attributes(operand: object) -> list[Attribute]:
    if isinstance(operand, Attribute):
        return [operand]
    if isinstance(operand, Function):
        return [x for inner in operand.operands for x in _attributes(inner)]
    if isinstance(operand, Arithmetic):
        return [*_attributes(operand.left), *_attributes(operand.right)]
    return []


def _inner(operand: object) -> object:
    """What an aggregate is made of."""
    return operand.operand if isinstance(operand, Aggregate) else operand


def _variables(operand: object) -> set[str]:
    return {a.variable for a in _attributes(operand)}


def _condition_variables(condition: Condition) -> set[str]:
    match condition:
        case Comparison(left):
            return _variables(left)
        case AllOf(inner) | AnyOf(inner):
            return {v for c in inner for v in _condition_variables(c)}
        case Not(inner_):
            return _condition_variables(inner_)
    return set()
