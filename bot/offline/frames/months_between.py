"""Between January and March 2010, from 5 to 20 March 2010: the year said once is that of both."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import MONTHS

_COST = 0.02
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:,? |,? (?:of|in) )(?P<year>[12]\d{3})\b"
_LEAD = r"\b(?P<lead>between|from) (?:the )?"
_AND = r" (?P<and>and|to|until|till|through) (?:the )?"
_ENDS = (
    # January and March 2010, March 5 and April 20, 2010, 5 March and 20 April 2010.
    re.compile(
        rf"{_LEAD}(?P<first>(?:{_DAY} (?:of )?)?{_MONTH}(?: {_DAY})?){_AND}"
        rf"(?P<last>(?:{_DAY} (?:of )?)?{_MONTH}(?: {_DAY})?){_YEAR}",
        re.I,
    ),
    # 5 and 20 March 2010.
    re.compile(
        rf"{_LEAD}(?P<first>{_DAY}){_AND}(?P<last>{_DAY} (?:of )?(?P<month>{_MONTH})){_YEAR}", re.I
    ),
    # March 5 and 20, 2010.
    re.compile(rf"{_LEAD}(?P<first>(?P<month>{_MONTH}) {_DAY}){_AND}(?P<last>{_DAY}){_YEAR}", re.I),
)


@cued("between ", "from ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many visits were there between January and March 2010?"""
    for n, form in enumerate(_ENDS):
        found = form.search(asked.question)
        if found is None:
            continue
        first, last, year = found["first"], found["last"], found["year"]
        if n == 1:
            first = f"{first} {found['month']}"
        elif n == 2:
            last = f"{found['month']} {last}"
        if _month(first) > _month(last):
            # From November to February 2010 begins in the year before.
            return
        first, last = _of_year(first, year), _of_year(last, year)
        heard = asked.hear((*found.span(), f"between {first} and {last}"))
        if heard is not None:
            yield heard.priced(_COST)
        return


def _month(words: str) -> int:
    found = re.search(_MONTH, words, re.I)
    return MONTHS.index(found[0][:3].upper()) if found is not None else 0


def _of_year(day: str, year: str) -> str:
    """The day or month with its year; March 5, 2010, but 5 March 2010."""
    apart = not day[0].isdigit() and any(c.isdigit() for c in day)
    return f"{day}, {year}" if apart else f"{day} {year}"
