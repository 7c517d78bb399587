"""A number asked along at the end: along with the number of recipes they created."""

from __future__ import annotations

from bot.offline.items import NumberAlong, Verb
from bot.offline.scanning.before_nouns import nouns_at
from bot.offline.scanning.sheet import Sheet

_ALONG = (("along", "with"), ("together", "with"), ("as", "well", "as"), ("including",), ("and",))
_SHOWING = frozenset(["show", "give", "return", "list", "also", "include", "display", "tell"])
_NUMBER = frozenset(["number", "count"])
_THEY = frozenset(["they", "he", "she", "it", "that", "each", "of", "them", "has", "have", "the"])
_LONGEST = 6


def put_numbers_along(sheet: Sheet, at: int) -> None:
    """The number of what, where the question ends with it."""
    if at == 0:
        return
    first = next((at + len(x) for x in _ALONG if sheet.forms[at : at + len(x)] == x), -1)
    while 0 < first < len(sheet.forms) and sheet.forms[first] in _SHOWING:
        first += 1
    words = sheet.forms[first : first + 2] if first > 0 else ()
    if len(words) < 2 or words[0] not in ("the", "their", "its"):
        return
    first += 2 if words[1] in ("total", "exact") else 1
    if sheet.forms[first : first + 1] == () or sheet.forms[first] not in _NUMBER:
        return
    if sheet.forms[first + 1 : first + 2] != ("of",):
        return
    first += 2
    while sheet.forms[first : first + 1] in (("the",), ("different",), ("distinct",), ("those",)):
        first += 1
    close = len(sheet.forms)
    while close and sheet.tokens[close - 1].kind == "mark":
        close -= 1
    start = at - 1 if sheet.forms[at - 1] == "," else at
    for noun in nouns_at(sheet, first):
        rest = sheet.forms[noun.end : close]
        if rest and (rest[0] not in _THEY or len(rest) > _LONGEST):
            continue
        verbs = [
            it for i in range(noun.end, close) for it in sheet.items[i] if isinstance(it, Verb)
        ]
        types = tuple({type_: cost for it in verbs for type_, cost in it.types}.items())
        if rest and not verbs and not set(rest) <= _THEY:
            continue
        sheet.add(NumberAlong(start, close, noun.cost, noun.label, types))
