"""Nouns that point back: that tag, those topics; among the tags."""

from __future__ import annotations

from bot.offline.items import Function
from bot.offline.scanning.before_nouns import nouns_at
from bot.offline.scanning.sheet import Sheet

_THAT = {"that": False, "this": False, "those": True, "these": True}
_AMONG = frozenset(["among", "amongst"])
_ALL = frozenset(["the", "all", "those", "only", "our", "your", "my", "of", "these"])


def put_back_to_nouns(sheet: Sheet, at: int) -> None:
    """That and its noun; among and the noun of all of them."""
    form = sheet.forms[at]
    if form in _THAT and at:
        for noun in nouns_at(sheet, at + 1):
            if noun.plural == _THAT[form]:
                sheet.add(Function(at, noun.end, noun.cost, "that_noun", noun.label))
    if form in _AMONG and at:
        first = at + 1
        while sheet.forms[first : first + 1] and sheet.forms[first] in _ALL:
            first += 1
        for noun in nouns_at(sheet, first):
            if noun.plural:
                sheet.add(Function(at, noun.end, noun.cost, "among_noun", noun.label))
