"""The words for what is asked for with all that is said of it, node by node along the pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.cypher.subtrees import variables_of
from bot.realiser.conditions import Conditions
from bot.realiser.order import named_by, superlative, which_of_them
from bot.realiser.tree import (
    condition_variables,
    is_plain,
    kind_alone,
    labels_of,
    rival,
    told_of,
)
from bot.realiser.wording import (
    BUT,
    COUNTS,
    HELD,
    MARK,
    MOMENTS,
    OPERATORS,
    article,
    chained,
    denied,
    figure,
    join,
    merged,
    plain,
    steps_words,
    times_words,
)
from bot.words.inflection import plural, roots
from bot.words.marking_labels import marked
from bot.words.vocabulary import expand
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
    Not,
    Pattern,
    Query,
)
from memory.text import split_name
from memory.tree_edits import attributes_of

# How the number of things is held against another number of the same one.
_MORE = {">": "more", ">=": "no fewer", "<": "fewer", "<=": "no more", "=": "no more and no fewer"}


class Teller(Conditions):
    """Words for one query over one schema."""

    def singular(self) -> str:
        """The noun for one of what is asked for."""
        return self.noun(self.query.subject)

    def subject(self) -> tuple[str, str]:
        """The plural noun of what is asked for, and all that is said of it."""
        query, source = self.query, self.query.source
        self._told, self._denied = {query.subject}, set()
        told = self._node_modifiers(query.pattern, query.subject, self._silent(), top=True)
        told += self._others(query.pattern.where)
        told += [self.bound(test) for test in query.having if isinstance(test, Comparison)]
        own, noun = chained([text for text in told if text]), plural(self.noun(query.subject))
        if source is None or source.subject != query.subject:
            return self.name() or noun, own
        inner = Teller(source, self.schema)
        before, rest = inner.subject()
        if source.having and not (source.limit or query.order):
            return self.name() or before, rest + own
        if source.limit == 1 and source.order and not query.order:
            return f"the {inner.singular()}{superlative(inner)}", rest + own
        best = f"top {source.limit} {before}{superlative(inner)}" if source.limit else before
        return self.name() or noun, f"{own}{',' * bool(own)} among the {best}{rest}"

    def spoken_of(self) -> set[str]:
        """The nodes that were told of with the subject."""
        return self._told

    def one_of(self, variable: str) -> str:
        """The noun for a node that there is a row for, with what picked it."""
        return self.noun(variable) + self._picked(variable)[1]

    def bound(self, test: Comparison) -> str:
        """With an average price over 10; numbers of nodes are told where the nodes are."""
        left, right = test.left, test.right
        stored = attributes_of(left.operand) if isinstance(left, Aggregate) else []
        if not isinstance(left, Aggregate) or left.operand is None or right is None:
            return ""
        if not stored or left.function == "count":
            return ""
        told = named_by(self, left.operand)
        number = plain(right.value) if isinstance(right, Constant) else self.operand(right)
        named = article(figure(left.function, told))
        return f"with {named} {OPERATORS.get(test.operator, 'of')} {number}"

    def name(self) -> str | None:
        """The name of what is asked for, where it is one thing that the question names."""
        return self._named(self.query.pattern.where, self.query.subject)

    def called(self, variable: str) -> str:
        """One of the things that the pattern names, in the words that pick it."""
        pattern = self.query.pattern
        name = self._named(pattern.where, variable)
        if name is not None:
            return name
        return f"the {self.noun(variable)}{chained(self._node_modifiers(pattern, variable, set()))}"

    def groups(self) -> list[str]:
        """What a limit is for each of, where no relationship tells it."""
        silent = self._silent()
        return [
            self.operand(each)
            for each in self.query.each
            if not isinstance(each, Entity) or silent.intersection(self._joined_to(each.variable))
        ]

    def beside(self) -> tuple[list[str], list[str]]:
        """The nouns for nodes whose names stand in a row: those told of nowhere, and the others."""
        query = self.query
        edges = [query.pattern.edges[i] for i in self._silent()]
        silent = {end: self.noun(end) for edge in edges for end in (edge.start, edge.end)}
        rows = query.distinct_on
        if query.distinct and not rows:
            rows = tuple(node.variable for node in query.pattern.nodes)
        told = query.distinct or query.subject in query.distinct_on
        others = {v: self.noun(v) for v in rows if told and v not in silent}

        def named(nouns: dict[str, str]) -> list[str]:
            apart = [v for v in nouns if v not in (query.subject, *self.each)]
            return [
                nouns[v] for v in apart if Attribute(v, "".join(self.shown(v)[:1])) in self._asked
            ]

        return named(silent), named(others)

    # -- along the pattern -------------------------------------------------------------------------

    def _node_modifiers(
        self, pattern: Pattern, variable: str, done: set[int], *, top: bool = False
    ) -> list[str]:
        """What is said of a node, by its own conditions and by its edges, each told once."""
        self._told.add(variable)
        labels = self._labels.get(variable) or ()
        told = [self._of_kind(variable, label, "also ") for label in labels[1:]]
        told += self._versus(pattern, variable, done)
        told += self._tests(pattern.where, variable) + self._sorts(variable)
        for i, edge in self._in_order(pattern):
            if i in done or variable not in (edge.start, edge.end):
                continue
            done.add(i)
            other = edge.end if edge.start == variable else edge.start
            thing = self._fellow(pattern, edge, variable, done)
            if thing.startswith(("that ", "with ")):
                told.append(thing)
                continue
            ways = [edge, *self._beside(pattern, edge, done)]
            thing = thing or self._thing(pattern, other, done)
            said = merged([self.relation(way, variable, MARK) for way in ways])
            if len(ways) == 1:
                said = self.relation(edge, variable, thing)
            again = self._named(pattern.where, other) or f"the same {self.noun(other)}"
            said = said.replace(MARK, thing, 1).replace(MARK, again)
            told.append(self._along(pattern, edge, self._as_they(said, thing), thing))
        told += self._unlike(pattern, variable)
        if not top and pattern is self.query.pattern:
            told += self._others(pattern.where, variable)
        return told

    def _of_kind(self, variable: str, label: str, how: str) -> str:
        """That one is also a sailor, that they are not sailors."""
        kind = self.kind(label)
        said = plural(kind) if self._are_many(variable) else article(kind)
        if marked(self.schema, label):
            said = " ".join(expand(split_name(label)))
        return f"that {self._be(variable)} {how}{said}"

    @staticmethod
    def _in_order(pattern: Pattern) -> list[tuple[int, Edge]]:
        """The edges, first those to what *another* one is not."""
        first = {
            t.left.variable
            for t in pattern.where
            if isinstance(t, Comparison) and t.operator == "<>" and isinstance(t.left, Entity)
        }
        return sorted(
            enumerate(pattern.edges), key=lambda e: not first & {e[1].start, e[1].end} and 1
        )

    def _as_they(self, said: str, thing: str) -> str:
        """What leads back to those that are asked for: a journal that they edit."""
        if self.query.limit != 1 and thing == f"the same {self.singular()}":
            return said.replace(f"that {thing} ", "that they ").replace(thing, "them")
        return said

    def _along(self, pattern: Pattern, edge: Edge, said: str, thing: str) -> str:
        """A clause with what is said of the relationship itself: as director, within 3 steps."""
        role = self._role(pattern, edge)
        if role and said.startswith("that ") and re.search(r" (with|that|of|from) ", thing):
            said = f"that as {role} {said.removeprefix('that ')}"
        elif role:
            said = f"{said} as {role}"
        return said + steps_words(edge.hops) + self._edge_tests(pattern, edge)

    def _unlike(self, pattern: Pattern, variable: str) -> list[str]:
        """The names of those that a node is not, where nothing has said so."""
        told = list[str]()
        for test in pattern.where if pattern is self.query.pattern else ():
            match test:
                case Comparison(Entity(one), "<>", Entity(two)) if test not in self._denied:
                    # Of the other one of two it is told that it is another.
                    far = two if variable == one else one
                    own = variable in (one, self.query.subject) and variable in (one, two)
                    if own and (name := self._named(pattern.where, far)):
                        self._denied.add(test)
                        told.append(BUT + name)
        return told

    def _versus(self, pattern: Pattern, variable: str, done: set[int]) -> list[str]:
        """Properties held against another node's: a salary over that of the one they report to."""
        told = []
        for test in pattern.where:
            other = rival(test)
            if not isinstance(test, Comparison) or not other or test.right is None:
                continue
            if variables_of(test.left) != {variable}:
                continue
            property, right, many = self.operand(test.left), test.right, ""
            match right:
                case Arithmetic("*", kept, Constant(factor)):
                    right, many = kept, f" {times_words(factor)}"
            thing = f"the {self.noun(other)}"
            if other not in self._told:
                thing = self._thing(pattern, other, done)
            elif other == self.query.subject:
                thing = "them"
            alike = self.operand(right) == property
            if test.operator == "=" and alike:
                self._denied |= _apart(variable, other)
                told.append(f"with the same {property} as {thing}")
                continue
            whose = f"the {self.operand(right)} of {thing}"
            if alike:
                whose = "theirs" if thing == "them" else f"that of {thing}"
            signs = MOMENTS if self.is_time(test.left) else OPERATORS
            sign = signs.get(test.operator) or HELD.get(test.operator, "among")
            told.append(f"with {article(property)} {sign}{many} {whose}")
        return told

    @staticmethod
    def _beside(pattern: Pattern, edge: Edge, done: set[int]) -> list[Edge]:
        """The other edges between the same two nodes: wrote and directed."""
        ends, found = {edge.start, edge.end}, []
        for i, other in enumerate(pattern.edges):
            if i not in done and {other.start, other.end} == ends and not other.variable:
                done.add(i)
                found.append(other)
        return found

    def _fellow(self, pattern: Pattern, edge: Edge, variable: str, done: set[int]) -> str:
        """The same film as Tom Hanks: another one is joined to it as well; else empty.

        A whole clause where they are joined to it otherwise: that worked with Tom Hanks.
        """
        forward = edge.start == variable
        third = edge.end if forward else edge.start
        for i, second in enumerate(pattern.edges):
            near, other = (second.end, second.start) if forward else (second.start, second.end)
            apart = _apart(variable, other) & {*pattern.where}
            if i in done or near != third or not apart or self._named(pattern.where, third):
                continue
            role, noun = self._role(pattern, edge), self.noun(third)
            many = self._numbered(third, noun).removesuffix(plural(noun)).removesuffix(noun)
            if second.types != edge.types or len(edge.types) > 1:
                kinds = {n.labels for n in pattern.nodes if n.variable in (variable, other)}
                if not forward or (len(edge.types) == 1 < len(second.types) and len(kinds) == 1):
                    # What directors did is told, where another of their kind did anything.
                    continue
                done.add(i)
                self._denied |= apart
                often = f" {many}times" if many and "most" not in many else f" {many}".rstrip()
                often = often.replace("one times", "once")
                return f"that worked with {self._thing(pattern, other, done)}{often}"
            if role != self._role(pattern, second):
                continue
            done.add(i)
            self._denied |= apart
            if role and not forward:
                return f"with the same {role} as {self._thing(pattern, other, done)}"
            same = f"{many}of the same {plural(noun)}" if many else f"the same {noun}"
            said = chained(self._node_modifiers(pattern, third, done))
            return f"{same}{said} as {self._thing(pattern, other, done)}"
        return ""

    # -- what stands at the other end --------------------------------------------------------------

    def _thing(self, pattern: Pattern, variable: str, done: set[int]) -> str:
        """A node that is not the subject: its name, or a noun with what is said of it."""
        noun = self.noun(variable)
        if variable in self.spoken:
            return self.spoken[variable]
        if variable == self.query.subject:
            return f"the same {noun}"
        known = self._spoken_of(variable) if pattern is not self.query.pattern else None
        if known:
            return known
        names = self._named(pattern.where, variable)
        if variable in self._told:
            return names or f"the same {noun}"
        picked, before = self._picked(variable)
        said = before + chained(self._node_modifiers(pattern, variable, done))
        if names is not None and variable in self._counted:
            return f"{self._numbered(variable, noun)} called {names}{said}"
        if picked or names is not None:
            return (picked or names or "") + said
        if variable in self.each or variable in self.told_as_each():
            return f"each {noun}{said}"
        if numbered := self._numbered(variable, noun):
            return numbered + said
        if self._is_another(pattern, variable):
            return f"another {noun}{said}"
        if which := which_of_them(self, variable):
            return f"the {which} {noun}{said}"
        if self._labels.get(variable) or said:
            return article(noun) + said
        return "something" if noun == "thing" else noun

    def _picked(self, variable: str) -> tuple[str, str]:
        """What was picked first, the longest film, one of the top 3 films; what is said of it."""
        source = self.query.source
        if source is None or variable != source.subject:
            return "", ""
        if own := self._whose(source):
            return own, ""
        counted = variable in self._counted or self.ranks_within(variable)
        one = Teller(source if counted else replace(source, limit=1), self.schema)
        rest = one.subject()[1]
        if source.limit == 1:
            return f"the {one.singular()}{superlative(one)}", rest
        if source.limit and source.order and not counted and variable not in self.each:
            things = f"{plural(self.noun(variable))}{superlative(one)}"
            return f"one of the top {source.limit} {things}", rest
        return "", rest

    def _whose(self, source: Query) -> str:
        """The director of X, where that leaves nothing open about what is found first."""
        bare = not (source.having or source.limit or source.source)
        match source.pattern:
            case Pattern((_, _), (edge,), (Comparison(Attribute(far, name), "=", value),)) if bare:
                told = Teller(source, self.schema)
                noun, named = told.noun(source.subject), name in told.shown(far)[:1]
                own = roots(noun) & roots(split_name(edge.types[0])[0]) and len(edge.types) == 1
                if named and isinstance(value, Constant) and (own or not told.otherwise(edge)):
                    return f"the {noun} of {value.value}"
        return ""

    def _numbered(self, variable: str, noun: str) -> str:
        """A noun with how many there are of it: the most films, at least 3 films; else empty."""
        things = plural(noun)
        if self.ranks_within(variable):
            return f"the {self._most(variable)} {things}"
        test = self._counted.get(variable)
        if test is None:
            return ""
        if test.operator == "=" and isinstance(test.right, Figure):
            return f"every {noun}"
        if isinstance(test.right, Aggregate | Attribute):
            return f"{_MORE[test.operator]} {things} than their {self.operand(test.right)}"
        if test.right is not None and not isinstance(test.right, Constant):
            return f"{COUNTS[test.operator]} {self.operand(test.right)}"
        number = test.right.value if test.right is not None else 0
        upto = self._upto.get(variable)
        if upto is not None and isinstance(upto.right, Constant):
            return f"between {number} and {upto.right.value} {things}"
        if number == 1:
            return f"{COUNTS[test.operator]} one {noun}"
        near = any(
            {edge.start, edge.end} == {self.query.subject, variable}
            for edge in self.query.pattern.edges
        )
        # Counted for what is asked for, not for what is between.
        return f"{COUNTS[test.operator]} {number} {things}{'' if near else ' in all'}"

    def _spoken_of(self, variable: str) -> str | None:
        """What a node is called that was spoken of before it was denied something."""
        main = self.query.pattern
        if variable == self.query.subject or all(n.variable != variable for n in main.nodes):
            return None
        return self._named(main.where, variable) or f"that {self.noun(variable)}"

    @staticmethod
    def _is_another(pattern: Pattern, variable: str) -> bool:
        """Whether a node must differ from one of its label that was spoken of."""
        apart = [t for t in pattern.where if isinstance(t, Comparison) and t.operator == "<>"]
        return any(isinstance(t.left, Entity) and t.right == Entity(variable) for t in apart)

    # -- conditions of several parts ---------------------------------------------------------------

    def _others(self, where: Iterable[Condition], of: str = "") -> list[str]:
        """What no comparison says: denials, patterns, alternatives.

        With `of` that of one node alone, else all that was not told yet.
        """
        told = list[str]()
        for test in where:
            if test in self._denied:
                continue
            if isinstance(test, Comparison):
                if not of and len(told_of(test.left)) > 1:
                    told.append(self._test(test.left, self.operand(test.left), "", test))
                continue
            if is_plain(test) and len(condition_variables(test)) == 1:
                continue
            at = self._at(test) or (self.query.subject if not of else "")
            if of and of != at:
                continue
            self._denied.add(test)
            told += self._condition(test, at)
        return told

    def _condition(self, test: Condition, at: str) -> list[str]:
        """What a condition says of a node."""
        match test:
            case Not(inner) if kind := kind_alone(inner):
                return [self._of_kind(at, kind, "not ")]
            case Not(AllOf(tests)) if all(map(is_plain, tests)):
                return ["not " + join(self._tests(tests, at))]
            case Not(AnyOf(tests)):
                return [denied(text) for one in tests for text in self._condition(one, at)]
            case Not(inner):
                told = self._condition(inner, at)
                if len(told) != 1:
                    return [f"not both {join(told)}"]
                return ["not " + told[0] if is_plain(inner) else denied(told[0])]
            case Exists(pattern):
                self._labels.update({k: v for k, v in labels_of(pattern).items() if v})
                if all(node.variable != at for node in pattern.nodes):
                    # Joined to nothing that was spoken of, but by what its values are held to.
                    return [f"with {self._thing(pattern, pattern.nodes[0].variable, set())}"]
                return self._node_modifiers(pattern, at, set())
            case AllOf(tests) | AnyOf(tests):
                each = [join(self._condition(one, at)) for one in tests]
                return [join([x for x in each if x], "and" if isinstance(test, AllOf) else "or")]
        return self._tests([test], at)

    def _at(self, test: Condition) -> str:
        """The node of the whole pattern that a condition speaks of; empty where it is none."""
        main = {node.variable for node in self.query.pattern.nodes}
        match test:
            case Not(inner):
                return self._at(inner)
            case Exists(pattern):
                return next((n.variable for n in pattern.nodes if n.variable in main), "")
            case AllOf(tests) | AnyOf(tests):
                return next(filter(None, map(self._at, tests)), "")
        return next(iter(sorted(condition_variables(test) & main)), "")


def _apart(one: str, other: str) -> set[Condition]:
    """The tests that two nodes are not the same."""
    ends = (Entity(one), Entity(other))
    return {Comparison(ends[0], "<>", ends[1]), Comparison(ends[1], "<>", ends[0])}
