"""What is returned, and what makes up a row."""

from __future__ import annotations

from collections.abc import Sequence

from bot.offline.asked_figures import figure
from bot.offline.build_pattern import Matching
from bot.offline.state import Ask, about, asked_of, attribute, tally, variable
from bot.stored.comparing import as_date
from bot.stored.kinds import TIME_KINDS, display_properties
from bot.words.naming import column_names
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Entity,
    Function,
    Operand,
)
from memory.tree_edits import attributes_of

# What holds of many values: the one that is there is told.
_TOLD = ("CONTAINS", "STARTS WITH", "ENDS WITH", "IS NOT NULL")

# What tells an age, by how dates are stored.
_AGES: dict[str, str] = {"year": "age_in_years", "year_text": "age_in_years"}


class Columns(Matching):
    """The columns of one reading."""

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
            operands += self._numbers(subject)
            keys += [self.names[subject]] if self._several_numbers() else []
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
            with_name = state.added or not asked or self._several(subject) or self._listed()
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
            along = [self._told_of(ask) for ask in state.asks]
            operands = [
                x
                for x in operands
                if x in along or not (isinstance(x, Attribute) and Entity(x.variable) in operands)
            ]
        named = [self._operand(operand) for operand in dict.fromkeys(operands)]
        titles = column_names(
            named, {**dict(zip(self.names, self.labels, strict=True))}, self.names[subject]
        )
        columns = tuple(Column(o, t) for o, t in zip(named, titles, strict=True))
        return columns, tuple(dict.fromkeys(keys))

    def _numbers(self, subject: int) -> list[Operand]:
        """How many there are; or how many a property says, of several with whose it is."""
        asks = [ask for ask in self.state.asks if not self._held(ask)]
        numbers = [self._counted(ask) for ask in asks]
        whose = self._shown(subject) if self._several_numbers() else []
        return [*whose, *numbers] or [tally(subject)]

    def _several_numbers(self) -> bool:
        """Whether a number that a property says is told of each of several."""
        asks = [ask for ask in self.state.asks if not self._held(ask)]
        plain = not any(isinstance(self._counted(ask), Aggregate) for ask in asks)
        return bool(asks) and plain and (self.state.added or self._listed())

    def _listed(self) -> bool:
        """Whether figures of several things are asked for: each is told with whose it is."""
        state = self.state
        one = state.limit is not None and state.limit.size == 1
        if one or len(state.asks) != 1:
            return False
        ask = state.asks[0]
        if ask.common or ask.owner != state.subject:
            return False
        vertex = state.vertices[state.subject]
        if vertex.word == "value" or not vertex.plural:
            return False
        candidate = ask.candidates[0]
        return self.a.kind(candidate.owner, candidate.property) in (*TIME_KINDS, "number")

    def _figures(self, aggregates: Sequence[Ask]) -> list[Operand]:
        """The number of things, where that is asked too, and what is summed up of them."""
        counted = self.state.mode == "count" and bool(self.state.groups)
        found: list[Operand] = [tally(self.state.subject)] if counted else []
        return found + [figure(self.a, ask) for ask in aggregates]

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
        return Function(_AGES.get(kind, "age"), tuple(as_date(x, kind) for x in ends))

    def _portrayed(self) -> bool:
        """Whether one thing is named and nothing is asked of it: Tom Hanks; who is Tom Hanks."""
        state = self.state
        vertex = state.vertices[state.subject]
        if state.asks or state.links or state.ranks or state.negate or state.mode:
            return False
        named = [t for scope, t in state.tests if scope == 0]
        shown = display_properties(self.a.schema.labels[vertex.labels[0]])
        if vertex.word == "value":
            held = [attribute(state.subject, name) for name in shown]
            # Bots from Berlin: a kind of users is no one of them.
            return not held or any(getattr(test, "left", None) in held for test in named)
        if not vertex.open or len(named) != 1 or len(state.tests) != 1:
            return False
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
                operands += [x for x in attributes_of(rank.operand) if x not in operands]
                if len(attributes_of(rank.operand)) > 1:
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
        return noun and any(asked_of(ask) in attributes_of(test.left) for test in tests)

    def _is_one(self, n: int) -> bool:
        """Whether a node is one by its name."""
        return n >= 0 and self.a.by_name(self.state, n)

    def _compared(self, n: int) -> list[Operand]:
        """Properties of a vertex that are compared (not just held equal), or searched for words."""
        found: list[Operand] = []
        for scope, test in self.state.tests:
            if scope == 0:
                found += self._searched(n, test)
            if (
                scope == 0
                and isinstance(test, Comparison)
                and test.operator in ("<", "<=", ">", ">=")
            ):
                sides = (*attributes_of(test.left), *attributes_of(test.right))
                if {x.variable for x in sides if x.variable[0] == "#"} - {variable(n)}:
                    # Older than their manager: both would have to be shown.
                    continue
                found += [x for x in sides if x.variable == variable(n) or self._to_one(n, x)]
        return found

    def _searched(self, n: int, test: Condition) -> list[Operand]:
        """The short text of a vertex that words are looked for in, or any that must be there."""
        stored = test.left if isinstance(test, Comparison) and test.operator in _TOLD else None
        if not isinstance(stored, Attribute) or stored.variable != variable(n):
            return []
        known = self.a.lexicon.property(self.state.vertices[n].labels[0], stored.property)
        if known is None or known.types == ("BOOLEAN",) or "LIST" in known.types[0]:
            return []
        return [] if any(str(value).endswith("…") for value in known.examples) else [stored]

    def _to_one(self, n: int, stored: Attribute) -> bool:
        """Whether a figure is of a relationship of a vertex to something by its name.

        Times are not: of those engaged since 2015 some were engaged twice.
        """
        if not stored.variable.startswith("~"):
            return False
        link = self.state.links[int(stored.variable[1:])]
        other = {link.start, link.end} - {n}
        counted = self.a.kind(link.types[0], stored.property) == "number"
        return counted and len(other) == 1 and self._is_one(other.pop())


def _ranges(test: Condition) -> bool:
    """Whether a test leaves many: a bound or a flag, not a name."""
    if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return False
    return test.operator in ("<", "<=", ">", ">=") or isinstance(test.right.value, bool)
