"""Two in one place: both A and B, A and B both, neither A nor B, A but not B."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.items import Amount, Noun, Twice, Value
from bot.offline.scanning.sheet import Sheet
from bot.stored.amounts import Moment
from bot.words.data import load

_JOINTS = {"both": (("and",), ("as", "well", "as")), "neither": (("nor",), ("or",))}
_APART = 1.0
_INSTEAD = (("rather", "than"), ("instead", "of"), ("as", "opposed", "to"))
_BUT_NOT = (("but", "not"), ("and", "not"), ("but", "never"), *_INSTEAD)
_SMALL = frozenset([*load("phrases")["prepositions"], "the", "a", "an"])


def put_twice(sheet: Sheet) -> None:
    """Pairs of values of one property, and pairs of dates."""
    for at, form in enumerate(sheet.forms):
        for joint in _JOINTS.get(form, ()):
            for first in _at(sheet, at + 1):
                _put(sheet, at, first, joint, form)
        for first in _pieces(sheet, at):
            _put_both_behind(sheet, at, first)
            for joint in _BUT_NOT:
                _put(sheet, at, first, joint, "but_not")


def _put(sheet: Sheet, at: int, first: Value | Amount, joint: tuple[str, ...], how: str) -> None:
    close = _behind_noun(sheet, first) if how == "but_not" else first.end
    middle = close + len(joint)
    if sheet.forms[close:middle] != joint:
        return
    for second in _at(sheet, middle, first if how == "but_not" else None):
        if _alike(first, second):
            end = second.end if close == first.end else _behind_noun(sheet, second)
            sheet.add(Twice(at, end, max(first.cost, second.cost), first, second, how))
            for one in (first, second) if isinstance(first, Amount) and how == "both" else ():
                # One of them is never told of one thing, the other of another.
                items = sheet.items[one.start]
                items[:] = [_dearer(it) if isinstance(it, Amount) else it for it in items]


def _put_both_behind(sheet: Sheet, at: int, first: Value | Amount) -> None:
    """What X and Y *both* saw: not what one of them did."""
    if sheet.forms[first.end : first.end + 1] != ("and",):
        return
    for second in _at(sheet, first.end + 1):
        if sheet.forms[second.end : second.end + 1] == ("both",) and _alike(first, second):
            end, cost = second.end + 1, max(first.cost, second.cost)
            sheet.add(Twice(at, end, cost, first, second, "both"))
            items = sheet.items[second.start]
            items[:] = [
                replace(it, each=True) if isinstance(it, Value) and it == second else it
                for it in items
            ]


def _dearer(item: Amount) -> Amount:
    return replace(item, cost=item.cost + _APART)


def _behind_noun(sheet: Sheet, piece: Value | Amount) -> int:
    """Where a value ends with the noun for what it names: the Produce category."""
    items = sheet.items[piece.end] if piece.end < len(sheet.items) else []
    label = piece.link.label if isinstance(piece, Value) else None
    ends = [it.end for it in items if isinstance(it, Noun) and it.label == label and not it.plural]
    return max(ends, default=piece.end)


def _at(sheet: Sheet, at: int, first: Value | Amount | None = None) -> Iterator[Value | Amount]:
    """Values and dates at a token, small words before them passed over.

    So is the noun for what is named, where it stands before the first one too: the supplier X.
    """
    yield from _pieces(sheet, at)
    before = sheet.forms[first.start - 1 : first.start] if first is not None else ()
    while sheet.forms[at : at + 1] and (sheet.forms[at] in _SMALL or (sheet.forms[at],) == before):
        at += 1
        yield from _pieces(sheet, at)


def _pieces(sheet: Sheet, at: int) -> list[Value | Amount]:
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, Value) or _dated(it)]  # type: ignore[misc]


def _dated(item: object) -> bool:
    return isinstance(item, Amount) and isinstance(item.amount, Moment)


def _alike(one: Value | Amount, other: Value | Amount) -> bool:
    if isinstance(one, Value) and isinstance(other, Value):
        same = (one.link.label, one.link.property) == (other.link.label, other.link.property)
        whole = one.family is None and other.family is None
        return same and whole and one.link.value != other.link.value
    return isinstance(one, Amount) and isinstance(other, Amount)
