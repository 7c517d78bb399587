"""In what year did we get the most orders: it is a year that is told, not what was ordered."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.offline.ages import AGE
from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.tree_parts import walk
from bot.offline.vocabulary import type_words
from bot.offline.words import roots
from memory.query import Attribute, Edge, Function, Query
from memory.schema import Schema
from memory.text import split_name
from memory.tree_edits import attributes_of

_SPAN = r"(?:year|decade|century|quarter|month|weekday|day|hour|season)s?"
_ASKED = re.compile(
    rf"\A\W*(?:(?:in|during|on|at) (?:which|what) {_SPAN}\b|(?:which|what) {_SPAN} (?:saw|had) )",
    re.I,
)
_MOST = re.compile(r"\b(?:most(?! recent)|fewest|least) ", re.I)
_AGED_WHEN = re.compile(
    r"\b(?:younger|older|youngest|oldest|aged?|old|ages|under|over)\b.*"
    r" (?:when|at the time|at (?:its|their|his|her) [a-z]+|at the (?!moment)[a-z]+ of)\b",
    re.I,
)
# Parts of a date that a function tells.
_PARTS = frozenset(["year", "decade", "century", "quarter", "month", "dayOfWeek", "day", "hour"])
_NAMED = _PARTS | {"season", "weekday", "date", "time", "period", "month_and_year"}


def forgets_the_span(question: str, query: Query, schema: Schema) -> bool:
    """Whether no time is told where it is asked in which year something was.

    The newest is told by its date; a year that had the most of something is not.
    """
    if not _ASKED.match(question) or query.form not in ("list", "value") or query.source:
        return False
    parts = [part for column in query.columns for part in walk(column.operand)]
    if any(isinstance(x, Function) and x.name in _NAMED for x in parts):
        return False
    owners = {n.variable: n.labels[:1] for n in query.pattern.nodes}
    owners |= {e.variable: e.types[:1] for e in query.pattern.edges if e.variable}
    times = [x for x in parts if isinstance(x, Attribute) and _timely(x, owners, schema)]
    ranked = any(order.operand in times for order in query.order)
    return not times or (ranked and bool(_MOST.search(question)))


def ages_them_today(question: str, query: Query, schema: Schema) -> bool:
    """Whether those who were young *when* something happened are told by their age today."""
    stored = any(AGE in label.properties for label in schema.labels.values())
    if stored or not _AGED_WHEN.search(question):
        return False
    parts = [x for x in walk(query) if isinstance(x, Attribute | Function)]
    spans = [x for x in parts if isinstance(x, Function) and x.name.startswith("age")]
    return any(len(x.operands) == 1 for x in spans) or any(
        isinstance(x, Attribute) and x.property == AGE for x in parts
    )


def takes_another_time(question: str, query: Query, schema: Schema) -> bool:
    """Whether the month in which most people earned a badge is that in which they joined.

    What they did is dated itself: that is the time, unless the other date is said.
    """
    keys = [c.operand for c in query.columns if isinstance(c.operand, Function)]
    spans = [x for x in keys if x.name in _NAMED]
    dates = {date for span in spans for date in attributes_of(span)}
    said = frozenset().union(*map(roots, re.findall(r"[a-z]+", question.lower())))
    for date in dates:
        edges = [e for e in query.pattern.edges if date.variable in (e.start, e.end)]
        named = any(roots(word) & said for word in split_name(date.property))
        if named or not edges or date.variable != query.subject:
            continue
        if any(roots(type_words(e.types[0])[0]) & said and _dated(e, schema) for e in edges):
            return True
    return False


def _dated(edge: Edge, schema: Schema) -> bool:
    held = schema.relationships[edge.types[0]].properties.values()
    return any(kind_of(property) in TIME_KINDS for property in held)


def _timely(told: Attribute, owners: Mapping[str, tuple[str, ...]], schema: Schema) -> bool:
    if _NAMED & {*split_name(told.property)}:
        return True
    for owner in owners.get(told.variable, ()):
        held = schema.labels.get(owner) or schema.relationships.get(owner)
        stored = held.properties.get(told.property) if held else None
        if stored is not None and kind_of(stored) in TIME_KINDS:
            return True
    return False
