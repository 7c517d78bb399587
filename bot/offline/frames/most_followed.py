"""The most followed account: the one with the most followers, where their number is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget, RelationTarget
from bot.offline.vocabulary import agent_nouns
from bot.offline.words import lemmas, participles, plural
from memory.text import fold

_COST = 0.03
_DONE = r"(?P<much>most|least) (?P<done>[a-z]+)"
# The most followed account; which account is the most followed; those followed the most.
_NOUN = re.compile(rf"\b{_DONE} (?P<noun>[a-z]+)", re.I)
_IS = re.compile(rf"\b(?P<be>is|are|was|were) (?:the )?{_DONE}(?=\W*\Z)", re.I)
_AFTER = re.compile(
    r"\b(?P<be>is|are|was|were) (?P<done>[a-z]+) (?:the )?(?P<much>most|least)(?=\W*\Z)", re.I
)


@cued("most", "least")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which account is the most followed?"""
    for pattern in (_IS, _AFTER, _NOUN):
        found = pattern.search(asked.question)
        who = _doers(asked, found["done"]) if found is not None else ""
        if found is None or not who:
            continue
        most = f"the {'fewest' if found['much'].lower() == 'least' else 'most'} {who}"
        if pattern is _NOUN:
            said = f"{found['noun']} with {most}"
        else:
            said = f"{'have' if found['be'].lower() in ('are', 'were') else 'has'} {most}"
        heard = asked.hear((*found.span(), said))
        if heard is not None and heard.query.order:
            yield heard.priced(_COST)
        return


def _doers(asked: Asked, done: str) -> str:
    """What those who do something are called whose number things keep: followers; "" if nobody."""
    done = done.lower()
    if done not in participles(done) or any(
        isinstance(t, RelationTarget) for t in asked.lexicon.lookup((fold(done),))
    ):
        return ""
    for verb in lemmas(done):
        for doers in (plural(noun[0]) for noun in agent_nouns(verb) if len(noun) == 1):
            if any(_number(asked, t) for t in asked.lexicon.lookup((doers,))):
                return doers
    return ""


def _number(asked: Asked, target: object) -> bool:
    return (
        isinstance(target, PropertyTarget)
        and asked.lexicon.kind(target.owner, target.property) == "number"
    )
