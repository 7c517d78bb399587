"""Chainlit's dictionaries as rows of the tables, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from chainlit.element import Element, ElementDict
from chainlit.step import StepDict
from chainlit.types import FeedbackDict, ThreadDict
from sqlalchemy import RowMapping

from memory.codec import storable
from memory.store import now
from memory.tables import elements, steps

_NAME_CHARACTERS = 200

# What a step has where Chainlit leaves it out.
_STEP_DEFAULTS = {"name": "", "type": "undefined", "streaming": False, "input": "", "output": ""}


def title(name: str) -> str:
    """A thread's name in the sidebar: one line of at most 200 characters."""
    line = " ".join(storable(name).split())
    return line if len(line) <= _NAME_CHARACTERS else line[: _NAME_CHARACTERS - 1] + "…"


def step_row(step: StepDict) -> tuple[dict[str, Any], dict[str, Any]]:
    """(the whole row, only what `step` says): for inserting, and for updating.

    Keys that are no column are left out, so that a newer Chainlit loses nothing but those.
    """
    names = {column.name for column in steps.columns}
    said = {k: storable(v) for k, v in step.items() if k in names and v is not None}
    whole = {"createdAt": now(), "metadata": {}, **_STEP_DEFAULTS, **said}
    return whole, said


def step_dict(row: RowMapping) -> StepDict:
    """A row of `steps`, joined with its feedback where `feedback_id` is a column."""
    step: dict[str, Any] = {column.name: row[column.name] for column in steps.columns}
    if not step["showInput"]:
        step["input"] = ""
    step["feedback"] = None
    if row.get("feedback_id") is not None:
        step["feedback"] = FeedbackDict(
            forId=row["id"],
            id=row["feedback_id"],
            value=row["feedback_value"],
            comment=row["feedback_comment"],
        )
    return cast(StepDict, step)


def element_row(element: Element) -> dict[str, Any]:
    """The row of an element, without the address of its file."""
    said = element.to_dict()
    return {column.name: storable(said.get(column.name)) for column in elements.columns}


def element_dict(row: RowMapping) -> ElementDict:
    """A row of `elements`."""
    element: dict[str, Any] = {column.name: row[column.name] for column in elements.columns}
    element["props"] = element["props"] or {}
    return cast(ElementDict, element)


def thread_dict(
    row: RowMapping,
    thread_steps: Iterable[StepDict] = (),
    thread_elements: Iterable[ElementDict] = (),
) -> ThreadDict:
    """A row of `threads` with what belongs to it."""
    return ThreadDict(
        id=row["id"],
        createdAt=row["createdAt"],
        name=row["name"],
        userId=row["userId"],
        userIdentifier=row["userIdentifier"],
        tags=row["tags"] or [],
        metadata=row["metadata"] or {},
        steps=list(thread_steps),
        elements=list(thread_elements),
    )
