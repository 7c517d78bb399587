"""The words for the parts of a query tree: nodes, relationships, conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.offline.marking_labels import marked
from bot.offline.vocabulary import expand, type_words
from bot.offline.words import lemmas, plural
from bot.realiser.conditions import Conditions
from bot.realiser.order import superlative, which_of_them
from bot.realiser.tree import (
    among,
    condition_variables,
    kind_alone,
    labels_of,
    rival,
    variables_of,
)
from bot.realiser.whose import of_one
from bot.realiser.wording import (
    COUNTS,
    MARK,
    MEANS,
    MOMENTS,
    OPERATORS,
    article,
    chained,
    constant_words,
    denied,
    figure,
    join,
    merged,
    plain,
    steps_words,
    times_words,
)
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


class Teller(Conditions):
    """Words for one query over one schema."""

    def singular(self) -> str:
        """The noun for one of what is asked for."""
        return self.noun(self.query.subject)

    def subject(self) -> tuple[str, str]:
        """The plural noun of what is asked for, and all that is said of it."""
        told: list[str] = []
        done = self._silent()
        told += self._node_modifiers(self.query.pattern, self.query.subject, done, top=True)
        told += self._absent(self.query.pattern.where)
        told += [self.bound(t) for t in self.query.having if isinstance(t, Comparison)]
        told = [text for text in told if text]
        source, own = "", chained(told)
        if self.query.source is not None and self.query.source.subject == self.query.subject:
            inner = Teller(self.query.source, self.schema)
            noun, rest = inner.subject()
            count = self.query.source.limit
            if self.query.source.having and not (count or self.query.order):
                return self.name() or noun, rest + own
            if count == 1 and self.query.source.order and not self.query.order:
                return f"the {inner.singular()}{superlative(inner)}", rest + own
            best = f"{noun}{superlative(inner)}" if count else noun
            source = f" among the {f'top {count} ' if count else ''}{best}{rest}"
        noun = plural(self.noun(self.query.subject))
        return self.name() or noun, f"{own},{source}" if own and source else own + source

    def one_of(self, variable: str) -> str:
        """The noun for a node that there is a row for, with what picked it."""
        source = self.query.source
        if source is None or source.subject != variable:
            return self.noun(variable)
        one = Teller(replace(source, limit=1), self.schema)
        return one.singular() + one.subject()[1]

    def bound(self, test: Comparison) -> str:
        """With an average price over 10; counts are told with what is counted."""
        left, right = test.left, test.right
        stored = left.operand if isinstance(left, Aggregate) else None
        first = stored.left if isinstance(stored, Arithmetic) else stored
        if not isinstance(left, Aggregate) or stored is None or not isinstance(first, Attribute):
            return ""
        if left.function == "count":
            return ""
        owner = first.variable
        nodes = {node.variable for node in self.query.pattern.nodes} - {self.query.subject}
        whose = f"{self.noun(owner)} " if owner in nodes else ""
        told = self.operand(stored)
        mean = article(f"{MEANS.get(left.function, left.function)} {whose}{told}")
        if whose and figure(left.function, told).startswith("sum of"):
            mean = f"a {figure(left.function, told)} of {plural(whose.strip())}"
        number = plain(right.value) if isinstance(right, Constant) else ""
        if right is not None and not number:
            own = isinstance(right, Attribute) and right.variable == self.query.subject
            number = f"{'their ' if own else ''}{self.operand(right)}"
        sign = OPERATORS.get(test.operator, "of")
        return f"with {mean} {sign} {number}"

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
        told = [
            o
            for o in self.query.each
            if not isinstance(o, Entity) or silent.intersection(self._joined_to(o.variable))
        ]
        return [self.operand(operand) for operand in told]

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

    def _node_modifiers(
        self, pattern: Pattern, variable: str, done: set[int], *, top: bool = False
    ) -> list[str]:
        self._told.add(variable)
        labels = self._labels.get(variable) or ()
        told = [self._of_kind(variable, label, "also ") for label in labels[1:]]
        told += self._versus(pattern, variable, done)
        told += self._tests(pattern.where, variable, top=top)
        told += self._sorts(variable)
        for i, edge in self._in_order(pattern):
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
            if len(ways) == 2 and self._returned(pattern, *ways):
                said = self._related(pattern, edge, variable, thing, role)
                told.append(f"{said} and the other way round")
                continue
            if len(ways) > 1:
                said = merged([self.relation(way, variable, MARK) for way in ways])
                again = f"the same {self.noun(other)}"
                said = said.replace(MARK, thing, 1).replace(MARK, again)
                told.append(said + self._edge_tests(pattern, edge))
                continue
            told.append(self._related(pattern, edge, variable, thing, role))
        if not top and pattern is self.query.pattern:
            told += self._absent(pattern.where, variable)
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
        edges = enumerate(pattern.edges)
        return (
            sorted(edges, key=lambda e: not first & {e[1].start, e[1].end}) if first else [*edges]
        )

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
        return said + steps_words(edge.hops) + self._edge_tests(pattern, edge)

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

    def _versus(self, pattern: Pattern, variable: str, done: set[int]) -> list[str]:
        """Properties held against another node's: a salary over that of the one they report to."""
        told = []
        for test in pattern.where:
            other = rival(test)
            if not other or not isinstance(test, Comparison) or test.right is None:
                continue
            if variables_of(test.left) != {variable}:
                continue
            property = self.operand(test.left)
            told_of = other in self._told
            thing = f"the {self.noun(other)}" if told_of else self._thing(pattern, other, done)
            if told_of and other == self.query.subject:
                thing = "them"
            if test.operator == "=" and (when := self.at_one_time(test.left)):
                told.append(f"{when} as {thing}")
                continue
            if test.operator == "=":
                told.append(f"with the same {property} as {thing}")
                continue
            signs = MOMENTS if self.is_time(test.left) else OPERATORS
            times = test.right.right if isinstance(test.right, Arithmetic) else None
            many = times_words(times.value) if isinstance(times, Constant) else ""
            sign = f"{signs.get(test.operator, 'other than')} {many}".strip()
            whose = "theirs" if thing == "them" else f"that of {thing}"
            kept = test.right.left if isinstance(test.right, Arithmetic) else test.right
            if isinstance(kept, Attribute) and self.operand(kept) != property:
                whose = f"the {self.operand(kept)} of {thing}"
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

    def _returned(self, pattern: Pattern, edge: Edge, other: Edge) -> bool:
        """Whether one thing that is named does to another what that does to it."""
        back = (edge.end, edge.types, edge.start) == (other.start, other.types, other.end)
        ends = (edge.start, edge.end)
        return back and any(self._named(pattern.where, x) is not None for x in ends)

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
        alike = self._alike(pattern, edge, variable, done)
        if alike is not None or edge.start != variable:
            return alike
        for i, second in enumerate(pattern.edges):
            if i in done or second.end != edge.end:
                continue
            kinds = {n.labels for n in pattern.nodes if n.variable in (variable, second.start)}
            if len(edge.types) == 1 < len(second.types) and len(kinds) == 1:
                # What directors did is told, where another of their kind did anything.
                continue
            apart = [
                Comparison(Entity(one), "<>", Entity(other))
                for one, other in ((variable, second.start), (second.start, variable))
            ]
            if any(test in pattern.where for test in apart):
                done.add(i)
                other = self._thing(pattern, second.start, done)
                often = f" the {self._most(edge.end)}" if self.ranks_within(edge.end) else ""
                shared = f"the same {self.noun(edge.end)} as {other}"
                test = self._counted.get(edge.end)
                many = ""
                if test is not None and isinstance(test.right, Constant):
                    things = plural(self.noun(edge.end))
                    many = f"{COUNTS[test.operator]} {test.right.value}"
                    shared = f"{many} of the same {things} as {other}"
                    times = "once" if test.right.value == 1 else f"{test.right.value} times"
                    many = f" {COUNTS[test.operator]} {times}"
                if len(edge.types) > 1 or edge.types != second.types:
                    return f"that worked with {other}{many}{often.replace('fewest', 'least')}"
                if often:
                    shared = f"{often.strip()} of the same {plural(self.noun(edge.end))} as {other}"
                return self.relation(edge, variable, shared)
        return None

    def _alike(self, pattern: Pattern, edge: Edge, variable: str, done: set[int]) -> str | None:
        """With the same treasurer as X: one stands so to both."""
        role, forward = self._role(pattern, edge), edge.start == variable
        words = type_words(edge.types[0])
        having = words[0] in ("has", "have") and forward and len(edge.types) == 1
        third = edge.end if forward else edge.start
        if not (role or having or not forward) or third in self._counted:
            return None
        for i, second in enumerate(pattern.edges):
            near, other = (second.end, second.start) if forward else (second.start, second.end)
            if i in done or near != third or other == variable or second.types != edge.types:
                continue
            pairs = ((variable, other), (other, variable))
            apart = [Comparison(Entity(one), "<>", Entity(two)) for one, two in pairs]
            bare = not any(third in condition_variables(test) for test in pattern.where)
            held = bare and any(t in pattern.where for t in apart)
            if held and role == self._role(pattern, second):
                done.add(i)
                named = role or (" ".join(words[1:]) if having else "")
                if not named and not forward and words[-1] == "of":
                    named = " ".join(words[:-1])
                noun = named or self.noun(third)
                most = self._most(third) if self.query.limit is not None else ""
                same = f"{most} of the same {plural(noun)}" if most else f"same {noun}"
                return f"with the {same} as {self._thing(pattern, other, done)}"
        return None

    def _of_top(self, one: Teller, source: Query, variable: str, *, counted: bool) -> str | None:
        """The longest film, one of the top 3 longest films: what was picked first."""
        before = one.subject()[1]
        if source.limit == 1:
            return f"the {one.singular()}{superlative(one)}{before}"
        if source.limit and source.order and not counted and variable not in self.each:
            things = f"{plural(self.noun(variable))}{superlative(one)}{before}"
            return f"one of the top {source.limit} {things}"
        return None

    def _thing(self, pattern: Pattern, variable: str, done: set[int]) -> str:
        """A node that is not the subject: its name, or a noun with what is said of it."""
        if variable == self.query.subject:
            return f"the same {self.noun(variable)}"
        known = self._spoken_of(variable) if pattern is not self.query.pattern else None
        if known:
            return known
        source, before = self.query.source, ""
        if source is not None and variable == source.subject:
            counted = variable in self._counted or self.ranks_within(variable)
            one = Teller(source if counted else replace(source, limit=1), self.schema)
            before = one.subject()[1]
            top = self._of_top(one, source, variable, counted=counted) or of_one(self, source)
            if top:
                return top + chained(self._node_modifiers(pattern, variable, done))
        names = self._named(pattern.where, variable)
        said = before + chained(self._node_modifiers(pattern, variable, done))
        if names is not None:
            return names + said
        noun = self.noun(variable)
        if variable in self.each or variable in self.told_as_each():
            return f"each {noun}{said}"
        if self.ranks_within(variable):
            return f"the {self._most(variable)} {plural(noun)}{said}"
        if variable in self._counted:
            test = self._counted[variable]
            if test.operator == "=" and isinstance(test.right, Figure):
                return f"every {noun}{said}"
            if isinstance(test.right, Figure) and (named := self._one(test.right.query)):
                more = "more" if test.operator == ">" else "fewer"
                return f"{more} {plural(noun)}{said} than {named}"
            if (named := self._so_many_times(test)) is not None:
                return named.replace(MARK, f"{plural(noun)}{said}")
            if test.right is not None and not isinstance(test.right, Constant):
                return f"{COUNTS[test.operator]} {self._usual(test.right, plural(noun))}{said}"
            right = test.right.value if isinstance(test.right, Constant) else 0
            many = f"{COUNTS[test.operator]} {right} "
            upto = self._upto.get(variable)
            if upto is not None and isinstance(upto.right, Constant):
                many = f"between {right} and {upto.right.value} "
            elif right == 1:
                return many.replace(" 1 ", " one ") + noun + said
            return many + plural(noun) + self._in_all(variable) + said
        return self._one_of_them(pattern, variable, noun, said) + said

    def _one_of_them(self, pattern: Pattern, variable: str, noun: str, said: str) -> str:
        """The noun for a node without a name."""
        if self._is_another(pattern, variable):
            return f"another {noun}"
        if which := which_of_them(self, variable):
            return f"the {which} {noun}"
        if self._labels.get(variable) or said:
            return article(noun)
        return "something" if noun == "thing" else noun

    def _one(self, query: Query) -> str | None:
        """The name of the one thing whose number a figure is."""
        (column,) = query.columns
        plain = isinstance(column.operand, Aggregate) and isinstance(column.operand.operand, Entity)
        return Teller(query, self.schema).name() if plain else None

    def _so_many_times(self, test: Comparison) -> str | None:
        """At least twice as many as X, with a mark for of what."""
        match test.right:
            case Arithmetic("*", Figure(query), Constant(factor)) if named := self._one(query):
                return f"{COUNTS[test.operator]} {times_words(factor)} as many {MARK} as {named}"
        return None

    def _in_all(self, variable: str) -> str:
        """What tells that they are counted for what is asked for, not for what is between."""
        subject, edges = self.query.subject, self.query.pattern.edges
        near = any({edge.start, edge.end} == {subject, variable} for edge in edges)
        return "" if near else " in all"

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

    def _absent(self, where: Iterable[Condition], of: str = "") -> list[str]:
        """What must not be; with `of` that of one node alone, else all that was not told yet."""
        told: list[str] = []
        for test in where:
            if test in self._denied or (of and of != self._denied_of(test)):
                continue
            self._denied.add(test)
            if isinstance(test, Not) and (kind := kind_alone(test.condition)):
                told.append(self._of_kind(of or self.query.subject, kind, "not "))
            elif isinstance(test, Not) and isinstance(test.condition, Exists):
                pattern = test.condition.pattern
                self._labels.update({k: v for k, v in labels_of(pattern).items() if v})
                at = self._denied_of(test) or self.query.subject
                told += [denied(text) for text in self._node_modifiers(pattern, at, set())]
            elif isinstance(test, Not) and (held := among(test.condition)):
                left, values = held
                each = [constant_words(Constant(value)) for value in values]
                *first, last = self.operand(left).split()
                listed = isinstance(test.condition, AnyOf)
                noun = " ".join([*first, lemmas(last)[-1] if listed else last])
                told.append(f"with {noun} neither {join(each, 'nor')}")
            elif isinstance(test, Not):
                held_to = test.condition
                bounds = held_to.conditions if isinstance(held_to, AllOf) else (held_to,)
                told.append("not " + join(self._tests(bounds, self.query.subject)))
        return told
