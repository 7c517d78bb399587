"""Members of a committee, where only those of parties are called so: whoever serves on it.

Whoever serves on a committee is a member of it, of a party or of none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.words import lemmas, plural
from memory.text import fold, split_name

_COST = 0.05
_SURE = 0.2
_BODIES = frozenset(load("kinds")["body"])
_MEMBER = re.compile(r"\bmember(?P<many>s)?\b(?! since\b)", re.I)


@cued("member")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which committee has the most members?"""
    said = [*_MEMBER.finditer(asked.question)]
    if not said:
        return
    schema, spoken = asked.lexicon.schema, _spoken_of(asked)
    for doer, groups in _called_so(asked).items():
        joins = [
            (t, {j.start, j.end} - {doer}) for t, j in schema.joins() if doer in (j.start, j.end)
        ]
        near = {label: [t for t, ends in joins if label in ends] for label in spoken}
        found = [label for label, types in near.items() if types]
        if doer in spoken or groups & spoken or len(found) != 1 or len(near[found[0]]) != 1:
            continue
        noun = " ".join(split_name(doer))
        edits = [(*m.span(), plural(noun) if m["many"] else noun) for m in said]
        heard = asked.hear(*edits)
        if heard is not None:
            yield heard.priced(_COST)
            return


def _called_so(asked: Asked) -> dict[str, set[str]]:
    """Who is a member of something by a relationship's name, and of what."""
    known = asked.lexicon.lookup(("member",)).items()
    if any(isinstance(target, NounTarget) and cost < _SURE for target, cost in known):
        return {}
    types = {t.type for t, cost in known if isinstance(t, RelationTarget) and cost < _SURE}
    found: dict[str, set[str]] = {}
    for type_, join in asked.lexicon.schema.joins():
        if type_ in types:
            found.setdefault(join.start, set()).add(join.end)
    return found


def _spoken_of(asked: Asked) -> set[str]:
    """The labels that the question names, or has values of."""
    words = {lemma for word in fold(asked.question).split() for lemma in lemmas(word.strip("?.,!"))}
    named = {x for x in asked.lexicon.schema.labels if set(split_name(x)) <= words}
    return named | {link.label for link in asked.linked}
