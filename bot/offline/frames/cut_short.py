"""How many of a ranking are shown, or which end comes first, said behind it: ... the first three.

The second sentence or clause is no question of its own: show me only the top three of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, number_of
from bot.offline.naming import column_names
from bot.offline.top_first import top_first
from memory.query import Aggregate, Column, Order, Query

_COST = 0.03
_GROUP_AND_FIGURE = 2
_SHOWN = re.compile(
    r"[,.;?!:]*(?: *\b(?:and|but|then))* *\b(?:please +)?"
    r"(?:(?:show|give|list|return|name|tell|display|print|include|keep|limit)"
    r"(?: it| this| the list)?(?: to)?(?: me| us)?|just|only)"
    r"(?: +(?:only|just))? +(?:the +)?(?:(?:top|first|best|leading|highest) +)"
    rf"(?P<n>{NUMBER})(?! +\w+ +\w)(?: +\w+)?(?: +(?:only|please))?[.?! ]*\Z",
    re.I,
)
# ... Return the top 3 by price.
_BY = re.compile(
    rf"[.;?!] *(?:please +)?(?:show|give|list|return|name|tell|display)(?: +me| +us)?(?: +only)?"
    rf" +the +top +(?P<n>{NUMBER})(?: +(?:of +)?(?:them|these|those|results?))?"
    r" +by +(?P<by>[^.,?!;]+?)[.?! ]*\Z",
    re.I,
)
SORTED = re.compile(r"\b(?:sort|order|rank|arrang)\w*\b[^.?!;]*\bby\b", re.I)
_TOP = re.compile(r"\b(?:top|best|leading|highest) +\w+(?: +\w+)?[.?! ]*\Z", re.I)
_DIRECTED = re.compile(r"\b(?:asc\w*|desc\w*|increasing|decreasing|first|\w+est)\b", re.I)
_TOPMOST = re.compile(r"\b(?:top|highest|leading)\b", re.I)
_FIRST = re.compile(
    r",? +(?:starting|beginning|start|begin) +(?:with|from) +(?:the +|those with the +)?"
    r"(?P<rank>\w+est|most|least|fewest|best|worst|last)"
    r"(?P<of> +\w+){0,2}?(?: +(?:one|ones|first))?[.?! ]*\Z",
    re.I,
)
_DOWN = frozenset(["most", "highest", "largest", "biggest", "greatest", "best"])
_UP = frozenset(["least", "fewest", "lowest", "smallest", "worst"])


@cued("top ", "first ", "best ", "leading ", "highest ", "start", "begin")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who got the most votes? Show me the top three."""
    found = _SHOWN.search(asked.question)
    if found is not None and found.start():
        heard = asked.hear((found.start(), len(asked.question), "?"))
        size = number_of(found["n"])
        if heard is not None and _ranked(heard.query) and size:
            query = replace(heard.query, limit=size)
            yield heard.priced(_COST, _from_the_top(query, asked.question, found.start()))
        elif heard is not None and size and _TOPMOST.search(found[0]):
            yield from _counted(heard, size)
    best = _BY.search(asked.question)
    if best is not None and best.start():
        yield from _top_by(asked, best)
    first = _FIRST.search(asked.question)
    if first is not None and first.start():
        yield from _starting(asked, first)


def _counted(heard: Heard, size: int) -> Iterator[Heard]:
    """How many comments does each post have? Show the top ten: those that have the most."""
    query = heard.query
    figures = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    plain = query.form == "list" and query.limit is None and not (query.order or query.skip)
    if not plain or len(figures) != 1 or len(query.columns) != _GROUP_AND_FIGURE:
        return
    top = replace(query, order=(Order(figures[0], descending=True),), limit=size)
    if len(query.distinct_on) == 1 and query.distinct_on[0] != query.subject:
        # Posts are asked for then, and no comments.
        (owner,) = query.distinct_on
        nodes = sorted(query.pattern.nodes, key=lambda node: node.variable != owner)
        operands = [column.operand for column in query.columns]
        names = column_names(operands, {n.variable: n.labels for n in nodes}, owner)
        columns = tuple(map(Column, operands, names))
        pattern = replace(query.pattern, nodes=tuple(nodes))
        top = replace(top, subject=owner, pattern=pattern, columns=columns)
    yield heard.priced(_COST, top)


def _top_by(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Which tours start in Lisse? Return the top 3 by price."""
    start, end = found.span("by")
    size = number_of(found["n"])
    heard = asked.hear(
        (found.start(), start, ", sorted by "), (end, len(asked.question), ", descending?")
    )
    plain = asked.hear((found.start(), len(asked.question), "?"))
    if heard is None or plain is None or plain.query.order or not size:
        return
    query = heard.query
    counted = any(isinstance(c.operand, Aggregate) for c in query.columns)
    if not counted and query.limit is None and _ranked(query) and query.order[0].descending:
        yield heard.priced(_COST, top_first(replace(query, limit=size)))


def _from_the_top(query: Query, question: str, end: int) -> Query:
    """The top three of what is sorted by a figure, no end told, are those that have the most."""
    sorted_ = SORTED.search(question, 0, end) is not None
    if not sorted_ or _DIRECTED.search(question, 0, end) or not _TOP.search(question):
        return query
    return replace(query, order=(replace(query.order[0], descending=True),))


def _starting(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Films by length, starting with the longest; films, starting with the oldest."""
    rank = found["rank"].lower()
    heard = asked.hear((found.start(), len(asked.question), "?"))
    if heard is not None and len(heard.query.order) == 1 and rank in _DOWN | _UP:
        key = replace(heard.query.order[0], descending=rank in _DOWN)
        yield heard.priced(_COST, replace(heard.query, order=(key,)))
    elif heard is not None and not heard.query.order and found["of"] is None:
        sorted_ = asked.hear((found.start(), len(asked.question), f", {rank} first?"))
        if sorted_ is not None and len(sorted_.query.order) == 1:
            yield sorted_.priced(_COST)


def _ranked(query: Query) -> bool:
    """Whether the order is told, and not how many there are."""
    one = query.limit in (None, 1) and not query.each and not query.skip
    return query.form == "list" and one and len(query.order) == 1
