"""Numbers, dates and ranges."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.harms import harmful
from bot.offline.items import Amount, Compare, Limit, Noun, PropertyWord, Skip, Superlative, Value
from bot.offline.quantities import dates, number_at, said_once, year
from bot.offline.scanning.sheet import Sheet
from bot.stored.amounts import Moment, Number
from bot.words.data import load
from bot.words.inflection import lemmas
from bot.words.units import unit_at

_BOTTOM = ("bottom", "worst")
_TOP = ("highest", "best", "most")
_DWELLERS = (("people",), ("inhabitants",), ("residents",), ("citizens",), ("souls",))
_TOWN = 1000
_LASTING = frozenset(["last", "run", "take"])
_WHEN = (("in",), ("during",))
_YEAR = 4
_TIMED = frozenset(["in", "on", "during", "since", "from", "of", "year", "and", "to"])


def put_moments(sheet: Sheet) -> None:
    """Dates, dearer where the same words are stored."""
    for start, end, moment in dates(sheet.question):
        span = sheet.span(start, end)
        if span is not None:
            stored = any(isinstance(it, Value) and it.end == span[1] for it in sheet.items[span[0]])
            sheet.add(Amount(*span, 0.25 if stored else 0.05, moment))


def put_amounts(sheet: Sheet, at: int) -> None:
    """A number at a token: an amount, a year, so many things."""
    found = number_at(sheet.tokens, at)
    if sheet.forms[max(at - 2, 0) : at] in (("all", "but"), ("everyone", "but")):
        # All but two: which two is left open.
        sheet.items[at] = []
    elif found is not None and found[1].only:
        # 12A is no 12 of what comes next.
        sheet.add(Amount(at, found[0], 0.1, found[1]))
    elif found is not None:
        end, number = found
        number = replace(number, when=_when(sheet, at, end))
        sheet.add(Amount(at, end, 0.1, number))
        for stop, measured in (*_spans(sheet, [found]), *_of_property(sheet, found)):
            sheet.add(Amount(at, stop, 0.1, measured))
        whole = isinstance(number.value, int) and end == at + 1
        if whole and 1000 <= number.value <= 2200 and "," not in sheet.forms[at]:
            sheet.add(Amount(at, end, 0.08, year(int(number.value)), _fronts(sheet, at, end)))
        if whole and not number.measures and 0 < number.value < 1000 and not _last(sheet, end):
            sheet.add(Limit(at, end, 0.2, int(number.value), False))


def _when(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a number stands as a year does: in 2022."""
    alone = end == at + 1 and sheet.tokens[at].text.isdecimal()
    return alone and len(sheet.forms[at]) == _YEAR and sheet.forms[at - 1 : at] in _WHEN


def _last(sheet: Sheet, end: int) -> bool:
    """Whether nothing follows that there could be so many of: who is 40?"""
    return all(token.kind == "mark" for token in sheet.tokens[end:])


def _of_property(sheet: Sheet, found: tuple[int, Number]) -> list[tuple[int, Number | Moment]]:
    """40 acres, 60 points, where these are a property: 40 of them."""
    end, number = found
    words = sheet.items[end - 1] if end - 1 < len(sheet.items) else []
    named = [it for it in words if isinstance(it, PropertyWord) and it.end == end]
    if number.unit is None:
        named = [it for it in named if not _measured(sheet, it, number.measures)]
    return [(end - 1, Number(number.value))] if number.measures and named else []


def _measured(sheet: Sheet, word: PropertyWord, measures: tuple[str, ...]) -> bool:
    """Whether properties are what the unit measures anyhow: the stars of a review."""
    lexicon = sheet.lexicon
    return all(
        any(name == c.property for name, _ in lexicon.measures(c.owner, measures))
        for c in word.candidates
    )


