"""The replies to the understand call: their JSON schemas, and how they are read.

It is asked as a whole, or one matter at a time: the standalone question, the verdict, the route.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast, get_args, get_type_hints

from pydantic import BaseModel, ValidationError

from bot.models.reply import clean, object_in
from bot.ports import Understanding, UnderstandRequest
from guardrails.languages import language_of
from memory.english import FUNCTION_WORDS
from memory.text import fold

Matter: TypeAlias = Literal["standalone", "verdict", "route"]

_VERDICTS: tuple[str, ...] = get_args(get_type_hints(Understanding)["verdict"])
_ROUTES: tuple[str, ...] = get_args(get_type_hints(Understanding)["route"])
_LONGEST = 2000
_FIELDS: dict[str, dict[str, Any]] = {
    "standalone": {"type": "string"},
    "verdict": {"type": "string", "enum": list(_VERDICTS)},
    "language": {"type": "string"},
    "route": {"type": "string", "enum": list(_ROUTES)},
    "about": {"type": "string"},
}
_OF: dict[Matter, tuple[str, ...]] = {
    "standalone": ("standalone", "language"),
    "verdict": ("verdict",),
    "route": ("route", "about"),
}


class _Understood(BaseModel):
    standalone: str = ""
    verdict: str = ""
    language: str = "English"
    route: str = "graph"
    about: str = ""


def _schema(name: str, fields: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "json_schema",
        "json_schema": {
            "name": name,
            "strict": True,
            "schema": {
                "type": "object",
                "properties": {field: _FIELDS[field] for field in fields},
                "required": list(fields),
                "additionalProperties": False,
            },
        },
    }


# Without texts there is but one route.
UNDERSTOOD_SCHEMAS: Mapping[bool, dict[str, Any]] = {
    has_texts: _schema(
        "understanding", tuple(f for f in _FIELDS if has_texts or f not in _OF["route"])
    )
    for has_texts in (True, False)
}
MATTER_SCHEMAS: Mapping[Matter, dict[str, Any]] = {
    matter: _schema(matter, fields) for matter, fields in _OF.items()
}


def understanding_from(reply: str, question: str) -> Understanding | None:
    r"""The understanding in a reply, whatever stands around it; None where there is none.

    >>> found = understanding_from('Sure: {"standalone": "Hm", "verdict": "small_talk"}', "q")
    >>> found.verdict, found.route
    ('small_talk', 'graph')
    >>> understanding_from('{"standalone": "a\\u0000b", "verdict": "answerable"}', "q").standalone
    'ab'
    """
    return _read(reply, question, ("standalone", "verdict"))


def matter_from(reply: str, question: str, matter: Matter) -> Understanding | None:
    """What a reply settles of one matter, all else as for an answerable question in English.

    >>> matter_from('{"verdict": "off_topic"}', "q", "verdict").verdict
    'off_topic'
    >>> matter_from('{"verdict": "off_topic"}', "q", "route") is None
    True
    """
    return _read(reply, question, _OF[matter][:1])


def stands_alone(request: UnderstandRequest) -> bool:
    """Whether a message is its own standalone question: the first one, and in English."""
    english = language_of(request.question) is None
    english = english and bool(set(fold(request.question).split()) & FUNCTION_WORDS)
    return english and not request.history


def _read(reply: str, question: str, needed: tuple[str, ...]) -> Understanding | None:
    try:
        parsed = _Understood.model_validate_json(object_in(reply))
    except ValidationError:
        return None
    if not parsed.model_fields_set >= set(needed):
        return None
    verdict, route = parsed.verdict.strip().lower(), parsed.route.strip().lower()
    return Understanding(
        _words(parsed.standalone)[:_LONGEST] or question,
        cast(Any, verdict if verdict in _VERDICTS else "answerable"),
        _words(parsed.language)[:40] or "English",
        cast(Any, route if route in _ROUTES else "graph"),
        _words(parsed.about)[:_LONGEST],
    )


def _words(told: str) -> str:
    """What JSON spells may be no text: characters that nothing shows or stores."""
    return " ".join(clean(told).split())
