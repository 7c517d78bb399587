"""One condition of a statement in English: "year over 2000", "name “Oslo”"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.offline.explain_patterns import Patterns
from bot.offline.explain_values import NoWording, Values
from guardrails.syntax import Binary, Expression, Name, Part, Property
from memory.schema import Schema
from memory.text import split_name


def condition_words(
    test: Expression, owner: str, parameters: Mapping[str, Any], schema: Schema
) -> str | None:
    """What a comparison asks of the one thing it is about; None where it has no such wording.

    Args:
        test: The condition.
        owner: Label (or type) of what it is about.
        parameters: Values of the statement.
        schema: Tells dates from other values.
    """
    variables = {part.base.name for part in _properties(test) if isinstance(part.base, Name)}
    if not isinstance(test, Binary) or len(variables) != 1:
        return None
    (variable,) = variables
    values = Values(schema, parameters)
    values.nouns[variable] = " ".join(split_name(owner)) or "it"
    values.nodes[variable] = owner or None
    values.root = variable
    try:
        return Patterns(values).compared(test.operator, test.left, test.right, verb=False)
    except NoWording:
        return None


def _properties(part: Part) -> list[Property]:
    return [found for found in part.walk() if isinstance(found, Property)]
