"""The figures asked for of a property: its average, its sum, its largest value."""

from __future__ import annotations

from bot.offline.assemble import Assembler
from bot.offline.state import Ask, asked_of
from bot.stored.comparing import comparable
from bot.stored.kinds import SPELT_DAYS
from memory.query import Aggregate

# Kinds of texts that are neither added up nor put in an order as they stand: "9" is above "10",
# as 9 May is above 10 April of the year after.
_AS_TEXT = ("number_text", "year_text")


def figure(a: Assembler, ask: Ask) -> Aggregate:
    """What is asked for of all values together."""
    stored, candidate = asked_of(ask), ask.candidates[0]
    kind = a.kind(candidate.owner, candidate.property)
    spelt = kind in SPELT_DAYS and ask.function in ("min", "max")
    if (kind in _AS_TEXT or spelt) and not candidate.times and ask.function != "count":
        stored = comparable(stored, kind)
    return Aggregate(ask.function, stored)  # type: ignore[arg-type]
