"""English for Cypher's values: properties, functions, comparisons, dates, lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.realiser.wording import MOMENTS, OPERATORS, join
from bot.stored.kinds import TIME_KINDS, kind_of
from bot.words.inflection import plural
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    Constant,
    Expression,
    Index,
    ListOf,
    MapOf,
    Match,
    Name,
    Parameter,
    PatternExpression,
    Property,
    Query,
    Subquery,
    Unary,
)
from guardrails.words import words
from memory.schema import Schema
from memory.text import split_name


class NoWording(Exception):
    """A part of the statement for which there is no plain wording."""


_AGGREGATES = {
    "avg": "the average",
    "sum": "the total",
    "min": "the lowest",
    "max": "the highest",
    "stdev": "the standard deviation of",
}
# Functions that change the form of a value, not which value is meant.
TRANSPARENT = words(
    "tolower toupper trim tointeger tofloat tostring date datetime localdatetime round lower upper "
    "ltrim rtrim todate time"
)
_NAMED = {
    "size": "the length of {0}",
    "length": "the length of {0}",
    "abs": "the size of {0}",
    "type": "the kind of {0}",
    "labels": "the labels of {0}",
    "head": "the first of {0}",
    "nodes": "the nodes of {0}",
    "relationships": "the relationships of {0}",
    "duration.between": "the time from {0} to {1}",
    "duration.indays": "the days from {0} to {1}",
    "duration.inmonths": "the months from {0} to {1}",
    "coalesce": "{0}, or {1} where that is missing",
    "left": "the first {1} characters of {0}",
    "right": "the last {1} characters of {0}",
    "duration": "{0}",
    "rand": "a random number",
    "point.distance": "the distance from {0} to {1}",
}
_COMPARED = {
    "=": "", "IN": "", "<>": "other than", "NOT IN": "other than", "=~": "matching the pattern",
    "STARTS WITH": "starting with", "ENDS WITH": "ending with",
    **OPERATORS,
}  # fmt: skip
_TIMES = {"year", "date", "born", "died", "time", "released", "founded"}
_NOW = {"date": "today", "datetime": "now", "localdatetime": "now", "timestamp": "now"}
_SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "%": "modulo", "^": "to the"}


class Values:
    """Says what an expression stands for.

    `nouns` has what a variable is called ("film", "the number of films"); `root` is the variable
    whose properties need no owner.
    """

    def __init__(self, schema: Schema, parameters: Mapping[str, Any]) -> None:
        self.schema = schema
        self.parameters = parameters
        self.nouns: dict[str, str] = {}
        self.nodes: dict[str, str | None] = {}
        self.relationships: set[str] = set()
        self.root: str | None = None
        self.counted: Callable[[Match], str] = _no_wording

    def say(self, expression: Expression) -> str:
        """The words for an expression.

        Raises:
            NoWording: there are none.
        """
        match expression:
            case Constant(value=value):
                return self.constant(value)
            case Parameter(name=name):
                if name not in self.parameters:
                    raise NoWording
                return self.constant(self.parameters[name])
            case Name(name=name):
                return self.variable(name)
            case Property(base=Name(name=owner), name=name):
                return self.property_of(owner, name)
            case Property(base=base, name=name):
                return f"the {_spoken(name)} of {self.say(base)}"
            case ListOf(items=items):
                return join([self.say(item) for item in items], "or") or "nothing"
            case Subquery(kind="COUNT", query=Query(branches=[Branch(clauses=[Match() as only])])):
                return f"the number of {self.counted(only)}"
            case MapOf(entries=entries):
                return join([f"{self.say(value)} {name}" for name, value in entries])
            case Call():
                return self._call(expression)
            case Index(base=base, index=Constant(value=0)):
                return f"the first of {self.say(base)}"
            case Unary(operator="-", operand=operand):
                return f"-{self.say(operand)}"
            case Binary(operator=sign, left=left, right=right) if sign in _SIGNS:
                return f"{self.say(left)} {_SIGNS[sign]} {self.say(right)}"
        raise NoWording

    def compared(self, sign: str, left: Expression, right: Expression, *, verb: bool) -> str:
        """A comparison as words: "year after 2000", with `verb` "year is after 2000"."""
        time = self.is_time(left) or self.is_time(right)
        if sign in ("CONTAINS", "NOT CONTAINS"):
            not_ = "no " if sign.startswith("NOT") else ""
            return f"{not_}{self.say(right)} in the {self.say(left).removeprefix('the ')}"
        if sign not in _COMPARED:
            raise NoWording
        words = (MOMENTS if time else OPERATORS).get(sign) or _COMPARED[sign]
        if verb:
            words = f"is {words.removeprefix('of ')}".strip()
        return " ".join(f"{self.say(left)} {words} {self.say(right)}".split())

    def variable(self, name: str) -> str:
        """What a variable is called."""
        if name not in self.nouns:
            raise NoWording
        noun = self.nouns[name]
        return noun if name not in self.nodes else f"the {noun}"

    def property_of(self, owner: str, name: str) -> str:
        """`m.title` is "title" for the thing that is asked for, else "the genre's name"."""
        if owner not in self.nouns:
            raise NoWording
        if self._is_plain(owner):
            return _spoken(name)
        noun = self.nouns[owner]
        if owner in self.nodes:
            return f"the {noun}'s {_spoken(name)}"
        return f"{_spoken(name)} of {noun}"

    def _is_plain(self, owner: str) -> bool:
        """Whether a property of it is clear without saying whose it is."""
        return owner == self.root or owner in self.relationships

    def constant(self, value: Any) -> str:
        """A value as it would be written in a sentence."""
        match value:
            case None:
                return "nothing"
            case bool():
                return "yes" if value else "no"
            case str():
                return f"“{value}”"
            case list() | tuple():
                return join([self.constant(item) for item in value], "or")
            case float() if value.is_integer():
                return self.constant(int(value))
            case int() if abs(value) >= 10_000:
                return f"{value:,}"
            case _:
                return str(value)

    def _call(self, call: Call) -> str:
        name = call.function.lower()
        first = call.arguments[0] if call.arguments else None
        if name in ("size", "count") and isinstance(first, PatternExpression):
            return f"the number of {self.counted(Match((first.path,)))}"
        if name == "count":
            return self._count(call)
        if name in _AGGREGATES and call.arguments:
            return f"{_AGGREGATES[name]} {self.bare(call.arguments[0])}"
        if name == "collect":
            different = "different " if call.distinct else ""
            return f"the list of {different}{self.many(call.arguments[0])}"
        if name in _NOW and not call.arguments:
            return _NOW[name]
        if name in TRANSPARENT and call.arguments:
            said = self.say(call.arguments[0])
            return said.strip("“”") if "date" in name or "time" in name else said
        if name not in _NAMED:
            raise NoWording
        told = [self.say(argument) for argument in call.arguments]
        try:
            return _NAMED[name].format(*told)
        except IndexError:
            raise NoWording from None

    def _count(self, call: Call) -> str:
        if call.star or not call.arguments:
            noun = self.nouns.get(self.root or "")
            return f"the number of {plural(noun) if noun else 'rows'}"
        counted = call.arguments[0]
        different = "different " if call.distinct and not isinstance(counted, Name) else ""
        return f"the number of {different}{self.many(counted)}"

    def many(self, expression: Expression) -> str:
        """An expression in the plural, without article: "films", "titles"."""
        match expression:
            case Name(name=name) if name in self.nouns:
                return plural(self.nouns[name])
            case Property(base=Name(name=owner), name=name) if owner in self.nouns:
                if self._is_plain(owner):
                    return plural(_spoken(name))
                return f"{self.nouns[owner]} {plural(_spoken(name))}"
            case _:
                return self.say(expression)

    def bare(self, expression: Expression) -> str:
        """An expression without its article: "rating", "film rating"."""
        match expression:
            case Property(base=Name(name=owner), name=name) if owner in self.nouns:
                said = _spoken(name)
                return said if self._is_plain(owner) else f"{self.nouns[owner]} {said}"
            case _:
                return self.say(expression).removeprefix("the ")

    def is_time(self, expression: Expression) -> bool:
        """Whether it is a date, a time or a year."""
        return any(
            (isinstance(part, Property) and self._dated(part))
            or (isinstance(part, Call) and part.function.lower() in ("date", "datetime"))
            for part in expression.walk()
        )

    def _dated(self, part: Property) -> bool:
        owner = part.base.name if isinstance(part.base, Name) else ""
        label = self.schema.labels.get(self.nodes.get(owner) or "")
        stored = label.properties.get(part.name) if label else None
        known = stored is not None and kind_of(stored) in TIME_KINDS
        return known or bool({*split_name(part.name)} & _TIMES)


def _no_wording(match: Match) -> str:
    raise NoWording


def _spoken(name: str) -> str:
    return " ".join(split_name(name))
