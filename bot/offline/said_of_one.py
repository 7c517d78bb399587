"""What a question says of one, told of another as well, or of nobody but the one it names."""

from __future__ import annotations

import re
from itertools import combinations

from bot.offline.words import parts
from memory.query import Aggregate, Attribute, Comparison, Constant, Entity, Query
from memory.text import fold

_DO = re.compile(
    r"\A\W*(?:how many|which|what) [a-z ]+? (?:do|does|did) the [a-z]+s? (?:of|in|from) ", re.I
)
_JOINTLY = re.compile(r"\b(?:both|same|together|common|shared?|also|too|and|other)\b", re.I)
_BEING = frozenset(["is", "are", "was", "were"])
_PLACED = frozenset(["in", "on", "at", "from", "with", "by", "inside", "under", "to", "for"])
# What do you know about X: X is told, and nothing that X does.
_TOLD = frozenset(["know", "tell"])
_ASKED = re.compile(r"\A\W*(?:which|what|who|whom|find|list|show|name)\b", re.I)


def told_of_two(question: str, query: Query) -> bool:
    """Whether where *the makers of what X sold come from* is told as where X comes from, too."""
    if not _DO.match(question) or _JOINTLY.search(question):
        return False
    told = [c.operand for c in query.columns]
    counted = {
        x.operand.variable
        for x in told
        if isinstance(x, Aggregate) and isinstance(x.operand, Entity)
    }
    asked = {query.subject, *counted}
    return any(
        one.types == other.types and one.end == other.end and one.end in asked
        for one, other in combinations(query.pattern.edges, 2)
    )


def names_itself(question: str, query: Query) -> bool:
    """Whether who did something *to X* is answered with X."""
    pattern = query.pattern
    if pattern.edges or len(pattern.where) != 1 or query.source is not None:
        return False
    (test,) = pattern.where
    told = [c.operand for c in query.columns]
    if not isinstance(test, Comparison) or test.operator != "=":
        return False
    if not isinstance(test.left, Attribute) or not isinstance(test.right, Constant):
        return False
    if told not in ([test.left], [Entity(test.left.variable)]):
        return False
    name = re.escape(fold(str(test.right.value)))
    behind = re.search(
        rf"\b[a-z]+(?:ed|t|ve|d) (?:[a-z]+ )+(?:to|from|for|with) (?:the )?{name}\W*\Z",
        fold(question),
    )
    what = re.match(rf"\W*what (?P<does>(?:[a-z]+ )+?)(?:the )?{name}\W*\Z", fold(question))
    if what is not None and _does(what["does"].split()):
        return True
    return bool(_ASKED.match(question)) and behind is not None


def _does(words: list[str]) -> bool:
    """Whether words say what something does or where it is: came from, was in order."""
    if words[-1:] == ["about"] and not _TOLD.isdisjoint(words):
        return False
    if not words[:1] or words[0] in _BEING:
        # What is in X; what are the claims with state X names a noun.
        named = words[1:2] in (["the"], ["a"], ["an"])
        return not named and not _PLACED.isdisjoint(words)
    return parts(words[0]) >= {"VERB"} or not _PLACED.isdisjoint(words)
