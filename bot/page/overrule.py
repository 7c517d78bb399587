"""A click that says what words really mean becomes values for the next turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.errors import UsageError
from memory.catalogue import say
from memory.schema import LinkedValue, Schema


def overruled(payload: Mapping[str, Any], standalone: str, schema: Schema) -> LinkedValue:
    """The value the person chose; label "" says that the words are no value at all.

    Args:
        payload: What the browser sent, which is not to be trusted: `start`, `end`, and `label`,
            `property`, `value` of the choice.
        standalone: The question whose words are meant.
        schema: Label and property must be in it.

    Raises:
        UsageError: the payload fits neither question nor schema.
    """
    start, end = payload.get("start"), payload.get("end")
    if not (
        isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(standalone)
    ):
        raise UsageError(say("These words are not in the question."))
    text = standalone[start:end]
    label, name = str(payload.get("label") or ""), str(payload.get("property") or "")
    value = payload.get("value")
    if not label:
        return LinkedValue(text, "", "", "", start, end, method="chosen")
    known = schema.labels.get(label)
    if known is None or name not in known.properties or not isinstance(value, str | int | float):
        raise UsageError(say("The graph has no such value."))
    return LinkedValue(text, label, name, value, start, end, method="chosen")


def said(link: LinkedValue) -> str:
    """The choice in the person's words.

    >>> said(LinkedValue("hanks", "", "", "", 0, 5))
    '“hanks” is no name here.'
    """
    if not link.label:
        return say("“{text}” is no name here.", text=link.text)
    return say(
        "By “{text}” I mean {label} {value}.",
        text=link.text,
        label=link.label,
        value=str(link.value),
    )
