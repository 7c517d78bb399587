"""Units said beside what they measure: downtime in minutes, 64 GB of memory, 650 a month."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from bot.offline.items import Candidate, PropertyWord, Skip
from bot.offline.scanning.sheet import Sheet
from bot.words.units import Unit, scale_at, unit_at, unit_of
from memory.text import split_name

_EACH = frozenset(["a", "an", "per"])
_SAID = 0.02
# What is told by the year, if nobody says otherwise.
_YEARLY = frozenset(["revenue", "budget", "salary", "profit"])
# The words by which a name says what span its amounts are for.
_SPANS = {
    "hour": "hourly",
    "day": "daily",
    "week": "weekly",
    "month": "monthly",
    "quarter": "quarterly",
    "year": "yearly annual annually",
    "night": "nightly",
}


def put_measured(sheet: Sheet) -> None:
    """The same pieces with the units that only say again how they are measured."""
    for items in list(sheet.items):
        for item in list(items):
            if isinstance(item, PropertyWord):
                _in_unit(sheet, item)
    for at in range(len(sheet.forms)):
        _per_span(sheet, at)
        _by_the_year(sheet, at)
        _told_in(sheet, at)


def _in_unit(sheet: Sheet, item: PropertyWord) -> None:
    """Downtime in minutes, downtime (in minutes)."""
    at = item.end
    bracket = sheet.forms[at : at + 1] == ("(",)
    at += bracket
    if sheet.forms[at : at + 1] == ("in",):
        at += 1
    elif not bracket:
        return
    named = _unit_at(sheet, at)
    if named is None:
        return
    end = at + named[0]
    if bracket:
        if sheet.forms[end : end + 1] != (")",):
            return
        end += 1
    kept = tuple(c for c in item.candidates if _measured_in(c, named[1]))
    if kept:
        sheet.add(replace(item, end=end, candidates=kept))


def _unit_at(sheet: Sheet, at: int) -> tuple[int, Unit] | None:
    return unit_at(sheet.forms[at : at + 2], close=True) or scale_at(sheet.forms[at : at + 3])


def _measured_in(candidate: Candidate, unit: Unit) -> bool:
    """Whether a property is measured in a unit; in millions where it is in millions of euros."""
    own = unit_of(candidate.property)
    return own is not None and (
        own == unit or (own.counts and unit.counts and own.worth == unit.worth)
    )


def _told_in(sheet: Sheet, at: int) -> None:
    """The budget of X in millions: what it is measured in, said at the end."""
    named = _unit_at(sheet, at + 1) if at and sheet.forms[at] == "in" else None
    if named is None or sheet.forms[at + 1 + named[0] :] not in ((), ("?",), (".",)):
        return
    if any(_measured_in(c, named[1]) for c in _before(sheet, at)):
        sheet.add(Skip(at, at + 1 + named[0], _SAID))


def _per_span(sheet: Sheet, at: int) -> None:
    """A month, where what is kept is so: monthly cost, hours per week."""
    span = sheet.forms[at + 1] if at + 1 < len(sheet.forms) else ""
    if at == 0 or sheet.forms[at] not in _EACH or span not in _SPANS:
        return
    if sheet.forms[at + 2 : at + 3] in (("more",), ("less",), ("fewer",)):
        # 650 a month more than the average: a difference.
        return
    if any(_is_per(c.property, span) for c in _before(sheet, at)):
        sheet.add(Skip(at, at + 2, _SAID))


def _by_the_year(sheet: Sheet, at: int) -> None:
    """Annual revenue, a yearly salary: the year's figure, as the usual one is or the name says."""
    span = next((s for s, said in _SPANS.items() if sheet.forms[at] in said.split()), None)
    after = sheet.items[at + 1] if at + 1 < len(sheet.items) else []
    if span is None or not after:
        return
    found = [c for it in after if isinstance(it, PropertyWord) for c in it.candidates]
    if any(_is_per(c.property, span) or (span == "year" and _yearly(sheet, c)) for c in found):
        sheet.add(Skip(at, at + 1, _SAID))


def _yearly(sheet: Sheet, candidate: Candidate) -> bool:
    """Whether a figure is told by the year where its name tells no span."""
    groups = sheet.lexicon.groups_of(candidate.owner, candidate.property)
    spans = any(_is_per(candidate.property, span) for span in _SPANS)
    return bool(groups & _YEARLY) and not spans


def _is_per(property: str, span: str) -> bool:
    """Whether a name says that its amounts are for such a span."""
    words = split_name(property)
    return bool(set(_SPANS[span].split()) & set(words)) or ("per", span) in pairwise(words)


def _before(sheet: Sheet, at: int) -> Iterator[Candidate]:
    """The properties of numbers that the question names."""
    for items in sheet.items[:at]:
        for item in items:
            if isinstance(item, PropertyWord) and item.end <= at:
                yield from item.candidates
