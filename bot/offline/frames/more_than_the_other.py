"""Whether one thing has more of something than another: does X have more orders than Y?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.two_named import (
    COMPARATIVES,
    Sides,
    of_figures,
    of_nodes,
    sides,
    told_of_two,
)
from memory.query import Aggregate, Column, Comparison, Operand, Pattern, Query
from memory.tree_edits import attributes_of

_COST = 0.1
_CUE = re.compile(r"\A\W*(?:does|did|do|has|have|is|are|was|were)\b.*\b(?:than|over|under)\b", re.I)
_AGAIN = r"(?: (?:does|did|do|has|have|had|is|are|was|were))?"
_SIZED = "|".join(word for word in COMPARATIVES if " " not in word)
_TO = r"(?:(?:by|in|for|at|on|from|to|with|of) )?"
# How many orders did X place?
_COUNTED = (
    r"(?P<do>does|did|do|has|have) @1 (?P<verb>[a-z]+ )?(?P<more>more|fewer|less) "
    rf"(?P<thing>[^?,]+?) than {_TO}@2{_AGAIN}"
)
_THERE = (
    r"(?:is|are|was|were) there (?P<more>more|fewer|less) (?P<thing>[^?,]+?) @1 than"
    rf" {_TO}@2{_AGAIN}"
)
# What is the range of X?
_MEASURED = (
    rf"(?:does|did|do|has|have) @1 (?:have |has )?an? (?P<more>{_SIZED}) (?P<thing>[^?,]+?)"
    rf" than @2{_AGAIN}"
)
_COMPARED = (
    rf"(?:is|are|was|were) the (?P<thing>[^?,]+?) of @1 (?P<more>{_SIZED}) than"
    r" (?:(?:that|those) of )?@2",
    rf"(?:is|are|was|were) @1['’]s? (?P<thing>[^?,]+?) (?P<more>{_SIZED}) than @2(?:['’]s?)?",
    r"is it true that (?:the )?(?P<thing>[^?,]+?) @1(?P<tail>[^?,]*?) is (?P<more>over|under)"
    r" (?:the )?(?P=thing) @2(?P=tail)",
)


@cued("than", "over", "under")
def frame(asked: Asked) -> Iterator[Heard]:
    """Did Skarv Air operate more flights than Fjordline Express?"""
    if _CUE.search(asked.question) is None:
        return
    for two, found in told_of_two(asked, (_COUNTED, _THERE, _MEASURED, *_COMPARED)):
        heard = _measure(asked, found)
        both = sides(asked, heard, two) if heard is not None else None
        query = _whether(asked, both, found["more"].lower()) if both is not None else None
        if heard is not None and query is not None:
            links = tuple(dict.fromkeys((*heard.used, two.other)))
            yield Heard(query, heard.cost + _COST, links)
            return


def _measure(asked: Asked, found: re.Match[str]) -> Heard | None:
    """What the one has of it, which is held against what the other has."""
    groups = found.groupdict()
    thing = asked.question[slice(*found.span("thing"))]
    start, end = found.span("one")
    if "do" in groups:
        verb = found["verb"] or "have "
        do = found["do"] if found["verb"] else "does"
        first, last = f"How many {thing} {do} ", f" {verb.strip()}"
        return asked.hear((0, start, first), (end, asked.end, last))
    if found.start("thing") < start and found.start("more") < found.start("thing"):
        return asked.hear((0, found.start("thing"), "How many "), (end, asked.end, ""))
    if groups.get("tail") is not None:
        last_of_it = (found.end("tail"), asked.end, "")
        return asked.hear((0, found.start("thing"), "What is the "), last_of_it)
    if found.start("thing") < start:
        return asked.hear((0, found.start("thing"), "What is the "), (end, asked.end, ""))
    return asked.hear((0, start, f"What is the {thing} of "), (end, asked.end, ""))


def _whether(asked: Asked, both: Sides, more: str) -> Query | None:
    """The tree that holds the one figure against the other."""
    less = more in ("fewer", "less", "under") or COMPARATIVES.get(more) == "<"
    found = of_nodes(both) or of_figures(both)
    if found is None:
        return None
    pattern, one, other = found
    if not _numbers(asked, both, one):
        return None
    test = Comparison(one, "<" if less else ">", other)
    whole = Pattern(pattern.nodes, (), (*pattern.where, test))
    answer = (Column(Aggregate("count"), "answer"),)
    return Query(whole, answer, pattern.nodes[0].variable, form="yes_no")


def _numbers(asked: Asked, both: Sides, figure: Operand) -> bool:
    """Whether there can be more of a figure."""
    stored = attributes_of(figure)
    label = both.one.pattern.nodes[0].labels[0]
    kinds = {asked.lexicon.kind(label, x.property) for x in stored}
    return kinds <= {"number"}
