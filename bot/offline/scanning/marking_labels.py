"""Labels that tell how a thing is: retired members, members that are retired."""

from __future__ import annotations

from bot.offline.items import Marked, Noun, RoleNoun
from bot.offline.marking_labels import marked
from bot.offline.scanning.sheet import Sheet

_ALL = frozenset(["the", "many", "all"])


def put_marked(sheet: Sheet, at: int) -> None:
    """One piece with the noun that follows; by itself only what something is said to be."""
    schema = sheet.lexicon.schema
    for item in [it for it in sheet.items[at] if isinstance(it, Noun)]:
        kinds = schema.labels[item.label].implies if item.label in schema.labels else ()
        if not kinds:
            continue
        after = sheet.items[item.end] if item.end < len(sheet.items) else []
        heads = [it for it in after if isinstance(it, Noun) and it.label in kinds]
        for head in heads:
            sheet.add(Noun(at, head.end, item.cost + head.cost, item.label, head.plural))
        if marked(schema, item.label) is None:
            continue
        alone = at and sheet.forms[at - 1] in _ALL
        if not alone or any(isinstance(it, Noun | RoleNoun) for it in after):
            sheet.items[at].remove(item)
            sheet.add(Marked(at, item.end, item.cost, item.label))
