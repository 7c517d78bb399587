"""Things held against each other: a higher salary than, the same city, one of their, theirs."""

from __future__ import annotations

from bot.offline.items import Compare, Function, PropertyWord, Skip, Versus
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load

_SIGNS = {
    ">": ("higher", "larger", "greater", "bigger", "longer", "better", "more", "taller", "later"),
    "<": ("lower", "smaller", "fewer", "less", "shorter", "worse", "earlier", "lesser"),
}
_OPERATORS = {word: sign for sign, words in _SIGNS.items() for word in words}
_THEIRS = frozenset(["their", "his", "her", "its", "our", "those"])
_ONE = (("one", "of"), ("some", "of"), ("any", "of"))
_UNSAID = 0.3
_SIZED = frozenset(["larger", "bigger", "smaller", "greater"])
_SIZES = ("size", "population", "area", "employees", "capacity", "revenue")


def put_rivals(sheet: Sheet) -> None:
    """Comparisons that name what is compared, and whose it is held against."""
    for at, form in enumerate(sheet.forms):
        sign = _OPERATORS.get(form)
        for word in _words(sheet, at + 1) if sign else ():
            if sheet.forms[word.end : word.end + 1] == ("than",):
                end, factor = _times(sheet, word.end + 1)
                sheet.add(Versus(at, end, 0.0, sign or "", word, factor))
        whose = sheet.forms[at + 2 : at + 3]
        if sheet.forms[at : at + 2] in _ONE and whose and whose[0] in _THEIRS:
            sheet.add(Skip(at, at + 2, 0.0))
        if form in _SIZED and sheet.forms[at + 1 : at + 2] == ("than",):
            end, factor = _times(sheet, at + 2)
            sheet.add(Compare(at, end, _UNSAID, _OPERATORS[form], None, None, _SIZES, factor))
        if form == "theirs":
            sheet.add(Function(at, at + 1, 0.0, "theirs", form))
        if sheet.forms[at : at + 2] in (("of", "what"), ("that", "of")):
            sheet.add(Function(at, at + 2, 0.0, "rival", form))


def _times(sheet: Sheet, at: int) -> tuple[int, float]:
    """Than twice: where it ends, and how many times."""
    factor = load("scales")["factors"].get(sheet.forms[at]) if at < len(sheet.forms) else None
    return (at, 1) if factor is None else (at + 1, factor)


def _words(sheet: Sheet, at: int) -> list[PropertyWord]:
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, PropertyWord)]
