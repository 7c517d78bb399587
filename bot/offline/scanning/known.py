"""Whether something is known: and an epithet, an unknown blood type, have not given their name."""

from __future__ import annotations

from functools import cache

from bot.offline.data import load
from bot.offline.items import Function, Known, PropertyWord, Skip
from bot.offline.phrases import forms_of
from bot.offline.scanning.sheet import Sheet

_ARTICLES = frozenset(["a", "an"])
_JOINED = frozenset(["and", "or", "but", ","])
_BE = frozenset(["is", "are", "was", "were", "be", "been", "being"])
_DO = frozenset(["have", "has", "had", "do", "does", "did"])
_NOT = frozenset(["not", "n't", "never"])
_DONT = ("don't", "dont")
_US = frozenset(["we", "you"])
_KNOWING = (("know",), ("have",), ("store",), ("record",), ("hold",))
_THEIR = frozenset(["their", "his", "her", "its", "a", "an", "any", "the"])
_ENDS = frozenset(["and", "or", "but", ",", ".", "?", "!", ";"])
_PRICE = 0.05
_GIVEN = 0.1
# How far before a participle its property stands: with no motto that is recorded.
_FAR = 3


@cache
def _words(kind: str) -> frozenset[tuple[str, ...]]:
    return frozenset(forms_of(phrase) for phrase in load("known")[kind])


def put_known(sheet: Sheet, at: int) -> None:
    """What the words at a token say of the property beside them."""
    form = sheet.forms[at]
    if form in _ARTICLES and at and sheet.forms[at - 1] in _JOINED:
        for word in _properties(sheet, at + 1):
            if _closes(sheet, word.end):
                sheet.add(Known(at, word.end, word.cost, word))
    if (form,) in _words("unknown") and _properties(sheet, at + 1):
        sheet.add(Function(at, at + 1, _PRICE, "negation", "no"))
    if (form,) in _words("given") and _properties(sheet, at + 1):
        sheet.add(Skip(at, at + 1, _GIVEN))
    _behind(sheet, at)
    _withheld(sheet, at)
    _to_us(sheet, at)


def _behind(sheet: Sheet, at: int) -> None:
    """Whose blood type *is unknown*; no motto *recorded*, *that is known*."""
    end = at
    while sheet.forms[end : end + 1] and sheet.forms[end] in (*_BE, "that", "which"):
        end += 1
    denied = bool(sheet.forms[end : end + 1]) and sheet.forms[end] in _NOT
    end += denied
    told = sheet.forms[end : end + 1]
    given, unknown = told in _words("given"), told in _words("unknown")
    if not (given or unknown) or not _closes(sheet, end + 1):
        return
    for word in (w for i in range(max(0, at - _FAR), at) for w in _properties(sheet, i)):
        if word.end == at and end > at:
            sheet.add(Known(at, end + 1, 0.0, word, given != denied))
        if word.end == at and given and not denied:
            sheet.add(Skip(at, end + 1, 0.0))


def _withheld(sheet: Sheet, at: int) -> None:
    """Have not given their name, did not state an address."""
    if sheet.forms[at] not in _DO:
        return
    end = at + 1
    if not sheet.forms[end : end + 1] or sheet.forms[end] not in _NOT:
        return
    end += 1
    if sheet.forms[end : end + 1] not in _words("giving"):
        return
    end += 1
    while sheet.forms[end : end + 1] and sheet.forms[end] in _THEIR:
        end += 1
    for word in _properties(sheet, end):
        sheet.add(Known(at, word.end, word.cost, word, there=False))


def _to_us(sheet: Sheet, at: int) -> None:
    """For which firms *don't we know the owner*, have we no phone number of."""
    forms, end, there = sheet.forms, at, sheet.forms[at] not in _DONT
    if forms[end] not in ("do", "have", *_DONT):
        return
    for among in (_NOT, _US, _NOT):
        if forms[end + 1 : end + 2] and forms[end + 1] in among:
            end, there = end + 1, there and among is not _NOT
    if not set(forms[at + 1 : end + 1]) & _US:
        return
    if forms[at] != "have":
        end += 1
        if forms[end : end + 1] not in _KNOWING:
            return
    end += 1
    while forms[end : end + 1] and forms[end] in (*_THEIR, "no"):
        there = there and forms[end] != "no"
        end += 1
    for word in _properties(sheet, end):
        last = word.end + (forms[word.end : word.end + 1] in (("of",), ("for",)))
        if _closes(sheet, last):
            sheet.add(Known(at, last, word.cost, word, there=there))


def _properties(sheet: Sheet, at: int) -> list[PropertyWord]:
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, PropertyWord) and not it.verbal]


def _closes(sheet: Sheet, at: int) -> bool:
    """Whether a phrase ends at a token."""
    return at >= len(sheet.forms) or sheet.forms[at] in _ENDS
