"""How old somebody was when something happened: younger than 30 when the film was released.

The question is read without the words for that time, of the age today; what is reckoned in the
tree is the age on the one date that those words name, of a thing that it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.ages import AGE, THEN, Age
from bot.offline.comparing import as_date
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.date_spans import akin
from bot.offline.kinds import TIME_KINDS
from bot.offline.subtrees import renamed
from bot.offline.tree_parts import instead, walk
from memory.query import Aggregate, Attribute, Column, Function, Operand, Pattern, Query
from memory.text import split_name

_COST = 0.1
_YEARS = ("year", "year_text")
_DONE = (
    r"(?:(?P<be>was|were|got) (?P<done>[a-z]+)|(?P<out>came out|opened|began|started|premiered))"
)
_WHEN = r"(?:when|at the time(?: that| when)?|the (?:year|day)(?: that| when)?)"
_THEN = re.compile(
    rf",? {_WHEN} (?P<what>it|they|(?:the|their|his|her|its|that|this) [a-z]+|[^,?]+?) {_DONE}"
    r"(?=[\s?.!]*\Z)|,? at (?:the time of )?(?:its|their|the) (?P<noun>[a-z]+)(?=[\s?.!]*\Z)",
    re.I,
)
_HOW_OLD = re.compile(
    rf"\A\W*how old (?:was|were) (?P<who>[^,?]+?) {_WHEN} (?P<what>[^,?]+?) {_DONE}[\s?.!]*\Z", re.I
)
_OUT = {"came out": "released", "opened": "opened", "premiered": "released"}
_OUT |= {"began": "started", "started": "started"}


@cued("how old", "younger", "older", "youngest", "oldest", "age", "under", "over")
def frame(asked: Asked) -> Iterator[Heard]:
    """How old was X when Y was released, the average age of its actors when it was released?"""
    if found := _HOW_OLD.match(asked.question):
        yield from _of_two(asked, found)
    elif found := _THEN.search(asked.question):
        done = found["noun"] or found["done"] or _OUT[found["out"].lower()]
        heard = asked.hear((*found.span(), ""))
        query = _then(asked, heard.query, done.lower()) if heard is not None else None
        if heard is not None and query is not None:
            yield heard.priced(_COST, query)


def _of_two(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """When the one was born, and when the other was released, from the one to the other."""
    done = (found["done"] or _OUT[found["out"].lower()]).lower()
    born = asked.hear_part(*found.span("who"), "When was ", " born")
    later = asked.hear_part(*found.span("what"), "When was ", f" {done}")
    if born is None or later is None:
        return
    first, last = _told(born.query), _told(later.query)
    if first is None or last is None:
        return
    taken = {n.variable for n in born.query.pattern.nodes}
    names = {n.variable: f"{n.variable}2" for n in later.query.pattern.nodes if n.variable in taken}
    other, last = renamed(later.query.pattern, names), renamed(last, names)
    one = born.query.pattern
    both = Pattern((*one.nodes, *other.nodes), (*one.edges, *other.edges), one.where + other.where)
    years = _years(asked, both, first, last)
    if years is not None and akin(done, split_name(last.property)[0]):
        query = Query(both, (Column(years, "age"),), born.query.subject, form="value")
        yield Heard(query, born.cost + later.cost + _COST, (*born.used, *later.used))


def _told(query: Query) -> Attribute | None:
    """The one property that is told of what is named."""
    plain = not (query.having or query.order or query.source or query.optional)
    told = [c.operand for c in query.columns]
    return told[0] if plain and len(told) == 1 and isinstance(told[0], Attribute) else None


def _then(asked: Asked, query: Query, done: str) -> Query | None:
    """The tree with the one age in it reckoned on the date that is said."""
    labels = {n.variable: n.labels[0] for n in query.pattern.nodes if n.labels}
    told = {x for x in walk(query) if isinstance(x, Attribute) and x.variable in labels}
    ages = {x: asked.lexicon.property(labels[x.variable], x.property) for x in told}
    known = [(x, age) for x, age in ages.items() if isinstance(age, Age) and age.name == AGE]
    if len(known) != 1 or query.source is not None:
        return None
    ((told_age, age),) = known
    born = Attribute(told_age.variable, age.since)
    dates = [
        Attribute(variable, name)
        for variable, label in labels.items()
        if variable != born.variable
        for name in asked.lexicon.schema.labels[label].properties
        if asked.lexicon.kind(label, name) in TIME_KINDS
        and any(akin(done, part) for part in split_name(name))
    ]
    years = _years(asked, query.pattern, born, dates[0]) if len(dates) == 1 else None
    if years is None:
        return None
    if query.distinct_on and any(isinstance(c.operand, Aggregate) for c in query.columns):
        query = replace(query, distinct_on=(*query.distinct_on, dates[0].variable))
    elif query.distinct_on or query.distinct:
        # Old enough at one release or another: that age is of both.
        columns = tuple(c for c in query.columns if c.operand != told_age)
        query = replace(query, columns=columns)
    return instead(query, told_age, years) if query.columns else None


def _years(asked: Asked, pattern: Pattern, born: Attribute, then: Attribute) -> Operand | None:
    """The age on a date, by the years alone where no more is kept of one."""
    labels = {n.variable: n.labels[0] for n in pattern.nodes}
    ends = (born, then)
    kinds = [asked.lexicon.kind(labels[x.variable], x.property) for x in ends]
    dates = [as_date(x, kind) for x, kind in zip(ends, kinds, strict=True)]
    if not set(kinds) & {*_YEARS}:
        return Function(THEN, tuple(dates))
    years = (
        date if kind in _YEARS else Function("year", (date,))
        for date, kind in zip(dates, kinds, strict=True)
    )
    return Function(f"{THEN}_in_years", tuple(years))
