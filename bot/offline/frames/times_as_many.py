"""So many times as much: twice as many orders as X, at least double the average, 20 % more than Y.

Read as more than that, and the figure that it is more than is taken so many times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.bounds import NUMBER, number_of
from bot.offline.frames.two_named import COMPARATIVES, COMPARED
from bot.offline.kinds import NUMBER_KINDS
from bot.offline.telling_tree import rival
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Figure,
    Query,
)
from memory.tree_edits import attributes_of, edit_comparisons

_COST = 0.1
_FACTORS: dict[str, float] = load("scales")["factors"]
_CUE = re.compile(rf"\b(?:{'|'.join(_FACTORS)}|times|percent|per cent)\b|%", re.I)
_SIGNS = {
    "at least": ">=",
    "no less than": ">=",
    "more than": ">",
    "over": ">",
    "at most": "<=",
    "no more than": "<=",
    "up to": "<=",
    "less than": "<",
    "fewer than": "<",
    "under": "<",
    "exactly": "=",
}
_SIGN = rf"(?P<sign>{'|'.join(_SIGNS)})"
_FACTOR = rf"(?P<factor>{'|'.join(_FACTORS)}|(?:\d+\.\d+|{NUMBER}) times)"
_AS = re.compile(
    rf"\b(?:{_SIGN} )?{_FACTOR} as (?P<what>[a-z]+)(?P<thing>(?: [a-z][\w-]*){{0,3}}?) as\b", re.I
)
_OF_IT = re.compile(
    rf"\b(?P<have>with|have|has|had|having) (?:{_SIGN} )?{_FACTOR} (?:the |as much )?"
    r"(?P<thing>[a-z][\w-]*(?: [a-z][\w-]*)?) of\b",
    re.I,
)
_SIGNED = re.compile(
    rf"\b(?:of )?{_SIGN} {_FACTOR} (?:(?P<own>their|its|his|her)|(?P<that>that of)|the|what)\b",
    re.I,
)
_PERCENT = re.compile(
    r"\b(?:(?P<sign>at least|more than|over) )?(?P<percent>\d+(?:\.\d+)?) ?(?:%|percent|per cent) "
    rf"(?P<side>more|less|fewer|above|below|over|under|{COMPARED})\b",
    re.I,
)
_LESS = ("less", "fewer", "below", "under")


@cued(*_FACTORS, "times", "percent", "per cent", "%")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which customers placed at least twice as many orders as Fern Press?"""
    if _CUE.search(asked.question) is None:
        return
    if found := _AS.search(asked.question):
        yield from _as_many(asked, found)
    elif found := _PERCENT.search(asked.question):
        yield from _so_much_more(asked, found)
    elif found := _SIGNED.search(asked.question):
        own: tuple[Edit, ...] = ((*found.span("own"), "the"),) if found["own"] else ()
        said = found.span("sign")
        if found["that"]:
            said = (found.start(), found.start("that") - 1)
        heard = asked.hear((*said, "over" if found["that"] else "more than"), *own)
        yield from _times(asked, heard, _SIGNS[found["sign"].lower()], _factor(found["factor"]))
    if found := _OF_IT.search(asked.question):
        put = f"{found['have']} a higher {found['thing']} than"
        heard = asked.hear((*found.span(), put))
        sign = _SIGNS[(found["sign"] or "at least").lower()]
        yield from _times(asked, heard, sign, _factor(found["factor"]))


def _as_many(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Twice as many orders as; as much as; as expensive as."""
    what = found["what"].lower()
    more = "more" if what in ("many", "much") else _comparative(what)
    factor = _factor(found["factor"])
    if not more or (factor < 1 and not found["sign"]):
        # Half as many are not at least so many.
        return
    heard = asked.hear((*found.span(), f"{more}{found['thing']} than"))
    sign = _SIGNS[(found["sign"] or "at least").lower()]
    yield from _times(asked, heard, sign, factor)


def _so_much_more(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """20 % more than, 10 percent below."""
    side = found["side"].lower()
    less = side in _LESS or COMPARATIVES.get(side) == "<"
    if less and found["sign"] and found["sign"].lower() == "over":
        return
    share = float(found["percent"]) / 100
    factor = round(1 - share if less else 1 + share, 6)
    strict = (found["sign"] or "at least").lower() != "at least"
    sign = ("<" if less else ">") + ("" if strict else "=")
    heard = asked.hear((found.start(), found.start("side"), ""))
    yield from _times(asked, heard, sign, factor)


def _comparative(adjective: str) -> str:
    """What is more than an adjective, where things can be held against each other by it.

    >>> _comparative("heavy"), _comparative("expensive"), _comparative("big"), _comparative("soon")
    ('heavier', 'more expensive', 'bigger', '')
    """
    forms = (f"more {adjective}", f"{adjective}er", f"{adjective}r", f"{adjective[:-1]}ier")
    doubled = f"{adjective}{adjective[-1]}er"
    return next((form for form in (*forms, doubled) if form in COMPARATIVES), "")


def _factor(said: str) -> float:
    word = said.lower().removesuffix(" times").strip()
    if word in _FACTORS:
        return _FACTORS[word]
    return float(word) if "." in word else number_of(word)


def _times(asked: Asked, heard: Heard | None, sign: str, factor: float) -> Iterator[Heard]:
    """What was heard, with the figure that something is more than taken so many times."""
    if heard is None or factor <= 0:
        return
    held: list[Comparison] = []

    def edit(test: Comparison) -> tuple[Condition, ...]:
        if not _more_than_other(asked, heard.query, test):
            return (test,)
        held.append(test)
        right = test.right
        known = isinstance(right, Arithmetic)
        times = right if known else Arithmetic("*", right, Constant(factor))  # type: ignore[arg-type]
        return (replace(test, operator=sign, right=times),)  # type: ignore[arg-type]

    query = edit_comparisons(heard.query, edit)
    if len(held) == 1 and _agrees(held[0], factor):
        yield heard.priced(_COST, query)


def _agrees(test: Comparison, factor: float) -> bool:
    """Whether a figure is taken no other times than it is said to be."""
    right = test.right
    return not isinstance(right, Arithmetic) or right.right == Constant(factor)


def _more_than_other(asked: Asked, query: Query, test: Comparison) -> bool:
    """Whether a test holds a number against that of another one."""
    right = test.right.left if isinstance(test.right, Arithmetic) else test.right
    if test.operator not in ("<", ">") or not isinstance(right, Figure | Attribute):
        return False
    if isinstance(right, Attribute) and isinstance(test.right, Attribute) and not rival(test):
        return False
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    for one in attributes_of(test.left):
        owners = labels.get(one.variable, ())
        if owners and asked.lexicon.kind(owners[0], one.property) not in NUMBER_KINDS[:2]:
            return False
    return isinstance(test.left, Aggregate) or bool(attributes_of(test.left))
