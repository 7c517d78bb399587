"""Figures and points in time, as a question says them and a property is compared with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot.words.units import Unit


@dataclass(frozen=True, slots=True)
class Number:
    """A number; `measures` are groups its unit points at; `seconds` converts a duration.

    It may be a `code` that a text is (seat 4B), and `only` that: 12A is no figure. One that is
    `in_words` is no text: "never booked one". One that stands as a year does is `when`: the
    average fee in 2022.
    """

    value: int | float
    measures: tuple[str, ...] = ()
    seconds: int = 0
    unit: Unit | None = None
    code: str = ""
    only: bool = False
    in_words: bool = False
    when: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """A span of days: `first` is in it, `after` is the first day past it."""

    first: date
    after: date

    @property
    def is_year(self) -> bool:
        """Whether it is one whole calendar year."""
        return (self.first.month, self.first.day) == (1, 1) and self.after == date(
            self.first.year + 1, 1, 1
        )

    @property
    def whole_years(self) -> bool:
        """Whether it is calendar years: 1994, the 1990s."""
        days = (self.first, self.after)
        return all((day.month, day.day) == (1, 1) for day in days)


@dataclass(frozen=True, slots=True)
class UpToToday(Moment):
    """A span that ends today: the last five years."""


@dataclass(frozen=True, slots=True)
class Before(Moment):
    """Any time before its first day: more than five years ago."""


@dataclass(frozen=True, slots=True)
class Recurrent(Moment):
    """A part of every year or week: `unit` (month, quarter, dayOfWeek) number `nth`."""

    unit: str
    nth: int
