"""What somebody writes or talks about: which topics those are, where a type says about.

What a film or a bill is about stands in its plot, its summary, or else its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import kind_of
from bot.offline.words import plural
from memory.text import split_name

_COST = 0.05
_ABOUT = re.compile(
    r"\A\W*(?P<what>what)(?= (?:do|does|did|has|have|is|are|was|were) .+ about\W*\Z)", re.I
)
_TOLD = 0.15
_IS_ABOUT = re.compile(
    r"\A\W*(?P<lead>what(?:\s+(?:is|are|was|were)|['’]s) (?:the )?)(?P<of>.+?)"
    r"(?P<end> (?:all )?about)\W*\Z",
    re.I,
)
_PROSE = frozenset(["names.plot", "names.summary", "names.description"])
_TITLES = frozenset(["names.title"])
# What such things deal with has nodes of its own.
_TOPICS = frozenset(["subject", "topic", "theme"])


@cued("about")
def frame(asked: Asked) -> Iterator[Heard]:
    """What does Ann write about?"""
    found = _ABOUT.search(asked.question)
    if found is None:
        return
    kept = asked.lexicon.schema.relationships
    joins = [j for name in kept if "about" in split_name(name) for j in kept[name].joins]
    for label in dict.fromkeys(join.end for join in joins):
        noun = plural(" ".join(split_name(label)))
        heard = asked.hear((*found.span("what"), f"which {noun}"))
        if heard is not None:
            yield heard.priced(_COST)
            return
    is_about = _IS_ABOUT.search(asked.question)
    if is_about is None:
        return
    for told in _told(asked, is_about):
        lead = (*is_about.span("lead"), f"what is the {told} of ")
        said = asked.hear(lead, (*is_about.span("end"), ""))
        if said is not None:
            yield said.priced(_TOLD)
            return


def _told(asked: Asked, found: re.Match[str]) -> Iterator[str]:
    """The words for what tells what the one thing named is about: a plot, a topic, a title."""
    linked = [x for x in asked.linked if (x.start, x.end) == found.span("of")]
    labels = {link.label for link in linked}
    if len(labels) != 1:
        return
    (label,) = labels
    yield from _texts(asked, label, _PROSE)
    joins = [join for _, join in asked.lexicon.schema.joins()]
    near = [join.end for join in joins if join.start == label]
    for other in dict.fromkeys(near + [join.start for join in joins if join.end == label]):
        if split_name(other)[-1] in _TOPICS:
            yield plural(" ".join(split_name(other)))
    if not any(link.property in asked.lexicon.shown(label)[:1] for link in linked):
        yield from _texts(asked, label, _TITLES)


def _texts(asked: Asked, label: str, groups: frozenset[str]) -> Iterator[str]:
    """The texts of a label that are called so."""
    for name, property in asked.lexicon.schema.labels[label].properties.items():
        if kind_of(property) == "text" and groups & asked.lexicon.groups_of(label, name):
            yield " ".join(split_name(name))
