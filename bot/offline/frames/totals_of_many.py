"""A total that each thing has, asked for of several: the total amount of the orders of 2022.

Also where others are ranked or picked by it: customers with the highest total amount of orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.cypher.subtrees import variables
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.words.inflection import plural
from memory.query import Aggregate, Attribute, Comparison, Query
from memory.text import fold, split_name

_COST = 0.02
# One total is asked for; "list the total amount of the orders" asks for that of each.
_ONE = re.compile(
    r"\A(?:and |so )?(?:(?:what(?:'s|’s|s| is| was| will be)|how (?:much|many|high|big|large)"
    r" (?:is|was|are|were)|calculate|compute|work out|add up) )?(?:the )?"
    r"(?P<total>total|overall) (?=\w)",
    re.I,
)
_SUM = re.compile(r"\bsum of (?:(?:all )?the |all )?(?!total\b|overall\b)(?=[a-z])", re.I)
_MANY = re.compile(
    r"\A(?P<how>how (?:many|much) )total [a-z]+(?: [a-z]+)?(?P<do> (?:do|does|did) (?:the )?).+?"
    r"(?P<have> (?:have|get|receive|bring in|cost))\W*\Z",
    re.I,
)
# By the total amount of their orders, a total order amount over 500.
_OF_OTHERS = re.compile(
    r"\b(?:(?:highest|lowest|largest|smallest|biggest|greatest|most)"
    r"|by(?: (?:the|their|its))?|(?:have|has|had|with) (?:a|an|the)) "
    r"(?P<what>(?P<total>total|overall)(?: (?P<thing>[a-z]+))?"
    r" (?P<figure>(?!(?:of|across|over|from|that|which)\b)[a-z]+))"
    r"(?: (?:of|across|over|from)(?: all)?(?: of)? (?:the |their |its )?(?P<things>[a-z]+))?"
    r"(?P<that> (?:that|which) (?:is |are )?(?:exceeds? |(?=over|above|under|below|more|less)))?",
    re.I,
)
_APART = re.compile(r"\b(?:each|every|per|by|respective|individual)\b", re.I)


@cued("total ", "overall ", "sum of ")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the total amount of the orders of 2022, where an order has a total amount?"""
    yield from _of_others(asked)
    heard = _summed(asked)
    if heard is None or not _kept(heard.query):
        return
    grouped = any(not isinstance(c.operand, Aggregate) for c in heard.query.columns)
    if grouped != bool(_APART.search(asked.question)):
        return
    plain = asked.hear()
    if plain is None or _several(plain.query):
        yield heard.priced(_COST)


def _summed(asked: Asked) -> Heard | None:
    """What is asked as the sum of what things have."""
    if (found := _ONE.match(asked.question)) is not None:
        return asked.hear((*found.span(), f"What is the sum of the {found['total']} "))
    if (found := _SUM.search(asked.question)) is not None:
        return asked.hear((*found.span(), "sum of the total "))
    if (found := _MANY.match(asked.question)) is not None:
        begin = (*found.span("how"), "What is the sum of the ")
        return asked.hear(begin, (*found.span("do"), " of "), (*found.span("have"), ""))
    return None


def _of_others(asked: Asked) -> Iterator[Heard]:
    """What others are ranked or picked by: a total that each of what they have keeps."""
    for found in _OF_OTHERS.finditer(asked.question):
        things = found["things"] or (plural(found["thing"]) if found["thing"] else "")
        if not things or not _are_things(asked, things):
            continue
        figure = found["figure"] if not found["things"] else _behind(found)
        end = found.end("things" if found["things"] else "what")
        summed = f"sum of the {found['total']} {figure} of {things}"
        edits: list[Edit] = [(found.start("what"), end, summed)]
        if found["that"]:
            over = " over " if "exceed" in found["that"].lower() else " "
            edits.append((*found.span("that"), over))
        heard = asked.hear(*edits)
        if heard is not None and _told_by(heard.query):
            yield heard.priced(_COST)


def _behind(found: re.Match[str]) -> str:
    """The figure as it is called: the shipping cost."""
    return " ".join(word for word in (found["thing"], found["figure"]) if word)


def _are_things(asked: Asked, word: str) -> bool:
    """Whether a word names things that are kept."""
    known = asked.lexicon.lookup((fold(word),))
    return any(isinstance(target, NounTarget) for target in known)


def _told_by(query: Query) -> bool:
    """Whether things are told by the sum of a total that others keep."""
    sums = [order.operand for order in query.order]
    sums += [test.left for test in query.having if isinstance(test, Comparison)]
    kept = [x for x in sums if isinstance(x, Aggregate) and x.function == "sum"]
    return any(
        isinstance(one.operand, Attribute)
        and one.operand.variable != query.subject
        and split_name(one.operand.property)[0] in ("total", "overall")
        for one in kept
    )


def _kept(query: Query) -> bool:
    """Whether a total that is kept is summed up, and nothing besides."""
    told = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    grouped = {v for c in query.columns if c.operand not in told for v in variables(c.operand)}
    return any(
        one.function == "sum"
        and isinstance(one.operand, Attribute)
        and one.operand.variable not in grouped
        and split_name(one.operand.property)[0] in ("total", "overall")
        for one in told
    )


def _several(query: Query) -> bool:
    """Whether things are told one by one, and not just the one that is picked or named."""
    return len(query.columns) > 1 and query.limit is None
