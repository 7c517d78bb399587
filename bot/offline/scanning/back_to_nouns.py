"""Nouns that point back: that tag, those topics; among the tags."""

from __future__ import annotations

from bot.offline.items import Function, Noun, Verb
from bot.offline.scanning.before_nouns import nouns_at
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load
from bot.words.inflection import lemmas

_THAT = {"that": False, "this": False, "those": True, "these": True}
_AMONG = frozenset(["among", "amongst"])
_FOR_ALL = (("for", "all"), ("across", "all"))
_ALL = frozenset(["the", "all", "those", "only", "our", "your", "my", "of", "these"])


# What may come after a noun that needs no more to tell which one it is.
_NO_MORE = frozenset(
    ["", "?", ".", "!", ",", "and", "or", "but", "nor", *load("phrases")["finite"]]
)
_SURE = 0.1


def put_back_to_nouns(sheet: Sheet, at: int) -> None:
    """That and its noun; among and the noun of all of them."""
    form = sheet.forms[at]
    if form in _THAT and at:
        for noun in nouns_at(sheet, at + 1):
            if noun.plural == _THAT[form]:
                sheet.add(Function(at, noun.end, noun.cost, "that_noun", noun.label))
    if form == "the" and at:
        for noun in nouns_at(sheet, at + 1):
            if not noun.plural and _named_before(sheet, at, noun) and _alone(sheet, noun):
                sheet.add(Function(at, noun.end, noun.cost - _SURE, "that_noun", noun.label))
    if at and (form in _AMONG or sheet.forms[at : at + 2] in _FOR_ALL):
        first = at + 1
        while sheet.forms[first : first + 1] and sheet.forms[first] in _ALL:
            first += 1
        for noun in nouns_at(sheet, first):
            if noun.plural:
                sheet.add(Function(at, noun.end, noun.cost, "among_noun", noun.label))


def _named_before(sheet: Sheet, at: int, noun: Noun) -> bool:
    """Whether something was called by that noun, in whatever number."""
    said = set(lemmas(sheet.forms[noun.end - 1]))
    return any(
        other.label == noun.label and said & set(lemmas(sheet.forms[other.end - 1]))
        for before in range(at)
        for other in nouns_at(sheet, before)
    )


def _alone(sheet: Sheet, noun: Noun) -> bool:
    """Whether nothing after a noun tells which one is meant: the region where ..."""
    after = sheet.forms[noun.end] if noun.end < len(sheet.forms) else ""
    verbs = sheet.items[noun.end] if after else []
    return after in _NO_MORE or any(isinstance(it, Verb) and it.finite for it in verbs)
