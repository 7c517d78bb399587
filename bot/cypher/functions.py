"""Functions of a query tree in Cypher."""

from __future__ import annotations

from bot.cypher.ages import AGES, lifespan
from bot.cypher.empty_lists import HOW_MANY
from bot.stored.kinds import ISO, MONTHS

_SPANS = {"decade": 10, "century": 100}
# The time between two moments, by seconds of its unit.
_SECONDS = {
    "minutes_exactly_between": 60.0,
    "hours_exactly_between": 3600.0,
    "duration_hours": 3600.0,
    "days_exactly_between": 86400.0,
}
_EPOCHS = {"from_epoch": "epochSeconds", "from_epoch_ms": "epochMillis"}
_ISO = tuple(f"from_{kind}" for kind in ISO)
_DATE_PARTS = {"date_dmy": (2, 1, 0), "date_mdy": (2, 0, 1)}
_MONTH_NAMED = {"date_dby": "-", "date_dby_spaced": " "}
_MONTHS = "".join(MONTHS)


def applied(name: str, operands: list[str]) -> str:
    """A function of operands that are Cypher already."""
    if name in ("year", "month", "day", "quarter", "dayOfWeek"):
        return f"{operands[0]}.{name}"
    if name == "month_and_year":
        return f"({operands[0]}.year * 12 + {operands[0]}.month)"
    if name == HOW_MANY:
        return f"coalesce(size({operands[0]}), 0)"
    if name == "text_length":
        return f"size({operands[0]})"
    if name in ("days_between", "duration_days"):
        return f"duration.inDays({operands[0]}, {operands[1]}).days"
    if name == "years_between":
        return lifespan(operands[0], operands[1])
    if name in _SECONDS:
        return f"duration.inSeconds({', '.join(operands)}).seconds / {_SECONDS[name]}"
    if name in AGES:
        return AGES[name](*operands)
    if name in _SPANS:
        return f"toInteger({operands[0]} / {_SPANS[name]}) * {_SPANS[name]}"
    if name in _EPOCHS:
        # The embedded database fails on a null in there.
        (kept,) = operands
        return f"(CASE WHEN {kept} IS NOT NULL THEN datetime({{{_EPOCHS[name]}: {kept}}}) END)"
    if name in _ISO:
        return f"date(left({operands[0]}, 10))"
    if name in _DATE_PARTS:
        return _day(*(f"split({operands[0]}, '/')[{i}]" for i in _DATE_PARTS[name]))
    if name in _MONTH_NAMED:
        day, month = (f"split({operands[0]}, '{_MONTH_NAMED[name]}')[{i}]" for i in (0, 1))
        month = f"toString(size(split('{_MONTHS}', toUpper({month}))[0]) / 3 + 1)"
        return _day(f"right({operands[0]}, 4)", month, day)
    return f"{name}({', '.join(operands)})"


def _day(year: str, month: str, day: str) -> str:
    """A date of texts; of a text that is missing none, where date({year: null}) would fail."""
    return f"date({year} + '-' + right('0' + {month}, 2) + '-' + right('0' + {day}, 2))"
