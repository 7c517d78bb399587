"""How much is the Larkspur Pot: what it costs, or is worth; how much memory one has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget
from memory.query import Attribute
from memory.text import fold

_COST = 0.05
_IS = re.compile(
    r"\A\W*how much (?:is|was|are|were) (?P<thing>[^,;?.!]+?)(?P<worth> worth)?\W*\Z", re.I
)


_HAS = re.compile(
    r"\A\W*how much (?P<what>\w+(?: \w+)?) (?:does|do|did) (?P<thing>[^,;?.!]+?) have\W*\Z", re.I
)


@cued("how much ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How much is it?"""
    has = _HAS.match(asked.question)
    if has is not None:
        yield from _having(asked, has)
    found = _IS.match(asked.question)
    if found is None:
        return
    start, end = found.span("thing")
    if not any(start <= link.start and link.end <= end for link in asked.linked):
        return
    last = (end, len(asked.question))
    ways = [("how much does ", " cost?"), ("what is ", "?")]
    for before, after in [("what is ", " worth?")] if found["worth"] else ways:
        heard = asked.hear((0, start, before), (*last, after))
        told = [column.operand for column in heard.query.columns] if heard is not None else []
        if heard is not None and told and all(isinstance(x, Attribute) for x in told):
            yield heard.priced(_COST)
            return


def _having(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """How much memory does a host have: the memory of it."""
    start, end = found.span("thing")
    known = asked.lexicon.lookup(tuple(fold(found["what"]).split()))
    numbers = (
        target
        for target in known
        if isinstance(target, PropertyTarget)
        and asked.lexicon.kind(target.owner, target.property) == "number"
    )
    if not any(numbers) or not any(start <= x.start and x.end <= end for x in asked.linked):
        return
    heard = asked.hear((0, start, f"what is the {found['what']} of "), (end, asked.end, ""))
    told = [column.operand for column in heard.query.columns] if heard is not None else []
    if heard is not None and told and all(isinstance(x, Attribute) for x in told):
        yield heard.priced(_COST)
