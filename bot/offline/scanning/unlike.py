"""A status not X, a colour other than X: any value of the property but one."""

from __future__ import annotations

from bot.offline.items import Unlike, Value
from bot.offline.scanning.sheet import Sheet

_BUT = tuple(
    tuple(text.split())
    for text in (
        *("not", "other than", "different from", "different than", "not equal to", "except"),
        *("is not", "are not", "was not", "isn't", "aren't", "wasn't", "that is not", "but not"),
    )
)
_FIRST = frozenset(words[0] for words in _BUT)


def put_unlike(sheet: Sheet, at: int) -> None:
    """The value that is not meant, where words that say so start at a token."""
    for words in _BUT if sheet.forms[at] in _FIRST else ():
        first = at + len(words)
        if sheet.forms[at:first] != words or first >= len(sheet.items):
            continue
        for item in sheet.items[first]:
            if isinstance(item, Value) and item.link.property not in sheet.lexicon.shown(
                item.link.label
            ):
                sheet.add(Unlike(at, item.end, item.cost, item))
