"""Two figures of each: for each country, the number of customers and the number of orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.frames.groups import ahead, behind, done_by_each
from bot.offline.naming import column_names
from bot.offline.subtrees import beyond
from memory.query import Aggregate, Attribute, Column, Entity, Operand, Pattern, Query

_COST = 0.05
_OF_FIGURES = "|".join(
    word
    for function, words in load("phrases")["aggregates"].items()
    for word in words
    if " " not in word
)
_FIGURE = (
    r"(?:how many|(?:the |their |its )?(?:(?:total|overall|distinct) )?(?:numbers?|counts?) of"
    rf"|(?:the |their |its )?(?:{_OF_FIGURES})\b)"
)
_BOTH = re.compile(
    r"(?:\A\W*(?P<lead>(?:(?:show|list|give|return|display|get|print|find|calculate|compute)"
    r"(?: me)?|what (?:are|is)) )?|(?<=, ))"
    rf"(?P<one>(?:how many|(?:the )?(?:(?:total|distinct) )?(?:number|count) of)"
    r" (?:(?:different|distinct|unique) )?(?P<things>\w[^,;?.!]*?)),?"
    rf" (?:and|along with|as well as|together with)(?: also)? "
    rf"(?P<two>{_FIGURE} [^,;?.!]+?)\W*\Z",
    re.I,
)
_THEIR = re.compile(r"(?:their|its)\b", re.I)
# The number of orders is no sum of numbers that things have.
_IN_ALL = re.compile(r"(?:the )?total(?= (?:number|count))", re.I)
_THOSE = re.compile(r"\b(?:of|in|for|across) (?:those|these|the|such|them)\b(?: \w+)?\Z", re.I)


@cued("each", "every", "per ", " by ")
def frame(asked: Asked) -> Iterator[Heard]:
    """For each actor, show the number of films they acted in and the average votes of those."""
    groups = ahead(asked.question) or behind(asked.question)
    if groups is None:
        return
    (start, end, _), thing = groups
    first = end if start == 0 else 0
    text = asked.question[first : asked.end if start == 0 else start]
    found = _BOTH.match(text)
    if found is None:
        return
    one = _of_each(asked, thing, _span(found, "one", first))
    two = _second(asked, thing, one.query, found, first) if one is not None else None
    query = _both(one.query, two.query) if one is not None and two is not None else None
    if one is not None and two is not None and query is not None:
        yield Heard(query, max(one.cost, two.cost) + _COST, used_by(one, two))


def _span(found: re.Match[str], name: str, first: int) -> tuple[int, int]:
    start, end = found.span(name)
    return first + start, first + end


def _second(
    asked: Asked, thing: tuple[int, int], one: Query, found: re.Match[str], first: int
) -> Heard | None:
    """The second figure; of the things that the first counts where it is of no group alone.

    For each year, the number of films and the number of actors: not of those born then.
    """
    start, end = _span(found, "two", first)
    things = _span(found, "things", first)
    whose = _THEIR.match(found["two"]) or _IN_ALL.match(found["two"])
    said = "the " if whose is not None else ""
    those = _THOSE.search(found["two"])
    ahead_of_those = start + those.start() if those is not None else end
    start += whose.end() if whose is not None else 0
    of_them = (said, (start, ahead_of_those), " of the ", things)
    alone = _of_each(asked, thing, said, (start, end)) if those is None else None
    if alone is None or not _kept(one) & _kept(alone.query):
        return _of_each(asked, thing, *of_them)
    return alone


def _kept(query: Query) -> set[str]:
    """The properties that groups are told by."""
    return {c.operand.property for c in query.columns if isinstance(c.operand, Attribute)}


def _of_each(asked: Asked, thing: tuple[int, int], *said: str | tuple[int, int]) -> Heard | None:
    """What is read of one figure alone, where it is one for each."""
    heard = asked.hear_pieces(*_alone(asked, thing, said), "?")
    if heard is None or heard.query.form not in ("list", "count", "value"):
        return None
    query = heard.query
    plain = not (query.order or query.having or query.limit or query.each or query.source)
    summed = [isinstance(c.operand, Aggregate) for c in query.columns]
    own = plain and query.optional is None and summed.count(True) == 1 and not all(summed)
    return heard if own else None


def _alone(
    asked: Asked, thing: tuple[int, int], said: tuple[str | tuple[int, int], ...]
) -> Iterator[str | tuple[int, int]]:
    """One figure in words of its own: for each actor, or of the films that each actor acted in."""
    spans = [done_by_each(asked.question, *one) for one in said if not isinstance(one, str)]
    they = next((one for one in spans if one is not None), None)
    if they is None:
        yield from ("For each ", thing, ", ")
    yield "show "
    for one in said:
        if they is None or isinstance(one, str) or not one[0] <= they[0] < one[1]:
            yield one
        else:
            yield from ((one[0], they[0]), "each ", thing, (they[1], one[1]))


def _keys(query: Query) -> list[Operand]:
    return [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]


def _both(one: Query, two: Query) -> Query | None:
    """A tree with both figures; what only the second needs need not be there."""
    if _keys(one) != _keys(two):
        return None
    found = _patterns(one, two)
    if found is None:
        return None
    narrow, far = found
    figures = [c.operand for q in (one, two) for c in q.columns if isinstance(c.operand, Aggregate)]
    operands: list[Operand] = [*_keys(one), *figures]
    if len(set(operands)) < len(operands):
        return None
    shown = (*narrow.pattern.nodes, *(far.nodes[1:] if far is not None else ()))
    names = column_names(operands, {n.variable: n.labels for n in shown}, narrow.subject)
    columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
    return replace(narrow, columns=columns, optional=far)


def _patterns(one: Query, two: Query) -> tuple[Query, Pattern | None] | None:
    """The tree that needs less, and what the other needs besides: one step from what it counts."""
    if set(one.pattern.nodes) == set(two.pattern.nodes):
        same = set(one.pattern.edges) == set(two.pattern.edges)
        return (one, None) if same and set(one.pattern.where) == set(two.pattern.where) else None
    narrow, wide = sorted((one, two), key=lambda query: len(query.pattern.nodes))
    more = [n.variable for n in wide.pattern.nodes if n not in narrow.pattern.nodes]
    counted = _counted(narrow)
    far = beyond(wide.pattern, counted, more[0]) if counted and len(more) == 1 else None
    if far is None or len(far.edges) != 1:
        return None
    left = [
        {*narrow.pattern.edges} ^ {e for e in wide.pattern.edges if e not in far.edges},
        {*narrow.pattern.where} ^ {t for t in wide.pattern.where if t not in far.where},
        {*narrow.pattern.nodes} - {*wide.pattern.nodes},
    ]
    return None if any(left) else (narrow, far)


def _counted(query: Query) -> str:
    """The node that is counted once, however often it is there."""
    for column in query.columns:
        one = column.operand
        if isinstance(one, Aggregate) and one.function == "count" and one.distinct:
            return one.operand.variable if isinstance(one.operand, Entity) else ""
    return ""
