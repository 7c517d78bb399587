"""Years with so many: that saw more than three films, in which fewer than ten were made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from bot.offline.words import inflect, lemmas, parts
from memory.query import Aggregate, Comparison, Constant, Query
from memory.text import fold

_COST = 0.05
_PERIOD = "|".join(load("phrases")["period"])
_SIGN = "|".join(sorted(SIGNS, key=len, reverse=True))
_ASK = (
    r"\A\W*(?:(?:list|show|find|name|give me) (?:all |the )*|(?:in |during |on )?(?:which|what) )"
    rf"(?P<time>{_PERIOD})s? "
)
_MANY = rf"(?P<sign>{_SIGN}) (?P<number>{NUMBER}) (?P<things>\w+)(?P<rest>(?: [^,;?.!]+)?)\W*\Z"
_HAD = re.compile(
    rf"{_ASK}(?:that |which )?(?P<aux>saw|sees?|has seen|had|has|have|with|were there|are there"
    rf"|witnessed) {_MANY}",
    re.I,
)
_DONE = re.compile(rf"{_ASK}(?P<aux>were|are|was|have|did|do|does) {_MANY}", re.I)


@cued("year", "month", "day", "week", "quarter", "decade", "century")
def frame(asked: Asked) -> Iterator[Heard]:
    """In which years were more than three films released?"""
    found = _HAD.match(asked.question) or _DONE.match(asked.question)
    if found is None:
        return
    rest, per = found["rest"], f" per {found['time'].lower()}?"
    things = ("How many ", found.span("things"))
    if found.re is _HAD:
        heard = asked.hear_pieces(*things, found.span("rest"), per)
    elif found["aux"].lower() in ("did", "do", "does"):
        verb = rest.split()[0] if rest.split() else ""
        start, end = found.start("rest") + 1, found.end("rest")
        if "VERB" not in parts(fold(verb)):
            return
        done = inflect(lemmas(fold(verb))[-1], "VBD")
        heard = asked.hear_pieces(*things, f" {done}", (start + len(verb), end), per)
    else:
        heard = asked.hear_pieces(*things, f" {found['aux']}", found.span("rest"), per)
    query = _bounded(heard.query, found) if heard is not None else None
    if heard is not None and query is not None:
        yield heard.priced(_COST, query)


def _bounded(query: Query, found: re.Match[str]) -> Query | None:
    """The times of which there are so many."""
    figures = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    if len(figures) != 1 or figures[0].function != "count" or len(query.columns) != 2:
        return None
    if query.having or query.order or query.limit or query.source is not None or query.each:
        return None
    number = Constant(number_of(found["number"], 1))
    test = Comparison(figures[0], SIGNS[found["sign"].lower()], number)  # type: ignore[arg-type]
    return replace(query, having=(test,))