def _fronts(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a year stands right before a noun, and after no preposition of time."""
    nouns = sheet.items[end] if end < len(sheet.items) else []
    timed = sheet.forms[at - 1] in _TIMED if at else False
    return not timed and any(isinstance(it, Noun) for it in nouns)


def amounts_at(sheet: Sheet, at: int) -> list[tuple[int, Number | Moment]]:
    """Amounts that start at a token, small words before them skipped."""
    while at < len(sheet.forms) and sheet.forms[at] in (
        "a",
        "an",
        "the",
        "year",
        "of",
        "day",
        "about",
        "$",
        "just",
    ):
        if sheet.forms[at] == "a" and number_at(sheet.tokens, at):
            break
        if sheet.forms[at] == "$":
            break
        at += 1
    if at >= len(sheet.forms):
        return []
    found = [(it.end, it.amount) for it in sheet.items[at] if isinstance(it, Amount)]
    number = number_at(sheet.tokens, at)
    if number is not None and not any(isinstance(a, Number) for _, a in found):
        found.append(number)
        found += _of_property(sheet, number)
        if (
            isinstance(number[1].value, int)
            and 1000 <= number[1].value <= 2200
            and number[0] == at + 1
            and "," not in sheet.forms[at]
        ):
            found.append((number[0], year(number[1].value)))
    return found + _spans(sheet, found)


def _spans(
    sheet: Sheet, found: list[tuple[int, Number | Moment]]
) -> list[tuple[int, Number | Moment]]:
    """Days, months and years as what an amount is measured in: a warranty of 24 months."""
    spans: list[tuple[int, Number | Moment]] = []
    for end, amount in found:
        unit = unit_at(sheet.forms[end : end + 1], close=False)
        if unit is not None and isinstance(amount, Number) and amount.unit is None:
            number = replace(amount, measures=(unit[1].measure,), unit=unit[1])
            spans.append((end + 1, number))
        named = sheet.forms[end : end + 1] in _DWELLERS
        if named and isinstance(amount, Number) and amount.value >= _TOWN and not amount.measures:
            # A city with over 200,000 people: those are not joined to it one by one.
            spans.append((end + 1, replace(amount, measures=("population", "employees"))))
    return spans


def put_range(sheet: Sheet, at: int) -> None:
    """Between two and five; 1990 to 1995; 8 or more."""
    form = sheet.forms[at]
    if form in ("between", "from"):
        joint = ("and",) if form == "between" else ("to", "until", "till", "through", "and")
        for middle, low in amounts_at(sheet, at + 1):
            if middle < len(sheet.forms) and sheet.forms[middle] in joint:
                for end, high in amounts_at(sheet, middle + 1):
                    if type(low) is type(high):
                        first = _lower(sheet, low, middle + 1, high)
                        sheet.add(Compare(at, end, 0.0, ">=", first, high))
                        if timed(high) and lasts(sheet, at) < at:
                            sheet.add(Compare(lasts(sheet, at), end, 0.0, ">=", first, high))
    for item in [it for it in sheet.items[at] if isinstance(it, Amount)]:
        for end, role in sheet.phrases.get(item.end, []):
            kind, _, operator = role.partition(":")
            if kind == "suffixes":
                sheet.add(Compare(at, end, 0.0, operator, item.amount))
        after = sheet.forms[item.end : item.end + 2]
        if after[:1] in (("to",), ("-",), ("–",)):
            for end, high in amounts_at(sheet, item.end + 1):
                if type(high) is type(item.amount):
                    first = _lower(sheet, item.amount, item.end + 1, high)
                    sheet.add(Compare(at, end, 0.05, ">=", first, high))


def put_plus(sheet: Sheet, at: int) -> None:
    """2+ films, 120+ minutes: at least so many, and no 2 by itself."""
    plus = sheet.forms[at + 1 : at + 2] == ("+",) and sheet.tokens[at].kind == "number"
    if not plus or sheet.tokens[at].end != sheet.tokens[at + 1].start:
        return
    found = number_at((sheet.tokens[at], *sheet.tokens[at + 2 :]), 0)
    sheet.items[at] = [it for it in sheet.items[at] if it.end > at + 1]
    sheet.items[at + 1] = []
    if found is not None:
        end, number = found
        sheet.add(Compare(at, at + 1 + end, 0.0, ">=", number, counted=end == 1))


def _lower(sheet: Sheet, low: Number | Moment, at: int, high: Number | Moment) -> Number | Moment:
    """The lower end of a range, with what is said only of the upper one."""
    if isinstance(low, Number) and isinstance(high, Number):
        return said_once(sheet.tokens, low, at, high)
    return low


def timed(amount: Number | Moment | None) -> bool:
    """Whether it is so many hours, or days."""
    unit = amount.unit if isinstance(amount, Number) else None
    seconds = isinstance(amount, Number) and amount.seconds > 0
    return seconds or (unit is not None and unit.dimension == "time")


def lasts(sheet: Sheet, at: int) -> int:
    """Where it starts that things *last* or *run for* more than so many minutes."""
    at -= sheet.forms[at - 1 : at] == ("for",)
    verbal = at > 0 and not sheet.relates(at - 1, at)
    return at - 1 if verbal and set(lemmas(sheet.forms[at - 1])) & _LASTING else at


def put_limit(sheet: Sheet, at: int, end: int) -> None:
    """The top five; the first ten."""
    found = number_at(sheet.tokens, end) if end < len(sheet.tokens) else None
    word = sheet.forms[end - 1]
    if found is not None and isinstance(found[1].value, int) and not found[1].measures:
        bottom = word in _BOTTOM and not (word == "worst" and _of_harms(sheet, found[0]))
        ranks = bottom or word in ("top", "best", "worst")
        first = word == "first"
        sheet.add(Limit(at, found[0], 0.0, found[1].value, ranks, bottom, first))
        _put_ranked_so(sheet, word, found[0])
    elif word == "top":
        sheet.add(Skip(at, end, 0.2))
    if word == "first" and not _titled(sheet, at, end):
        sheet.add(Superlative(at, end, 0.25, ("@time",), False))


def _put_ranked_so(sheet: Sheet, word: str, at: int) -> None:
    """The top five grossing films: those that are top grossing, or highest grossing."""
    scales = load("scales")["superlatives"]
    form = sheet.forms[at] if at < len(sheet.forms) else ""
    for name in (f"{word} {form}", *((f"{x} {form}" for x in _TOP) if word == "top" else ())):
        if name in scales:
            scale = scales[name]
            sheet.add(Superlative(at, at + 1, 0.0, tuple(scale["measure"]), scale["descending"]))
            return


def _of_harms(sheet: Sheet, at: int) -> bool:
    """Whether what is ranked, or what it is ranked by, is the worse the more of it there is."""
    words = " ".join(form for form in sheet.forms[at:] if form.isalpha())
    return any(map(harmful, words.split(" by ", 1)))


def _titled(sheet: Sheet, at: int, end: int) -> bool:
    """Whether it is a rank that someone has: was first author, which is none of time."""
    ranks = sheet.forms[at] == "first" and sheet.forms[at - 1 : at] in (
        ("was",),
        ("is",),
        ("were",),
    )
    after = sheet.items[end] if end < len(sheet.items) else []
    return ranks and any(isinstance(it, Noun) for it in after)
