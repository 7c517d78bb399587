"""The reply to the judge call: its JSON schema, and how it is read."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from bot.models.reply import object_in
from bot.ports import Opinion

_LONGEST = 300


class _Opinion(BaseModel):
    answers: bool
    missing: str = ""


OPINION_SCHEMA: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "opinion",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"answers": {"type": "boolean"}, "missing": {"type": "string"}},
            "required": ["answers", "missing"],
            "additionalProperties": False,
        },
    },
}


def opinion_from(reply: str) -> Opinion | None:
    """The opinion in a reply, whatever stands around it; None where there is none.

    >>> opinion_from('{"answers": false, "missing": "the year"}')
    Opinion(answers=False, missing='the year')
    >>> opinion_from("It does.") is None
    True
    """
    try:
        parsed = _Opinion.model_validate_json(object_in(reply))
    except ValidationError:
        return None
    return Opinion(parsed.answers, "" if parsed.answers else parsed.missing.strip()[:_LONGEST])
