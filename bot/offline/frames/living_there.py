"""How many people live in a town: its population, where the people themselves are not kept.

Which plant has the most people: that with the highest headcount, where plants keep one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.1
_LIVING = re.compile(
    r"\A\W*(?P<said>how many (?:people|persons|inhabitants) (?:live|lived|reside|are living) "
    r"(?:in|on))(?= )",
    re.I,
)

_HAVING = re.compile(
    r"\b(?P<said>(?P<have>has|have|had|with|employs?|employed) the "
    r"(?P<end>most|fewest|least) (?:people|persons))(?=\W*\Z)",
    re.I,
)
_HAS = re.compile(
    r"\A\W*(?P<said>how many (?:people|persons) (?:does|do|did) (?:the )?)[^,;?]+?"
    r"(?P<have> (?:have|employ))\W*\Z",
    re.I,
)
_KEPT = ("headcount", "population")


@cued("people", "persons", "inhabitants")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many people live in Rome?"""
    found = _LIVING.search(asked.question)
    heard = asked.hear((*found.span("said"), "what is the population of")) if found else None
    if heard is not None and not heard.query.pattern.edges:
        yield replace(heard.priced(_COST), modest=True)
    for heard in _kept(asked):
        if not heard.query.pattern.edges:
            yield heard.priced(_COST)


def _kept(asked: Asked) -> Iterator[Heard]:
    """What is read where the number of people is said by its name."""
    for name in _KEPT:
        heard = None
        if (most := _HAVING.search(asked.question)) is not None:
            end = "highest" if most["end"].lower() == "most" else "lowest"
            heard = asked.hear((*most.span("said"), f"has the {end} {name}"))
        elif (many := _HAS.search(asked.question)) is not None:
            edits = ((*many.span("said"), f"what is the {name} of "), (*many.span("have"), ""))
            heard = asked.hear(*edits)
        if heard is not None:
            yield heard
