"""Their own: nothing that they own, and said of where they do something it is one thing more."""

from __future__ import annotations

from bot.offline.items import Function, Verb
from bot.offline.scanning.sheet import Sheet

_THEIR = frozenset(["their", "his", "her", "its"])
# Behind these it is only what they have: directors with their own films.
_HAVING = frozenset(["with", "has", "have", "had", "having", "of", "and"])
_LEADING = frozenset(["on", "in", "at", "to", "for", "from", "by", "against", "about"])


def put_their_own(sheet: Sheet, at: int) -> None:
    """What *own* says behind whose it is, at a token."""
    if sheet.forms[at] != "own" or not at or sheet.forms[at - 1] not in _THEIR:
        return
    sheet.items[at] = [it for it in sheet.items[at] if not isinstance(it, Verb) or it.end > at + 1]
    led = at > 2 and sheet.forms[at - 2] in _LEADING
    if led or any(_doing(sheet, start, at - 1) for start in range(max(at - 4, 0), at - 1)):
        # Appear in their own films, voted no on their own motion: in those that are theirs.
        sheet.items[at - 1] = [
            it
            for it in sheet.items[at - 1]
            if not (isinstance(it, Function) and it.role == "anaphora")
        ]
        sheet.add(Function(at - 1, at + 1, 0.0, "their_own", sheet.forms[at - 1]))


def _doing(sheet: Sheet, start: int, end: int) -> bool:
    """Whether words are a verb that only says that two are joined: appear in, belong to."""
    return sheet.forms[start] not in _HAVING and any(
        isinstance(it, Function) and it.role == "connectors" and it.end == end and end > start + 1
        for it in sheet.items[start]
    )
