"""The values of a chart: few enough to be drawn at once, and a sentence on what was left out."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean
from typing import Any, TypeAlias

from bot.events import Rows
from bot.render.charts.choose import MOST_BARS, ChartKind, Shape
from bot.render.charts.fields import Field, moment
from bot.render.printable import printable_line
from bot.render.table import cell_text

MOST_POINTS = 1000
MOST_ON_A_LINE = 400
MOST_PARTS = 8
OTHERS = "others"
# The same rows give the same picture.
_SEED = 20

Value: TypeAlias = dict[str, str | int | float]


@dataclass(frozen=True, slots=True)
class Points:
    """The values of one chart, and in whole sentences how they came from the rows.

    Each has `x`, `y` and their texts `tx` and `ty` as the table shows them; where there are such,
    `s` and `n`, the names of its series and of itself, and `i`, its place among parts of a whole.
    """

    values: tuple[Value, ...]
    notes: tuple[str, ...] = ()


def points_of(result: Rows, shape: Shape, kind: ChartKind) -> Points:
    """Return what a chart of this kind draws of the rows."""
    rows = [row for row in result.rows if all(_is_there(row[f.at]) for f in shape.figures)]
    notes = [f"Only the first {len(result.rows):,} rows are drawn."] if result.truncated else []
    if missing := len(result.rows) - len(rows):
        notes.append(f"{_counted(missing, 'row')} without a value {_is(missing)} left out.")
    values = [_value(row, shape) for row in rows]
    if kind == "line":
        values, note = _on_a_line(values, shape)
    elif kind == "point":
        values, note = _sampled(values)
    elif kind in ("pie", "share") and shape.series is None:
        values, note = _largest_parts(values)
        values = [{**value, "i": at} for at, value in enumerate(values)]
    elif shape.series is None and not shape.x.is_time and len(values) > MOST_BARS:
        values, note = _first_bars(values)
    else:
        note = ""
    return Points(tuple(values), (*notes, note) if note else tuple(notes))


def _is_there(value: Any) -> bool:
    return value is not None and not (isinstance(value, float) and not isfinite(value))


def _value(row: Sequence[Any], shape: Shape) -> Value:
    x, y = row[shape.x.at], row[shape.y.at]
    value: Value = {"x": _place(x, shape.x), "y": float(y), "tx": _text(x), "ty": _text(y)}
    if shape.series is not None:
        value["s"] = _text(row[shape.series.at])
    if shape.label is not None:
        value["n"] = _text(row[shape.label.at])
    return value


def _text(value: Any) -> str:
    return printable_line(cell_text(value))


def _place(value: Any, field: Field) -> str | int | float:
    match field.kind:
        case "time":
            return moment(str(value)) or 0
        case "year" | "number":
            return value  # type: ignore[no-any-return]
    return _text(value)


def _sampled(values: list[Value]) -> tuple[list[Value], str]:
    if len(values) <= MOST_POINTS:
        return values, ""
    kept = sorted(random.Random(_SEED).sample(range(len(values)), MOST_POINTS))
    note = f"{MOST_POINTS:,} of {len(values):,} rows are drawn, picked at random."
    return [values[at] for at in kept], note


def _first_bars(values: list[Value]) -> tuple[list[Value], str]:
    ordered = [value["y"] for value in values]
    ranked = ordered in (sorted(ordered, key=float), sorted(ordered, key=float, reverse=True))
    shown = values if ranked else sorted(values, key=lambda v: float(v["y"]), reverse=True)
    which = "first" if ranked else "largest"
    return shown[:MOST_BARS], f"The {which} {MOST_BARS} of {len(values):,} are drawn."


def _largest_parts(values: list[Value]) -> tuple[list[Value], str]:
    if len(values) <= MOST_PARTS:
        return values, ""
    ranked = sorted(values, key=lambda value: float(value["y"]), reverse=True)
    kept, rest = ranked[: MOST_PARTS - 1], ranked[MOST_PARTS - 1 :]
    whole = sum(float(value["y"]) for value in rest)
    others: Value = {"x": OTHERS, "y": whole, "tx": OTHERS, "ty": cell_text(_plain(whole))}
    return [*kept, others], f"The {len(rest):,} smallest are drawn together as “{OTHERS}”."


def _on_a_line(values: list[Value], shape: Shape) -> tuple[list[Value], str]:
    """One value for each place, in order: averages where there are several, or too many places."""
    places = {value["x"] for value in values}
    if len(places) > MOST_ON_A_LINE:
        low, high = min(map(float, places)), max(map(float, places))
        width = (high - low) / MOST_ON_A_LINE or 1
        keys: Iterable[Hashable] = (
            (value.get("s"), min(int((float(value["x"]) - low) / width), MOST_ON_A_LINE - 1))
            for value in values
        )
        note = f"Averages of {len(values):,} rows in {MOST_ON_A_LINE} equal spans."
    else:
        keys = ((value.get("s"), value["x"]) for value in values)
        note = "" if shape.once else f"Averages, where rows share one {shape.x.head}."
    groups: dict[Hashable, list[Value]] = {}
    for key, value in zip(keys, values, strict=True):
        groups.setdefault(key, []).append(value)
    merged = [group[0] if len(group) == 1 else _average(group) for group in groups.values()]
    return sorted(merged, key=lambda value: float(value["x"])), note


def _average(group: list[Value]) -> Value:
    mean = _plain(fmean(float(value["y"]) for value in group))
    first, last = (edge(group, key=lambda v: float(v["x"])) for edge in (min, max))
    same = first["tx"] == last["tx"]
    value = {**first, "y": mean, "ty": cell_text(mean)}
    value["tx"] = first["tx"] if same else f"{first['tx']} – {last['tx']}"
    value.pop("n", None)
    return value


def _plain(number: float) -> int | float:
    return int(number) if number.is_integer() else number


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
