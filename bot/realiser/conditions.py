"""The words for what a query tests: ranges, days, texts, what is there or not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date

from bot.cypher.empty_lists import HOW_MANY
from bot.realiser.spans import spanned
from bot.realiser.tree import RECKONED, condition_variables, is_plain, rival, role_told, told_of
from bot.realiser.verbs import INTRANSITIVE, Verbs
from bot.realiser.wording import (
    BUT,
    COUNTS,
    HELD,
    OPERATORS,
    PARTS,
    TEXTS,
    article,
    bound,
    chained,
    constant_words,
    day_words,
    flag_words,
    join,
    part_words,
    participle,
    plain,
    span,
)
from bot.stored.comparing import as_day
from bot.stored.kinds import EPOCHS, kind_of
from bot.stored.lasting import is_end
from bot.words.inflection import lemmas, parts, plural
from bot.words.vocabulary import expand, type_words
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
    Figure,
    Function,
    Operand,
    Pattern,
)
from memory.text import split_name
from memory.tree_edits import attributes_of

# What people and things do of themselves: that joined in 2020.
_BY_THEMSELVES = (
    INTRANSITIVE | {"join", "retire", "resign", "enrol", "enroll", "start", "end"} | {"expire"}
)
# How a date stands to another one.
_BOUNDS = {">": "after", ">=": "on or after", "<": "before", "<=": "on or before"}
_WHEN = ("in ", "on ", "after ", "before ", "since ", "until ", "between ", "from ")


class Conditions(Verbs):
    """The conditions of a query in words."""

    def _edge_tests(self, pattern: Pattern, edge: Edge) -> str:
        if not edge.variable:
            return ""
        role = self._role(pattern, edge)
        where = [t for t in pattern.where if not (role and role_told(t, edge))]
        time, told = spanned(where, edge.variable)
        tests = self._tests([t for t in where if t not in told], edge.variable)
        tests += [f"with {text.removeprefix('of ')}" for text in self._sorts(edge.variable)]
        done = {lemmas(word)[-1] for word in type_words(edge.types[0])} if edge.types else set()
        tests = [_said_once(text, done) for text in tests]
        return chained([*tests, time] if time else tests)

    @staticmethod
    def _role(pattern: Pattern, edge: Edge) -> str:
        """The role in which someone stands in a relationship."""
        named = [said for t in pattern.where if (said := role_told(t, edge))]
        return named[0] if len(named) == 1 else ""

    def _tests(self, where: Iterable[Condition], variable: str) -> list[str]:
        """The comparisons of one node or relationship, those of one property together."""
        tests = [t for t in where if isinstance(t, Comparison) and told_of(t.left) == {variable}]
        tests = [t for t in tests if not rival(t) and not self._divides(t)]
        shown = self.shown(variable)[: 2 if self._whole_name(where, variable) else 1]
        told = []
        for left in dict.fromkeys(t.left for t in tests):
            own = [t for t in tests if t.left == left]
            for attribute in attributes_of(left):
                if attribute.property in shown and own[0].operator in ("=", "IN"):
                    own = own[1:]
            if len(own) > 1 or any(a in self._sorted for a in attributes_of(left)):
                # Over 10,000 says that there are some.
                own = [t for t in own if t.operator != "IS NOT NULL"]
            told += self._of_one(left, own)
        for test in where:
            if not isinstance(test, AnyOf | AllOf) or condition_variables(test) != {variable}:
                continue
            if is_plain(test):
                sides = [c.conditions if isinstance(c, AllOf) else (c,) for c in test.conditions]
                inner = [join(self._tests(side, variable)) for side in sides]
                told.append(join(inner, "or" if isinstance(test, AnyOf) else "and"))
        return told

    def _sorts(self, variable: str) -> list[str]:
        """How many different values of a property those have together: of four manufacturers."""
        told = []
        for test in self.query.having:
            match test:
                case Comparison(
                    Aggregate("count", Attribute(owner, _) as stored), sign, Constant(number)
                ) if owner == variable:
                    noun, many = self.operand(stored), f"{COUNTS[sign]} {number} different"
                    things = f"more than one {noun}" if number == 1 else f"{many} {plural(noun)}"
                    told.append(f"of {things} in all")
        return told

    def _divides(self, test: Comparison) -> bool:
        """Whether a test only keeps a ratio from being divided by 0."""
        tested = [t.left for t in self.query.pattern.where if isinstance(t, Comparison)]
        used = (*tested, *(o.operand for o in self.query.order))
        zero = test.operator == "<>" and test.right == Constant(0)
        return zero and any(isinstance(x, Arithmetic) and x.right == test.left for x in used)

    def _of_one(self, left: Operand, tests: list[Comparison]) -> list[str]:
        """The tests on one property, a pair of bounds as one range."""
        property, tests = self.operand(left), self._as_days(left, tests)
        reckoned = isinstance(left, Function) and left.name.startswith(RECKONED)
        raw = "" if reckoned else next((a.property for a in attributes_of(left)), "")
        verb = " " not in raw and "VERB" in parts(raw)
        done = raw if verb else participle(expand(split_name(raw)))
        timely = self.is_time(left) or done == raw
        verbal = f"with {article(property)}"
        if done and (done.endswith(("ed", "n")) or raw.endswith(("On", "_on"))) and timely:
            verbal = _whole(done)
        elif property == "year" and self.is_time(left):
            verbal = ""
        ranged = span(tests)
        if ranged is None:
            return [self._test(left, property, verbal, test).strip() for test in tests]
        text, used = ranged
        rest = self._of_one(left, [t for t in tests if t not in used])
        return [f"{verbal} {text}{self.unit(left)}".strip(), *rest]

    def _test(self, left: Operand, property: str, verbal: str, test: Comparison) -> str:
        right, sign = test.right, test.operator
        if right is None or (isinstance(left, Function) and left.name == HOW_MANY):
            return self._known(left, property, known=sign in ("IS NOT NULL", ">"))
        if not isinstance(right, Constant):
            signs = _BOUNDS if self.is_time(left) else OPERATORS
            the = "" if isinstance(right, Arithmetic | Figure) else "the "
            held = verbal or f"with {article(property)}"
            return f"{held} {signs.get(sign) or HELD.get(sign, 'among')} {the}{self.operand(right)}"
        value, function = right.value, left.name if isinstance(left, Function) else ""
        if isinstance(value, bool):
            return self._flagged(left, property.split(), holds=value)
        if sign in TEXTS:
            return f'with {article(property)} {TEXTS[sign]} "{value}"'
        if function in PARTS and isinstance(value, int):
            # In March, not on a Monday.
            part = part_words(function, value)
            return f"{self._dated(left)}{' not' * (sign == '<>')} {part}"
        if (text := self._at_time(left, property, verbal, test)) is not None:
            return text
        numbers = function == "size" or self.counts(left)
        if numbers and isinstance(value, int) and sign in COUNTS.keys() - {"<>"}:
            return self._many(property, sign, value)
        if sign in ("=", "IN", "HAS"):
            *first, last = property.split()
            noun = " ".join([*first, lemmas(last)[-1]]) if sign == "HAS" else property
            unit = "" if sign == "HAS" else self.unit(left)
            return f"with {noun} {constant_words(right)}{unit}"
        if sign == "<>":
            if isinstance(left, Attribute) and left.property in self.shown(left.variable)[:1]:
                return f"{BUT}{constant_words(right)}"
            return f"with {property} not {constant_words(right)}{self.unit(left)}"
        return f"with {article(property)} {OPERATORS[sign]} {plain(value)}{self.unit(left)}"

    def _at_time(self, left: Operand, property: str, verbal: str, test: Comparison) -> str | None:
        """When it was: released after 2000, from 1995; None where that is not what is tested."""
        value = test.right.value if isinstance(test.right, Constant) else None
        if self.is_time(left) and test.operator != "=":
            text = bound(test.operator, value)
            if text:
                return f"{verbal} {text}"
        if test.operator not in ("=", "IN"):
            return None
        if (day := self._spelt_day(left, value)) is not None:
            return f"{verbal} on {day_words(day)}"
        if property == "year" and isinstance(value, int):
            return f"from {'the year ' if value < 1000 else ''}{value}"
        if self.is_time(left) and isinstance(value, int) and not verbal.startswith("with "):
            return f"{verbal} in {value}"
        return None

    @staticmethod
    def _many(noun: str, operator: str, value: int) -> str:
        """With more than 50 rooms."""
        *first, last = noun.split()
        things = f"one {' '.join([*first, lemmas(last)[-1]])}"
        return f"with {COUNTS[operator]} {things if value == 1 else f'{plain(value)} {noun}'}"

    def _flagged(self, left: Operand, words: list[str], *, holds: bool) -> str:
        """That something is so; of a relationship that it is marked so."""
        owner = next((a.variable for a in attributes_of(left)), self.query.subject)
        if owner in {edge.variable for edge in self.query.pattern.edges}:
            bare = words[1:] if words[0] in ("is", "has") and len(words) > 1 else words
            return f"marked {'' if holds else 'not '}{' '.join(bare)}"
        return f"that {flag_words(words, self._be(owner), holds=holds)}"

    def _known(self, left: Operand, property: str, *, known: bool) -> str:
        """With or without a property; of a relationship's end whether it is over."""
        edges = {edge.variable for edge in self.query.pattern.edges if edge.variable}
        if isinstance(left, Attribute) and left.variable in edges and is_end(left.property):
            return "formerly" if known else "currently"
        done = self.happened(left.property) if isinstance(left, Attribute) else ""
        if done.endswith(("ed", "n")) and not done.startswith("that "):
            return done if known else f"not {done}"
        return f"{'with' if known else 'without'} {article(property)}"

    @staticmethod
    def happened(property: str) -> str:
        """What a name like `created_at` says of its owner: created, that joined; else empty."""
        words = expand(split_name(property))
        return _whole(participle(words)) if words[-1] in ("at", "on") else ""

    def _dated(self, part: Operand) -> str:
        """What happened in a part of the year: ordered, with a launch date."""
        (day, *_) = attributes_of(part)
        done = participle(expand(split_name(day.property)))
        return done if done.endswith(("ed", "n")) else f"with {article(self.operand(day))}"

    def _as_days(self, left: Operand, tests: list[Comparison]) -> list[Comparison]:
        """The tests with the days that begin at numbers counted from 1970."""
        property = self._property(left) if isinstance(left, Attribute) else None
        kind = kind_of(property) if property is not None else "text"
        return [as_day(test, kind) for test in tests] if kind in EPOCHS else tests

    def _spelt_day(self, left: Operand, value: object) -> date | None:
        """The day that texts like 03/11/2021 stand for."""
        stored = [self._property(attribute) for attribute in attributes_of(left)[:1]]
        kind = kind_of(stored[0]) if stored and stored[0] is not None else ""
        pieces = re.split(r"[/.]", str(value[0] if isinstance(value, tuple) else value))
        if kind not in ("date_dmy", "date_mdy") or len(pieces) != 3:
            return None
        first, second, year = map(int, pieces)
        return date(year, second, first) if kind == "date_dmy" else date(year, first, second)


def _said_once(text: str, done: Collection[str]) -> str:
    """When something happened that was said right before: (sold by a broker) in 2022."""
    first, _, when = text.partition(" ")
    return when if lemmas(first)[-1] in done and when.startswith(_WHEN) else text


def _whole(done: str) -> str:
    """A participle behind its noun: created, but that joined."""
    return f"that {done}" if done and lemmas(done)[-1] in _BY_THEMSELVES else done
