"""The chart of an answer: every kind that fits its rows, each with what it says in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.events import Rows
from bot.render.charts.choose import ChartKind, Shape, choose
from bot.render.charts.points import Points, points_of
from bot.render.charts.spec import spec_of
from memory.query import Query

LABELS: dict[ChartKind, str] = {
    "bar": "Bars",
    "line": "Line",
    "point": "Points",
    "pie": "Pie",
    "share": "Shares",
}
# As words of a sentence.
NAMED: dict[str, str] = {
    "bar": "bars",
    "line": "a line",
    "point": "points",
    "pie": "a pie",
    "share": "shares of a whole",
}
_TITLES: dict[ChartKind, str] = {
    "bar": "Bar chart",
    "line": "Line chart",
    "point": "Points",
    "pie": "Pie chart",
    "share": "Shares of the whole",
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """One way to draw the rows: its specification, and what was left out, or "" where nothing."""

    kind: ChartKind
    spec: dict[str, Any]
    caption: str

    @property
    def alt(self) -> str:
        """What it shows, for who does not see it."""
        return str(self.spec["description"])


def drawings(
    result: Rows | None, query: Query | None = None, cypher: str | None = None, wanted: str = ""
) -> list[Drawing]:
    """Return every chart that fits the rows, the best first; none where they are no chart.

    Args:
        result: The rows.
        query: The meaning of the question, where it is known.
        cypher: The statement that gave them, where it is known.
        wanted: The kind that was asked for; it comes first where it fits.
    """
    shape = choose(result, query, cypher)
    if shape is None or result is None:
        return []
    kinds = sorted(shape.kinds, key=lambda kind: kind != wanted)
    drawn = [_drawing(result, shape, kind) for kind in kinds]
    return [one for one in drawn if len(one.spec["data"]["values"]) > 1]


def _drawing(result: Rows, shape: Shape, kind: ChartKind) -> Drawing:
    points = points_of(result, shape, kind)
    spec = spec_of(points, shape, kind, _alt(points, shape, kind))
    return Drawing(kind, spec, " ".join(points.notes))


def _alt(points: Points, shape: Shape, kind: ChartKind) -> str:
    by = f"{shape.x.head} and {shape.series.head}" if shape.series else shape.x.head
    told = f"{_TITLES[kind]}: {shape.y.head} by {by}, {len(points.values)} values"
    if not points.values:
        return f"{told}."
    low, high = (f(points.values, key=lambda value: float(value["y"])) for f in (min, max))
    return f"{told}, from {low['ty']} ({low['tx']}) to {high['ty']} ({high['tx']})."
