"""Closed in 2022: when it was closed, and not that it is closed and was asked in 2022."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.words import participles, roots
from memory.query import Attribute, Comparison, Constant, Query
from memory.schema import Schema
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

_DONE_WHEN = re.compile(
    r"\b(?P<done>[a-z]{4,}) (?:(?:back |some ?time )?(?:in|on|since|after|before|during|between)"
    r" (?:(?:the (?:year|summer|spring|autumn|winter|month)|early|late|mid)[ -](?:of )?)?"
    r"(?:(?-i:[A-Z])[a-z]+ )?\d|last (?:year|month|week)|this (?:year|month|week)|yesterday)",
    re.I,
)


def dates_a_state_by_another(question: str, query: Query, schema: Schema) -> bool:
    """Whether what was done at a time is told as a state, and the time as that of another deed."""
    done = [x["done"].lower() for x in _DONE_WHEN.finditer(question)]
    done = [word for word in done if word in participles(word)]
    if not done:
        return False
    tests = [t for t in query.pattern.where if isinstance(t, Comparison)]
    dates = {a for t in tests for a in _dates(t, query, schema)}
    states = [s for t in tests if (s := _state(t)) is not None]
    return any(
        any(word in said for _, said in states)
        and dates
        and all(_another(word, a) for a in dates)
        and any(a.variable == owner for a in dates for owner, said in states if word in said)
        for word in done
    )


def _dates(test: Comparison, query: Query, schema: Schema) -> Iterator[Attribute]:
    """The dates that a test is of."""
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    for attribute in attributes_of(test.left):
        for label in labels.get(attribute.variable, ()):
            kept = schema.labels[label].properties.get(attribute.property)
            if kept is not None and kind_of(kept) in TIME_KINDS:
                yield attribute


def _state(test: Comparison) -> tuple[str, set[str]] | None:
    """Of what a test says a state, and the words of it."""
    if not isinstance(test.left, Attribute) or not isinstance(test.right, Constant):
        return None
    value = test.right.value
    if value is True:
        return test.left.variable, {split_name(test.left.property)[-1]}
    return (test.left.variable, {fold(value)}) if isinstance(value, str) else None


def _another(word: str, date: Attribute) -> bool:
    """Whether a date is by its name that of another deed: created, for what was closed."""
    names = split_name(date.property)
    if any(roots(name) & roots(word) for name in names):
        return False
    return any(name in participles(name) for name in names)
