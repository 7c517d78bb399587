"""Several figures of one property: the minimum, maximum and average salary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget
from bot.offline.naming import column_names
from bot.offline.words import parts
from memory.query import Aggregate, Column, Operand, Query
from memory.text import fold

_COST = 0.03
_FUNCTIONS = {
    word: function
    for function, words in load("phrases")["aggregates"].items()
    for word in words
    if " " not in word and word not in ("overall", "aggregate", "cumulative", "accumulated")
}
# What a single one is also called, of an amount, a length or a date.
_FUNCTIONS |= dict.fromkeys(["earliest", "smallest", "shortest"], "min")
_FUNCTIONS |= dict.fromkeys(["latest", "largest", "biggest", "greatest", "longest"], "max")
_OF_DATES = frozenset(["earliest", "latest"])
_FIGURE = rf"(?:{'|'.join(sorted(_FUNCTIONS, key=len, reverse=True))})"
_LISTED = re.compile(
    rf"(?:\bthe )?\b(?P<all>{_FIGURE}(?:(?:,? and(?: the)?|, ?(?:the)?|/| &) ?{_FIGURE})+) (?=\w)",
    re.I,
)
# The same said in full: the earliest arrival and the latest arrival.
_AGAIN = re.compile(
    rf"(?:\bthe )?\b(?P<all>{_FIGURE} (?P<named>\w+(?: \w+){{0,2}}?) and (?:the )?{_FIGURE}) "
    r"(?=(?P=named)\b)",
    re.I,
)
_MOST = 3


@cued(*_FUNCTIONS)
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the minimum, maximum and average salary of the clerks of each town?"""
    found = _LISTED.search(asked.question) or _AGAIN.search(asked.question)
    if found is None or not _measured(asked, asked.question[found.end() :]):
        return
    words = [word.lower() for word in re.findall(rf"\b{_FIGURE}\b", found["all"], re.I)]
    functions = [_FUNCTIONS[word] for word in words]
    # No date has an average, but the earliest of them is told as the average of figures is.
    one = words[0] if _OF_DATES.issuperset(words) else "average"
    heard = asked.hear((*found.span(), f"the {one} "))
    if heard is None or len(set(functions)) < len(functions):
        return
    query = _with_all(heard.query, functions, _FUNCTIONS[one])
    if query is not None:
        yield heard.priced(_COST, query)


def _measured(asked: Asked, rest: str) -> bool:
    """Whether a property is named next, as a noun: salary, but not paid clerks."""
    words = fold(rest).split()[:_MOST]
    for size in range(1, len(words) + 1):
        known = asked.lexicon.lookup(tuple(words[:size]))
        named = any(isinstance(t, PropertyTarget) for t in known)
        if named and not words[size - 1].endswith("ed") and "NOUN" in parts(words[size - 1]):
            return True
    return False


def _with_all(query: Query, functions: list[str], heard: str) -> Query | None:
    """A tree with a column for each figure in the place of the one that was `heard`."""
    means = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    if len(means) != 1 or means[0].function != heard or query.source is not None:
        return None
    if query.order or query.having or query.limit:
        return None
    operands: list[Operand] = []
    for column in query.columns:
        mean = column.operand
        if isinstance(mean, Aggregate):
            operands += [replace(mean, function=name) for name in functions]  # type: ignore[arg-type]
        else:
            operands.append(mean)
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    names = column_names(operands, labels, query.subject)
    columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
    return replace(query, columns=columns)
