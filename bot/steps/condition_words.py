"""One condition of a statement in English: "year over 2000", "name “Oslo”"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.realiser.cypher_values import NoWording, Values
from bot.realiser.wording import nominal
from bot.words.inflection import is_plural
from bot.words.units import measured_noun
from guardrails.syntax import Binary, Constant, Expression, IsNull, Name, Parameter, Part, Property
from memory.schema import Schema
from memory.text import split_name

_COUNTS = {
    ">": "more than", ">=": "at least", "<": "fewer than", "<=": "at most", "=": "exactly",
}  # fmt: skip


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
    if isinstance(test, IsNull) and isinstance(test.operand, Property):
        noun = nominal(measured_noun(test.operand.name))
        return f"{'some' if test.negated else 'no'} {noun}"
    if not isinstance(test, Binary):
        return None
    if (flag := _flag(test, parameters)) is not None:
        return flag
    variables = {part.base.name for part in _properties(test) if isinstance(part.base, Name)}
    values = Values(schema, parameters)
    if is_of_figures(test) and isinstance(test.left, Name):
        # A figure by the name that it was given: more than 500 films.
        noun = " ".join(split_name(test.left.name))
        if isinstance(test.right, Name):
            return None
        if is_plural(noun.split()[-1]) and test.operator in _COUNTS:
            return f"{_COUNTS[test.operator]} {values.say(test.right)} {noun}"
        values.nouns[test.left.name] = noun
    elif len(variables) == 1:
        (variable,) = variables
        values.nouns[variable] = " ".join(split_name(owner)) or "it"
        values.nodes[variable] = owner or None
        values.root = variable
    else:
        return None
    try:
        return values.compared(test.operator, test.left, test.right, verb=False)
    except NoWording:
        return None


def _flag(test: Binary, parameters: Mapping[str, Any]) -> str | None:
    """What a flag says: serious, not serious; None of all else."""
    right = test.right
    value = parameters.get(right.name) if isinstance(right, Parameter) else None
    value = right.value if isinstance(right, Constant) else value
    if not isinstance(test.left, Property) or test.operator != "=" or not isinstance(value, bool):
        return None
    first, *rest = split_name(test.left.name)
    bare = rest if rest and first == "is" else [first, *rest]
    return f"{'' if value else 'not '}{' '.join(bare)}"


def is_of_figures(test: Expression) -> bool:
    """Whether a condition is on what was reckoned before, not on what is stored."""
    return not _properties(test) and any(isinstance(part, Name) for part in test.walk())


def _properties(part: Part) -> list[Property]:
    return [found for found in part.walk() if isinstance(found, Property)]
