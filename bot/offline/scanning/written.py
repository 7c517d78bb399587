"""Turns of carefully written questions: in total, a negative score, the year 2016."""

from __future__ import annotations

from bot.offline.items import Amount, Compare, Function, PropertyWord, Skip, Verb
from bot.offline.quantities import year
from bot.offline.scanning.sheet import Sheet
from bot.stored.amounts import Number

_SIGNS = {"negative": "<", "positive": ">"}
_IN_ALL = {
    ("in", "total"): "sum",
    ("in", "all"): "sum",
    ("altogether",): "sum",
    ("combined",): "sum",
    ("on", "average"): "avg",
}
_IN = frozenset(words[0] for words in _IN_ALL)
_DISTINCT = frozenset(["distinct", "different", "unique"])
_HERE = frozenset(["site", "platform", "website", "service", "system", "app", "portal"])
_BESTOWED = frozenset(
    [
        "offered",
        "given",
        "awarded",
        "granted",
        "assigned",
        "achieved",
        "reached",
        "earned",
        "recorded",
        "received",
        "set",
        "placed",
        "obtained",
        "attained",
        "observed",
        "measured",
    ]
)
_BEEN = frozenset(["that", "which", "was", "were", "is", "are", "has", "have", "been", "ever"])


def put_written(sheet: Sheet, at: int) -> None:
    """What such a turn that starts at a token says."""
    form = sheet.forms[at]
    after = sheet.items[at + 1] if at + 1 < len(sheet.items) else []
    if form in _SIGNS and any(isinstance(it, PropertyWord) for it in after):
        sheet.add(Compare(at, at + 1, 0.05, _SIGNS[form], Number(0)))
    for words, function in _IN_ALL.items() if form in _IN else ():
        end = at + len(words)
        # In all of the films, in all genres: that goes on.
        if sheet.forms[at:end] == words and (words[-1] != "all" or _ends(sheet, end)):
            sheet.add(Function(at, end, 0.0, "in_all", function))
    if form in _DISTINCT and any(isinstance(it, PropertyWord) for it in after):
        sheet.add(Function(at, at + 1, -0.02, "distinct", form))
    here = form in ("the", "this") and sheet.forms[at + 1 : at + 2] and sheet.forms[at + 1] in _HERE
    if here and not sheet.items[at + 1]:
        sheet.add(Skip(at, at + 2, 0.1))
    _bestowed(sheet, at)
    _the_year(sheet, at)


def _ends(sheet: Sheet, at: int) -> bool:
    """Whether the question ends at a token, or goes on with another clause or the verb."""
    verbs = [it for items in sheet.items[at : at + 1] for it in items if isinstance(it, Verb)]
    if any(verb.voice != "passive" for verb in verbs):
        return True
    return sheet.forms[at : at + 1] in ((), ("and",), ("that",), ("who",), ("which",), ("with",))


def _the_year(sheet: Sheet, at: int) -> None:
    """In the year 2016."""
    if sheet.forms[at] not in ("the", "year"):
        return
    first = at + (sheet.forms[at] == "the")
    number = sheet.forms[first + 1 : first + 2]
    if sheet.forms[first : first + 1] != ("year",) or not number or not number[0].isdigit():
        return
    if 1 <= int(number[0]) <= 2200:
        sheet.add(Amount(at, first + 2, 0.08, year(int(number[0]))))


def _bestowed(sheet: Sheet, at: int) -> None:
    """The highest prize *that was awarded* for a talk: every one was."""
    if sheet.forms[at] not in _BEEN and sheet.forms[at] not in _BESTOWED:
        return
    end = at
    while sheet.forms[end : end + 1] and sheet.forms[end] in _BEEN:
        end += 1
    given = sheet.forms[end : end + 1]
    before = sheet.items[at - 1] if at else []
    named = any(isinstance(it, PropertyWord) and it.end == at for it in before)
    longer = any(
        isinstance(it, PropertyWord) and it.end == at
        for i in range(max(0, at - 3), at)
        for it in sheet.items[i]
    )
    if given and given[0] in _BESTOWED and (named or longer):
        sheet.add(Function(at, end + 1, 0.1, "bestowed", given[0]))
