"""Who is the chairman of a club, or the contact at a shop: somebody whose name is kept with it.

So is who does it: who owns a club that keeps its owner, where nothing is joined by owning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.people_kept import doers, kept
from memory.query import Attribute

_COST = 0.05
_WHO = re.compile(
    r"\A\W*(?P<who>who(?:['’]?s| is| was| are| were) (?:the|our) )"
    r"(?P<one>\w+(?: \w+){0,2}?)(?P<at>(?: person| people)? (?:of|for|at|in|behind|from) )",
    re.I,
)
# Who owns the most clubs, or more than one: the owners are counted.
_COUNTED = r"(?:the )?(?:most|fewest|least|more than|less than|fewer than|at least|at most|exactly)"
_NO_ONE = r"(?:several|many|both|all|every|each|any|no|some|one|an?|\d+)"
_DOES = re.compile(
    rf"\A\W*(?P<who>who (?P<verb>\w+) )(?:(?P<many>{_COUNTED}\b)|(?!(?:the )?{_NO_ONE}\b)(?=\w))",
    re.I,
)


@cued("who")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who is the contact at Mill House? Who refereed the final?"""
    found = _WHO.match(asked.question)
    if found is not None and kept(asked.lexicon, found["one"]):
        heard = asked.hear((*found.span("who"), "what is the "), (*found.span("at"), " of "))
        if heard is not None:
            yield heard.priced(_COST)
    found = _DOES.match(asked.question)
    if found is not None:
        yield from _doing(asked, found)


def _doing(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Who owns it is its owner."""
    for noun, names in doers(asked.lexicon, found["verb"]):
        asking = f"which {noun} has " if found["many"] else f"what is the {noun} of "
        heard = asked.hear((*found.span("who"), asking))
        told = [column.operand for column in heard.query.columns[:1]] if heard is not None else []
        if heard and any(isinstance(x, Attribute) and x.property in names for x in told):
            yield heard.priced(2 * _COST)
