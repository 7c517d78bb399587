"""What is reckoned from what is stored: how old somebody is, or became; how long things lasted."""

from __future__ import annotations

from dataclasses import dataclass

from bot.stored.amounts import Number
from bot.stored.kinds import Kind
from memory.schema import Property

AGE, LIFESPAN = "age", "lifespan"
# How old someone was on a date of something else.
THEN = "age_then"
# Nobody is older, in years.
_OLDEST = 130


@dataclass(frozen=True, slots=True)
class Age(Property):
    """The years since another property of that kind, and of people until a third one if any.

    That of a `thing` is asked for, and compared as a span of time (see `from_today`). A lifespan
    is only that of those who died.
    """

    since: str = ""
    until: str = ""
    kind: Kind = "date"
    thing: bool = False

    def may_be(self, amount: Number) -> bool:
        """Whether an amount can be an age of someone: 50, 50 years, but not 6 months."""
        unit = amount.unit.name if amount.unit is not None else "year"
        spent = unit != "year" or amount.seconds or amount.code
        return not (self.thing or spent) and 0 < amount.value <= _OLDEST


@dataclass(frozen=True, slots=True)
class Lasted(Property):
    """The time from one date of a thing to another, in the unit that its own name ends with."""

    since: str = ""
    until: str = ""
    kind: Kind = "date"
