"""The reply to the plan call: its JSON schema, and how it is read."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.models.reply import object_in

MOST_STEPS = 3
_LONGEST = 500
_EARLIER = re.compile(r"\{\s*(\d)\s*\}")


class _Plan(BaseModel):
    steps: list[str]


PLAN_SCHEMA: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "plan",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"steps": {"type": "array", "items": {"type": "string"}}},
            "required": ["steps"],
            "additionalProperties": False,
        },
    },
}


def plan_from(reply: str) -> tuple[str, ...] | None:
    """The steps in a reply, each naming only earlier ones as {1}; None where there is no plan.

    A plan whose last step needs no other is no plan: that step alone is left.

    >>> plan_from('{"steps": ["Who directed Alien?", "What else did { 1 } direct?"]}')
    ('Who directed Alien?', 'What else did {1} direct?')
    >>> plan_from('{"steps": ["Who directed Alien?", "How many films are there?"]}')
    ('How many films are there?',)
    >>> plan_from('{"steps": ["What did {2} direct?", "Who is {1}?"]}') is None
    True
    """
    try:
        parsed = _Plan.model_validate_json(object_in(reply))
    except ValidationError:
        return None
    steps = [_EARLIER.sub(r"{\1}", step).strip()[:_LONGEST] for step in parsed.steps]
    if not 1 <= len(steps) <= MOST_STEPS or not all(steps):
        return None
    needs = [{int(number) for number in _EARLIER.findall(step)} for step in steps]
    if any(not need <= set(range(1, n)) for n, need in enumerate(needs, start=1)):
        return None
    return tuple(steps) if needs[-1] else (steps[-1],)
