"""Who *leads* X: who is a lead there, where that is a role that a relationship keeps."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Item, Noun, RoleNoun, Verb
from bot.offline.scanning.most_done import NOT_SO
from bot.offline.scanning.sheet import Sheet
from bot.words.inflection import parts

_WHO = (("who",), ("that",))


def put_doing_a_role(sheet: Sheet, at: int) -> None:
    """The verb that a role's name is right behind a pronoun or a noun for several."""
    if not at or "VERB" not in parts(sheet.forms[at]):
        return
    pronoun = sheet.forms[at - 1 : at] in _WHO
    nouns = [it for it in sheet.items[at - 1] if isinstance(it, Noun) and it.end == at]
    several = any(noun.plural for noun in nouns)
    roles = [
        it
        for it in sheet.items[at]
        if isinstance(it, RoleNoun) and (pronoun or (several and not it.plural))
    ]
    for role in roles:
        types = tuple((type_, price) for type_, end, price in role.types if end == "start")
        if types and role.kept is not None:
            verb = Verb(at, role.end, role.cost, types, "active", kept=role.kept, finite=True)
            sheet.add(verb)
    sheet.items[at] = [_dearer(it) if it in roles else it for it in sheet.items[at]]


def _dearer(item: Item) -> Item:
    return replace(item, cost=item.cost + NOT_SO)
