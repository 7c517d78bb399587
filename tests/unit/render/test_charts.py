"""Which chart which rows call for, and what of many rows is drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.events import Outcome, Rows
from bot.render.answer_props import answer_props
from bot.render.charts.chart import Drawing, drawings
from bot.render.charts.points import MOST_ON_A_LINE, MOST_POINTS
from bot.render.charts.theme import chart_config
from bot.render.charts.vega import NotDrawn, picture

THEME = json.loads((Path(__file__).parents[3] / "public" / "theme.json").read_text())["variables"]
COUNTED = "MATCH (f:Film)-[:IN]->(g) RETURN g.name AS {}, count(f) AS {}"
MONTHS = "MATCH (v) RETURN v.at.month AS m, count(*) AS n"
RATED = "MATCH (f) RETURN f.rating AS r, count(f) AS n"
FILMS = "MATCH (f) RETURN f.title AS t, f.year AS y, f.year / 10 * 10 AS d"
DECADES = "MATCH (f) RETURN f.year / 10 * 10 AS d, avg(f.rating) AS n"
MARGINS = "MATCH (f) RETURN f.title AS t, f.revenue - f.budget AS d"
RATERS = "MATCH (u)-->(f) RETURN u.userId AS u, count(f) AS n"
ORDERS = "MATCH (o) RETURN o.a AS x, o.orderNo AS y"
HOURS = (("2024-01-01T10:00:00Z", 4), ("2024-01-01T11:00:00Z", 2))


def rows(columns: str, *given: tuple[Any, ...], truncated: bool = False) -> Rows:
    return Rows(tuple(columns.split()), given, len(given), truncated)


def kinds(result: Rows, cypher: str = "") -> list[str]:
    return [one.kind for one in drawings(result, None, cypher)]


def node(name: str) -> dict[str, Any]:
    return {"_labels": ["Thing"], "name": name}


NAMES = [f"name {n}" for n in range(300)]
CASES: list[tuple[str, Rows, str, str]] = [
    # (what they are, rows, statement, the chart that they call for)
    ("films of a genre", rows("genre films", ("Drama", 40), ("War", 9)), "", "bar"),
    ("beds of a ward", rows("w beds", (node("A"), 12), (node("B"), 4)), "", "bar"),
    ("a flag", rows("insured patients", (True, 12), (False, 4)), "", "bar"),
    ("films of a year", rows("year films", (1994, 4), (1995, 2)), "", "line"),
    ("visits of a day", rows("day visits", ("2024-01-01", 4), ("2024-01-02", 2)), "", "line"),
    ("visits of a month", rows("month visits", ("2024-01", 4), ("2024-02", 2)), "", "line"),
    ("at a time", rows("at n", *HOURS), "", "line"),
    ("two numbers", rows("dose effect", (1.5, 40), (2.5, 41), (2.5, 55)), "", "point"),
    ("films, dated", rows("t released m", ("Heat", 1995, 170), ("Ran", 1985, 160)), "", "bar"),
    ("each year's best", rows("released t m", (1985, "Ran", 160), (1995, "Heat", 170)), "", "line"),
    ("shares", rows("ward part", ("A", 0.25), ("B", 0.75)), "", "share"),
    ("percent", rows("genre percent", ("Drama", 62.5), ("War", 37.5)), "", "share"),
    (
        "parts of parts",
        rows("ward sex n", ("A", "f", 1), ("A", "m", 2), ("B", "f", 3), ("B", "m", 4)),
        "",
        "bar",
    ),
    (
        "lines side by side",
        rows("year genre n", (1990, "War", 1), (1990, "Drama", 2), (1991, "War", 3)),
        "",
        "line",
    ),
    ("by month", rows("m n", (1, 5), (2, 7)), MONTHS, "bar"),
    ("by decade", rows("d n", (1980, 7.5), (1990, 8.1)), DECADES, "line"),
    ("a decade beside its year", rows("t y d", ("a", 1981, 1980), ("b", 1994, 1990)), FILMS, ""),
    ("a difference", rows("t d", ("a", 1600), ("b", 1900)), MARGINS, "bar"),
    ("a ranking", rows("t m", *((NAMES[n], 999 - n) for n in range(100))), "", "bar"),
    ("years counted", rows("g n", ("a", 1994), ("b", 1995)), COUNTED.format("g", "n"), "bar"),
    ("by rating", rows("r n", (1, 9), (2, 5)), RATED, "bar"),
    (
        "counted before",
        rows("g n", ("a", 1994), ("b", 1995)),
        "MATCH (f)-->(g) WITH g, count(f) AS k RETURN g.name AS g, k AS n",
        "bar",
    ),
    ("counted by id", rows("u n", (7, 3), (9, 2)), RATERS, "bar"),
    ("two of one name", rows("t n", *((NAMES[n % 250], 999 - n) for n in range(300))), "", "bar"),
    ("one row", rows("genre films", ("Drama", 40)), "", ""),
    ("one number", rows("films", (241,)), "", "card"),
    ("one year", rows("born", (1956,)), "", ""),
    ("one name", rows("title", ("Heat",)), "", ""),
    ("no number", rows("revenue", (None,)), "", ""),
    ("ids", rows("name id", ("a", 7), ("b", 9)), "", ""),
    ("numbers that are names", rows("x y", ("a", 7), ("b", 9)), ORDERS, ""),
    ("names alone", rows("film director", ("Heat", "Mann"), ("Ran", "Kurosawa")), "", ""),
    ("names and years", rows("film released", ("Heat", 1995), ("Ran", 1985)), "", ""),
    ("unordered names", rows("t m", *((NAMES[n], n * 7919 % 503) for n in range(300))), "", ""),
    ("long texts", rows("plot m", ("a" * 90, 1), ("b" * 90, 2)), "", ""),
    ("things in lists", rows("a b c", (["x"], {"k": 1}, 3), (["y"], {"k": 2}, 4)), "", ""),
    ("nothing known", rows("genre films", ("Drama", None), ("War", None)), "", ""),
    ("no rows", rows("genre films"), "", ""),
]


@pytest.mark.parametrize(("what", "result", "cypher", "best"), CASES, ids=[c[0] for c in CASES])
def test_rows_call_for_a_chart_by_what_their_columns_are(
    what: str, result: Rows, cypher: str, best: str
) -> None:
    assert (kinds(result, cypher) or [""])[0] == best, what


def test_only_what_adds_up_is_parts_of_a_whole() -> None:
    counted = rows("genre films", ("Drama", 40), ("War", 9))
    assert {"pie", "share"} <= set(kinds(counted, COUNTED.format("genre", "films")))
    average = "MATCH (f)-[:IN]->(g) RETURN g.name AS genre, avg(f.rating) AS films"
    stored = "MATCH (f) RETURN f.title AS genre, f.runtime AS films"
    assert "pie" not in kinds(counted, average) + kinds(counted, stored)
    assert "pie" not in kinds(rows("account net", ("a", 5), ("b", -5)))


def test_things_are_told_by_their_names_rather_than_by_keys() -> None:
    told = drawings(rows("code name n", ("de", "German", 4), ("fr", "French", 2)))[0]
    assert told.spec["encoding"]["y"]["title"] == "name"


def test_series_are_stacked_only_where_they_add_up() -> None:
    given = rows("ward sex n", ("A", "f", 1.5), ("A", "m", 2.5), ("B", "f", 3.5), ("B", "m", 4.5))
    count = "MATCH (v) RETURN v.ward AS ward, v.sex AS sex, {}(v.age) AS n"
    stacked, beside = (drawings(given, None, count.format(f))[0].spec for f in ("sum", "avg"))
    assert "yOffset" not in stacked["encoding"] and "yOffset" in beside["encoding"]


def test_what_was_asked_for_comes_first_where_it_fits() -> None:
    counted = rows("genre films", ("Drama", 40), ("War", 9))
    assert drawings(counted, wanted="pie")[0].kind == "pie"
    assert drawings(counted, wanted="line")[0].kind == "bar"


def values(one: Drawing) -> list[dict[str, Any]]:
    return list(one.spec["data"]["values"])


def test_many_rows_are_sampled_and_it_is_said() -> None:
    many = rows("dose effect", *((n % 997 + 0.5, n * 31 % 1009) for n in range(20_000)))
    first, again = drawings(many)[0], drawings(many)[0]
    assert len(values(first)) == MOST_POINTS
    assert first == again
    assert first.caption == "1,000 of 20,000 rows are drawn, picked at random."


def test_long_lines_are_averaged_and_it_is_said() -> None:
    seconds = (f"2024-01-01T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}" for n in range(20_000))
    line = drawings(rows("at n", *((at, n) for n, at in enumerate(seconds))))[0]
    assert len(values(line)) == MOST_ON_A_LINE
    assert line.caption == "Averages of 20,000 rows in 400 equal spans."
    assert (values(line)[0]["y"], values(line)[-1]["y"]) == (24.5, 19974.5)
    shared = rows("year dose", (1990, 1.5), (1990, 2.5), (1991, 4.0))
    averaged = next(one for one in drawings(shared) if one.kind == "line")
    assert [value["y"] for value in values(averaged)] == [2, 4]
    assert averaged.caption == "Averages, where rows share one year."


def test_what_is_left_out_is_said() -> None:
    many = rows("t n", *((name, 100 - at) for at, name in enumerate(NAMES[:40])), ("x", None))
    bars = drawings(many)[0]
    told = "1 row without a value is left out. The first 25 of 40 are drawn."
    assert (len(values(bars)), bars.caption) == (25, told)
    pie = next(one for one in drawings(many) if one.kind == "pie")
    assert (len(values(pie)), values(pie)[-1]["tx"]) == (8, "others")
    assert sum(value["y"] for value in values(pie)) == sum(100 - n for n in range(40))
    cut = drawings(rows("g n", ("a", 1), ("b", 2), truncated=True))[0]
    assert cut.caption == "Only the first 2 rows are drawn."


def test_texts_are_those_of_the_table_and_nothing_stored_is_an_expression() -> None:
    hostile = "datum.x'];alert(1)//<img src=x>"
    result = rows(f"[0] {hostile.replace(' ', '_')}", (hostile, 28341469), ("b", 1.5))
    one = drawings(result)[0]
    assert [(v["tx"], v["ty"]) for v in values(one)] == [(hostile, "28,341,469"), ("b", "1.5")]
    fields = {part["field"] for part in one.spec["encoding"].values() if isinstance(part, dict)}
    assert fields <= {"x", "y", "tx"}
    assert one.alt.startswith("Bar chart: datum.x'];alert(1)//<img src=x> by [0], 2 values, from ")


def test_charts_can_be_switched_off() -> None:
    counted = Outcome(question="q", result=rows("genre films", ("Drama", 40), ("War", 9)))
    assert answer_props(counted, "i")["chart"]["download"] == "/chart/i"
    assert answer_props(counted, "i", charts=False)["chart"] is None


async def test_one_number_is_a_card_with_what_it_is_below_it() -> None:
    [one] = drawings(rows("revenue", (28341469,)))
    assert (one.kind, one.alt, one.caption) == ("card", "revenue: 28,341,469", "")
    svg = (await picture(one.spec, chart_config(THEME["light"]), "svg", 400)).decode()
    assert ">28,341,469<" in svg and ">revenue<" in svg
    assert (await picture(one.spec, chart_config(THEME["dark"]), "png", 400)).startswith(b"\x89PNG")


async def test_pictures_are_drawn_without_a_browser_and_fetch_nothing() -> None:
    one = drawings(rows("genre films", ("Drama", 40), ("<War>", 9)))[0]
    config, dark = (chart_config(THEME[mode]) for mode in ("light", "dark"))
    assert config.keys() == dark.keys() and config != dark
    svg = (await picture(one.spec, config, "svg", 400)).decode()
    assert "&lt;War&gt;" in svg
    outside = {**one.spec, "data": {"url": "http://127.0.0.1:9/rows.json"}}
    with pytest.raises(NotDrawn):
        await picture(outside, config, "svg", 400)
