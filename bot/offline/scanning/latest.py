"""Last borrowed, bought most recently: which of the loans, of the orders counts."""

from __future__ import annotations

from bot.offline.items import Amount, Function, Limit, Superlative
from bot.offline.scanning.sheet import Sheet
from bot.stored.amounts import Moment
from bot.words.inflection import parts

_ORDERS = {
    ("last",): "event_last",
    ("most", "recently"): "event_last",
    ("first",): "event_first",
}
# Who was the last to borrow it.
_TO = {("last", "to"): "event_last", ("first", "to"): "event_first"}
_BEFORE_NOUNS = frozenset(["the", "a", "an", "'s", "their", "its", "his", "her", "our", "my", "of"])


def put_latest(sheet: Sheet) -> None:
    """A verb for what is kept as a thing, with the word that tells which one."""
    events = [
        item
        for items in sheet.items
        for item in items
        if isinstance(item, Function) and item.role == "event"
    ]
    for item in events:
        for words, role in (_ORDERS | _TO).items():
            before, after = item.start - len(words), item.end + len(words)
            told = words in _TO or not _adjective(sheet, before)
            if sheet.forms[max(before, 0) : item.start] == words and told:
                sheet.add(Function(before, item.end, item.cost, role, item.word))
                _unranked(sheet, before)
            if (
                words in _ORDERS
                and sheet.forms[item.end : after] == words
                and not _noun_next(sheet, after)
            ):
                sheet.add(Function(item.start, after, item.cost, role, item.word))
                _unranked(sheet, item.end)

    for at, items in enumerate(sheet.items):
        if any(
            isinstance(x, Amount) and isinstance(x.amount, Moment) and x.end > at + 1 for x in items
        ):
            # Last year is a time, though a year is kept that may be ranked by.
            _unranked(sheet, at)


def _adjective(sheet: Sheet, at: int) -> bool:
    """Whether a word of order describes a noun: the last cancelled order."""
    return at <= 0 or sheet.forms[at - 1] in _BEFORE_NOUNS or sheet.forms[at - 1].isdigit()


def _noun_next(sheet: Sheet, at: int) -> bool:
    """Whether a word of order goes on: borrowed last week, bought first editions."""
    words = sheet.forms[at : at + 1]
    return bool(words) and ("NOUN" in parts(words[0]) or words[0].isdigit())


def _unranked(sheet: Sheet, at: int) -> None:
    """Nothing else is ranked by a word that tells which time it was done."""
    sheet.items[at] = [it for it in sheet.items[at] if not isinstance(it, Superlative | Limit)]
