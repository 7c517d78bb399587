"""An order said aside: largest first; from the oldest to the newest; sorted alphabetically."""

from __future__ import annotations

from bot.offline.items import Function, InOrder, PropertyWord
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load

_SORTING = frozenset(load("phrases")["sorting"])
_POLES: dict[str, bool] = load("scales")["poles"]
_FIGURES = frozenset(
    ["number", "numbers", "count", "counts", "total", "totals", "average", "averages", "value"]
) | frozenset(["values", "amount", "amounts", "figure", "figures", "one", "ones"])
_THEM = frozenset(["them", "it", "these", "those", "the", "results", "result", "list", "rows"])


def put_order_aside(sheet: Sheet, at: int) -> None:
    """Every order said aside that starts at a token."""
    start = at
    if sheet.forms[at] in _SORTING:
        start = at + 1
        while sheet.forms[start : start + 1] and sheet.forms[start] in _THEM:
            start += 1
        if at == 0 and sheet.forms[at] == "rank":
            sheet.add(InOrder(at, at + 1, 0.0, ("*",), True))
        for end, role in sheet.phrases.get(start, []):
            if role in ("ascending", "descending"):
                sheet.add(_of_role(sheet, at, start, end, role))
    for end, role in sheet.phrases.get(at, []):
        if role in ("ascending", "descending"):
            sheet.add(_of_role(sheet, at, at, end, role))
            if sheet.forms[end - 1 : end + 1] == ("order", "of"):
                # In descending order of area.
                sheet.add(Function(end, end + 1, 0.0, "order_by", "in order of"))
    _first(sheet, at, start)
    _between_poles(sheet, at, start)


def _of_role(sheet: Sheet, at: int, start: int, end: int, role: str) -> InOrder:
    word = " ".join(sheet.forms[start:end])
    measures: tuple[str, ...] = ("#name",) if "alphabet" in word else ("*",)
    said = word.split()
    found = _pole(sheet, start)
    if found is not None and said[-1] == "first":
        measures = found[1]
    return InOrder(at, end, 0.0, measures, role == "descending")


def _pole(sheet: Sheet, at: int) -> tuple[int, tuple[str, ...], bool] | None:
    """A superlative: where it ends, what it measures, and whether the largest is meant."""
    while sheet.forms[at : at + 1] == ("the",):
        at += 1
    if at >= len(sheet.forms):
        return None
    roles = [(end, r) for end, r in sheet.phrases.get(at, []) if r.startswith("superlatives:")]
    plain = sheet.forms[at] in _POLES and all(end == at + 1 for end, _ in roles)
    if plain:
        return at + 1, ("*",), _POLES[sheet.forms[at]]
    if not roles:
        return None
    end, role = max(roles)
    scale = load("scales")["superlatives"][role.partition(":")[2]]
    return end, tuple(scale["measure"]), scale["descending"]


def _first(sheet: Sheet, at: int, start: int) -> None:
    """Largest first; largest number first; highest rating first."""
    found = _pole(sheet, start)
    if found is None:
        return
    end, measures, descending = found
    for stop, word in _named(sheet, end):
        if sheet.forms[stop : stop + 1] == ("first",):
            sheet.add(InOrder(at, stop + 1, 0.0, measures, descending, word))


def _between_poles(sheet: Sheet, at: int, start: int) -> None:
    """From the largest budget to the smallest."""
    if sheet.forms[start : start + 1] == ("in",):
        start += 1
    found = _pole(sheet, start + 1) if sheet.forms[start : start + 1] == ("from",) else None
    if found is None:
        return
    end, measures, descending = found
    for stop, word in _named(sheet, end):
        other = _pole(sheet, stop + 1) if sheet.forms[stop : stop + 1] == ("to",) else None
        if other is not None and other[2] != descending:
            letters = sheet.forms[end - 1] in ("a", "z")
            said = ("#name",) if letters else measures
            sheet.add(InOrder(at, other[0], 0.0, said, descending, word))
            for last, own in _named(sheet, other[0])[1:] if word is None else ():
                # From the shortest to the longest distance.
                sheet.add(InOrder(at, last, 0.0, said, descending, own))


def _named(sheet: Sheet, at: int) -> list[tuple[int, PropertyWord | None]]:
    """What may stand between a superlative and the rest: nothing, a figure, a property."""
    found: list[tuple[int, PropertyWord | None]] = [(at, None)]
    if sheet.forms[at : at + 1] and sheet.forms[at] in _FIGURES:
        found.append((at + 1, None))
    items = sheet.items[at] if at < len(sheet.items) else []
    found += [(it.end, it) for it in items if isinstance(it, PropertyWord)]
    return found
