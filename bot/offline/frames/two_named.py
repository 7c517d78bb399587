"""Two things of one kind that a question names, and a figure of the one held against the other's.

The figure is read of the first; that of the second is the same tree with the other name in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.cypher.subtrees import node_of, renamed
from bot.offline.frames.asked import Asked, Heard
from bot.words.data import load
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Figure,
    Function,
    Operand,
    Pattern,
    Query,
)
from memory.schema import LinkedValue

_SIZES = {
    ">": ("bigger", "larger", "greater", "higher", "better", "longer", "taller", "later"),
    "<": ("smaller", "lower", "worse", "shorter", "lesser", "earlier"),
}
# How one thing can be held against another -> which way: older, more expensive.
COMPARATIVES: dict[str, str] = {
    **{word: held["operator"] for word, held in load("scales")["comparatives"].items()},
    **{word: sign for sign, words in _SIZES.items() for word in words},
}
COMPARED = "|".join(sorted(COMPARATIVES, key=len, reverse=True))
_THE = r"(?:the |an? )?"
_OWN = re.compile(r"['’]s?\Z")


@dataclass(frozen=True, slots=True)
class Two:
    """The two links, as they stand in the question: the one first."""

    one: LinkedValue
    other: LinkedValue

    def match(self, asked: Asked, template: str) -> re.Match[str] | None:
        """The question as a template with @1 and @2 for the two, with or without an article."""
        spans = [(x.start, x.end) for x in (self.one, self.other)]
        names = [_OWN.sub("", asked.question[start:end]) for start, end in spans]
        found = _compiled(template, *names).match(asked.question)
        if found is None:
            return None
        places = zip((found.span("one"), found.span("other")), spans, strict=True)
        return found if all(a <= start < b <= end for (a, b), (start, end) in places) else None


@lru_cache(maxsize=512)
def _compiled(template: str, one: str, other: str) -> re.Pattern[str]:
    named = template.replace("@1", rf"(?P<one>{_THE}[\"“]?{re.escape(one)}[\"”]?)")
    named = named.replace("@2", rf"(?P<other>{_THE}[\"“]?{re.escape(other)}[\"”]?)")
    return re.compile(rf"\A\W*{named}[\s?.!]*\Z", re.I)


def two_named(asked: Asked) -> Iterator[Two]:
    """The pairs of values of one property that a question names, each but once."""
    spans = {(link.start, link.end) for link in asked.linked}
    longest = {p for p in spans if not any(q != p and _within(p, q) for q in spans)}
    links = sorted((x for x in asked.linked if (x.start, x.end) in longest), key=lambda x: x.start)
    seen: set[tuple[int, int]] = set()
    for i, one in enumerate(links):
        for other in links[i + 1 :]:
            alike = (one.label, one.property) == (other.label, other.property)
            apart = one.end <= other.start and one.value != other.value
            if alike and apart and (one.start, other.start) not in seen:
                seen.add((one.start, other.start))
                yield Two(one, other)


def told_of_two(asked: Asked, ways: Iterable[str]) -> Iterator[tuple[Two, re.Match[str]]]:
    """Each pair of named things of which something is said in one of these ways, with how."""
    for two in two_named(asked):
        for way in ways:
            found = two.match(asked, way)
            if found is not None:
                yield two, found


def _within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


@dataclass(frozen=True, slots=True)
class Sides:
    """One figure of each of two things: the trees are the same but for a name, held by `test`."""

    one: Query
    other: Query
    test: Comparison

    @property
    def operand(self) -> Operand:
        """The figure of the first."""
        return self.one.columns[0].operand


def sides(asked: Asked, heard: Heard, two: Two) -> Sides | None:
    """The trees for both, where what was heard is one figure of the one that was named."""
    query = heard.query
    plain = not (query.having or query.order or query.limit or query.each or query.optional)
    if len(query.columns) != 1 or query.source is not None or not plain or query.route is not None:
        return None
    links = {link for link in asked.linked if link.start == two.one.start}
    named = [t for t in query.pattern.where if isinstance(t, Comparison) and _names(t, links)]
    if len(named) != 1:
        return None
    (test,) = named
    assert isinstance(test.left, Attribute)
    labels = node_of(query, test.left.variable).labels
    values = [
        link.value
        for link in asked.linked
        if (link.start, link.end) == (two.other.start, two.other.end)
        and link.label in labels
        and link.property == test.left.property
    ]
    if len(set(values)) != 1:
        return None
    new = replace(test, right=Constant(values[0]), nodes=())
    where = tuple(new if t == test else t for t in query.pattern.where)
    return Sides(query, replace(query, pattern=replace(query.pattern, where=where)), test)


def _names(test: Comparison, links: set[LinkedValue]) -> bool:
    """Whether a test holds a node to one of some names."""
    if not isinstance(test.left, Attribute):
        return False
    held = (test.operator, test.left.property, test.right)
    return any(held == ("=", link.property, Constant(link.value)) for link in links)


def of_nodes(found: Sides) -> tuple[Pattern, Operand, Operand] | None:
    """Two nodes in one pattern and the figure of each, where it is stored in the node itself."""
    operand, pattern = found.operand, found.one.pattern
    inner = operand.operands[0] if isinstance(operand, Function) else operand
    if not isinstance(inner, Attribute) or len(pattern.nodes) != 1 or len(pattern.where) != 1:
        return None
    names = {inner.variable: f"{inner.variable.removesuffix('1')}2"}
    other = renamed(found.other.pattern, names)
    both = Pattern((*pattern.nodes, *other.nodes), (), (*pattern.where, *other.where))
    return both, operand, renamed(operand, names)


def of_figures(found: Sides) -> tuple[Pattern, Figure, Figure] | None:
    """The first node alone, and what a query of its own gives for each: how many they have."""
    if not isinstance(found.operand, Aggregate):
        return None
    assert isinstance(found.test.left, Attribute)
    node = node_of(found.one, found.test.left.variable)
    (column,) = found.one.columns
    other = replace(found.other, columns=(Column(column.operand, f"{column.name}2"),))
    first, second = (Figure(replace(one, form="value")) for one in (found.one, other))
    return Pattern((node,), (), (found.test,)), first, second
