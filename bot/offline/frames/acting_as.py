"""Who acts in something, where their role there is named for it: kings that attacked in a battle.

Of a king it is told that he is the attacker_king of a battle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.vocabulary import agent_nouns
from bot.offline.words import lemmas
from memory.text import fold, split_name

_COST = 0.1
_ACTED = re.compile(
    r"\b(?P<noun>[a-z]+)(?: (?:that|who|which))?"
    r" (?P<verb>(?:(?:have|has) )?(?P<did>[a-z]+ed)) in ",
    re.I,
)


@cued("ed in ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which kings attacked in a battle in the north?"""
    for found in _ACTED.finditer(asked.question):
        targets = asked.lexicon.lookup((fold(found["noun"]),))
        labels = {t.label for t in targets if isinstance(t, NounTarget)}
        roles = _roles(asked, labels, fold(found["did"]))
        own = [type_ for type_ in roles if split_name(type_)[-1] in lemmas(fold(found["noun"]))]
        # A king who attacked did so as the attacking king, be it as its commander, too.
        roles = own or roles
        if len(roles) != 1:
            continue
        heard = asked.hear((*found.span("verb"), f"were the {' '.join(split_name(roles[0]))}"))
        if heard is not None and any(roles[0] in e.types for e in heard.query.pattern.edges):
            yield heard.priced(_COST)


def _roles(asked: Asked, labels: set[str], did: str) -> list[str]:
    """The types of labels that begin with the noun for who does so."""
    known = [
        type_
        for type_, join in asked.lexicon.schema.joins()
        if join.start in labels and len(split_name(type_)) > 1
    ]
    doers = {noun for verb in lemmas(did) for noun in agent_nouns(verb)}
    return list(dict.fromkeys(t for t in known if (split_name(t)[0],) in doers))
