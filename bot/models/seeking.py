"""What passages name that answers a question, by a model: its prompt, and how it is read."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from bot.models.prompt import filled
from bot.models.reply import object_in
from bot.ports import Extract, SeekRequest, Sought

_MOST, _LONGEST = 200, 1_000


class _Item(BaseModel):
    passage: int
    name: str
    words: str = ""


class _Items(BaseModel):
    items: list[_Item]


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT = {"type": "string"}
_ITEM = _object({"passage": {"type": "integer"}, "name": _TEXT, "words": _TEXT})
SOUGHT_SCHEMA: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "items",
        "strict": True,
        "schema": _object({"items": {"type": "array", "items": _ITEM}}),
    },
}


def seek_prompt(request: SeekRequest) -> str:
    """The prompt that asks what passages name; they are counted from 1."""
    told = (_told(at, one) for at, one in enumerate(request.extracts, 1))
    return filled("seek", question=request.question, kind=request.kind, passages="\n\n".join(told))


def sought_from(reply: str) -> tuple[Sought, ...] | None:
    """What a reply tells, whatever stands around it; None where it tells nothing.

    >>> sought_from('{"items": [{"passage": 2, "name": "Ada v. Byte", "words": "sues"}]}')
    (Sought(place=1, name='Ada v. Byte', words='sues'),)
    >>> sought_from("There is nothing.") is None
    True
    """
    try:
        parsed = _Items.model_validate_json(object_in(reply))
    except ValidationError:
        return None
    return tuple(
        Sought(one.passage - 1, " ".join(one.name.split())[:_LONGEST], one.words[:_LONGEST])
        for one in parsed.items[:_MOST]
    )


def _told(number: int, one: Extract) -> str:
    above = " > ".join((one.document, *one.headings))
    return f"Passage {number} ({above}):\n{one.text}"
