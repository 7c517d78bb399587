"""Which of what was spoken of, asked at the end: own a boat, and which one; and of which guild."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.items import WhichOne
from bot.offline.scanning.before_nouns import nouns_at
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load

_PREPOSITIONS = frozenset(load("phrases")["prepositions"])
_ASKING = frozenset(["which", "what"])
_WHO = frozenset(["who", "whom"])
_ONE = frozenset(["one", "ones"])
_BE = frozenset(["is", "are", "was", "were"])
_DO = frozenset(["do", "does", "did", "have", "has", "had"])
_IT = frozenset(["it", "that", "they", "those", "he", "she", "them"])


def put_which_one(sheet: Sheet, at: int) -> None:
    """What "and" asks of something named before, where the question ends with it."""
    forms = sheet.forms
    if forms[at] != "and" or at == 0:
        return
    close = len(forms)
    while close and sheet.tokens[close - 1].kind == "mark":
        close -= 1
    first = at + 1
    placed = first < close and forms[first] in _PREPOSITIONS
    for end, label, who in _asked(sheet, first + placed):
        end = _closed(sheet, end, close)
        if end == close and (placed or label or end > first + 1):
            start = at - 1 if forms[at - 1] == "," else at
            sheet.add(WhichOne(start, close, 0.0, label, who))


def _asked(sheet: Sheet, at: int) -> Iterator[tuple[int, str, bool]]:
    """Where the words end that ask, the label they name, and whether they ask for someone."""
    asking = sheet.forms[at : at + 1]
    if asking and asking[0] in _WHO:
        yield at + 1, "", True
    if not asking or asking[0] not in _ASKING:
        return
    behind = sheet.forms[at + 1 : at + 2]
    yield at + (2 if behind and behind[0] in _ONE else 1), "", False
    for noun in nouns_at(sheet, at + 1):
        yield noun.end, noun.label, False


def _closed(sheet: Sheet, at: int, close: int) -> int:
    """Where the words end that only say again what was said: is it, do they own."""
    rest = sheet.forms[at:close]
    if not rest:
        return close
    again = len(rest) == 2 and rest[0] in _BE and rest[1] in _IT
    did = len(rest) in (2, 3) and rest[0] in _DO and rest[1] in _IT
    return close if again or did else at
