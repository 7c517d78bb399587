"""Said of what is asked for: are members of, is not the owner of, and are moderators themselves."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Being, Item, RoleNoun, Value
from bot.offline.scanning.sheet import Sheet

_BE = frozenset(["is", "are", "was", "were"])
_NOT_BE = frozenset(["isn't", "aren't", "wasn't", "weren't", "isnt", "arent", "wasnt", "werent"])
_PASSED = frozenset(["a", "an", "the", "also", "any"])
_NOT = frozenset(["not", "never", "no", "neither"])


def put_being(sheet: Sheet, at: int) -> None:
    """To be and a role: its words up to the role's."""
    form = sheet.forms[at]
    if form not in _BE | _NOT_BE or at == 0:
        return
    for item in sheet.items[at + 1] if at + 1 < len(sheet.items) else ():
        _predicates(sheet, item)
    never, end = form in _NOT_BE, at + 1
    while sheet.forms[end : end + 1] and sheet.forms[end] in _PASSED | _NOT:
        never = never or sheet.forms[end] in _NOT
        end += 1
    for role in sheet.items[end] if end < len(sheet.items) else ():
        if isinstance(role, RoleNoun):
            sheet.add(Being(at, role.end, role.cost, role, never))


def _predicates(sheet: Sheet, value: Item) -> None:
    """Is X *a director*: the role behind someone named."""
    end = value.end
    while isinstance(value, Value) and sheet.forms[end : end + 1] and sheet.forms[end] in _PASSED:
        end += 1
    if isinstance(value, Value) and end < len(sheet.items):
        sheet.items[end] = [
            replace(it, predicate=True) if isinstance(it, RoleNoun) else it
            for it in sheet.items[end]
        ]
