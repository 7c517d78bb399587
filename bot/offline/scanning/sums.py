"""Words for what is summed up: how many units, the most copies, revenue, spent the most."""

from __future__ import annotations

from bot.offline.data import load
from bot.offline.items import Noun, Skip, Summed
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import lemmas

_TIMES = (("times",), ("multiplied", "by"), ("x",), ("*",))
_MOST = {"most": True, "least": False}


def put_sums(sheet: Sheet) -> None:
    """What the words of a question say of units and revenue, where lines keep them."""
    words, sums = load("sums"), sheet.lexicon.sums
    if not sums.quantities:
        return
    summed = False
    for at, form in enumerate(sheet.forms):
        if set(lemmas(form)) & set(words["units"]) and not _noun(sheet, at):
            sheet.add(Summed(at, _closed(sheet, at + 1), 0.0, tuple(sums.quantities)))
            summed = True
        if not sums.revenues or sums.kept:
            continue
        end = _multiplied(sheet, at)
        if end:
            sheet.add(Summed(at, end, 0.0, tuple(sums.revenues)))
        total = sheet.forms[at - 1 : at] in (("total",), ("overall",)) and form == "sales"
        if form in words["revenue"] and (total or not _noun(sheet, at)):
            sheet.add(Summed(at, at + 1, 0.0, tuple(sums.revenues)))
            summed = True
        if set(lemmas(form)) & set(words["spending"]):
            after = sheet.forms[at + 1 : at + 3]
            most = [word for word in after if word in _MOST]
            descending = _MOST[most[0]] if most else None
            end = at + 2 + after.index(most[0]) if most else at + 1
            end += sheet.forms[end : end + 1] == ("money",)
            sheet.add(Summed(at, end, 0.0, tuple(sums.revenues), descending, True))
    for at in range(len(sheet.forms)) if summed else ():
        _made(sheet, at, words["making"])


def _noun(sheet: Sheet, at: int) -> bool:
    """Whether a word names things of the schema: items, sales."""
    return any(isinstance(it, Noun) and it.end == at + 1 for it in sheet.items[at])


def _closed(sheet: Sheet, end: int) -> int:
    """Where the units end: units *sold in total* says the same."""
    return end + 1 if sheet.forms[end : end + 1] == ("sold",) and _ends(sheet, end + 1) else end


def _ends(sheet: Sheet, at: int) -> bool:
    return all(t.kind == "mark" for t in sheet.tokens[at:])


def _multiplied(sheet: Sheet, at: int) -> int:
    """Quantity times price: where it ends, else 0."""
    sums = sheet.lexicon.sums
    for one in (it for it in sheet.items[at] if hasattr(it, "candidates")):
        for joint in _TIMES:
            first = one.end + len(joint)
            if sheet.forms[one.end : first] != joint:
                continue
            first += sheet.forms[first : first + 1] in (("the",), ("its",), ("their",))
            if first >= len(sheet.items):
                continue
            for two in (it for it in sheet.items[first] if hasattr(it, "candidates")):
                said = ({c.property for c in one.candidates}, {c.property for c in two.candidates})
                if any({c.property} <= said[0] and {c.times} <= said[1] for c in sums.revenues):
                    return two.end
    return 0


def _made(sheet: Sheet, at: int, verbs: list[str]) -> None:
    """Generated, brought in: what revenue does anyway."""
    if set(lemmas(sheet.forms[at])) & set(verbs):
        end = at + 1 + (sheet.forms[at + 1 : at + 2] in (("in",), ("up",)))
        sheet.add(Skip(at, end, 0.05))
