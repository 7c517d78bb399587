"""The reply to the understand call: its JSON schema, and how it is read."""

from __future__ import annotations

from typing import Any, cast, get_args, get_type_hints

from pydantic import BaseModel, ValidationError

from bot.models.reply import clean, without_thoughts
from bot.ports import Understanding

_VERDICTS: tuple[str, ...] = get_args(get_type_hints(Understanding)["verdict"])
_ROUTES: tuple[str, ...] = get_args(get_type_hints(Understanding)["route"])
_LONGEST = 2000


class _Understood(BaseModel):
    standalone: str
    verdict: str
    language: str = "English"
    route: str = "graph"
    about: str = ""


UNDERSTOOD_SCHEMA: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "understanding",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {
                "standalone": {"type": "string"},
                "verdict": {"type": "string", "enum": list(_VERDICTS)},
                "language": {"type": "string"},
                "route": {"type": "string", "enum": list(_ROUTES)},
                "about": {"type": "string"},
            },
            "required": ["standalone", "verdict", "language", "route", "about"],
            "additionalProperties": False,
        },
    },
}


def understanding_from(reply: str, question: str) -> Understanding | None:
    """The understanding in a reply, whatever stands around it; None where there is none.

    >>> found = understanding_from('Sure: {"standalone": "Hm", "verdict": "small_talk"}', "q")
    >>> found.verdict, found.route
    ('small_talk', 'graph')
    """
    text = clean(without_thoughts(reply))
    start, end = text.find("{"), text.rfind("}")
    try:
        parsed = _Understood.model_validate_json(text[start : end + 1])
    except ValidationError:
        return None
    verdict, route = parsed.verdict.strip().lower(), parsed.route.strip().lower()
    return Understanding(
        parsed.standalone.strip()[:_LONGEST] or question,
        cast(Any, verdict if verdict in _VERDICTS else "answerable"),
        parsed.language.strip()[:40] or "English",
        cast(Any, route if route in _ROUTES else "graph"),
        parsed.about.strip()[:_LONGEST],
    )
