"""Our biggest backer, the top donors: who gave the most, where what they gave is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import Lexicon, NounTarget, RelationTarget
from bot.offline.money import kept_by
from bot.offline.words import is_plural, lemmas
from memory.query import Aggregate
from memory.text import fold, split_name

_COST = 0.15
_LARGE = r"biggest|largest|top|main|most generous|highest[ -](?:paying|spending)"
_WHO = re.compile(
    r"\A\W*(?:(?:who|what|which)(?: is| are|['’]s|['’]re| was| were)? |show me |list )?"
    rf"(?:our |the )?(?:(?P<n>\d+) )?(?:{_LARGE}) (?:(?P<m>\d+) )?(?P<noun>[a-z]+)[ ?.!]*\Z",
    re.I,
)
_SPENDERS = frozenset(["spender", "payer", "giver", "donor", "contributor"])


@cued("biggest", "largest", "top", "main", "most generous", "highest")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who's our biggest backer?"""
    found = _WHO.match(asked.question)
    if found is None:
        return
    kept = _given(asked.lexicon, fold(found["noun"]))
    if kept is None:
        return
    label, name = kept
    noun, words = " ".join(split_name(label)), " ".join(split_name(name))
    heard = asked.hear((0, len(asked.question), f"Which {noun} has the highest total {words}?"))
    if heard is None or not heard.query.order:
        return
    if isinstance(heard.query.order[0].operand, Aggregate):
        most = int(found["n"] or found["m"] or 0) or (None if is_plural(found["noun"]) else 1)
        yield heard.priced(_COST, replace(heard.query, limit=most))


def _given(lexicon: Lexicon, noun: str) -> tuple[str, str] | None:
    """The (label, property) of what those whom a noun names gave; None where that is not one."""
    labels = set()
    for target in lexicon.lookup((noun,)):
        if isinstance(target, NounTarget):
            labels.add(target.label)
        elif isinstance(target, RelationTarget) and target.form == "start":
            labels |= {join.start for type_, join in lexicon.schema.joins() if type_ == target.type}
    if not labels and set(lemmas(noun)) & _SPENDERS:
        labels = {label for label in lexicon.schema.labels if kept_by(lexicon, label)}
    if any(lexicon.ranking(label, ("#amount",)) for label in labels):
        # The biggest claim is one of the largest amount, whatever its repair cost.
        return None
    found = [(label, name) for label in labels for _, name in kept_by(lexicon, label)]
    return found[0] if len(labels) == len(found) == 1 else None
