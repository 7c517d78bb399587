"""The parts of a reading Cypher statement, as `guardrails.reader` finds them.

Every part knows where it stands in the text: `start` and `end` are character offsets. Names are
decoded (back-ticks gone), strings too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Anything with a place in the text."""

    start: int = 0
    end: int = 0

    def children(self) -> Iterator[Part]:
        """The parts directly inside this one, in the order of their fields."""
        for name in _field_names(type(self)):
            yield from _parts(getattr(self, name))

    def walk(self) -> Iterator[Part]:
        """This part and every part inside it, outermost first."""
        stack: list[Part] = [self]
        while stack:
            part = stack.pop()
            yield part
            stack.extend(reversed(list(part.children())))


def _field_names(kind: type) -> tuple[str, ...]:
    names = _FIELDS.get(kind)
    if names is None:
        assert is_dataclass(kind)
        names = tuple(f.name for f in fields(kind) if f.name not in ("start", "end"))
        _FIELDS[kind] = names
    return names


_FIELDS: dict[type, tuple[str, ...]] = {}


def _parts(value: Any) -> Iterator[Part]:
    if isinstance(value, Part):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _parts(item)


@dataclass(frozen=True, slots=True)
class Name(Part):
    """A variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Parameter(Part):
    """`$name`."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant(Part):
    """A string, number, boolean or null."""

    value: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class ListOf(Part):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MapOf(Part):
    """`{key: value}`; also the properties of a node or relationship pattern."""

    entries: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Property(Part):
    """`base.name`."""

    base: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Index(Part):
    """`base[index]`."""

    base: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Slice(Part):
    """`base[low..high]`."""

    base: Expression
    low: Expression | None
    high: Expression | None


@dataclass(frozen=True, slots=True)
class Call(Part):
    """A function call; `function` keeps its case and dots; `star` is `count(*)`."""

    function: str
    arguments: tuple[Expression, ...]
    distinct: bool = False
    star: bool = False


@dataclass(frozen=True, slots=True)
class Unary(Part):
    """NOT, - or + in front of an operand."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Part):
    """`left operator right`; operators in upper case (AND, STARTS WITH, NOT IN, =~, +...)."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class IsNull(Part):
    """`operand IS [NOT] NULL`."""

    operand: Expression
    negated: bool


@dataclass(frozen=True, slots=True)
class IsTyped(Part):
    """`operand IS [NOT] :: TYPE` and `IS [NOT] NORMALIZED`; `type` as written."""

    operand: Expression
    type: str
    negated: bool


@dataclass(frozen=True, slots=True)
class Labelled(Part):
    """`operand:Label` as a condition."""

    operand: Expression
    labels: LabelExpression


