"""Got approved, gets paid: to get before a participle is to be."""

from __future__ import annotations

from bot.offline.items import Flag, Function, PropertyWord, Value, Verb
from bot.offline.scanning.sheet import Sheet
from bot.words.inflection import participles

_GET = frozenset(["get", "gets", "got", "getting", "gotten"])


def put_getting(sheet: Sheet, at: int) -> None:
    """The auxiliary at a token, where what it helps comes next."""
    if sheet.forms[at] not in _GET or at + 1 == len(sheet.forms):
        return
    done = sheet.forms[at + 1]
    helped = any(isinstance(it, Verb | PropertyWord | Flag | Value) for it in sheet.items[at + 1])
    if helped and done in participles(done):
        sheet.add(Function(at, at + 1, 0.0, "auxiliaries", "were"))
