"""The words for what a query tests: ranges, days, texts, what is there or not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date

from bot.offline.comparing import as_day
from bot.offline.data import load
from bot.offline.empty_lists import HOW_MANY
from bot.offline.kinds import EPOCHS, kind_of
from bot.offline.lasting import is_end
from bot.offline.vocabulary import expand, groups_in, type_words
from bot.offline.words import lemmas, parts, plural
from bot.realiser.spans import spanned
from bot.realiser.tree import (
    RECKONED,
    aged,
    condition_variables,
    rival,
    role_told,
    told_of,
)
from bot.realiser.verbs import Verbs
from bot.realiser.wording import (
    BUT,
    COUNTS,
    OPERATORS,
    PARTS,
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
    years_words,
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
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Pattern,
)
from memory.text import split_name
from memory.tree_edits import attributes_of

_INTRANSITIVE = frozenset(load("kinds")["intransitive"])
# What people and things do of themselves: that joined in 2020.
_BY_THEMSELVES = frozenset(
    ["join", "retire", "resign", "enrol", "enroll", "start", "end", "expire"]
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
        done = {lemmas(word)[-1] for word in type_words(edge.types[0])}
        tests = [_said_once(text, done) for text in tests]
        return chained([*tests, time] if time else tests)

    @staticmethod
    def _role(pattern: Pattern, edge: Edge) -> str:
        """The role in which someone stands in a relationship."""
        named = [said for t in pattern.where if (said := role_told(t, edge))]
        return named[0] if len(named) == 1 else ""

    def _tests(self, where: Iterable[Condition], variable: str, *, top: bool = False) -> list[str]:
        tests = [t for t in where if isinstance(t, Comparison) and told_of(t.left) == {variable}]
        tests = [t for t in tests if not self._divides(t)]
        tests = [t for t in tests if not rival(t) and not self._aged(t)]
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
            if isinstance(test, AnyOf | AllOf) and condition_variables(test) == {variable}:
                word = "or" if isinstance(test, AnyOf) else "and"
                sides = [c.conditions if isinstance(c, AllOf) else (c,) for c in test.conditions]
                inner = [join(self._tests(side, variable, top=top)) for side in sides]
                told.append(join(inner, word))
        return told

    def _sorts(self, variable: str) -> list[str]:
        """How many different values of a property those have together: of four manufacturers."""
        told = []
        for test in self.query.having:
            match test:
                case Comparison(
                    Aggregate("count", Attribute(owner, _) as stored, _), sign, Constant(number)
                ) if owner == variable:
                    noun, many = self.operand(stored), f"{COUNTS[sign]} {number} different"
                    things = f"more than one {noun}" if number == 1 else f"{many} {plural(noun)}"
                    told.append(f"in {things}" if noun == "year" else f"of {things} in all")
                case Comparison(
                    Aggregate("count", Function("year", (Attribute(owner, _),)), _),
                    sign,
                    Constant(number),
                ) if owner == variable:
                    told.append(f"in {COUNTS[sign]} {number} different years")
        return told

    def _aged(self, test: Comparison) -> bool:
        """Whether a test only says what an age does: that someone did not die."""
        if test.operator != "IS NULL" or not isinstance(test.left, Attribute):
            return False
        ended = "death" in groups_in(expand(split_name(test.left.property)))
        return ended and test.left.variable in aged(self.query)

    def _divides(self, test: Comparison) -> bool:
        """Whether a test only keeps a ratio from being divided by 0."""
        tested = [t.left for t in self.query.pattern.where if isinstance(t, Comparison)]
        used = (*tested, *(o.operand for o in self.query.order))
        ratios = [operand for operand in used if isinstance(operand, Arithmetic)]
        zero = test.operator == "<>" and test.right == Constant(0)
        return zero and any(r.operator == "/" and r.right == test.left for r in ratios)

    def _of_one(self, left: Operand, tests: list[Comparison]) -> list[str]:
        """The tests on one property, a pair of bounds as one range."""
        property, tests = self.operand(left), self._as_days(left, tests)
        if isinstance(left, Function) and left.name.endswith("_between"):
            return [self._lasting(property, test) for test in tests]
        reckoned = isinstance(left, Function) and left.name.startswith(RECKONED)
        raw = "" if reckoned else next((a.property for a in attributes_of(left)), "")
        done = (
            raw if " " not in raw and "VERB" in parts(raw) else participle(expand(split_name(raw)))
        )
        timely = self.is_time(left) or done == raw
        if done and (done.endswith(("ed", "n")) or raw.endswith(("On", "_on"))) and timely:
            verbal = _whole(done)
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
            text += self.unit(left)
            return [f"{verbal} {text}".strip(), *self._of_one(left, rest)]
        return [self._test(left, property, verbal, test).strip() for test in tests]

    @staticmethod
    def _lasting(property: str, test: Comparison) -> str:
        """With at most 4 hours from being opened to being resolved."""
        value = test.right.value if isinstance(test.right, Constant) else 0
        one = property.replace("s ", " ", 1) if value == 1 else property
        return f"with {COUNTS[test.operator]} {'one' if value == 1 else value} {one}"

    def _test(self, left: Operand, property: str, verbal: str, test: Comparison) -> str:
        right = test.right
        if right is None or (isinstance(left, Function) and left.name == HOW_MANY):
            return self._known(left, property, known=test.operator in ("IS NOT NULL", ">"))
        if not isinstance(right, Constant):
            signs = _BOUNDS if self.is_time(left) else OPERATORS
            sign = signs.get(test.operator, test.operator)
            whole = isinstance(right, Arithmetic | Figure)
            held = verbal or f"with {article(property)}"
            return f"{held} {sign} {'' if whole else 'the '}{self.operand(right)}"
        value = right.value
        sized = isinstance(left, Function) and left.name == "size" and isinstance(value, int)
        if sized and test.operator in COUNTS and isinstance(value, int):
            return self._many(property, test.operator, value)
        if test.operator == "HAS":
            *first, last = property.split()
            return f"with {' '.join([*first, lemmas(last)[-1]])} {constant_words(right)}"
        if isinstance(value, bool):
            return self._flagged(left, property.split(), holds=value)
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
        if (text := self._at_time(left, property, verbal, test)) is not None:
            return text
        if self.counts(left) and isinstance(value, int) and test.operator in COUNTS.keys() - {"<>"}:
            return self._many(property, test.operator, value)
        if test.operator in ("=", "IN"):
            return f"with {property} {constant_words(right)}{self.unit(left)}"
        if test.operator == "<>":
            return self._unlike(left, property, right)
        bounded = f"{OPERATORS[test.operator]} {plain(value)}{self.unit(left)}"
        return f"with {article(property)} {bounded}"

    def _at_time(self, left: Operand, property: str, verbal: str, test: Comparison) -> str | None:
        """When it was: released after 2000, from 1995; None where that is not what is tested."""
        value = test.right.value if isinstance(test.right, Constant) else None
        if self.is_time(left) and test.operator != "=":
            text = bound(test.operator, value)
            if text:
                return f"{verbal} {text}"
        if test.operator not in ("=", "IN"):
            return None
        day = self._spelt_day(left, value)
        if day is not None:
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
        one = " ".join([*first, lemmas(last)[-1]])
        number = "one" if value == 1 else plain(value)
        return f"with {COUNTS[operator]} {number} {one if value == 1 else noun}"

    def _unlike(self, left: Operand, property: str, right: Constant) -> str:
        """Without a value; of names that it is another thing."""
        if isinstance(left, Attribute) and left.property in self.shown(left.variable)[:1]:
            return f"{BUT}{constant_words(right)}"
        return f"with {property} not {constant_words(right)}{self.unit(left)}"

    def _flagged(self, left: Operand, words: list[str], *, holds: bool) -> str:
        """That something is so; of a relationship that it is marked so."""
        bare = " ".join(words[1:] if words[0] in ("is", "has") and len(words) > 1 else words)
        owner = next((a.variable for a in attributes_of(left)), self.query.subject)
        if owner in {edge.variable for edge in self.query.pattern.edges}:
            return f"marked {'' if holds else 'not '}{bare}"
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

    def _dated(self, part: Function) -> str:
        """What happened in a part of the year: ordered, with a launch date."""
        day = part.operands[0]
        property = self.operand(day)
        raw = next((a.property for a in attributes_of(day)), "")
        done = participle(expand(split_name(raw)))
        return done if done.endswith(("ed", "n")) else f"with {article(property)}"

    def at_one_time(self, part: Operand) -> str:
        """What happened at a time that is another's, too: born in the same year; else empty."""
        if not self.is_time(part):
            return ""
        stored = attributes_of(part)[0]
        raw = stored.property
        verbal = " " not in raw and "VERB" in parts(raw)
        done = raw if verbal else participle(expand(split_name(raw)))
        said = _whole(done) if done.endswith(("ed", "n")) else ""
        if isinstance(part, Function):
            said = said or f"with {article(self.operand(stored))}"
            return f"{said} in the same {self.operand(part)}"
        property = self._property(stored)
        years = property is not None and kind_of(property) in ("year", "year_text")
        return f"{said} {'in the same year' if years else 'on the same date'}" if said else ""

    def _as_days(self, left: Operand, tests: list[Comparison]) -> list[Comparison]:
        """The tests with the days that begin at numbers counted from 1970."""
        property = self._property(left) if isinstance(left, Attribute) else None
        kind = kind_of(property) if property is not None else "text"
        return [as_day(test, kind) for test in tests] if kind in EPOCHS else tests

    def _spelt_day(self, left: Operand, value: object) -> date | None:
        """The day that texts like 03/11/2021 stand for."""
        (attribute,) = attributes_of(left)[:1] or (None,)
        property = self._property(attribute) if attribute is not None else None
        kind = kind_of(property) if property is not None else "text"
        text = str(value[0] if isinstance(value, tuple) else value)
        pieces = re.split(r"[/.]", text)
        if kind not in ("date_dmy", "date_mdy") or len(pieces) != 3:
            return None
        first, second, year = map(int, pieces)
        return date(year, second, first) if kind == "date_dmy" else date(year, first, second)

    def _denied_of(self, test: Condition) -> str:
        """The node of the whole pattern that a denied pattern goes on from."""
        if not isinstance(test, Not) or not isinstance(test.condition, Exists):
            return ""
        inner = [node.variable for node in test.condition.pattern.nodes]
        return next((name for name in inner if name in self._main()), "")


def _said_once(text: str, done: Collection[str]) -> str:
    """When something happened that was said right before: (sold by a broker) in 2022."""
    first, _, when = text.partition(" ")
    return when if lemmas(first)[-1] in done and when.startswith(_WHEN) else text


def _whole(done: str) -> str:
    """A participle behind its noun: created, but that joined."""
    return f"that {done}" if done and lemmas(done)[-1] in _INTRANSITIVE | _BY_THEMSELVES else done