@dataclass(frozen=True, slots=True)
class Case(Part):
    """CASE with (conditions, result) branches; `subject` for the simple form."""

    subject: Expression | None
    branches: tuple[tuple[tuple[Expression, ...], Expression], ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class ListComprehension(Part):
    """`[variable IN source WHERE condition | projection]`."""

    variable: str
    source: Expression
    where: Expression | None
    projection: Expression | None


@dataclass(frozen=True, slots=True)
class PatternComprehension(Part):
    """`[(a)-->(b) WHERE condition | projection]`."""

    path: Path
    where: Expression | None
    projection: Expression


@dataclass(frozen=True, slots=True)
class Quantified(Part):
    """`all|any|none|single(variable IN source WHERE condition)`; `kind` in lower case."""

    kind: str
    variable: str
    source: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Reduce(Part):
    """`reduce(accumulator = initial, variable IN source | step)`."""

    accumulator: str
    initial: Expression
    variable: str
    source: Expression
    step: Expression


@dataclass(frozen=True, slots=True)
class Subquery(Part):
    """`EXISTS|COUNT|COLLECT { ... }`; `kind` in upper case."""

    kind: str
    query: Query


@dataclass(frozen=True, slots=True)
class PatternExpression(Part):
    """A pattern used as a value or condition."""

    path: Path


@dataclass(frozen=True, slots=True)
class MapProjection(Part):
    """`base {.key, .*, key: value}`; a key of None is `.*`, a value of None is `.key`."""

    base: Expression
    entries: tuple[tuple[str | None, Expression | None], ...]


Expression: TypeAlias = (
    Name
    | Parameter
    | Constant
    | ListOf
    | MapOf
    | Property
    | Index
    | Slice
    | Call
    | Unary
    | Binary
    | IsNull
    | IsTyped
    | Labelled
    | Case
    | ListComprehension
    | PatternComprehension
    | Quantified
    | Reduce
    | Subquery
    | PatternExpression
    | MapProjection
)


@dataclass(frozen=True, slots=True)
class LabelName(Part):
    """One label or relationship type; `%` is the wildcard."""

    name: str


@dataclass(frozen=True, slots=True)
class LabelOperation(Part):
    """`&`, `|` or `!` over label expressions (`:A:B` counts as `&`)."""

    operator: str
    operands: tuple[LabelExpression, ...]


LabelExpression: TypeAlias = LabelName | LabelOperation


@dataclass(frozen=True, slots=True)
class NodePattern(Part):
    """`(variable:Label {properties} WHERE condition)`."""

    variable: str | None = None
    labels: LabelExpression | None = None
    properties: MapOf | Parameter | None = None
    where: Expression | None = None


@dataclass(frozen=True, slots=True)
class RelationshipPattern(Part):
    """`-[variable:TYPE*1..3 {properties} WHERE condition]->`.

    `hops` is None for a single relationship; a bound of None is open; `hops_span` is where they are
    written. `direction` is `>`, `<` or empty.
    """

    variable: str | None = None
    types: LabelExpression | None = None
    direction: Literal[">", "<", ""] = ""
    hops: tuple[int | None, int | None] | None = None
    properties: MapOf | Parameter | None = None
    where: Expression | None = None
    hops_span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class GroupPattern(Part):
    """`((a)-->(b) WHERE condition){1,3}`; `hops` None where it is not repeated."""

    path: Path
    where: Expression | None = None
    hops: tuple[int | None, int | None] | None = None
    hops_span: tuple[int, int] = (0, 0)


Element: TypeAlias = NodePattern | RelationshipPattern | GroupPattern


@dataclass(frozen=True, slots=True)
class Path(Part):
    """`variable = selector elements`; `selector` in upper case (SHORTESTPATH, ANY SHORTEST...)."""

    elements: tuple[Element, ...]
    variable: str | None = None
    selector: str = ""


@dataclass(frozen=True, slots=True)
class Match(Part):
    """`[OPTIONAL] MATCH paths [WHERE where]`."""

    paths: tuple[Path, ...]
    optional: bool = False
    where: Expression | None = None


@dataclass(frozen=True, slots=True)
class Unwind(Part):
    """`UNWIND source AS variable`."""

    source: Expression
    variable: str


@dataclass(frozen=True, slots=True)
class Item(Part):
    """`expression [AS alias]`."""

    expression: Expression
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class SortKey(Part):
    """`expression [ASC | DESC] [NULLS FIRST | LAST]`."""

    expression: Expression
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Projection(Part):
    """`WITH` or `RETURN`, or a bare `ORDER BY / SKIP / LIMIT` (empty `keyword`)."""

    keyword: Literal["WITH", "RETURN", ""]
    items: tuple[Item, ...] = ()
    distinct: bool = False
    star: bool = False
    order: tuple[SortKey, ...] = ()
    skip: Expression | None = None
    limit: Expression | None = None
    where: Expression | None = None


@dataclass(frozen=True, slots=True)
class CallSubquery(Part):
    """`CALL (imports) { query }`; `imports` None where there is no list, ("*",) for all."""

    query: Query
    imports: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class CallProcedure(Part):
    """`CALL name(arguments) YIELD outputs WHERE where`; outputs are (name, alias)."""

    procedure: str
    arguments: tuple[Expression, ...] = ()
    outputs: tuple[tuple[str, str | None], ...] = ()
    where: Expression | None = None


Clause: TypeAlias = Match | Unwind | Projection | CallSubquery | CallProcedure


@dataclass(frozen=True, slots=True)
class Branch(Part):
    """The clauses between two UNIONs."""

    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Query(Part):
    """Branches joined by UNION; `distinct` is False where one of them is UNION ALL."""

    branches: tuple[Branch, ...]
    distinct: bool = True


def conjuncts(condition: Expression | None) -> list[Expression]:
    """The parts of an AND, in order; none of no condition."""
    if isinstance(condition, Binary) and condition.operator == "AND":
        return [*conjuncts(condition.left), *conjuncts(condition.right)]
    return [] if condition is None else [condition]
