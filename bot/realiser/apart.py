"""Words for two figures put together: the price of X minus that of Y, whether X has more than Y."""

from __future__ import annotations

from collections.abc import Callable

from bot.offline.ages import THEN
from bot.offline.words import is_plural
from bot.realiser.clauses import Teller
from bot.realiser.wording import OPERATORS
from memory.query import Arithmetic, Comparison, Figure, Function, Operand, Query
from memory.tree_edits import attributes_of

Phrase = Callable[[Query], str]


def held_apart(query: Query, teller: Teller, phrase: Phrase) -> str | None:
    """What holds two things apart or one against the other; None for any other tree."""
    if query.form == "yes_no":
        return _more_than_the_other(query, phrase)
    return _how_far_apart(query, teller, phrase)


def _how_far_apart(query: Query, teller: Teller, phrase: Phrase) -> str | None:
    """The price of X minus that of Y."""
    if query.form != "value" or len(query.columns) != 1:
        return None
    operand = query.columns[0].operand
    either = isinstance(operand, Function) and operand.name == "abs"
    if either:
        operand = operand.operands[0]  # type: ignore[union-attr]
    match operand:
        case Function(name, (born, then)) if name.startswith(THEN) and not query.pattern.edges:
            whose, whom = (attributes_of(x)[0].variable for x in (born, then))
            when = f"{teller.operand(then)} of {teller.called(whom)}"
            return f"the age of {teller.called(whose)} at the {when}"
        case Function(name, (low, high)) if name.endswith("_between"):
            told = _two(query, teller, phrase, low, high)
            unit = name.split("_")[0]
            words = ("between", "and") if either else ("from", "to")
            return told and f"the {unit} {words[0]} {told[0]} {words[1]} {told[1]}"
        case Arithmetic("-", high, low):
            told = _two(query, teller, phrase, high, low)
            if either:
                return told and f"the difference between {told[0]} and {told[1]}"
            return told and f"{told[0]} minus {told[1]}"
        case Arithmetic("/", Function("toFloat", (high,)), low):
            told = _two(query, teller, phrase, high, low)
            return told and f"{told[0]} divided by {told[1]}"
    return None


def _two(
    query: Query, teller: Teller, phrase: Phrase, one: Operand, other: Operand
) -> tuple[str, str] | None:
    """The figures of two things, the second with "that" for what it is."""
    if isinstance(one, Figure) and isinstance(other, Figure):
        return phrase(one.query), phrase(other.query)
    first, second = attributes_of(one), attributes_of(other)
    if len(first) != 1 or len(second) != 1 or first[0].variable == second[0].variable:
        return None
    names = [teller.called(x.variable) for x in (first[0], second[0])]
    words = teller.operand(one)
    that = "those" if is_plural(words.split(" of ")[0].split()[-1]) else "that"
    return f"the {words} of {names[0]}", f"{that} of {names[1]}"


def _more_than_the_other(query: Query, phrase: Phrase) -> str | None:
    """Whether the number of orders of X is over that of Y."""
    for test in query.pattern.where:
        match test:
            case Comparison(Figure(one), sign, Figure(other)):
                return f"whether {phrase(one)} is {OPERATORS[sign]} {phrase(other)}"
    return None
