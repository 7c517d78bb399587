"""The replies to the understand call: their JSON schemas, and how they are read.

Only what is open is asked for: all of it at once, or one thing at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, cast, get_args, get_type_hints

from pydantic import BaseModel, ValidationError

from bot.models.reply import clean, cypher_from, object_in
from bot.ports import MATTERS, Matter, Understanding

_VERDICTS: tuple[str, ...] = get_args(get_type_hints(Understanding)["verdict"])
_ROUTES: tuple[str, ...] = get_args(get_type_hints(Understanding)["route"])
_LONGEST = 2000
_FIELDS: dict[str, dict[str, Any]] = {
    "standalone": {"type": "string"},
    "verdict": {"type": "string", "enum": list(_VERDICTS)},
    "language": {"type": "string"},
    "route": {"type": "string", "enum": list(_ROUTES)},
    "about": {"type": "string"},
    "sets": {"type": "array", "items": {"type": "string"}},
    "cypher": {"type": "string"},
}
# Without these a reply is none; of the others there is a likely one.
_NEEDED = ("standalone", "verdict")
# What is asked in one call where it is asked apart.
APART: Sequence[Sequence[Matter]] = (("standalone", "sets", "language"), ("verdict",), ("route",))


class _Understood(BaseModel):
    standalone: str = ""
    verdict: str = "answerable"
    language: str = "English"
    route: str = "graph"
    about: str = ""
    sets: list[str] = []
    cypher: str = ""


def fields_of(matters: Collection[Matter]) -> tuple[str, ...]:
    """The fields of a reply that settles these, in order.

    >>> fields_of(["route", "verdict"])
    ('verdict', 'route', 'about')
    """
    fields = [matter for matter in MATTERS if matter in matters]
    return (*fields, "about") if "route" in fields else tuple(fields)


def understood_schema(matters: Collection[Matter], name: str = "understanding") -> dict[str, Any]:
    """The JSON schema of a reply that settles these, as the API takes it."""
    fields = fields_of(matters)
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


def understanding_from(
    reply: str, question: str, matters: Collection[Matter] = MATTERS
) -> Understanding | None:
    r"""What a reply settles of these, whatever stands around it; None where it does not.

    What else it says counts for nothing.

    >>> found = understanding_from('Sure: {"standalone": "Hm", "verdict": "small_talk"}', "q")
    >>> found.verdict, found.route
    ('small_talk', 'graph')
    >>> understanding_from('{"standalone": "a\\u0000b", "verdict": "answerable"}', "q").standalone
    'ab'
    >>> understanding_from('{"verdict": "off_topic"}', "q", ["verdict"]).verdict
    'off_topic'
    >>> understanding_from('{"verdict": "off_topic"}', "q", ["route"]) is None
    True
    """
    fields = fields_of(matters)
    try:
        told = _Understood.model_validate_json(object_in(reply))
    except ValidationError:
        return None
    needed = [field for field in fields if field in _NEEDED] or fields[:1]
    if not told.model_fields_set >= set(needed):
        return None
    parsed = _Understood(**told.model_dump(include=set(fields)))
    verdict, route = parsed.verdict.strip().lower(), parsed.route.strip().lower()
    return Understanding(
        _words(parsed.standalone)[:_LONGEST] or question,
        cast(Any, verdict if verdict in _VERDICTS else "answerable"),
        _words(parsed.language)[:40] or "English",
        cast(Any, route if route in _ROUTES else "graph"),
        _words(parsed.about)[:_LONGEST],
        tuple(dict.fromkeys(name.strip().lstrip("$") for name in parsed.sets)),
        cypher_from(parsed.cypher) or "",
    )


def _words(told: str) -> str:
    """What JSON spells may be no text: characters that nothing shows or stores."""
    return " ".join(clean(told).split())
