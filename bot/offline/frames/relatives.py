"""Fathers, sons, sisters: by whose children they are, and whether those are women or men."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.genders import gendered
from bot.offline.subtrees import node_of
from bot.offline.terms import edited
from memory.query import Attribute, Comparison, Constant, Entity, Query
from memory.schema import LinkedValue

_COST = 0.05
_PARENTS, _CHILDREN, _SPOUSES, _SIBLINGS = "parents", "children", "spouses", "siblings"
# A word, whether it is of women or men, and what they are without that.
_KIN = {
    "father": ("men", _PARENTS),
    "mother": ("women", _PARENTS),
    "son": ("men", _CHILDREN),
    "daughter": ("women", _CHILDREN),
    "husband": ("men", _SPOUSES),
    "wife": ("women", _SPOUSES),
    "brother": ("men", _SIBLINGS),
    "sister": ("women", _SIBLINGS),
    "sibling": ("", _SIBLINGS),
}
_ONE = rf"(?P<kin>{'|'.join(_KIN)})s?"
_WHO = r"\A(?:who(?: is| are| was| were|['’]s)|(?:list|name|show|give me)(?: all)?) "
_OF = re.compile(rf"{_WHO}(?:the )?{_ONE} of (?P<whose>.+?)\W*\Z", re.I)
_WHOSE = re.compile(rf"{_WHO}(?P<whose>.+?)(?:['’]s|(?<=s)['’]) {_ONE}\W*\Z", re.I)


@cued(*_KIN)
def frame(asked: Asked) -> Iterator[Heard]:
    """Who is the father of X, who are X's sisters?"""
    found = _OF.search(asked.question) or _WHOSE.search(asked.question)
    if found is None:
        return
    gender, role = _KIN[found["kin"].lower()]
    roles = f"{_CHILDREN} of the {_PARENTS}" if role == _SIBLINGS else role
    start, end = found.span("whose")
    trimmed = {_until(end, link): link for link in asked.linked}
    ends = [(0, start, f"Who are the {roles} of "), (end, len(asked.question), "?")]
    other = edited(asked.question, tuple(trimmed), ends)
    heard = asked.read(other.question, other.linked)
    query = heard.query if heard is not None else None
    if query is not None and role == _SIBLINGS:
        query = _others(query)
    if query is not None and gender:
        query = _of_gender(asked, query, gender)
    if heard is not None and query is not None:
        used = tuple(trimmed.get(link, link) for link in other.as_typed(heard.used))
        yield Heard(query, heard.cost + _COST, used)


def _until(end: int, link: LinkedValue) -> LinkedValue:
    """A link that does not reach further: X's as X."""
    if not link.start < end < link.end:
        return link
    return replace(link, end=end, text=link.text[: end - link.start])


def _of_gender(asked: Asked, query: Query, gender: str) -> Query | None:
    """Only the women or men, where that is kept."""
    labels = node_of(query, query.subject).labels
    for link in gendered(gender, (), asked.lexicon.schema):
        if link.label in labels:
            kept = Attribute(query.subject, link.property)
            return _where(query, Comparison(kept, "=", Constant(link.value)))
    return None


def _others(query: Query) -> Query | None:
    """The children of the same parents, but for those whose siblings they are."""
    edges = query.pattern.edges
    for own in (e for e in edges if query.subject in (e.start, e.end)):
        for edge in (e for e in edges if e != own and e.types == own.types):
            for one, two in ((own.start, edge.start), (own.end, edge.end)):
                if one != two and query.subject == one:
                    return _where(query, Comparison(Entity(one), "<>", Entity(two)))
    return None


def _where(query: Query, test: Comparison) -> Query:
    where = (*query.pattern.where, test)
    return replace(query, pattern=replace(query.pattern, where=where))
