"""Conditions on a property: what "after 2010" or "over 2 hours" means for the way it is stored."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from bot.stored.ages import Age
from bot.stored.amounts import Before, Moment, Number, Recurrent, UpToToday
from bot.stored.kinds import DATED, EPOCHS, ISO, SPELT_DAYS, Kind
from bot.words.units import bare_span, converted, in_ones, unit_of
from memory.query import Comparison, Condition, Constant, Function, Operand
from memory.schema import Property, Scalar
from memory.text import split_name

AS_NUMBER = {"after": ">", "before": "<", "since": ">=", "until": "<="}
# A smaller number that a person types is no moment counted from 1970.
_COUNTED = 100_000_000
_AS_MOMENT = {">": "after", "<": "before", ">=": "since", "<=": "until"}
# A year with more around it.
_DATED_TEXT = re.compile(r"\w\W+(?:19|20)\d\d\b|\b(?:19|20)\d\d\W+\w")
# So many texts tell what the others look like.
_ENOUGH = 5


def conditions(
    operand: Operand,
    kind: Kind,
    property: Property | None,
    operator: str,
    amount: Number | Moment,
    upper: Number | Moment | None = None,
) -> tuple[Condition, ...] | None:
    """The tests that hold a property to an amount; None where the two do not go together.

    `operator` is = <> < <= > >= or after, before, since, until. With `upper` the range is closed.
    """
    if isinstance(amount, Recurrent):
        dated = kind in DATED and operator in ("=", "<>") and upper is None
        part = Function(amount.unit, (as_date(operand, kind),))
        return (_test(part, operator, amount.nth),) if dated else None
    if isinstance(amount, Moment):
        if isinstance(upper, Number):
            return None
        return _moment(operand, kind, operator, amount, upper)
    if isinstance(upper, Moment):
        return None
    return _number(operand, kind, property, operator, amount, upper)


def stated(operand: Operand, operator: str, kind: Kind) -> Condition:
    """That a property is missing (IS NULL) or there, that it is 0 (=) or more (>).

    Or that its day is over (before) or is still to come (since), seen from today.
    """
    if operator in ("before", "since"):
        today = date.today()
        (test,) = _moment(operand, kind, operator, Moment(today, today + timedelta(1)), None) or ()
        return test
    if operator == "IS NULL":
        return Comparison(operand, "IS NULL")
    if operator == "IS NOT NULL":
        return Comparison(operand, "IS NOT NULL")
    return _test(operand, operator, 0)


def comparable(operand: Operand, kind: Kind) -> Operand:
    """The operand in a form that sorts and compares by meaning, however it is stored."""
    if kind in ("number_text", "year_text"):
        return Function("toFloat" if kind == "number_text" else "toInteger", (operand,))
    if kind in SPELT_DAYS:
        return Function(kind, (operand,))
    if kind == "list":
        return Function("size", (operand,))
    return operand


def as_date(operand: Operand, kind: Kind) -> Operand:
    """The operand as what has a year and a month, however it is stored."""
    kept_otherwise = kind in (*EPOCHS, *ISO)
    return Function(f"from_{kind}", (operand,)) if kept_otherwise else comparable(operand, kind)


def _test(operand: Operand, operator: str, value: Scalar) -> Comparison:
    return Comparison(operand, operator, Constant(value))  # type: ignore[arg-type]


def _number(
    operand: Operand,
    kind: Kind,
    property: Property | None,
    operator: str,
    amount: Number,
    upper: Number | None,
) -> tuple[Condition, ...] | None:
    if kind not in ("number", "number_text", "year", "year_text", "list", "text", *EPOCHS):
        return None
    if operator in AS_NUMBER and kind not in ("year", "year_text", *EPOCHS):
        # After 2005: no amount over 2005.
        return None
    if kind in EPOCHS and amount.value < _COUNTED:
        # Before 2020: a year.
        return None
    if kind != "text" and any(one is not None and one.only for one in (amount, upper)):
        return None
    operator = AS_NUMBER.get(operator, operator)
    ends = (amount, amount if upper is None else upper)
    if isinstance(property, Age) and not all(map(property.may_be, ends)):
        return None
    value = in_unit(amount, property)
    above = value if upper is None else in_unit(upper, property)
    if value is None or above is None or _no_year(kind, property, value):
        return None
    if kind == "text":
        spelt = operator in ("=", "<>") and not _wordy(property)
        return _spelt(operand, operator, amount) if spelt else None
    if kind in ("number_text", "year_text") and operator in ("=", "<>") and upper is None:
        return (_test(operand, operator, _plain(value)),)
    left = comparable(operand, kind)
    if upper is None:
        return (_test(left, operator, value),)
    return _test(left, ">=", value), _test(left, "<=", above)


def _wordy(property: Property | None) -> bool:
    """Whether no text is a bare number, as far as they are known: no title is 3.

    They have no digits, or each has a year and more: "Dec 8, 2013" is no 2013.
    """
    shown = (property.values or property.examples) if property is not None else ()
    texts = [str(value) for value in shown]
    if len(texts) < _ENOUGH:
        return False
    dated = all(_DATED_TEXT.search(text) for text in texts)
    return dated or not any(c.isdigit() for text in texts for c in text)


def _no_year(kind: Kind, property: Property | None, value: int | float) -> bool:
    """Whether an amount is no year of those that are kept: younger than 50."""
    first = property.minimum if property is not None else None
    return kind == "year" and isinstance(first, int) and value < 1000 <= first


def _spelt(operand: Operand, operator: str, amount: Number) -> tuple[Condition, ...] | None:
    """That a text is a number or a code as typed; nothing that is so many of a unit."""
    if amount.code:
        right = Constant(amount.code)
        return (Comparison(operand, operator, right, folded=True),)  # type: ignore[arg-type]
    if amount.measures or amount.unit is not None or amount.in_words:
        return None
    return (_test(operand, operator, _plain(amount.value)),)


def _plain(value: int | float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def in_unit(amount: Number, property: Property | None) -> int | float | None:
    """An amount in the property's own unit (by its name, a duration else by its range).

    As it is where the property has none; None where that measures something else.
    """
    own = (unit_of(property.name) or bare_span(property.name)) if property is not None else None
    most = property.maximum if property is not None else None
    if own is not None and own.counts and amount.unit is None:
        return in_ones(amount.value, own, most if isinstance(most, int | float) else None)
    if own is not None and amount.unit is not None:
        return converted(amount.value, amount.unit, own)
    if amount.unit is not None and amount.unit.dimension == "share" and isinstance(most, float):
        # Kept as 0.75.
        return amount.value / 100 if most <= 1 else amount.value
    if not amount.seconds or property is None:
        return amount.value
    words = set(split_name(property.name))
    if words & {"seconds", "second", "secs", "sec"}:
        unit = 1
    elif words & {"hours", "hour", "hrs"}:
        unit = 3600
    elif words & {"minutes", "minute", "min", "mins"}:
        unit = 60
    elif isinstance(property.maximum, int | float):
        unit = 3600 if property.maximum <= 12 else 60 if property.maximum <= 2000 else 1
    else:
        unit = 60 if amount.seconds == 3600 else amount.seconds
    value = amount.value * amount.seconds / unit
    return int(value) if float(value).is_integer() else value


def _moment(
    operand: Operand, kind: Kind, operator: str, amount: Moment, upper: Moment | None
) -> tuple[Condition, ...] | None:
    operator = _AS_MOMENT.get(operator, operator)
    if isinstance(amount, Before):
        if operator not in ("=", "<>") or upper is not None:
            return None
        operator = "before" if operator == "=" else "since"
    if upper is not None:
        amount, operator = Moment(amount.first, upper.after), "="
    if kind in ("year", "year_text"):
        return _years(comparable(operand, kind), operator, amount)
    if kind in ("date_dmy", "date_mdy") and operator in ("=", "<>"):
        if (amount.after - amount.first).days == 1:
            texts = _spellings(amount.first, kind)
            right = Constant(texts if len(texts) > 1 else texts[0])
            sign = {"=": "IN" if len(texts) > 1 else "=", "<>": "<>"}[operator]
            return (Comparison(operand, sign, right),)  # type: ignore[arg-type]
    elif kind not in ("date", "datetime", "zoned", *ISO, *SPELT_DAYS, *EPOCHS):
        return None
    left = comparable(operand, kind)
    low, high = _stored(amount.first, kind), _stored(amount.after, kind)
    day = (amount.after - amount.first).days == 1
    if operator == "=" and day and kind in ("date", "date_iso", "date_dby", "date_dby_spaced"):
        return (_test(left, "=", low),)
    return {
        "=": (_test(left, ">=", low), _test(left, "<", high)),
        "after": (_test(left, ">=", high),),
        "before": (_test(left, "<", low),),
        "since": (_test(left, ">=", low),),
        "until": (_test(left, "<", high),),
    }.get(operator)


def _years(left: Operand, operator: str, amount: Moment) -> tuple[Condition, ...] | None:
    first, last = amount.first.year, (amount.after.year - (amount.after.timetuple().tm_yday == 1))
    today = amount.after - timedelta(days=1)
    whole = (today.month, today.day) == (amount.first.month, amount.first.day)
    if isinstance(amount, UpToToday) and operator == "=" and first < last and whole:
        # The last five years are this one and four before it.
        return (_test(left, ">", first), _test(left, "<=", last))
    begins = (amount.first.month, amount.first.day) == (1, 1)
    if operator == "=" and not ((begins and isinstance(amount, UpToToday)) or amount.whole_years):
        # In January 2024: a year does not tell that.
        return None
    if operator == "=":
        if first == last:
            return (_test(left, "=", first),)
        return _test(left, ">=", first), _test(left, "<=", last)
    return {
        "after": (_test(left, ">", last),),
        "before": (_test(left, "<", first),),
        "since": (_test(left, ">=", first),),
        "until": (_test(left, "<=", last),),
    }.get(operator)


def _stored(day: date, kind: Kind) -> Scalar:
    if kind == "datetime":
        return datetime.combine(day, time())
    if kind == "zoned":
        return datetime.combine(day, time(), UTC)
    if kind in EPOCHS:
        seconds = int(datetime.combine(day, time(), UTC).timestamp())
        return seconds if kind == "epoch" else seconds * 1000
    if kind in ISO:
        return day.isoformat()
    return day


def as_day(test: Comparison, kind: Kind) -> Comparison:
    """A test on a moment counted from 1970 with the day that begins there.

    >>> as_day(Comparison(Constant(0), "<", Constant(86400)), "epoch").right
    Constant(value=datetime.date(1970, 1, 2))
    """
    value = test.right.value if isinstance(test.right, Constant) else None
    if not isinstance(value, int) or isinstance(value, bool):
        return test
    days, rest = divmod(value, 86400 if kind == "epoch" else 86400000)
    return test if rest else replace(test, right=Constant(date(1970, 1, 1) + timedelta(days)))


def _spellings(day: date, kind: Kind) -> tuple[str, ...]:
    pairs = (
        (f"{day.day:02}", f"{day.month:02}"),
        (str(day.day), f"{day.month:02}"),
        (str(day.day), str(day.month)),
    )
    if kind == "date_mdy":
        pairs = tuple((month, d) for d, month in pairs)  # type: ignore[assignment]
    return tuple(dict.fromkeys(f"{a}/{b}/{day.year}" for a, b in pairs))
