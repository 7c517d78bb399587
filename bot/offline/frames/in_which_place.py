"""In which town is the depot, where towns are things by themselves and a text of depots, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.subtrees import node_of
from memory.text import fold

_COST = 0.05
_NAMED = 0.05
_SAID = re.compile(
    r"\A\W*in (?P<which>(?:which|what) (?P<place>[a-z]+) (?P<be>is|are|was|were) [^,;?.!]+?)"
    r"(?: (?:located|based|situated|found))?\W*\Z",
    re.I,
)


@cued("in which", "in what")
def frame(asked: Asked) -> Iterator[Heard]:
    """In which town is Eastgate? Read as which town it is in."""
    found = _SAID.match(asked.question)
    label = _also_kept(asked, found["place"]) if found is not None else ""
    if found is None or not label:
        return
    heard = asked.hear_pieces(found.span("which"), " in?")
    if heard is not None and label in node_of(heard.query, heard.query.subject).labels:
        yield heard.priced(_COST)


def _also_kept(asked: Asked, word: str) -> str:
    """The label that a word names, where a property goes by it as well."""
    known = asked.lexicon.lookup((fold(word),))
    labels = [t.label for t, c in known.items() if isinstance(t, NounTarget) and c <= _NAMED]
    kept = any(isinstance(t, PropertyTarget) and c <= _NAMED for t, c in known.items())
    return labels[0] if len(labels) == 1 and kept else ""
