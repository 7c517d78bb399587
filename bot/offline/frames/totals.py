"""What is asked for in total: how many views they have together, who got the most views in all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.cypher.subtrees import variables
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from memory.query import Aggregate
from memory.text import fold

_COST = 0.05
_GUESSED = 0.3
_ALL = (
    r"(?:in total|in all|all in all|altogether|(?:put|taken|all|added) together|together|combined"
    r"|between them|between all of them|summed up|overall)"
)
_IN_ALL = re.compile(rf",? *\b{_ALL}\b", re.I)
_HOW_MANY = re.compile(
    r"\bhow (?P<much>many|much) (?:of )?(?P<what>(?:\w+ ){1,3}?)"
    r"(?=(?:do|does|did|have|has|had|are|were|is|can)\b)",
    re.I,
)
_HAVE = re.compile(r" (?:have|has|had|hold|own)(?=\W*\Z| *\Z)", re.I)
_THEIR = re.compile(r"\btheir (?P<what>\w+(?: \w+)?)(?=,? *\Z)", re.I)
_MOST = re.compile(
    r"\b(?P<got>(?:has |have |had )?(?:collected|gathered|earned|received|got|gotten|accumulated"
    r"|amassed|attracted|garnered|gained|won|scored|racked up|brought in|collects?|gathers?|gets?"
    r"|accumulates?|attracts?|garners?|gains?) )?"
    r"(?P<most>(?:the )?(?P<which>most|fewest|least)) (?P<what>\w+(?: \w+){0,2})",
    re.I,
)


@cued("in total", "in all", "all in all", "together", "combined", "between", "summed up", "overall")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many views do their questions have altogether?"""
    whole = _IN_ALL.search(asked.question)
    if whole is None:
        return
    gone: Edit = (*whole.span(), "")
    end = whole.start()
    for edits in (*_how_many(asked, end), *_theirs(asked, end), *_the_most(asked, end)):
        heard = asked.hear(gone, *edits)
        if heard is not None and _sums(heard):
            yield heard.priced(_COST)


def _how_many(asked: Asked, end: int) -> Iterator[tuple[Edit, ...]]:
    for found in _HOW_MANY.finditer(asked.question, 0, end):
        if figure(asked, found["what"]):
            start = found.start("what")
            number = "number of " if found["much"].lower() == "many" else ""
            yield ((found.start(), start, f"What is the total {number}"),)
            if not number:
                # How much capital do they have: the total capital of them.
                being = re.compile(r"\w+ ").match(asked.question, found.end())
                stop = being.end() if being else found.end()
                total = f"What is the total {found['what'].strip()} of "
                have: tuple[Edit, ...] = tuple(
                    (*last.span(), "") for last in _HAVE.finditer(asked.question, stop, end)
                )
                yield ((found.start(), stop, total), *have)


def _theirs(asked: Asked, end: int) -> Iterator[tuple[Edit, ...]]:
    found = _THEIR.search(asked.question[:end])
    if found and figure(asked, found["what"]):
        yield ((found.start("what"), found.start("what"), "total "),)


def _the_most(asked: Asked, end: int) -> Iterator[tuple[Edit, ...]]:
    for found in _MOST.finditer(asked.question, 0, end):
        words = found["what"].split()
        if any(figure(asked, " ".join(words[:size])) for size in range(1, len(words) + 1)):
            rank = "highest" if found["which"].lower() == "most" else "lowest"
            most: Edit = (*found.span("most"), f"the {rank} total")
            if found["got"]:
                yield ((*found.span("got"), "has "), most)
            yield (most,)


def figure(asked: Asked, words: str) -> bool:
    """Whether words name a number that is kept, and no things that are counted."""
    known = asked.lexicon.lookup(tuple(fold(words).split()))
    if any(isinstance(t, NounTarget) and cost < _GUESSED for t, cost in known.items()):
        return False
    return any(
        isinstance(t, PropertyTarget) and asked.lexicon.kind(t.owner, t.property) == "number"
        for t in known
    )


def _sums(heard: Heard) -> bool:
    """Whether something is summed up; of each its own figure is no sum."""
    query = heard.query
    if any(query.subject in variables(key.operand) for key in query.order):
        return False
    operands = [column.operand for column in query.columns]
    operands += [key.operand for key in query.order]
    return any(isinstance(o, Aggregate) and o.function == "sum" for o in operands)
