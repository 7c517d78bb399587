"""Banks based there, who lives there: in the place that was spoken of."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Function, Skip, Verb
from bot.offline.scanning.sheet import Sheet

# What to pass over the word costs where it may say which place is meant.
_PASSED_OVER = 0.6


def put_in_that_place(sheet: Sheet, at: int) -> None:
    """A pronoun for a place, right behind what is done there."""
    if sheet.forms[at] != "there" or not at:
        return
    if any(isinstance(it, Verb) and it.end == at for it in sheet.items[at - 1]):
        sheet.items[at] = [
            replace(it, cost=_PASSED_OVER) if isinstance(it, Skip) and it.end == at + 1 else it
            for it in sheet.items[at]
        ]
        sheet.add(Function(at, at + 1, 0.0, "anaphora", "there"))
