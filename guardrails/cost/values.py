"""Expressions: how large their values are, and how many steps one row of them takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from guardrails.cost import regex
from guardrails.cost.excess import TooMuch, told
from guardrails.cost.functions import PATTERNS, QUADRATIC, applied
from guardrails.cost.graph import Graph
from guardrails.cost.sizes import (
    STORED_LIST,
    TRUTH,
    UNKNOWN,
    Size,
    calculated,
    gathered,
    list_of,
    number,
    of_value,
)
from guardrails.functions import AGGREGATES
from guardrails.syntax import (
    Binary,
    Call,
    Case,
    Constant,
    Expression,
    Index,
    ListComprehension,
    ListOf,
    MapOf,
    MapProjection,
    Name,
    Parameter,
    Part,
    Path,
    PatternComprehension,
    PatternExpression,
    Property,
    Quantified,
    Reduce,
    Slice,
    Subquery,
    Unary,
)
from memory.catalogue import is_english, say

Scope = Mapping[str, Size]

# Numbers that one `range` lists.
MAX_RANGE = 100_000
# Parts that a value may be built of; what is collected of the graph may be more.
MAX_HELD = 1_000_000
MAX_COLLECTED = 20_000_000
# Steps within a row, or the rows of a batch: a database goes on with them after its time limit,
# at a million to ten million a second.
MAX_STEPS = 5_000_000
# Rows that a database goes through before it looks whether it is to end.
BATCH = 1_000.0
# Parts of expressions that are looked at; `reduce` in one another are looked at again and again.
_MAX_VISITS = 20_000
# Rounds of a `reduce` that are followed; what it grows by then is reckoned on.
_ROUNDS = 12
# Items, or characters by tens, that are copied or compared in the time of one step.
_COPIED = 10


class Values:
    """Reckons expressions; patterns and sub-queries in them are given by `rows`."""

    def __init__(self, graph: Graph, parameters: Mapping[str, Any] | None) -> None:
        self.graph = graph
        self.parameters = parameters
        self.steps = 0.0
        # Rows that an aggregate takes in.
        self.grouped = 1.0
        self._visits = 0
        self._collected = 0.0

    def paths_from(self, path: Path, scope: Scope, where: Expression | None, often: float) -> float:
        """How many paths a pattern finds for one row."""
        raise NotImplementedError

    def subquery(self, part: Subquery, scope: Scope, often: float) -> tuple[float, Size]:
        """How many rows a sub-query gives for one row, and what they hold."""
        raise NotImplementedError

    def value(self, part: Expression, scope: Scope, often: float = 1.0) -> Size:
        """The size of an expression's value, for one row.

        Args:
            part: the expression.
            scope: what its variables can be.
            often: how often it is reckoned within the row.

        Raises:
            TooMuch: it is out of bounds.
        """
        self._visits += 1
        if self._visits > _MAX_VISITS:
            deep = say("its loops are too deep to follow")
            raise TooMuch("list_product", deep, part.start, part.end)
        found = self._value(part, scope, often)
        most = max(MAX_HELD, min(4 * self._collected, MAX_COLLECTED))
        built = found.length if found.kind == "text" and not self._collected else 0.0
        if max(found.held, built) > most:
            raise TooMuch(
                "doubling",
                say(
                    "it builds a value of {count} parts; {most} is the limit, so add LIMIT before "
                    "it, or make it of less",
                    count=told(max(found.held, built)),
                    most=round(most),
                ),
                part.start,
                part.end,
            )
        return found

    def _charge(self, steps: float, part: Part) -> None:
        self.steps += steps
        self.check_steps(self.steps, part)

    def check_steps(self, steps: float, part: Part) -> None:
        """Raise where what cannot be stopped on the way takes too many steps."""
        if steps > MAX_STEPS:
            raise TooMuch(
                "list_product",
                say(
                    "its lists multiply to {steps} steps; {most} is the limit, so shorten one of "
                    "them, as in list[..100]",
                    steps=told(steps),
                    most=MAX_STEPS,
                ),
                part.start,
                part.end,
            )

    def _value(self, part: Expression, scope: Scope, often: float) -> Size:
        match part:
            case Constant(value=value):
                return of_value(value)
            case Name(name=name):
                return scope.get(name, UNKNOWN)
            case Parameter(name=name):
                return self._parameter(name)
            case Property(base=base, name=name):
                return self._property(self.value(base, scope, often), name)
            case Binary():
                return self._binary(part, scope, often)
            case Unary(operator=operator, operand=operand):
                found = self.value(operand, scope, often)
                return number(-found.high, -found.low) if operator == "-" else found
        return self._composed(part, scope, often)

    def _composed(self, part: Expression, scope: Scope, often: float) -> Size:
        """Lists, maps, loops, patterns and sub-queries."""
        match part:
            case ListOf(items=items):
                return gathered(self.value(item, scope, often) for item in items)
            case MapOf(entries=entries):
                values = [self.value(value, scope, often) for _, value in entries]
                return gathered(values, "element")
            case MapProjection():
                return self._map_projection(part, scope, often)
            case Index(base=base, index=index):
                self.value(index, scope, often)
                return self.value(base, scope, often).entry
            case Slice():
                return self._slice(part, scope, often)
            case Case():
                return self._case(part, scope, often)
            case Call():
                return self._call(part, scope, often)
            case ListComprehension() | Quantified() | Reduce():
                return self._loop(part, scope, often)
            case Subquery(kind=kind):
                rows, item = self.subquery(part, scope, often)
                return list_of(item, rows) if kind == "COLLECT" else number(0.0, rows)
            case PatternComprehension(path=path, where=where, projection=projection):
                paths = self.paths_from(path, scope, where, often)
                inner = {**self.graph.bound(path), **scope}
                return list_of(self.value(projection, inner, often * max(paths, 1.0)), paths)
            case PatternExpression(path=path):
                return list_of(Size("element"), self.paths_from(path, scope, None, often))
        for child in part.children():
            self.value(child, scope, often)  # type: ignore[arg-type]
        return TRUTH

    def _parameter(self, name: str) -> Size:
        if self.parameters is None or name not in self.parameters:
            # What is not given yet is as small as the data.
            return Size("any", -10_000.0, 10_000.0, 100.0, count=1)
        return of_value(self.parameters[name])

    def _property(self, base: Size, name: str) -> Size:
        lowered = name.lower()
        if base.names is not None:
            return self.graph.property(base.names, name)
        # `datetime().epochMillis` is no number of the data.
        if lowered.startswith("epoch") or lowered.endswith("seconds"):
            return UNKNOWN
        return base.entry

    def _map_projection(self, part: MapProjection, scope: Scope, often: float) -> Size:
        base = self.value(part.base, scope, often)
        values = [
            self.value(value, scope, often)
            if value is not None
            else self._property(base, key)
            if key is not None
            else Size("element", held=10.0)
            for key, value in part.entries
        ]
        return gathered(values, "element")

    def _slice(self, part: Slice, scope: Scope, often: float) -> Size:
        base = self.value(part.base, scope, often)
        ends = [
            self.value(end, scope, often) if end is not None else None
            for end in (part.low, part.high)
        ]
        low, high = ends
        if high is None or high.low < 0 or (low is not None and low.low < 0):
            return base
        length = min(base.length, max(high.high - (low.low if low else 0.0), 0.0))
        return replace(list_of(base.entry, length), count=base.count)

    def _case(self, part: Case, scope: Scope, often: float) -> Size:
        if part.subject is not None:
            self.value(part.subject, scope, often)
        results: list[Expression] = [result for _, result in part.branches]
        for conditions, _ in part.branches:
            for condition in conditions:
                self.value(condition, scope, often)
        if part.otherwise is not None:
            results.append(part.otherwise)
        found = self.value(results[0], scope, often) if results else UNKNOWN
        for result in results[1:]:
            found |= self.value(result, scope, often)
        return found

    # --- operators -------------------------------------------------------------------------------

    def _binary(self, part: Binary, scope: Scope, often: float) -> Size:
        left, right = self.value(part.left, scope, often), self.value(part.right, scope, often)
        match part.operator:
            case "+" | "||":
                if part.operator == "||" and "plain" in (left.kind, right.kind):
                    left = replace(left, kind="text", length=left.as_text)
                found = left + right
                if found.kind != "plain":
                    self._charge(often * found.held / _COPIED, part)
                return found
            case "-" | "*" | "/" | "%" | "^":
                found = calculated(part.operator, left, right)
                return replace(found, constant=left.constant and right.constant)
            case "=~":
                self._matches(part, left, right, often)
            case "IN" | "NOT IN" if right.kind == "list":
                self._charge(often * right.length / _COPIED, part)
            case "CONTAINS" | "STARTS WITH" | "ENDS WITH" | "=" | "<>":
                self._charge(often * min(left.held, right.held) / _COPIED, part)
        return TRUTH

    def _matches(
        self, part: Part, subject: Size, pattern: Size, often: float, *, anywhere: bool = False
    ) -> None:
        """Refuse a regular expression that could take time without end."""
        if pattern.text is None:
            if pattern.kind == "any" and pattern.count == 1:
                return  # a parameter that is not known yet
            raise TooMuch(
                "pattern",
                say(
                    "its regular expression is made of stored values; {instead}",
                    instead=_offer(part),
                ),
                part.start,
                part.end,
            )
        stored = subject.kind in ("any", "plain", "element")
        length = max(subject.length, regex.STORED if stored else 0.0)
        try:
            steps = regex.steps(pattern.text, length, stored=stored, anywhere=anywhere)
        except regex.Unsafe as error:
            raise TooMuch(
                "pattern",
                say(
                    "its regular expression could be tried in too many ways ({why}); {instead}",
                    why=str(error) if is_english() else pattern.text,
                    instead=_offer(part, pattern.text),
                ),
                part.start,
                part.end,
            ) from error
        self._charge(often * steps, part)

    # --- functions -------------------------------------------------------------------------------

    def _call(self, part: Call, scope: Scope, often: float) -> Size:
        name = part.function.lower()
        aggregates = name in AGGREGATES and (name not in ("min", "max") or len(part.arguments) < 2)
        # An aggregate goes through its rows, which come in batches.
        each = often * min(self.grouped, BATCH) if aggregates else often
        given = [self.value(argument, scope, each) for argument in part.arguments]
        if aggregates:
            return self._aggregate(name, given)
        if name == "range":
            return self._range(part, given)
        if name in PATTERNS and len(given) > 1:
            self._matches(part, given[0], given[PATTERNS[name]], often, anywhere=True)
        if name in QUADRATIC and len(given) > 1:
            self._charge(often * given[0].as_text * given[1].as_text / _COPIED, part)
        found = applied(name, given)
        self._charge(
            often * sum(one.held for one in (*given, found) if one.held > 2) / _COPIED, part
        )
        if given and all(one.constant for one in given) and not found.constant:
            found = replace(found, count=1)
        return found

    def _aggregate(self, name: str, given: list[Size]) -> Size:
        rows = self.grouped
        if name == "count" or not given:
            return number(0.0, rows)
        first = given[0]
        if name in ("collect", "collect_list"):
            found = list_of(replace(first, count=inf), rows)
            self._collected = max(self._collected, found.held)
            return found
        if name == "sum":
            return number(rows * min(first.low, 0.0), rows * max(first.high, 0.0))
        return (
            replace(first, count=inf) if name in ("min", "max") else number(first.low, first.high)
        )

    def _range(self, part: Call, given: list[Size]) -> Size:
        if len(given) not in (2, 3):
            return UNKNOWN
        low, high = given[0], given[1]
        step = 1.0
        if len(given) == 3 and given[2].low * given[2].high > 0:
            step = max(min(abs(given[2].low), abs(given[2].high)), 1.0)
        falls = len(given) == 3 and given[2].high <= 0
        widest = low.high - high.low if falls else high.high - low.low
        size = widest // step + 1 if abs(widest) < inf else inf
        size = max(size, 0.0)
        if size > MAX_RANGE:
            raise TooMuch("range", _too_many_numbers(size), part.start, part.end)
        item = number(min(low.low, high.low), max(low.high, high.high))
        return replace(list_of(item, size), count=1 if low.constant and high.constant else inf)

    # --- loops -----------------------------------------------------------------------------------

    def _loop(
        self, part: ListComprehension | Quantified | Reduce, scope: Scope, often: float
    ) -> Size:
        source = self.value(part.source, scope, often)
        length = source.length if source.kind == "list" else STORED_LIST
        inner = {**scope, part.variable: replace(source.entry, count=inf)}
        within = often * max(length, 1.0)
        self._charge(within, part)
        if isinstance(part, Reduce):
            return self._reduce(part, inner, often, length)
        if part.where is not None:
            self.value(part.where, inner, within)
        if isinstance(part, Quantified):
            return TRUTH
        if part.projection is None:
            return list_of(source.entry, length)
        return list_of(self.value(part.projection, inner, within), length)

    def _reduce(self, part: Reduce, scope: Mapping[str, Size], often: float, length: float) -> Size:
        """Follow some rounds, then reckon on as the value grew in the last of them."""
        known = [self.value(part.initial, scope, often)]
        while len(known) <= min(length, _ROUNDS):
            step = self.value(part.step, {**scope, part.accumulator: known[-1]}, 0.0)
            known.append(replace(step, text=None, constant=False))
            if len(known) > 3 and _is_steady(known[-3:]):
                break
        last = known[-1]
        left = length - (len(known) - 1)
        found = last
        if left > 0:
            found = replace(
                last,
                low=-_reckoned_on([-one.low for one in known], left),
                high=_reckoned_on([one.high for one in known], left),
                length=_reckoned_on([one.length for one in known], left),
                held=_reckoned_on([one.held for one in known], left),
            )
        if length:
            # It is half as large on the way, if it grows.
            self.value(part.step, {**scope, part.accumulator: found}, often * length / 2)
        return found


def _is_steady(known: list[Size]) -> bool:
    """Whether it grew as much in the last round as in the one before."""
    a, b, c = known
    return all(
        after - between <= (between - before) * 1.001
        for before, between, after in (
            (a.held, b.held, c.held),
            (a.length, b.length, c.length),
            (a.high, b.high, c.high),
            (-a.low, -b.low, -c.low),
        )
    )


def _reckoned_on(known: list[float], left: float) -> float:
    """What a growing amount becomes after more rounds."""
    if len(known) < 3 or known[-1] in (inf, -inf):
        return known[-1] + (known[-1] - known[0] if len(known) == 2 else 0.0) * left
    last, before = known[-1] - known[-2], known[-2] - known[-3]
    if last <= 0:
        return known[-1]
    growth = last / before if before > 0 else 1.0
    if growth <= 1.001:
        return known[-1] + last * left
    try:
        return float(known[-1] + last * growth**left * growth / (growth - 1))
    except OverflowError:
        return inf


def _offer(part: Part, pattern: str = "") -> str:
    """What says the same, or nearly, and cannot blow up."""
    plain = pattern.removeprefix("(?i)").replace(".*", "\0")
    inner = plain.strip("\0")
    if pattern and inner and "\0" not in inner and not set(inner) & set("[](){}|?+*\\^$."):
        operator = "CONTAINS" if plain.startswith("\0") else "STARTS WITH"
        return say("{condition} says the same", condition=f"{operator} '{inner}'")
    return say("use CONTAINS, STARTS WITH or ENDS WITH")


def _too_many_numbers(size: float) -> str:
    if size == inf:
        return say(
            "it lists numbers without end; {most} is the limit, so give range an upper number",
            most=MAX_RANGE,
        )
    return say("it lists {count} numbers; {most} is the limit", count=told(size), most=MAX_RANGE)
