"""A total that each thing has, asked for of several: the total amount of the orders of 2022."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from memory.query import Aggregate, Attribute, Query
from memory.text import split_name

_COST = 0.02
# One total is asked for; "list the total amount of the orders" asks for that of each.
_ONE = re.compile(
    r"\A(?:and |so )?(?:(?:what(?:'s|’s|s| is| was| will be)|how (?:much|many|high|big|large)"
    r" (?:is|was|are|were)|calculate|compute|work out|add up) )?(?:the )?"
    r"(?P<total>total|overall) (?=\w)",
    re.I,
)
_APART = re.compile(r"\b(?:each|every|per|by|respective|individual)\b", re.I)


@cued("total ", "overall ")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the total amount of the orders of 2022, where an order has a total amount?"""
    found = _ONE.match(asked.question)
    if found is None:
        return
    heard = asked.hear((*found.span(), f"What is the sum of the {found['total']} "))
    if heard is None or not _kept(heard.query):
        return
    grouped = any(not isinstance(c.operand, Aggregate) for c in heard.query.columns)
    if grouped != bool(_APART.search(asked.question)):
        return
    plain = asked.hear()
    if plain is None or _many(plain.query):
        yield heard.priced(_COST)


def _kept(query: Query) -> bool:
    """Whether a total that is kept is summed up, and nothing besides."""
    told = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    return any(
        one.function == "sum"
        and isinstance(one.operand, Attribute)
        and one.operand.variable not in query.distinct_on
        and split_name(one.operand.property)[0] in ("total", "overall")
        for one in told
    )


def _many(query: Query) -> bool:
    """Whether things are told one by one, and not just the one that is picked or named."""
    return len(query.columns) > 1 and query.limit is None
