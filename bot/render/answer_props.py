"""What the page's answer element (`public/elements/CiceroneAnswer.jsx`) is given, as plain JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bot.events import Outcome, Rows
from bot.render.behind import behind_props
from bot.render.charts.chart import LABELS, drawings
from bot.render.heads import heads
from bot.render.phrases import (
    chosen,
    engine_phrase,
    in_its_language,
    is_noteworthy,
    reading_of,
    verified_phrase,
)
from bot.render.pictured import picture_props, used_props
from bot.render.row_files import ROW_FILES
from bot.render.source_props import sources_props
from bot.render.table import MOST_TOLD, are_amounts, cell_text, is_numeric_column
from memory.catalogue import say
from memory.query import Query
from memory.schema import LinkedValue

_ALTERNATIVES = 5


def answer_props(
    outcome: Outcome,
    answer_id: str,
    candidates: Sequence[LinkedValue] = (),
    notices: Sequence[str] = (),
    max_export: int = 0,
    charts: bool = True,
    doubts: Sequence[str] = (),
    took: str = "",
    thread: str = "",
) -> dict[str, Any]:
    """The element's properties; every key is always there.

    Args:
        outcome: The finished turn.
        answer_id: Names the answer when a value is overruled or the rows are downloaded.
        candidates: All values that were considered, to offer the others instead.
        notices: Sentences the person should not miss.
        max_export: Rows in a download.
        charts: Whether rows that call for one are drawn as a chart.
        doubts: What was found against its rows.
        took: How long it took, for people.
        thread: The conversation that it is in.
    """
    with in_its_language(outcome):
        return _props(
            outcome, answer_id, candidates, notices, max_export, charts, doubts, took, thread
        )


def _props(
    outcome: Outcome,
    answer_id: str,
    candidates: Sequence[LinkedValue],
    notices: Sequence[str],
    max_export: int,
    charts: bool,
    doubts: Sequence[str],
    took: str,
    thread: str,
) -> dict[str, Any]:
    # A chart or a file that is asked for in words has its table above, with its answer.
    drawn = outcome.act != ""
    exports = outcome.act == "export"
    query = outcome.cypher.strip() if outcome.cypher and not exports else None
    shown = (answer_id, max_export, outcome.understood)
    return {
        "id": answer_id,
        "links": link_props(outcome.linked, candidates) if query else [],
        "terms": list(outcome.terms) if outcome.cypher else [],
        "chart": chart_props(outcome, answer_id) if charts else None,
        "table": None if drawn else table_props(outcome.result, *shown),
        "picture": None if exports else picture_props(outcome, answer_id),
        "used": used_props(outcome),
        "reading": reading_of(outcome),
        "engine": engine_phrase(outcome),
        "verified": verified_phrase(outcome),
        "failed": outcome.error is not None,
        "cypher": query,
        "behind": behind_props(outcome, doubts, took, thread),
        "others": [asdict(choice) for choice in outcome.others],
        "files": file_props(outcome, answer_id, thread),
        "pages": page_props(outcome),
        "parameters": {name: cell_text(value) for name, value in outcome.parameters.items()},
        "sources": None if drawn else sources_props(outcome),
        "choices": [asdict(choice) for choice in outcome.choices],
        "notices": list(notices),
    }


def file_props(outcome: Outcome, answer_id: str, thread: str) -> list[dict[str, str]]:
    """The files that are asked for in words, each with what it is called and its address."""
    if outcome.act == "conversation" and thread:
        return [{"label": "Markdown", "href": f"/conversation/{thread}.md"}]
    if outcome.act != "export" or not outcome.export:
        return []
    wanted = ROW_FILES if outcome.export == "any" else [outcome.export]
    return [{"label": ROW_FILES[one].label, "href": f"/export/{answer_id}.{one}"} for one in wanted]


def page_props(outcome: Outcome) -> list[dict[str, str]]:
    """The page on which what is asked for is seen and done."""
    place = {"memory": "/memory", "forget": "/memory#all"}.get(outcome.act)
    return [{"label": say("Memory"), "href": place}] if place else []


def is_worth_showing(props: dict[str, Any]) -> bool:
    """Whether there is anything below the words of the answer."""
    return bool(
        props["table"]
        or props["picture"]
        or props["cypher"]
        or props["choices"]
        or props["files"]
        or props["sources"]
        or props["pages"]
        or props["notices"]
    )


def chart_props(outcome: Outcome, answer_id: str) -> dict[str, Any] | None:
    """The charts that fit the rows, the best first; None where the rows are no chart."""
    drawn = drawings(outcome.result, outcome.understood, outcome.cypher, outcome.chart)
    kinds = [
        {"kind": one.kind, "label": say(LABELS[one.kind]), "spec": one.spec, "caption": one.caption}
        for one in drawn
    ]
    return {"kinds": kinds, "download": f"/chart/{answer_id}"} if kinds else None


def _is_long(value: object) -> bool:
    """Whether a text is longer than a sentence tells."""
    return isinstance(value, str) and len(value) > MOST_TOLD


def table_props(
    result: Rows | None, answer_id: str, max_export: int, query: Query | None = None
) -> dict[str, Any] | None:
    """The rows for the paged table; None where the sentence says it all.

    `query` tells what the columns are. Numbers stay numbers, so that they sort; everything else is
    the text a person reads.
    """
    if result is None or not result.rows:
        return None
    if len(result.rows) == len(result.columns) == 1 and not _is_long(result.rows[0][0]):
        return None
    numeric = [is_numeric_column(result.rows, at) for at in range(len(result.columns))]
    return {
        "columns": [
            {"name": name, "numeric": number, "amount": number and are_amounts(own, values)}
            for own, name, number, values in zip(
                result.columns,
                heads(result.columns, query),
                numeric,
                zip(*result.rows, strict=True),
                strict=True,
            )
        ],
        "rows": [
            [_cell(value, number) for value, number in zip(row, numeric, strict=True)]
            for row in result.rows
        ],
        "total": result.row_count,
        "truncated": result.truncated,
        "download": f"/export/{answer_id}.csv",
        "max_export": max_export,
    }


def link_props(
    used: Sequence[LinkedValue], candidates: Sequence[LinkedValue]
) -> list[dict[str, Any]]:
    """Each linked value with what else its words could mean."""
    others = chosen(tuple(candidates))
    shown = []
    for (start, end), group in chosen(tuple(used)).items():
        link = group[0]
        rest = [*group[1:], *others.get((start, end), [])]
        alternatives = {_key(other): other for other in rest if _key(other) != _key(link)}
        shown.append(
            {
                **_link(link),
                "noteworthy": is_noteworthy(link),
                "alternatives": [_link(o) for o in list(alternatives.values())[:_ALTERNATIVES]],
            }
        )
    return shown


def _key(link: LinkedValue) -> tuple[str, str, str]:
    return link.label, link.property, str(link.value)


def _link(link: LinkedValue) -> dict[str, Any]:
    return {
        "text": link.text,
        "label": link.label,
        "property": link.property,
        "value": str(link.value),
        "start": link.start,
        "end": link.end,
    }


def _cell(value: Any, numeric: bool) -> str | int | float | None:
    if value is None:
        return None
    return value if numeric and abs(value) < 2**53 else cell_text(value)
