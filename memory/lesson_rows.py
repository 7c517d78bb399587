"""Lessons as rows of their table, and back."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import RowMapping

from memory.codec import dump_parameters, load_parameters, storable
from memory.lessons import Lesson, Slot
from memory.store import now


def lesson_row(lesson: Lesson) -> dict[str, Any]:
    """The row of the table."""
    slots = [[s.parameter, s.kind, s.property, list(s.owners)] for s in lesson.slots]
    texts = ("graph", "question", "form", "cypher", "draft", "problem", "fingerprint", "engine")
    return {
        **{name: storable(getattr(lesson, name)) for name in texts},
        "id": lesson.id,
        "parameters": dump_parameters(lesson.parameters),
        "slots": json.dumps(slots),
        "columns": json.dumps(lesson.columns),
        "status": lesson.status,
        "witness": lesson.witness,
        "why": storable(lesson.why),
        "decided_by": lesson.decided_by,
        "decided": lesson.decided,
        "created": now(),
    }


def lesson_of_row(row: RowMapping) -> Lesson:
    """The lesson in a row of the table."""
    kept = {name: row[name] for name in Lesson.__slots__ if name in row}
    slots = json.loads(row["slots"])
    return Lesson(
        **kept
        | {
            "parameters": load_parameters(row["parameters"]),
            "slots": tuple(Slot(p, kind, name, tuple(owners)) for p, kind, name, owners in slots),
            "columns": tuple(json.loads(row["columns"])),
        }
    )
