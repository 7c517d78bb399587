"""A date without quotes: `n.built > 2023-01-31` subtracts numbers, or does not read."""

from __future__ import annotations

from itertools import pairwise

from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import tokens_of
from memory.catalogue import say

# The digits of a year, a month and a day, with a sign between.
_DIGITS = (4, 0, 2, 0, 2)


def bare_dates(text: str, known: Known) -> list[Fix]:
    """`2023-01-31` written together is `'2023-01-31'`."""
    del known
    tokens, found = tokens_of(text), []
    for i in range(len(tokens) - len(_DIGITS)):
        five = tokens.tokens[i : i + len(_DIGITS)]
        together = all(a.end == b.start for a, b in pairwise(five))
        dated = all(
            t.is_symbol("-") if not size else t.text.isdigit() and len(t.text) == size
            for t, size in zip(five, _DIGITS, strict=True)
        )
        if together and dated:
            start, end = five[0].start, five[-1].end
            edit = Edit(start, end, f"'{text[start:end]}'")
            found.append(Fix("bare_date", say("{text} is a date", text=text[start:end]), (edit,)))
    return found
