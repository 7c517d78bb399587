"""Ages that are not stored, read as a property: the years since a birth or a beginning.

A question is read over a schema in which whoever was born has an age; in the tree that comes out it
is reckoned from the birth to this day. Nobody who died has an age to be compared or summed up; one
that is only told is that at death.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from bot.stored.ages import AGE, LIFESPAN, Age, Lasted
from bot.stored.comparing import as_date
from bot.stored.kinds import TIME_KINDS, Kind
from bot.stored.measures import Measures
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.query import Attribute, Column, Comparison, Condition, Function, Pattern, Query
from memory.schema import Label, Property, Schema
from memory.text import split_name

_T = TypeVar("_T")
_YEARS: tuple[Kind, ...] = ("year", "year_text")
# Years of another calendar are not so long before this one.
_OURS = 1000
_BEGINNINGS = frozenset([*load("kinds")["since_when"], *load("kinds")["coming_first"]])
_TIMED = frozenset(["date", "year", "day", "time", "timestamp", "on", "at", "in"])


def with_ages(schema: Schema, labels: Iterable[str] | None = None) -> Schema:
    """The schema in which those have an age whose birth is kept, or beginning, and no age is.

    Only some of its `labels`, where they are given.
    """
    measures, known = Measures(schema), schema.labels
    aged = {name: _aged(known[name], measures) for name in (known if labels is None else labels)}
    return replace(schema, labels={**known, **aged})


def _aged(label: Label, measures: Measures) -> Label:
    if {AGE, LIFESPAN} & {*label.properties} or measures.measures(label.name, ("age",)):
        return label
    birth = next(_births(label, measures), None)
    thing = birth is None and label.name in measures.pronouns.things
    since = next(_beginnings(label, measures), None) if thing else birth
    if since is None:
        return label
    born, kind = label.properties[since], measures.kind(label.name, since)
    ends = (name for name, _ in measures.measures(label.name, ("death",)))
    until = next((name for name in ends if measures.kind(label.name, name) == kind), "")
    own = {**label.properties}
    if kind not in _YEARS or _of_ours(born):
        own[AGE] = _age(AGE, born, until, kind, thing=thing)
    if until and not thing:
        own[LIFESPAN] = _age(LIFESPAN, label.properties[until], until, kind, since=since)
    return replace(label, properties=own)


def _age(
    name: str, known: Property, until: str, kind: Kind, *, since: str = "", thing: bool = False
) -> Age:
    """An age that is there wherever another property is known."""
    return Age(
        name,
        ("INTEGER",),
        null_share=known.null_share,
        since=since or known.name,
        until=until,
        kind=kind,
        thing=thing,
    )


def _of_ours(born: Property) -> bool:
    """Whether years are of the calendar that this day has."""
    first = born.minimum if born.minimum is not None else min(born.examples, default="", key=str)
    return str(first).isdecimal() and int(str(first)) >= _OURS


def _births(label: Label, measures: Measures) -> Iterator[str]:
    """The properties that tell when someone was born."""
    for name, _ in measures.measures(label.name, ("birth",)):
        if measures.kind(label.name, name) in TIME_KINDS:
            yield name


def _beginnings(label: Label, measures: Measures) -> Iterator[str]:
    """The properties that tell when something was made."""
    for name, _ in measures.measures(label.name, ("@time",)):
        if measures.kind(label.name, name) in TIME_KINDS and _begins(name):
            yield name


def _begins(name: str) -> bool:
    """Whether a property is named for how something began, or for nothing but its time."""
    words = split_name(name)
    made = {lemma for word in words for lemma in lemmas(word)}
    return bool(made & _BEGINNINGS) or set(words) <= _TIMED


def age_of(age: Age | Lasted, variable: str, *, told: bool) -> Function:
    """How old a node is; with `told` at death where it died. Or how long it lasted."""
    if isinstance(age, Lasted):
        lasted = (Attribute(variable, end) for end in (age.since, age.until))
        return Function(age.name, tuple(as_date(end, age.kind) for end in lasted))
    ended = age.until and (told or age.name == LIFESPAN)
    ends = [age.since, age.until] if ended else [age.since]
    operands = (as_date(Attribute(variable, end), age.kind) for end in ends)
    unit = "_in_years" if age.kind in _YEARS else ""
    return Function(age.name + unit, tuple(operands))


def reckoned(query: Query, schema: Schema) -> Query:
    """The tree with ages reckoned; `schema` has them as properties."""
    return _Reckoner(schema).query(query)


class _Reckoner:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._ages: dict[Attribute, Age | Lasted] = {}
        # Those that must be alive, in the pattern that is being turned and anywhere.
        self._alive: dict[str, Age] = {}
        self._living: set[str] = set()

    def query(self, query: Query) -> Query:
        for pattern in (query.pattern, query.optional):
            self._own(pattern)
        source = self.query(query.source) if query.source is not None else None
        outside, self._alive = self._alive, {}
        turned: dict[str, Any] = {
            name: self._turned(getattr(query, name)) for name in ("having", "order", "each")
        }
        shown = [c if self._told(c) else self._turned(c) for c in query.columns]
        turned["pattern"] = self._pattern(query.pattern)
        self._alive = outside
        turned["columns"] = tuple(map(self._shown, shown))
        if query.optional is not None:
            turned["optional"] = self._pattern(query.optional)
        return replace(query, source=source, **turned)

    def _own(self, pattern: Pattern | None) -> None:
        """Which properties of a pattern's nodes are ages or durations."""
        for node in pattern.nodes if pattern is not None else ():
            labels = (self._schema.labels.get(label) for label in node.labels)
            own = (p for label in labels if label for p in label.properties.values())
            ages = (age for age in own if isinstance(age, Age | Lasted))
            self._ages |= {Attribute(node.variable, age.name): age for age in ages}

    def _told(self, column: Column) -> Attribute | None:
        """The age that a column has."""
        told = column.operand
        return told if isinstance(told, Attribute) and told in self._ages else None

    def _shown(self, column: Column) -> Column:
        told = self._told(column)
        if told is None:
            return column
        alive = told.variable in self._living
        return replace(column, operand=age_of(self._ages[told], told.variable, told=not alive))

    def _pattern(self, pattern: Pattern) -> Pattern:
        """The pattern in which whoever has an age that is compared is alive."""
        self._own(pattern)
        known = tuple(one for test in pattern.where for one in self._known(test))
        where = tuple(self._turned(test) for test in known)
        own = {n.variable for n in pattern.nodes} & {*self._alive}
        ended = [(v, self._alive.pop(v).until) for v in sorted(own)]
        tests = (Comparison(Attribute(v, until), "IS NULL") for v, until in ended if until)
        return replace(pattern, where=(*where, *(t for t in tests if t not in where)))

    def _turned(self, part: _T) -> _T:
        """Part of a tree with ages reckoned; whoever has one is kept in mind."""
        turned: object = part
        match part:
            case tuple():
                turned = tuple(self._turned(one) for one in part)
            case Pattern():
                turned = self._pattern(part)
            case Query():
                turned = self.query(part)
            case Attribute() if part in self._ages:
                turned = self._reckoned(part)
            case _ if is_dataclass(part) and not isinstance(part, type):
                changes = {f.name: self._turned(getattr(part, f.name)) for f in fields(part)}
                turned = replace(part, **changes)
        return turned  # type: ignore[return-value]

    def _known(self, test: Condition) -> tuple[Condition, ...]:
        """That an age is known: that what it is reckoned from is."""
        match test:
            case Comparison(Attribute(variable) as left, "IS NOT NULL") if left in self._ages:
                told = age_of(self._ages[left], variable, told=False)
                return tuple(replace(test, left=one) for one in told.operands)
        return (test,)

    def _reckoned(self, attribute: Attribute) -> Function:
        age = self._ages[attribute]
        if isinstance(age, Age) and age.name == AGE:
            self._alive[attribute.variable] = age
            self._living.add(attribute.variable)
        return age_of(age, attribute.variable, told=False)
