"""Amounts that are only about right: around 100, roughly 2 million."""

from __future__ import annotations

import re

from bot.offline.tree_parts import walk
from memory.query import Comparison, Query

_SCALE = r"thousand|million|billion|trillion|mio|mn|bn|[km](?!\w)"
_ROUGHLY = re.compile(
    r"(?:(?<!\w)(?P<sure>around|roughly|approximately|approx\.?|circa|close to|"
    r"(?:some|any)where (?:around|near)|in the (?:region|neighbou?rhood) of)|"
    r"(?<!\w)about|~) ?(?P<money>[$€£]?) ?"
    rf"(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?)(?P<scale> ?(?:{_SCALE}))?(?![\w:/.-]*\d)"
    r"(?! ?(?:a\.?m|p\.?m|o['’]?clock)\b)(?!\w* \w+ ago\b)",
    re.I,
)
# Around ten films: so many are shown.
_SHOWN = re.compile(r"(?:\A\W*|\b(?:list|show|give|name|find|me|us|the|top|first) )\Z", re.I)
# What is about 5 or around 1500: so much, and neither a topic nor a year.
_SO_MUCH = re.compile(
    r"\b(?:costs?|costing|earns?|earning|makes?|pays?|paid|weighs?|weighing|takes?|lasts?|worth|"
    r"an? (?:\w+ ){1,3}of|has|have|had|with) \Z",
    re.I,
)
_COUNTED = re.compile(
    r" (?!(?:and|or|in|on|of|for|by|with|who|that|which|to|from|at)\b)[a-z]+", re.I
)
# 1066, 1999: what may be a year is so near to that year as nobody has said.
_YEAR = range(1000, 2101)
# A tenth either way, and never less than one of what is whole.
_TENTH, _WHOLE = 0.1, 1
# About 7 films: sooner what they are about than how many there are.
_FEW = 10


def roughly(question: str) -> tuple[int, int, str, str] | None:
    """Where an amount stands that is only about right, and what it is at least and at most.

    >>> roughly("Which flats cost around $1,200 a month?")
    (17, 30, '$1080', '$1320')
    >>> roughly("Which ships weigh about 2.5 million kg?")
    (18, 35, '2.25 million', '2.75 million')
    >>> roughly("bags of roughly 5 kg"), roughly("songs about 7 rings"), roughly("made around 1990")
    ((8, 17, '4', '6'), None, None)
    """
    found = _found(question)
    if found is None or _may_be_year(question, found):
        return None
    value, scale = float(_digits(found)), found["scale"] or ""
    whole = "." not in found["number"]
    apart = max(value * _TENTH, _WHOLE) if whole and not scale else value * _TENTH
    money = found["money"]
    low, high = (f"{money}{_plain(value + x)}{scale}" for x in (-apart, apart))
    return (*found.span(), low, high)


def takes_exactly(question: str, query: Query) -> bool:
    """Whether what is *about* so much is told as just so much: no range is tested."""
    if _found(question) is None:
        return False
    tests = [part for part in walk(query) if isinstance(part, Comparison)]
    least = {test.left for test in tests if test.operator == ">="}
    return not any(test.operator in ("<", "<=") and test.left in least for test in tests)


def _found(question: str) -> re.Match[str] | None:
    """An amount that is only about right; about 7 and about 1984 may be topics."""
    found = _ROUGHLY.search(question)
    if found is None or _SHOWN.search(question[: found.start()]) or not float(_digits(found)):
        return None
    if found["sure"] or found["scale"] or _SO_MUCH.search(question[: found.start()]):
        return found
    few = float(_digits(found)) < _FEW
    return None if few or _may_be_year(question, found) else found


def _digits(found: re.Match[str]) -> str:
    return found["number"].replace(",", "")


def _may_be_year(question: str, found: re.Match[str]) -> bool:
    """Whether nothing tells an amount from a year: made around 1990, and not 1,500 men."""
    if not found["number"].isdecimal() or found["scale"] or found["money"]:
        return False
    said = _SO_MUCH.search(question[: found.start()]) or _COUNTED.match(question, found.end())
    return int(found["number"]) in _YEAR and not said


def _plain(value: float) -> str:
    return f"{round(value, 6):.6f}".rstrip("0").rstrip(".")
