"""The countries where suppliers are located: those kept with them as a property."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.words import is_plural, lemmas
from memory.query import Attribute
from memory.text import fold

_COST = 0.1
_THERE = (
    r"(?:(?:is|are|was|were) (?:located|based|situated|headquartered|found)|lives?|resides?"
    r"|comes? from)"
)
_ALL = r"(?:all )?(?:the |our )?(?:(?:distinct|different|unique|various|several) )?"
_WHERE = re.compile(
    rf"\A\W*(?:what are|what is|list|show(?: me)?|name|find|give me|which are) {_ALL}"
    r"(?P<places>[a-z]+) (?:where|in which|that|which) "
    rf"(?P<things>(?:the |our |all )?\w+(?: \w+)?) {_THERE}(?: in)?[ ?.!]*\Z",
    re.I,
)
_WHICH = re.compile(
    rf"\A\W*(?:in |from )?(?:what|which) {_ALL}(?P<places>[a-z]+) (?:are|do|is|does) "
    r"(?P<things>(?:the |our |all )?\w+(?: \w+)?) "
    r"(?:located|based|situated|headquartered|found|live|reside|come)(?: in| from)?[ ?.!]*\Z",
    re.I,
)


_LOCATED = re.compile(
    r"\bwhere (?:is|are|was|were) [^,;?.!]+?(?P<said> (?:located|situated|found))[ ?.!]*\Z", re.I
)


@cued("located", "based", "situated", "headquartered", "found", "live", "reside", "come")
def frame(asked: Asked) -> Iterator[Heard]:
    """In which countries are our suppliers based, where are they located?"""
    located = _LOCATED.search(asked.question)
    if located is not None:
        heard = asked.hear((*located.span("said"), ""))
        if heard is not None:
            yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
        return
    found = _WHERE.match(asked.question) or _WHICH.match(asked.question)
    if found is None or not _kept(asked, fold(found["places"])):
        return
    places, things = found.span("places"), found.span("things")
    several = is_plural(fold(found["places"]))
    ask = "What are the different " if several else "What is the "
    heard = asked.hear_pieces(ask, places, " of ", things, "?")
    if heard is None or len(heard.query.columns) != 1 or heard.query.pattern.edges:
        return
    if isinstance(heard.query.columns[0].operand, Attribute):
        yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)


def _kept(asked: Asked, word: str) -> bool:
    """Whether places are a property, and nothing by themselves."""
    known = asked.lexicon.lookup((lemmas(word)[-1],))
    near = [target for target, cost in known.items() if cost < 0.2]
    nodes = any(isinstance(target, NounTarget) for target in near)
    return not nodes and any(isinstance(target, PropertyTarget) for target in near)
