"""Whether an answer has a picture, where the page gets it from, and what its query used."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from bot.events import Outcome
from bot.render.picture import picture_of
from bot.render.schema_picture import schema_props
from guardrails.cypher import parse
from guardrails.drawn import pattern_drawn
from guardrails.syntax import LabelName
from guardrails.tokens import Unreadable


def picture_props(outcome: Outcome, answer_id: str) -> dict[str, Any] | None:
    """What is drawn below an answer; None where nothing can be.

    Rows that hold nodes are drawn as they are. A statement that names a path (how are they
    connected?) is asked for it once more when the page shows it, one that only matches a pattern
    when the person says so: both `from` an address of ours. `wanted` says that it is drawn without
    being asked for.
    """
    if outcome.act == "show_around" and outcome.linked:
        one = outcome.linked[0]
        asked = urlencode({"label": one.label, "property": one.property, "value": str(one.value)})
        return {"from": f"/neighbours?{asked}", "wanted": True}
    if outcome.result is None or not outcome.result.rows or outcome.cypher is None:
        return None
    picture = picture_of(outcome.result.rows, outcome.slice)
    drawn = picture.props()
    if drawn is not None and not picture.dangles:
        return {**drawn, "wanted": bool(drawn["edges"])}
    drawable = pattern_drawn(outcome.cypher)
    if drawable is None or not drawable.has_edge:
        return None
    wanted = drawable.has_path or picture.dangles
    return {"from": f"/picture/{answer_id}", "wanted": wanted}


def used_props(outcome: Outcome) -> dict[str, Any] | None:
    """The labels and relationships of the schema that the statement names, as a picture."""
    if outcome.cypher is None or outcome.slice is None:
        return None
    try:
        parts = parse(outcome.cypher).query.walk()
    except Unreadable:
        return None
    names = {part.name for part in parts if isinstance(part, LabelName)}
    used = schema_props(outcome.slice.restrict(names, names))
    return {**used, "wanted": True, "schema": True} if used["nodes"] else None
