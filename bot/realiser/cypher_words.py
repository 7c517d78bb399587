"""Names of labels, types and flags as words, for Cypher told in English."""

from __future__ import annotations

from bot.realiser.cypher_values import NoWording
from guardrails.syntax import (
    Call,
    Constant,
    Expression,
    LabelExpression,
    LabelName,
    LabelOperation,
    Property,
    RelationshipPattern,
)
from memory.text import several, split_name


def flag(prop: str, value: Expression, *, negated: bool = False) -> str | None:
    """`isPublic: true` and `delayed = false` as "that are public", "that are not delayed"."""
    if not isinstance(value, Constant) or not isinstance(value.value, bool):
        return None
    words = split_name(prop)
    verb = "are"
    if words and words[0] in ("is", "has", "was"):
        verb = {"is": "are", "has": "have", "was": "were"}[words.pop(0)]
    return f"that {verb} {'' if value.value != negated else 'not '}{' '.join(words)}"


def steps(hops: tuple[int | None, int | None]) -> str:
    """How many hops a pattern allows: 2 to 4 steps."""
    low, high = hops
    if high is None:
        return "any number of steps" if (low or 0) <= 1 else f"{several(low or 0, 'step')} or more"
    if low == high:
        return several(high, "step")
    return f"{low} to {high} steps"


def type_words(part: RelationshipPattern) -> str:
    """The types of a relationship as words; empty where none is named."""
    if part.types is None:
        return ""
    names = [p.name for p in part.types.walk() if isinstance(p, LabelName)]
    if any(isinstance(p, LabelOperation) and p.operator != "|" for p in part.types.walk()):
        raise NoWording
    return " or ".join(" ".join(split_name(name)) for name in names)


def label_words(labels: LabelExpression | None) -> str:
    """A label expression as a noun."""
    match labels:
        case LabelName(name="%"):
            return "thing"
        case LabelName(name=name):
            return " ".join(split_name(name))
        case LabelOperation(operator="&", operands=operands):
            return label_words(operands[-1])
        case LabelOperation(operator="|", operands=operands):
            return " or ".join(label_words(operand) for operand in operands)
        case _:
            raise NoWording


def one_label(labels: LabelExpression | None) -> str | None:
    """The one label that is named; None for several or none."""
    return labels.name if isinstance(labels, LabelName) else None


def is_property(expression: Expression) -> bool:
    """Whether it is a property, or a function of one."""
    if isinstance(expression, Call) and len(expression.arguments) == 1:
        return is_property(expression.arguments[0])
    return isinstance(expression, Property)
