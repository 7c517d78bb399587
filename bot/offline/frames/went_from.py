"""Which trips sailed from A to B: the trips from A to B, where both ends of one are told."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.subtrees import node_of
from memory.text import fold

_COST = 0.1
_GOES = (
    r"(?:have |has )?(?:went|go|goes|gone|sailed|sails?|flew|fly|flies|flown|travell?ed|travels?"
    r"|ran|runs?|moved|moves?|(?:was|were) sent)"
)
_WENT = re.compile(
    r"\A\W*(?:which|what|how many|list|show|find)(?: all)?(?: the)? (?P<noun>[a-z]+)"
    rf"(?P<went>(?: (?:that|which))? {_GOES})(?= from .+ to | to .+ from )",
    re.I,
)


@cued(" from ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which voyages sailed from Oslo to London?"""
    found = _WENT.match(asked.question)
    if found is None:
        return
    labels = {flow.label for flow in asked.lexicon.flows}
    known = asked.lexicon.lookup((fold(found["noun"]),))
    meant = {target.label for target in known if isinstance(target, NounTarget)} & labels
    heard = asked.hear((*found.span("went"), "")) if meant else None
    if heard is not None and meant & {*node_of(heard.query, heard.query.subject).labels}:
        yield heard.priced(_COST)
