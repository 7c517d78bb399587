"""German-speaking guides, Oslo-based teams: a value and what is done with it, before a noun."""

from __future__ import annotations

from bot.offline.items import DoneWith, Value, Verb
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import participles

_COST = 0.05


def put_doing_compounds(sheet: Sheet, at: int) -> None:
    """A value at a token, a hyphen and a participle."""
    for value in [it for it in sheet.items[at] if isinstance(it, Value)]:
        end = value.end
        if end >= len(sheet.tokens):
            continue
        between = sheet.question[sheet.tokens[end - 1].end : sheet.tokens[end].start]
        doing = sheet.forms[end].endswith("ing")
        if between != "-" or not (doing or sheet.forms[end] in participles(sheet.forms[end])):
            continue
        for verb in [it for it in sheet.items[end] if isinstance(it, Verb) and it.end == end + 1]:
            cost = value.cost + verb.cost + _COST
            sheet.add(DoneWith(at, verb.end, cost, value, verb.types, doing))
