"""The busiest port, the busiest inspector: where the most is done, or by whom.

Only where one kind of thing with a date is all that is done there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.words import is_plural, plural
from memory.text import fold, split_name

_COST = 0.15
_BUSY = re.compile(
    r"\b(?:(?P<most>busiest|most active)|least busy|quietest|least active) (?P<noun>[a-z]+)", re.I
)


@cued("busiest", "busy", "quietest", "active")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which was the busiest port in 2020?"""
    for found in _BUSY.finditer(asked.question):
        events = _events(asked.lexicon, fold(found["noun"]))
        if len(events) != 1:
            continue
        many = "most" if found["most"] else "fewest"
        said = f" with the {many} {plural(' '.join(split_name(events[0])))}"
        heard = asked.hear(
            (found.start(), found.start("noun"), ""), (found.end(), found.end(), said)
        )
        if heard is not None and heard.query.order:
            limit = heard.query.limit or (None if is_plural(found["noun"]) else 1)
            yield heard.priced(_COST, replace(heard.query, limit=limit))


def _events(lexicon: Lexicon, noun: str) -> list[str]:
    """What happens at the things a noun names: what is joined to them and has a date."""
    labels = {t.label for t in lexicon.lookup((noun,)) if isinstance(t, NounTarget)}
    if len(labels) != 1:
        return []
    near = [join for _, join in lexicon.schema.joins() if {join.start, join.end} & labels]
    others = dict.fromkeys(end for join in near for end in (join.start, join.end))
    times = [sum({join.start, join.end} == {label, *labels} for join in near) for label in others]
    return [
        label
        for label, ways in zip(others, times, strict=True)
        if label not in labels and ways == 1 and _happens(lexicon, label)
    ]


def _happens(lexicon: Lexicon, label: str) -> bool:
    """Whether things of a label are at a time, and none who were born or what was built."""
    named = lexicon.pronouns
    fixed = label in named.people or label in named.places or label in named.bodies
    return bool(lexicon.measures(label, ("@time",))) and not fixed
