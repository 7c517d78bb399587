"""Two bounds on figures: shops with at least five reviews and an average rating above four."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.frames.bounds import NUMBER, SIGNS
from bot.offline.naming import column_names
from memory.query import Aggregate, Column, Operand, Query

_COST = 0.05
_HAVE = r"(?:have|has|had|with|having|received|got)"
_MANY = rf"(?:{'|'.join(SIGNS)}) (?:{NUMBER}) (?!(?:and|or)\b)[^,;?.!]+?"
_FIGURE = r"(?:an? |the )?(?:average|mean|total|combined|overall) [^,;?.!]+?"
_AND = r",? and (?:also )?"
_DOES = r"(?:(?:that|which|who) )?(?:(?:have|has|had) )?(?:\w+ (?:(?:in|to|on|at|for|by) )?)?"
_ENDS = r"(?=\W*\Z)"
# The second has a verb of its own: and directed more than two, and with an average above seven.
_BOTH = (
    re.compile(
        rf"\b(?P<have>{_DOES})(?P<one>{_MANY})(?P<and>{_AND})"
        rf"(?P<own>(?:(?:that |which |who )?{_HAVE} )?)(?P<two>{_FIGURE}){_ENDS}",
        re.I,
    ),
    re.compile(
        rf"\b(?P<have>{_HAVE} )(?P<one>{_FIGURE})(?P<and>{_AND})(?P<own>(?:{_DOES})?)"
        rf"(?P<two>{_MANY}){_ENDS}",
        re.I,
    ),
)


@cued("average", "mean", "total", "combined", "overall")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which suppliers have more than five products and an average price above 20?"""
    for pattern in _BOTH:
        found = pattern.search(asked.question)
        if found is None:
            continue
        gone = (found.start("have"), found.start("own"))
        if not found["own"]:
            gone = (found.start("one"), found.start("two"))
        one = asked.hear((found.end("one"), found.end("two"), ""))
        two = asked.hear((*gone, "")) if one is not None else None
        query = _both(one.query, two.query) if one is not None and two is not None else None
        if one is not None and two is not None and query is not None:
            yield Heard(query, max(one.cost, two.cost) + _COST, used_by(one, two))
            return


def _both(one: Query, two: Query) -> Query | None:
    """The tree with both bounds; None where they are not of the same things joined."""
    bare = [replace(q, having=(), columns=(), distinct_on=()) for q in (one, two)]
    patterns = [(set(q.pattern.nodes), set(q.pattern.edges)) for q in (one, two)]
    alone = [replace(q, pattern=one.pattern) for q in bare]
    tests = {*one.pattern.where} == {*two.pattern.where}
    if alone[0] != alone[1] or patterns[0] != patterns[1] or not tests:
        return None
    if len(one.having) != 1 or len(two.having) != 1 or one.form != "list":
        return None
    told = [c.operand for q in (one, two) for c in q.columns]
    keys = [x for x in told if not isinstance(x, Aggregate)]
    figures = [x for x in told if isinstance(x, Aggregate)]
    operands: list[Operand] = [*dict.fromkeys([*keys, *figures])]
    labels = {n.variable: n.labels for n in one.pattern.nodes}
    names = column_names(operands, labels, one.subject)
    columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
    return replace(one, having=(*one.having, *two.having), columns=columns)
