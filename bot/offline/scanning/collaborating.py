"""Who worked with X, where the schema keeps who collaborates with whom."""

from __future__ import annotations

from bot.offline.items import Verb
from bot.offline.lexicon import Lexicon, RelationTarget
from bot.offline.scanning.sheet import Sheet

_WORKING = ("work with", "works with", "worked with", "working with", "worked alongside")


def put_collaborating(sheet: Sheet, at: int, end: int) -> bool:
    """Puts the schema's own collaborating in the place of working with; whether it has that."""
    said = " ".join(sheet.forms[at:end]) in _WORKING
    types = collaborating(sheet.lexicon) if said else ()
    if types:
        sheet.add(Verb(at, end, 0.0, types, "active"))
    return bool(types)


def collaborating(lexicon: Lexicon) -> tuple[tuple[str, float], ...]:
    """The types between things of one kind that collaborating names, with what that costs."""
    kept = lexicon.schema.relationships
    return tuple(
        (target.type, cost)
        for target, cost in lexicon.lookup(("collaborate",)).items()
        if isinstance(target, RelationTarget)
        and target.form == "verb"
        and all(join.start == join.end for join in kept[target.type].joins)
    )
