"""The values of a chart: few enough to be drawn at once, and a sentence on what was left out."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean
from typing import Any, TypeAlias

from bot.events import Rows
from bot.render.charts.choose import MOST_BARS, ChartKind, Shape
from bot.render.charts.fields import Field, moment
from bot.render.printable import printable_line
from bot.render.table import cell_text
from memory.catalogue import marked, say, say_many

MOST_POINTS = 1000
MOST_ON_A_LINE = 400
MOST_PARTS = 8
OTHERS = marked("others")
# The same rows give the same picture.
_SEED = 20

Row: TypeAlias = Sequence[Any]
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
    notes = list[str]()
    if result.truncated:
        notes.append(say("Only the first {count} rows are drawn.", count=len(result.rows)))
    if missing := len(result.rows) - len(rows):
        notes.append(
            say_many(
                "{count} row without a value is left out.",
                "{count} rows without a value are left out.",
                missing,
            )
        )
    values, note = _drawn(rows, shape, kind)
    return Points(tuple(values), (*notes, note) if note else tuple(notes))


def _drawn(rows: Sequence[Row], shape: Shape, kind: ChartKind) -> tuple[list[Value], str]:
    """The values that are drawn, and what to say of the others; texts are made for these alone."""
    if kind == "line":
        return _on_a_line(rows, shape)
    if kind in ("pie", "share") and shape.series is None:
        return _largest_parts(rows, shape)
    if kind == "bar" and shape.x.is_time:
        rows = sorted(rows, key=lambda row: float(_place(row[shape.x.at], shape.x)))
    if kind == "point":
        rows, note = _sampled(rows)
    elif shape.series is None and not shape.x.is_time and len(rows) > MOST_BARS:
        rows, note = _first_bars(rows, shape.y)
    else:
        note = ""
    return [_value(row, shape) for row in rows], note


def _is_there(value: Any) -> bool:
    return value is not None and not (isinstance(value, float) and not isfinite(value))


def _value(row: Row, shape: Shape) -> Value:
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


def _sampled(rows: Sequence[Row]) -> tuple[Sequence[Row], str]:
    if len(rows) <= MOST_POINTS:
        return rows, ""
    kept = sorted(random.Random(_SEED).sample(range(len(rows)), MOST_POINTS))
    note = say(
        "{count} of {total} rows are drawn, picked at random.", count=MOST_POINTS, total=len(rows)
    )
    return [rows[at] for at in kept], note


def _first_bars(rows: Sequence[Row], y: Field) -> tuple[Sequence[Row], str]:
    up = sorted(rows, key=lambda row: float(row[y.at]))
    numbers = [row[y.at] for row in rows]
    rising = [row[y.at] for row in up]
    ranked = numbers in (rising, rising[::-1])
    told = {"count": MOST_BARS, "total": len(rows)}
    if ranked:
        note = say("The first {count} of {total} are drawn.", **told)
    else:
        note = say("The largest {count} of {total} are drawn.", **told)
    return (rows if ranked else up[::-1])[:MOST_BARS], note


def _largest_parts(rows: Sequence[Row], shape: Shape) -> tuple[list[Value], str]:
    at, note, others = shape.y.at, "", say(OTHERS)
    rest: Sequence[Row] = ()
    if len(rows) > MOST_PARTS:
        rows = sorted(rows, key=lambda row: float(row[at]), reverse=True)
        rows, rest = rows[: MOST_PARTS - 1], rows[MOST_PARTS - 1 :]
        note = say(
            "The {count} smallest are drawn together as “{name}”.", count=len(rest), name=others
        )
    values = [_value(row, shape) for row in rows]
    if rest:
        whole = sum(float(row[at]) for row in rest)
        values.append({"x": others, "y": whole, "tx": others, "ty": cell_text(_plain(whole))})
    return [{**value, "i": nth} for nth, value in enumerate(values)], note


def _on_a_line(rows: Sequence[Row], shape: Shape) -> tuple[list[Value], str]:
    """One value for each place, in order: averages where there are several, or too many places."""
    placed = sorted(
        ((float(_place(row[shape.x.at], shape.x)), row) for row in rows), key=lambda one: one[0]
    )
    places = [place for place, _ in placed]
    if len(set(places)) > MOST_ON_A_LINE:
        low, width = places[0], (places[-1] - places[0]) / MOST_ON_A_LINE
        spans = [min(int((place - low) / width), MOST_ON_A_LINE - 1) for place in places]
        note = say(
            "Averages of {count} rows in {spans} equal spans.",
            count=len(rows),
            spans=MOST_ON_A_LINE,
        )
    else:
        spans = list(places)  # type: ignore[arg-type]
        note = say("Averages, where rows share one {name}.", name=shape.x.head)
        note = "" if shape.once else note
    groups: dict[Hashable, list[Row]] = {}
    for span, (_, row) in zip(spans, placed, strict=True):
        series = _text(row[shape.series.at]) if shape.series is not None else ""
        groups.setdefault((series, span), []).append(row)
    merged = (_average(group, shape) for group in groups.values())
    return sorted(merged, key=lambda value: float(value["x"])), note


def _average(group: Sequence[Row], shape: Shape) -> Value:
    """One value for rows in order of their places."""
    value = _value(group[0], shape)
    if len(group) > 1:
        value["y"] = mean = _plain(fmean(float(row[shape.y.at]) for row in group))
        value["ty"] = cell_text(mean)
        last = _text(group[-1][shape.x.at])
        value["tx"] = last if last == value["tx"] else f"{value['tx']} – {last}"
        value.pop("n", None)
    return value


def _plain(number: float) -> int | float:
    return int(number) if number.is_integer() else number
