"""Comparisons with an amount: more than five, twice as many as."""

from __future__ import annotations

from bot.offline.items import TIMES, Compare, Item, PropertyWord, Superlative, Value
from bot.offline.quantities import number_at
from bot.offline.scanning.amounts import amounts_at, lasts, timed
from bot.offline.scanning.sheet import Sheet
from bot.stored.amounts import Moment, Number
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas, parts
from memory.text import split_name

# They say of an amount no more than whose it is.
_HOLDING = frozenset(["hold", "worth", "value", "total", "contain", "amount"])
# How often is meant where no more comes than a preposition.
_OFTEN = {"once": 1, "twice": 2, "thrice": 3}
# What is said of several things, and of no amount.
_APART = ("different", "distinct", "separate", "unique")
_ENDS = ((), (".",), ("?",), (",",), ("by",), ("in",), ("on",), ("and",), ("or",))


def put_comparison(sheet: Sheet, at: int, end: int, role: str) -> None:
    """A comparison at a phrase: more than, older than."""
    kind, _, name = role.partition(":")
    if kind == "operators":
        _compare(sheet, at, end, name, ())
    elif kind == "comparatives":
        scale = load("scales")["comparatives"][name]
        if sheet.forms[end : end + 1] == ("than",):
            _compare(sheet, at, end + 1, scale["operator"], tuple(scale["measure"]))


def _compare(sheet: Sheet, at: int, end: int, operator: str, measures: tuple[str, ...]) -> None:
    timely = operator in ("after", "before", "since", "until") or "@time" in measures
    held = _holds(sheet, at)
    for stop, amount in amounts_at(sheet, end):
        if isinstance(amount, Moment) and amount.is_year and not timely:
            continue
        if _so_much_more(sheet, stop):
            continue
        told = measures or (("@time",) if timely and _early(amount) else ())
        many = so_many(sheet, stop, amount)
        sheet.add(Compare(at, stop, 0.0, operator, amount, None, told, counted=many))
        bare = isinstance(amount, Number) and not (amount.measures or measures)
        if held < at and bare and sheet.forms[stop : stop + 1] in _ENDS:
            sheet.add(Compare(held, stop, 0.05, operator, amount))
        begin = lasts(sheet, at) if timed(amount) else at
        done = sheet.forms[stop : stop + 1] == ("to",) and not getattr(amount, "seconds", 0)
        if begin < at and not done:
            # What took three days to mend did not last so long.
            sheet.add(Compare(begin, stop, 0.0, operator, amount, None, told))
        if sheet.forms[stop : stop + 1] == ("times",) and isinstance(amount, Number):
            sheet.add(Compare(at, stop + 1, 0.0, operator, amount, None, TIMES))
            # Ordered more than five times: no lead time of five days.
            sheet.items[stop] = [it for it in sheet.items[stop] if not _other_time(it)]
    often = sheet.forms[end] if end < len(sheet.forms) else ""
    if often in _OFTEN and sheet.forms[end + 1 : end + 2] in _ENDS:
        sheet.add(Compare(at, end + 1, 0.0, operator, Number(_OFTEN[often]), None, TIMES))
    if end < len(sheet.forms):
        stop, factor = _factor(sheet, end)
        sheet.add(Compare(at, stop, 0.3, operator, None, None, measures, factor))


def _other_time(item: Item) -> bool:
    """Whether a word for times is taken for a property that is no number of them."""
    if not isinstance(item, PropertyWord):
        return False
    return not any("times" in split_name(c.property) for c in item.candidates)


def so_many(sheet: Sheet, at: int, amount: Number | Moment) -> bool:
    """Whether things are counted by a number that ends there: over 5 reviews."""
    form = sheet.forms[at] if at < len(sheet.forms) else ""
    one = isinstance(amount, Number) and amount.value == 1
    told = _past_values(sheet, at)
    if form in _APART:
        return True
    if told > at and is_plural("".join(sheet.forms[told : told + 1])):
        return True
    return is_plural(form) or (one and parts(form) == {"NOUN", "VERB"})


def _past_values(sheet: Sheet, at: int) -> int:
    """Behind values that tell which things are counted: over 5 hard or very hard trails."""
    while ends := [
        x.end for items in sheet.items[at : at + 1] for x in items if isinstance(x, Value)
    ]:
        at = max(ends) + (sheet.forms[max(ends) : max(ends) + 1] in (("or",), ("and",)))
    return at


def _early(amount: Number | Moment) -> bool:
    """Whether a number can be a year of another calendar: before 605."""
    bare = isinstance(amount, Number) and not amount.measures and not amount.seconds
    return bare and isinstance(amount.value, int) and 100 <= amount.value < 1000  # type: ignore[union-attr]


def _holds(sheet: Sheet, at: int) -> int:
    """Where it starts that things *hold* or are *worth* more than so much."""
    while at and set(lemmas(sheet.forms[at - 1])) & _HOLDING:
        at -= 1
    return at


def _so_much_more(sheet: Sheet, at: int) -> bool:
    """Whether an amount is how much more: at least 650 a month more than the average."""
    at += 2 * (sheet.forms[at : at + 1] in (("a",), ("per",)))
    return sheet.forms[at : at + 2] in (("more", "than"), ("less", "than"), ("fewer", "than"))


def _factor(sheet: Sheet, at: int) -> tuple[int, float]:
    """Twice, three times: where it ends, and how many times what comes next is meant."""
    named = load("scales")["factors"].get(sheet.forms[at])
    if named is not None:
        return at + 1, named
    number = number_at(sheet.tokens, at)
    if number is not None and sheet.forms[number[0] : number[0] + 1] == ("times",):
        return number[0] + 1, number[1].value
    return at, 1


def put_which_is_more(sheet: Sheet, at: int, end: int, word: str) -> None:
    """Which is longer, X or Y: the longest of the two."""
    scale = load("scales")["superlatives"].get(word.removesuffix("er") + "est")
    if scale and sheet.forms[end : end + 1] != ("than",) and "or" in sheet.forms[end:]:
        sheet.add(Superlative(at, end, 0.0, tuple(scale["measure"]), scale["descending"]))
