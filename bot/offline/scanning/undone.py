"""Unanswered questions, unverified users: words that deny a relationship or a flag."""

from __future__ import annotations

from bot.offline.items import Candidate, Flag, Undone
from bot.offline.lexicon import FlagTarget, RelationTarget
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import participles

_NOT = ("un", "non", "in")
_SHORTEST = 3


def put_undone(sheet: Sheet, at: int) -> None:
    """A word with "un" before what the schema knows; not one that the schema knows as it is."""
    if sheet.tokens[at].kind != "word":
        return
    (form,) = sheet.forms[at : at + 1]
    for prefix in _NOT:
        bare = form.removeprefix(prefix).removeprefix("-")
        if not form.startswith(prefix) or len(bare) < _SHORTEST or sheet.lexicon.lookup((form,)):
            continue
        found = sheet.lexicon.lookup((bare,)).items()
        types = tuple((t.type, c) for t, c in found if isinstance(t, RelationTarget))
        if types and bare in participles(bare):
            sheet.schema.add(at)
            sheet.add(Undone(at, at + 1, 0.0, types))
        flags = [
            (t.owner, t.property, c) for t, c in found if isinstance(t, FlagTarget) and t.value
        ]
        if flags:
            sheet.schema.add(at)
            candidates = tuple(Candidate(o, name, False, cost) for o, name, cost in flags)
            sheet.add(Flag(at, at + 1, 0.0, candidates, False))
