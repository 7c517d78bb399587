"""So old: older than five years, over 30 years old, under the age of 18, in their forties."""

from __future__ import annotations

import re
from datetime import date

from bot.offline.data import load
from bot.offline.from_today import moved, number
from bot.offline.items import Aged, Compare, Number
from bot.offline.scanning.sheet import Sheet

_NUMBERS: dict[str, int] = load("scales")["numbers"]
_N = rf"\d{{1,4}}|{'|'.join(word for word, n in _NUMBERS.items() if n)}"
_SIGNS = {
    "no older than": "<=",
    "not older than": "<=",
    "at most": "<=",
    "no more than": "<=",
    "no younger than": ">=",
    "at least": ">=",
    "older than": ">",
    "more than": ">",
    "over": ">",
    "above": ">",
    "younger than": "<",
    "newer than": "<",
    "less than": "<",
    "under": "<",
    "below": "<",
}
_SIGN = rf"(?P<sign>{'|'.join(_SIGNS)})"
_MORE = {"over": ">=", "older": ">=", "above": ">=", "up": ">=", "more": ">="}
_LESS = {"under": "<=", "younger": "<=", "below": "<=", "less": "<="}
_ENDS = rf"(?: (?:and|or) (?P<more>{'|'.join((*_MORE, *_LESS))})\b)"
_SPAN = re.compile(
    rf"\b(?:{_SIGN} )?(?P<n>{_N}|an?) (?P<unit>day|week|month|year|decade|centur)(?:s|y|ies)?\b"
    r"(?P<old> old\b| of age\b)?",
    re.I,
)
_AGE = re.compile(rf"\b{_SIGN} (?:the )?age (?:of )?(?P<n>{_N})\b(?! years)", re.I)
_AGED = re.compile(
    rf"\baged (?:{_SIGN} )?(?P<n>{_N})(?: years)?{_ENDS}?(?! (?:to|and)\b|-\d)", re.I
)
_AGES = re.compile(rf"\bbetween (?:the )?ages (?:of )?(?P<n>{_N}) and (?P<m>{_N})\b", re.I)
# Three or more orders are no age.
_NONE_AFTER = r"(?<!more)(?<!less)|(?! (?!with|in|at|who|that|and|or|from|of|on|are|were|is)\w)"
_ENDING = re.compile(rf"\b(?P<n>{_N})(?: years)?{_ENDS}(?:{_NONE_AFTER})", re.I)
_TENS = {f"{word[:-1]}ies": n for word, n in _NUMBERS.items() if word.endswith("ty")}
_IN_TENS = re.compile(rf"\bin (?:their|his|her) (?P<n>{'|'.join(_TENS)}|['’]?[2-9]0['’]?s)\b", re.I)
_AGED_SO = ("age",)


def put_aged(sheet: Sheet) -> None:
    """Comparisons with an age, of people in years, and of things with a span of time."""
    question = sheet.question
    for found in _SPAN.finditer(question):
        _put_span(sheet, found)
    for pattern in (_AGE, _AGED, _ENDING):
        for found in pattern.finditer(question):
            groups = found.groupdict()
            said = (groups.get("sign") or "").lower(), (groups.get("more") or "").lower()
            operator = {**_MORE, **_LESS}.get(said[1]) or _SIGNS.get(said[0], "=")
            _put(sheet, found, operator, number(found["n"]))
    for found in _AGES.finditer(question):
        _put(sheet, found, ">=", number(found["n"]), number(found["m"]))
    for found in _IN_TENS.finditer(question):
        low = _TENS.get(found["n"].lower()) or int(re.sub(r"\D", "", found["n"]))
        _put(sheet, found, ">=", low, low + 9)


def _put(
    sheet: Sheet, found: re.Match[str], operator: str, low: int, high: int | None = None
) -> None:
    span = sheet.span(*found.span())
    if span is not None:
        upper = None if high is None else Number(high)
        sheet.add(Compare(*span, 0.0, operator, Number(low), upper, _AGED_SO))


def _put_span(sheet: Sheet, found: re.Match[str]) -> None:
    """Older than six months; over ten years old: counted back from today."""
    sign, old = (found["sign"] or "").lower(), found["old"]
    if sign not in _SIGNS or not (old or sign.endswith(("er than",))):
        return
    unit = "century" if found["unit"].lower() == "centur" else found["unit"].lower()
    many, years = number(found["n"]), unit == "year"
    if unit == "century":
        many, unit = many * 10, "decade"
    day = moved(date.today(), unit, -many)
    span = sheet.span(*found.span())
    if day is not None and span is not None:
        sheet.add(Aged(*span, 0.0, _SIGNS[sign], day, years))
        if years and old:
            sheet.add(Compare(*span, 0.0, _SIGNS[sign], Number(many), None, _AGED_SO))
