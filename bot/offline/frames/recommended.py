"""Recommend me a comedy, any good hotels: a few of the best rated, else whatever there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, number_of
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.words import plural
from memory.query import Aggregate, Attribute, Comparison, Operand, Query

_COST = 0.1
# So much at most costs a noun that means a label itself, or another word for the same.
_NAMED = 0.15
# So many are told where nobody said how many.
_FEW = 5
_GOOD = r"(?:(?:really|very|pretty) )?(?:good|great|nice|decent|fine)"
_BEFORE = re.compile(
    r"\A\W*(?:please )?"
    r"(?:(?:can|could|would|will) you (?:please )?|i(?:['’]d| would) like you to )?"
    r"(?:recommend|suggest)(?: me| us| to me| to us)? "
    rf"(?:(?P<n>{NUMBER}) )?(?:(?:a|an|any|some|a few|the best) )?(?:{_GOOD} )?",
    re.I,
)
_ANY_GOOD = re.compile(
    r"\A\W*(?:(?:do|have) (?:you|we) (?:know|have|got)(?: of)? |(?:is|are) there |got )?"
    r"(?:any|what(?: is| are|['’]s|['’]re)? (?:a|an|some)|"
    rf"(?:show|give|find)(?: me| us)? (?:a|some)) {_GOOD} ",
    re.I,
)
_BEHIND = re.compile(
    rf"\A\W*(?:which|what) (?:{_GOOD} )?(?P<rest>.+?) (?:do|can|could|would|should) you "
    r"(?:recommend|suggest)(?: me| us| to me| to us)?[ ?.!]*\Z",
    re.I,
)
# What somebody does with what is recommended to them, and the things it is done with.
_DOINGS = {
    "watch": ("film", "show", "series"),
    "see": ("film", "show"),
    "read": ("book", "article"),
    "play": ("game",),
    "listen to": ("song", "album"),
    "cook": ("recipe",),
}
_DOING = "|".join(_DOINGS)
_WHEN = r"(?: (?:tonight|today|tomorrow|this evening|this weekend|next))?"
_SHOULD = re.compile(
    rf"\A\W*what (?:should|could|can|shall) (?:i|we) (?P<doing>{_DOING}){_WHEN}\W*\Z", re.I
)
_TAIL = re.compile(
    rf" (?:to (?:{_DOING}|try|visit|buy|eat)|for(?= tonight| today| tomorrow| this)){_WHEN}\W*\Z",
    re.I,
)
_ADVISING = re.compile(rf"\b(?:recommend|suggest|what (?:should|could|can|shall)|{_GOOD})\b", re.I)


@cued("recommend", "suggest", "what ", "good", "great", "nice", "decent", "fine")
def frame(asked: Asked) -> Iterator[Heard]:
    """Can you recommend a good thriller from the 90s?"""
    if not _ADVISING.search(asked.question):
        return
    should = _SHOULD.match(asked.question)
    if should is not None:
        yield from _to_do(asked, should["doing"].lower())
        return
    behind = _BEHIND.match(asked.question)
    found = behind or _BEFORE.match(asked.question) or _ANY_GOOD.match(asked.question)
    if found is None:
        return
    start, end = found.span("rest") if behind is not None else (found.end(), asked.end)
    tail = _TAIL.search(asked.question, start, end)
    end = tail.start() if tail is not None else end
    if any(link.start < start and link.end > found.start() for link in asked.linked):
        # What is stored as good is no more than that.
        return
    size = (number_of(found["n"]) if found.re is _BEFORE and found["n"] else None) or _FEW
    best = asked.hear_part(start, end, "the best ")
    if best is not None and _by_rating(asked.lexicon, best.query):
        yield best.priced(_COST, replace(best.query, limit=size))
        return
    if found.re is _ANY_GOOD:
        # What nobody rates is not known to be good.
        return
    listed = asked.hear_part(start, end, "")
    if listed is not None and _plain(asked.lexicon, listed.query):
        yield listed.priced(_COST)


def _to_do(asked: Asked, doing: str) -> Iterator[Heard]:
    """What should I watch tonight: the best of the one kind of thing that is watched."""
    labels = {
        target.label: noun
        for noun in _DOINGS[doing]
        for target, cost in asked.lexicon.lookup((noun,)).items()
        if isinstance(target, NounTarget) and cost < _NAMED
    }
    for noun in labels.values() if len(labels) == 1 else ():
        best = asked.hear((0, len(asked.question), f"the best {plural(noun)}?"))
        if best is not None and _by_rating(asked.lexicon, best.query):
            yield best.priced(_COST, replace(best.query, limit=_FEW))


def _by_rating(lexicon: Lexicon, query: Query) -> bool:
    """Whether the best of a list are those that are rated highest."""
    if query.form != "list" or query.each or query.skip or len(query.order) != 1:
        return False
    key = query.order[0]
    operand = key.operand.operand if isinstance(key.operand, Aggregate) else key.operand
    return key.descending and "rating" in _groups(lexicon, query, operand)


def _groups(lexicon: Lexicon, query: Query, operand: Operand | None) -> frozenset[str]:
    if not isinstance(operand, Attribute):
        return frozenset()
    owners = [n.labels for n in query.pattern.nodes if n.variable == operand.variable]
    owners += [e.types for e in query.pattern.edges if e.variable == operand.variable]
    names = (name for own in owners for name in own)
    return frozenset().union(*(lexicon.groups_of(name, operand.property) for name in names))


def _plain(lexicon: Lexicon, query: Query) -> bool:
    """Whether things of a kind are listed, and not one that is named."""
    if query.form != "list" or query.order or query.limit or query.columns[1:]:
        return False
    labels = [x for n in query.pattern.nodes if n.variable == query.subject for x in n.labels]
    shown = {Attribute(query.subject, name) for x in labels for name in lexicon.shown(x)}
    return bool(labels) and not any(
        isinstance(test, Comparison) and test.operator == "=" and test.left in shown
        for test in query.pattern.where
    )
