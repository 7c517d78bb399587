"""For each of what: groups around a question, read as a count for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.cypher.subtrees import node_of, renamed, variables
from bot.offline.frames.asked import Asked, Edit, Heard
from bot.words.inflection import plural
from memory.query import Aggregate, Attribute, Column, Entity, Operand, Query
from memory.text import split_name

_MOST_WORDS = 3
_PREPOSITION = r"(?:in|of|for|from|within|at|on|to|with|among)"
_AHEAD = re.compile(
    rf"\A\W*(?:{_PREPOSITION} (?:each|every)|per) (?P<thing>[^,:]+?)(?:,|:) *", re.I
)
_EACH = rf"(?:{_PREPOSITION} (?:each|every)|per|by(?! (?:the|an?)\b))"
_BEHIND = re.compile(rf",? *\b{_EACH} (?P<thing>\w(?:(?!\b{_EACH}\b)[^,;?.!])*)", re.I)
_WORD = re.compile(r" *([\w'’-]+)")


def ahead(question: str) -> tuple[Edit, tuple[int, int]] | None:
    """*For each region*, ...: what is gone without it, and where the groups are named."""
    found = _AHEAD.match(question)
    return ((0, found.end(), ""), found.span("thing")) if found else None


def behind(question: str) -> tuple[Edit, tuple[int, int]] | None:
    """... *by region*?"""
    found = [*_BEHIND.finditer(question)]
    if not found or question[found[-1].end() :].strip(" ?.!"):
        return None
    return (*found[-1].span(), ""), found[-1].span("thing")


def ends_of_words(question: str, at: int) -> list[int]:
    """Where the next three, two and one words end."""
    ends: list[int] = []
    while len(ends) < _MOST_WORDS and (found := _WORD.match(question, at)):
        at = found.end()
        ends.append(at)
    return ends[::-1]


def grouped(asked: Asked, labels: tuple[str, ...], thing: tuple[int, int]) -> Heard | None:
    """How many nodes of a label there are for each of what is named."""
    if not labels:
        return None
    nouns = plural(" ".join(split_name(labels[0])))
    counted = asked.hear_part(*thing, f"How many {nouns} are there for each ")
    return counted if counted is not None and _counts(counted.query, labels) else None


def _counts(query: Query, labels: tuple[str, ...]) -> bool:
    """Whether a tree counts nodes of a label for each group."""
    whole = len(query.columns) > 1 and query.source is None and not query.having
    subject = node_of(query, query.subject)
    counted = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    own = [Aggregate("count", Entity(query.subject), distinct=True)]
    return whole and subject.labels == labels and counted == own and not query.each


def apart(query: Query, groups: Query) -> Query:
    """The groups' tree with the subject of the other, and no other variable of it."""
    taken = variables(query.pattern)
    names = {groups.subject: query.subject}
    for name in sorted(variables(groups.pattern) - {groups.subject}):
        fresh = name
        while fresh in taken or fresh in names.values():
            fresh += "_"
        names[name] = fresh
    return renamed(groups, names)


def keys_of(groups: Query) -> list[Column]:
    """What groups are told by."""
    return [c for c in groups.columns if not isinstance(c.operand, Aggregate)]


def measures(asked: Asked, key: Operand, label: str) -> bool:
    """Whether a group is a number, which hardly groups anything."""
    number = isinstance(key, Attribute) and asked.lexicon.kind(label, key.property)
    return number in ("number", "number_text")


def named_once(asked: Asked, words: str) -> Iterator[Heard]:
    """What a noun names, in singular or plural."""
    for noun in (words, f"{words}s"):
        heard = asked.read(f"How many {noun} are there?", ())
        if heard is not None and heard.query.form == "count" and not heard.query.pattern.edges:
            yield heard
            return
