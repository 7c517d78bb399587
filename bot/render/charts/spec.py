"""A chart as a Vega-Lite specification, the same for the page and for a picture.

Fields have names of ours alone and every text is a value, so that nothing stored is ever read as an
expression, an address or HTML.
"""

from __future__ import annotations

from typing import Any

from bot.render.charts.choose import ChartKind, Shape
from bot.render.charts.fields import Field
from bot.render.charts.points import Points

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_STEP = 20
_HEIGHT = 260
_FEW = 60
_LABEL_PIXELS = 150
_CARD_LETTERS, _CARD_HEIGHT = 48, 72
# As `bot.render.table.cell_text` writes numbers.
_NUMBERS: dict[str, Any] = {
    "labelExpr": "format(datum.value, abs(datum.value) < 10000 ? '.4~f' : ',.4~f')",
    "labelOverlap": True,
}


def spec_of(points: Points, shape: Shape, kind: ChartKind, alt: str) -> dict[str, Any]:
    """Return the specification of one chart; it is as wide as the place that it is given.

    Args:
        points: What is drawn.
        shape: What its columns are.
        kind: What it is drawn as; one of the shape's kinds.
        alt: What it shows, for who does not see it.
    """
    drawn = _DRAWN[kind](points, shape)
    drawn["encoding"]["tooltip"] = _tooltip(points, shape)
    return {
        "$schema": SCHEMA,
        "description": alt,
        "data": {"values": list(points.values)},
        "width": "container",
        "height": _HEIGHT,
        "autosize": {"type": "fit-x", "contains": "padding"},
        **drawn,
    }


def _bars(points: Points, shape: Shape) -> dict[str, Any]:
    if shape.x.is_time:
        across = {**_named("tx", shape.x), "axis": {"labelOverlap": True}}
        encoding = {"x": across, "y": _number(points, shape.y), **_color(shape)}
        return {"mark": {"type": "bar", "cornerRadiusEnd": 2}, "encoding": encoding}
    encoding = {"y": _named("tx", shape.x), "x": _number(points, shape.y), **_color(shape)}
    height = _rows_high(points)
    if shape.series is not None and not shape.stacked:
        encoding["yOffset"] = {"field": "s", "type": "nominal", "sort": None}
        height = max(height, len(points.values) * _STEP // 2)
    return {"mark": {"type": "bar", "cornerRadiusEnd": 2}, "encoding": encoding, "height": height}


def _line(points: Points, shape: Shape) -> dict[str, Any]:
    few = len(points.values) <= _FEW
    zero = all(float(value["y"]) >= 0 for value in points.values) and bool(shape.y.summed)
    y = _number(points, shape.y) | {"scale": {"zero": zero}}
    encoding = {"x": _place(shape.x), "y": y, **_color(shape)}
    return {"mark": {"type": "line", "point": few}, "encoding": encoding}


def _dots(points: Points, shape: Shape) -> dict[str, Any]:
    mark = {"type": "point", "filled": True, "opacity": 0.75, "size": 55}
    y = _number(points, shape.y) | {"scale": {"zero": False}}
    if shape.x.kind == "category":
        encoding = {"y": _named("tx", shape.x), "x": y, **_color(shape)}
        return {"mark": mark, "encoding": encoding, "height": _rows_high(points)}
    return {"mark": mark, "encoding": {"x": _place(shape.x), "y": y, **_color(shape)}}


def _pie(points: Points, shape: Shape) -> dict[str, Any]:
    encoding = {
        "theta": {"field": "y", "type": "quantitative", "stack": True},
        "color": _parts(points, shape.x),
        "order": {"field": "i", "type": "quantitative"},
    }
    return {"mark": {"type": "arc", "innerRadius": 0, "stroke": None}, "encoding": encoding}


def _shares(points: Points, shape: Shape) -> dict[str, Any]:
    x = {
        "field": "y",
        "type": "quantitative",
        "stack": "normalize",
        "title": shape.y.head,
        "axis": {"format": ".0%"},
    }
    mark = {"type": "bar"}
    if shape.series is not None:
        encoding = {"x": x, "y": _named("tx", shape.x), **_color(shape)}
        return {"mark": mark, "encoding": encoding, "height": _rows_high(points)}
    order = {"field": "i", "type": "quantitative"}
    encoding = {"x": x, "color": _parts(points, shape.x), "order": order}
    return {"mark": mark, "encoding": encoding, "height": 64}


def _card(points: Points, shape: Shape) -> dict[str, Any]:
    """The number alone, large, with what it is below it."""
    del points
    caption = {"text": shape.y.head, "orient": "bottom", "anchor": "middle"}
    mark = {"type": "text", "fontSize": _CARD_LETTERS, "fontWeight": 600}
    encoding = {"text": {"field": "ty", "type": "nominal"}}
    return {"mark": mark, "encoding": encoding, "height": _CARD_HEIGHT, "title": caption}


_DRAWN = {"bar": _bars, "line": _line, "point": _dots, "pie": _pie, "share": _shares, "card": _card}


def _rows_high(points: Points) -> int:
    """Pixels for a row for each name; with a step of Vega-Lite's own the width would not fit."""
    return len({value["tx"] for value in points.values}) * _STEP


def _named(key: str, field: Field) -> dict[str, Any]:
    axis = {"labelLimit": _LABEL_PIXELS}
    return {"field": key, "type": "nominal", "sort": None, "title": field.head, "axis": axis}


def _number(points: Points, field: Field) -> dict[str, Any]:
    whole = all(float(value["y"]).is_integer() for value in points.values)
    axis: dict[str, Any] = _NUMBERS | ({"tickMinStep": 1} if whole else {})
    return {"field": "y", "type": "quantitative", "title": field.head, "axis": axis}


def _place(field: Field) -> dict[str, Any]:
    """Where a point is from left to right."""
    if field.kind == "time":
        at = {"field": "x", "type": "temporal", "title": field.head}
        return {**at, "scale": {"type": "utc"}}
    axis: dict[str, Any] = _NUMBERS | ({"tickMinStep": 1} if field.kind == "year" else {})
    scale = {"zero": False, "nice": field.kind != "year"}
    told = {"field": "x", "type": "quantitative", "title": field.head}
    return {**told, "axis": axis, "scale": scale}


def _color(shape: Shape) -> dict[str, Any]:
    """The colours of the series, in the order in which the rows name them."""
    if shape.series is None:
        return {}
    title = shape.series.head
    return {"color": {"field": "s", "type": "nominal", "sort": None, "title": title}}


def _parts(points: Points, field: Field) -> dict[str, Any]:
    """The colours of the parts of one whole; the last colour is that of what is left over."""
    names = [value["tx"] for value in points.values]
    legend = {"labelLimit": _LABEL_PIXELS}
    return {"field": "tx", "type": "nominal", "sort": names, "title": field.head, "legend": legend}


def _tooltip(points: Points, shape: Shape) -> list[dict[str, Any]]:
    told = {"n": shape.label, "s": shape.series, "tx": shape.x, "ty": shape.y}
    return [
        {"field": key, "type": "nominal", "title": field.head}
        for key, field in told.items()
        if field is not None and any(key in value for value in points.values)
    ]
