"""The committees that X serves on and his rank on each: what is kept of how it stands to each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget
from memory.query import Attribute
from memory.text import fold

_COST = 0.05
_ON_EACH = re.compile(
    r",? (?:and|with|along with|together with) (?:his|her|their|its|the) "
    r"(?P<what>[a-z]+(?: [a-z]+){0,2}?)(?P<each> (?:on|in|at|for|of|with|from|to) each"
    r"(?: (?:of them|one|of those|of these))?)\W*\Z",
    re.I,
)
_NAMES = re.compile(
    r"\A\W*(?:(?:what|which) are|list|show|give(?: me)?|find) (the names? of )", re.I
)


@cued(" each")
def frame(asked: Asked) -> Iterator[Heard]:
    """What are the names of the committees that X serves on and his rank on each?"""
    found = _ON_EACH.search(asked.question)
    if found is None:
        return
    known = asked.lexicon.lookup(tuple(fold(found["what"]).split()))
    names = {target.property for target in known if isinstance(target, PropertyTarget)}
    lead = _NAMES.match(asked.question)
    gone = [(*lead.span(1), "")] if lead is not None else []
    heard = asked.hear(*gone, (*found.span("each"), ""))
    told = [column.operand for column in heard.query.columns] if heard is not None else []
    # A name of each is told anyway, what is beside it has to be what was asked for.
    if heard is not None and any(isinstance(x, Attribute) and x.property in names for x in told):
        yield heard.priced(_COST)
