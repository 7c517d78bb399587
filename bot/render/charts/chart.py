"""The chart of an answer: every kind that fits its rows, each with what it says in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.events import Rows
from bot.render.charts.choose import ChartKind, Shape, choose
from bot.render.charts.points import Points, points_of
from bot.render.charts.spec import spec_of
from memory.catalogue import listed, marked, say
from memory.query import Query

LABELS: dict[str, str] = {
    "bar": marked("Bars"),
    "line": marked("Line"),
    "point": marked("Points"),
    "pie": marked("Pie"),
    "share": marked("Shares"),
    "card": marked("Card"),
}
_TITLES: dict[ChartKind, str] = {
    "bar": marked("Bar chart"),
    "line": marked("Line chart"),
    "point": marked("Points"),
    "pie": marked("Pie chart"),
    "share": marked("Shares of the whole"),
    "card": marked("Card"),
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
    return [one for one in drawn if len(one.spec["data"]["values"]) > (one.kind != "card")]


def _drawing(result: Rows, shape: Shape, kind: ChartKind) -> Drawing:
    points = points_of(result, shape, kind)
    spec = spec_of(points, shape, kind, _alt(points, shape, kind))
    return Drawing(kind, spec, " ".join(points.notes))


def _alt(points: Points, shape: Shape, kind: ChartKind) -> str:
    if kind == "card":
        return f"{shape.y.head}: {points.values[0]['ty']}" if points.values else ""
    parts = [shape.x.head, *([shape.series.head] if shape.series else [])]
    told = {
        "chart": say(_TITLES[kind]),
        "figure": shape.y.head,
        "names": listed(parts),
        "count": len(points.values),
    }
    if not points.values:
        return say("{chart}: {figure} by {names}, {count} values.", **told)
    low, high = (f(points.values, key=lambda value: float(value["y"])) for f in (min, max))
    return say(
        "{chart}: {figure} by {names}, {count} values, from {least} ({least_of}) to {most} "
        "({most_of}).",
        **told,
        least=low["ty"],
        least_of=low["tx"],
        most=high["ty"],
        most_of=high["tx"],
    )
