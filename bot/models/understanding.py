"""The reply to the understand call: its JSON schema, and how it is read."""

from __future__ import annotations

from typing import Any, cast, get_args, get_type_hints

from pydantic import BaseModel, ValidationError

from bot.models.reply import clean, without_thoughts
from bot.ports import Understanding

_VERDICTS: tuple[str, ...] = get_args(get_type_hints(Understanding)["verdict"])
_LONGEST = 2000


class _Understood(BaseModel):
    standalone: str
    verdict: str
    language: str = "English"


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
            },
            "required": ["standalone", "verdict", "language"],
            "additionalProperties": False,
        },
    },
}


def understanding_from(reply: str, question: str) -> Understanding | None:
    """The understanding in a reply, whatever stands around it; None where there is none.

    >>> understanding_from('Sure: {"standalone": "Which ships?", "verdict": "answerable"}', "q")
    Understanding(standalone='Which ships?', verdict='answerable', language='English')
    """
    text = clean(without_thoughts(reply))
    start, end = text.find("{"), text.rfind("}")
    try:
        parsed = _Understood.model_validate_json(text[start : end + 1])
    except ValidationError:
        return None
    verdict = parsed.verdict.strip().lower()
    return Understanding(
        parsed.standalone.strip()[:_LONGEST] or question,
        cast(Any, verdict if verdict in _VERDICTS else "answerable"),
        parsed.language.strip()[:40] or "English",
    )
