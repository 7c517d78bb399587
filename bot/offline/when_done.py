"""What was done last, told by when something came to be: inspected last, the ship built last."""

from __future__ import annotations

import re

from bot.offline.agency import acts_first, makes, reacts
from bot.offline.data import load
from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.vocabulary import type_words
from bot.offline.words import lemmas, roots
from memory.query import Aggregate, Attribute, Comparison, Edge, Query
from memory.schema import Schema
from memory.text import split_name
from memory.tree_edits import attributes_of

_LAST = re.compile(
    r"\b(?:most recently|last|latest|first|earliest)\W*\Z|\bmost recently\b"
    r"|\b(?:who|was|were|has|have) (?:last|first)\b"
    r"|\bthe (?:last|first)(?: [a-z]+)? to [a-z]",
    re.I,
)
_WHEN = re.compile(
    r"\A\W*(?:(?:when|in (?:which|what) year) (?:was|were|did|has|have) "
    r"|(?:what(?: is| was|['’]?s)|tell me|show me|give me|find) the (?:[a-z]+ )?"
    r"(?:date|day|time|year) (?:on which|in which|when|that|(?-i:(?=[A-Z]))))",
    re.I,
)
_OF_TIME = frozenset(["at", "on", "in", "date", "day", "time", "year"])
_THEN = re.compile(r"\bin (?:the year )?\d{4}\W*\Z", re.I)
# What something is from the day it came to be: no time at which anything else was done.
_BEGUN = frozenset(load("kinds")["beginnings"])


def forgets_when_done(question: str, query: Query, schema: Schema) -> bool:
    """Whether by a verb and *last* a date is meant that tells nothing of what was done.

    The film somebody directed last is the newest one of theirs; the ship they boarded last is not.
    """
    if _begun_instead(question, query, schema):
        return True
    dates = [o.operand for o in query.order] if _LAST.search(question) else []
    if _WHEN.match(question):
        told = [c.operand for c in query.columns]
        # The earliest date on which anybody did it.
        dates += [x.operand or x if isinstance(x, Aggregate) else x for x in told]
    ranked = [date for x in dates for date in attributes_of(x)]
    if not ranked:
        return False
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    date = ranked[0]
    own = [schema.labels[x].properties.get(date.property) for x in labels.get(date.variable, ())]
    if not any(p is not None and kind_of(p) in TIME_KINDS for p in own):
        return False
    edges = [e for e in query.pattern.edges if date.variable in (e.start, e.end)]
    said = frozenset().union(*map(roots, re.findall(r"[a-z]+", question.lower())))
    last = bool(_LAST.search(question))
    return any(_otherwise(edge, date, said, last=last) for edge in edges)


def _otherwise(edge: Edge, date: Attribute, said: frozenset[str], *, last: bool) -> bool:
    """Whether the verb of a relationship was said, and the date is another's."""
    verb = type_words(edge.types[0])[0]
    words = split_name(date.property)
    # Joined on a day: by *on* and *date* nothing is said of what was done then.
    words = [word for word in words if word not in _OF_TIME] or words
    if not roots(verb) & said or any(roots(word) & (said | roots(verb)) for word in words):
        return False
    begun = any(_BEGUN & {word, *lemmas(word)} for word in words)
    acting = last and acts_first(edge.types[0], forward=edge.start == date.variable)
    return not makes(edge.types[0]) and (begun or acting or reacts(edge.types[0]))


def _begun_instead(question: str, query: Query, schema: Schema) -> bool:
    """Whether a year said last is when a thing began, not when that was done to it.

    Who tested a firm's ships in 2024 tested them then, where that is kept, and did not test those
    that were built then.
    """
    if not _THEN.search(question):
        return False
    said = frozenset().union(*map(roots, re.findall(r"[a-z]+", question.lower())))
    begun = {
        test.left.variable
        for test in query.pattern.where
        if isinstance(test, Comparison)
        and isinstance(test.left, Attribute)
        and isinstance(getattr(test.right, "value", None), int)
        and any(_BEGUN & {word, *lemmas(word)} for word in split_name(test.left.property))
        and not any(roots(word) & said for word in split_name(test.left.property))
    }
    return any(
        {edge.start, edge.end} & begun
        and roots(type_words(edge.types[0])[0]) & said
        and any(
            kind_of(p) in TIME_KINDS
            for p in schema.relationships[edge.types[0]].properties.values()
        )
        for edge in query.pattern.edges
    )
