"""Expired, still valid, upcoming: whether the day that tells is over, seen from today."""

from __future__ import annotations

from bot.offline.data import load
from bot.offline.items import Candidate, Stated
from bot.offline.kinds import ISO, SPELT_DAYS
from bot.offline.phrases import heads, listed
from bot.offline.scanning.sheet import Sheet
from bot.offline.scanning.states import told
from memory.text import split_name

_LONGEST = 4
_DAYS = ("date", "datetime", "zoned", *ISO, *SPELT_DAYS)
_ANY = "@time"
# What the words of states.toml say of which days: those measured by a group of synonyms.toml.
_SAID = (
    ("past", "before", "expiry"),
    ("ahead", "since", "expiry"),
    ("gone_by", "before", _ANY),
    ("to_come", "since", _ANY),
)
_GROUPS = tuple(group for group, _, _ in _SAID)


def put_from_now(sheet: Sheet, at: int) -> None:
    """What the words at a token say of a day."""
    if sheet.forms[at] not in heads("states", *_GROUPS):
        return
    for size in range(1, _LONGEST + 1):
        span = sheet.forms[at : at + size]
        for group, operator, measure in _SAID:
            if len(span) == size and span in listed("states", group) and not told(sheet, at, span):
                _put(sheet, at, at + size, operator, measure)


def _put(sheet: Sheet, at: int, end: int, operator: str, measure: str) -> None:
    found: list[Candidate] = []
    for label in sheet.lexicon.schema.labels:
        days = (
            Candidate(label, name, False, cost)
            for name, cost in sheet.lexicon.measures(label, (measure,))
            if sheet.lexicon.kind(label, name) in _DAYS
            and (measure != _ANY or _is_when(label, name))
        )
        found += [day for day in (next(days, None),) if day is not None]
    if found:
        sheet.schema.update(range(at, end))
        sheet.add(Stated(at, end, 0.0, tuple(found), operator))


def _is_when(label: str, name: str) -> bool:
    """Whether a date tells when a thing is, not when it was made, booked or changed."""
    days = (*load("states")["days"], *split_name(label))
    return all(word in days for word in split_name(name))
