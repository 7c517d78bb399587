"""The time from one date of a thing to another, by the words for the two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.offline.comparing import as_date
from bot.offline.data import load
from bot.offline.frames.asked import Asked
from bot.offline.kinds import ISO, SPELT_DAYS, Kind
from bot.offline.words import lemmas, roots
from memory.query import Aggregate, Attribute, Column, Function, Query
from memory.text import split_name

# Of which the time of day is not known, or let be.
DAYS = ("date", *ISO, *SPELT_DAYS)
DATED = ("datetime", "zoned", *DAYS)
# A unit as it is said -> the unit of what is reckoned, and how many of these it is.
UNITS = {
    "minute": ("minutes", 1),
    "hour": ("hours", 1),
    "day": ("days", 1),
    "week": ("days", 7),
    "year": ("days", 365),
}
_TIMED = frozenset(["date", "time", "day", "on", "at", "by", "in", "timestamp", "datetime"])
_BEING = ["being", "having", "been", "they", "were", "was", "it", "is", "are", "when", "actually"]
_SMALL = _TIMED | {*_BEING, "the", "their", "its", "his", "her", "of", "a", "an", "that"}
_WORD = re.compile(r"[a-z]+", re.I)
_VERBS: dict[str, str] = load("done")["verbs"]


@dataclass(frozen=True, slots=True)
class Span:
    """The time from one property of a node to another, in a unit; that of days is in days."""

    start: Attribute
    end: Attribute
    unit: str
    kind: Kind

    @property
    def operand(self) -> Function:
        """Days of dates are whole."""
        name = "days" if self.kind in DAYS else f"{self.unit}_exactly"
        ends = tuple(as_date(end, self.kind) for end in (self.start, self.end))
        return Function(f"{name}_between", ends)


def span_said(asked: Asked, query: Query, begins: str, ends: str, unit: str) -> Span | None:
    """The span of the one thing of a tree that has both dates which words name."""
    found = []
    for node in query.pattern.nodes:
        for label in node.labels[:1]:
            starts, stops = (dates_said(asked, label, words) for words in (begins, ends))
            if len(starts) == len(stops) == 1 and starts != stops:
                found.append((node.variable, label, starts[0], stops[0]))
    if len(found) != 1 or query.source is not None:
        return None
    variable, label, first, last = found[0]
    kinds = {asked.lexicon.kind(label, name) for name in (first, last)}
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    unit = unit or ("days" if kind in DAYS else "hours")
    if kind not in DATED or (kind in DAYS and unit != "days"):
        return None
    return Span(Attribute(variable, first), Attribute(variable, last), unit, kind)


def dates_said(asked: Asked, label: str, words: str) -> list[str]:
    """The dates of a label that words name: the order date, being ordered, ordering."""
    said = [w.lower() for w in _WORD.findall(words) if w.lower() not in _SMALL]
    return [
        name
        for name in dates_of(asked, label)
        if said and all(any(akin(word, part) for part in _named(name)) for word in said)
    ]


def dates_of(asked: Asked, label: str) -> Iterator[str]:
    """The dates that things of a label have."""
    for name in asked.lexicon.schema.labels[label].properties:
        if asked.lexicon.kind(label, name) in DATED:
            yield name


def _named(name: str) -> list[str]:
    return [part for part in split_name(name) if part not in _TIMED]


def akin(one: str, other: str) -> bool:
    """Whether two words are of one verb.

    >>> akin("resolution", "resolved"), akin("filing", "filed"), akin("order", "shipped")
    (True, True, False)
    """
    return bool(_stems(one) & _stems(other))


def _stems(word: str) -> frozenset[str]:
    verb = next((_VERBS[form] for form in lemmas(word) if form in _VERBS), word)
    return roots(verb)


def averaged(query: Query, span: Span, function: str = "avg") -> Query | None:
    """The tree that counts things, with their average span in place of the number."""
    counts = [c for c in query.columns if isinstance(c.operand, Aggregate)]
    if len(counts) != 1 or span.end.variable != query.subject or query.order:
        return None
    unit = span.operand.name.split("_")[0]
    name = {"avg": "average", "max": "longest", "min": "shortest"}[function]
    mean = Column(Aggregate(function, span.operand), f"{name}_{unit}")  # type: ignore[arg-type]
    columns = tuple(mean if c is counts[0] else c for c in query.columns)
    form = "value" if len(columns) == 1 else query.form
    each = query.distinct_on or ((query.subject,) if query.pattern.edges else ())
    return replace(query, columns=columns, form=form, distinct_on=each)
