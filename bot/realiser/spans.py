"""Words for what lasted at some time of a period: begun by its end, and not over before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.realiser.wording import span, year_words
from bot.stored.lasting import is_end, is_start
from memory.query import AnyOf, Attribute, Comparison, Condition, Constant


def spanned(where: Sequence[Condition], variable: str) -> tuple[str, list[Condition]]:
    """At some time in 1850, with the conditions that say so; else nothing.

    >>> begun = Comparison(Attribute("r", "fromYear"), "<=", Constant(1850))
    >>> over = Comparison(Attribute("r", "toYear"), ">=", Constant(1850))
    >>> spanned([begun, over], "r")[0]
    'at some time in 1850'
    """
    begun = [t for t in where if _bounds(t, variable) in ("<", "<=")]
    over = [t for t in where if _bounds(_stored(t), variable) == ">="]
    if len(begun) != 1 or len(over) != 1:
        return "", []
    (high,), low = begun, _stored(over[0])
    if not isinstance(high, Comparison) or not isinstance(low, Comparison):
        return "", []
    if high.operator == "<=" and high.right == low.right and isinstance(low.right, Constant):
        return f"at some time in {year_words(low.right.value)}", [*begun, *over]
    ranged = span([replace(low, left=high.left), high])
    return (f"at some time {ranged[0]}", [*begun, *over]) if ranged is not None else ("", [])


def _stored(test: Condition) -> Condition:
    """What must be so of an end that is kept: it may be missing where something still lasts."""
    if not isinstance(test, AnyOf) or len(test.conditions) != 2:
        return test
    missing, kept = test.conditions
    one = isinstance(missing, Comparison) and isinstance(kept, Comparison)
    still = one and missing.operator == "IS NULL" and missing.left == kept.left  # type: ignore[union-attr]
    return kept if still else test


def _bounds(test: Condition, variable: str) -> str:
    """How a test holds a beginning to a last or an end to a first time; else nothing."""
    if not isinstance(test, Comparison) or not isinstance(test.left, Attribute):
        return ""
    named, sign = test.left.property, test.operator
    fits = is_start(named) if sign in ("<", "<=") else is_end(named) and sign == ">="
    return sign if fits and test.left.variable == variable else ""
