"""The one year that the question asks for, where the draft's two bounds span another time.

Asked what was built in 2023, models write `n.built > '2022-01-01' AND n.built < '2024-12-31'`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Call, Constant, Expression, Name, Property

_NUMBER = re.compile(r"(?<!\d)\d{4}(?!\d)")
_YEAR = re.compile(r"\b(?:in|during|from|of|for)\s+(?:the\s+year\s+)?([12]\d{3})\b", re.I)
# Words of other times than one whole year.
_OTHERWISE = re.compile(
    r"\b(?:since|after|before|until|till|between|by|onwards?|later|earlier|past|last|or|to|not|"
    r"quarter|spring|summer|autumn|fall|winter|(?:first|second) half|early|mid|late|"
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|\d\d\d\d\s*on\b",
    re.I,
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_DATES = ("date", "datetime", "localdatetime")
_BELOW, _ABOVE = ("<", "<="), (">", ">=")


def asked_year(statement: Statement, known: Known) -> list[Fix]:
    """From the first day of that year to the last."""
    year = _year(known.question or "")
    found = list(_bounds(statement)) if year is not None else []
    lower = [one for one in found if one.part.operator in _ABOVE]
    upper = [one for one in found if one.part.operator in _BELOW]
    if year is None or len(lower) != 1 or len(upper) != 1 or lower[0].held != upper[0].held:
        return []
    low, high = lower[0], upper[0]
    asked, written = (date(year, 1, 1), date(year + 1, 1, 1)), (low.begins, high.begins)
    if written == asked or written[0] >= asked[1] or written[1] <= asked[0]:
        return []
    edits = (*low.edits(statement, ">=", asked[0]), *high.edits(statement, "<", asked[1]))
    return [Fix("asked_year", f"the year {year}, all of it and nothing else", edits)]


@dataclass(frozen=True, slots=True)
class _Bound:
    """A comparison of a property with a day."""

    part: Binary
    held: tuple[str, str]
    day: date
    written: Constant

    @property
    def begins(self) -> date:
        """The first day that is in, of a lower bound; of an upper one the first that is not."""
        return self.day + timedelta(self.part.operator in (">", "<="))

    def edits(self, statement: Statement, operator: str, day: date) -> tuple[Edit, ...]:
        """The same comparison with another operator and day."""
        between = statement.text[self.part.left.end : self.part.right.start]
        said = between.replace(self.part.operator, operator)
        return (
            Edit(self.part.left.end, self.part.right.start, said),
            Edit(self.written.start, self.written.end, f"'{day.isoformat()}'"),
        )


def _year(question: str) -> int | None:
    """The one year asked for, where nothing else is said of time."""
    found, numbers = _YEAR.findall(question), _NUMBER.findall(question)
    alone = len(found) == 1 == len(numbers) and _OTHERWISE.search(question) is None
    return int(found[0]) if alone else None


def _bounds(statement: Statement) -> Iterator[_Bound]:
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator not in (*_BELOW, *_ABOVE):
            continue
        held, value = part.left, part.right
        if isinstance(value, Call) and value.function.lower() in _DATES:
            value = value.arguments[0] if len(value.arguments) == 1 else value
        day = _day(value)
        if day is None or not isinstance(held, Property) or not isinstance(held.base, Name):
            continue
        assert isinstance(value, Constant)
        yield _Bound(part, (held.base.name, held.name), day, value)


def _day(value: Expression) -> date | None:
    text = value.value if isinstance(value, Constant) else None
    if not isinstance(text, str) or _DAY.match(text) is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
