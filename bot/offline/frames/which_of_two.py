"""Which of two things has more: which city is bigger, X or Y; who placed more orders, X or Y.

Asked for the most of all, and held to the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.cypher.subtrees import node_of
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.two_named import COMPARED, Two, told_of_two
from bot.words.vocabulary import expand
from memory.query import Attribute, Comparison, Constant, Query
from memory.text import split_name

_COST = 0.1
_CUE = re.compile(r"\b(?:or|and)\b", re.I)
_NOUN = r"(?:who|(?:which|what)(?P<noun>(?: [a-z][\w-]*){0,2}))"
_REST = rf"(?P<do>(?!(?:more|fewer|less|the|an?|{COMPARED}) )[a-z]+ )(?P<rest>[^?,:;]+?)"
_WAYS = (
    rf"{_NOUN} {_REST}[,:;]? (?:[-–—] )?(?:(?:either|is it|was it) )?@1,? or @2",
    rf"(?P<noun>)(?:which|what|who)(?: one)? of (?:the )?@1 (?:and|or) @2,? {_REST}",
    rf"(?:of|between|out of|among|comparing)(?: the(?: two)?)? @1 (?:and|or) @2,? {_NOUN} {_REST}",
)
_MORE = re.compile(rf"\b(?P<article>an? |the )?(?P<more>more|fewer|less|{COMPARED})\b", re.I)
_MOST = {"more": "most", "fewer": "fewest", "less": "least", "better": "best", "worse": "worst"}
_DONE = re.compile(r"\b[a-z]+(?:ed|en|ne|lt|nt|id|rn) (?P<when>earlier|later|sooner)\Z", re.I)
_WHEN = {"earlier": "first", "sooner": "first", "later": "last"}


@cued(" or ", " and ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which airline has more flights, Skarv Air or Fjordline Express?"""
    if _CUE.search(asked.question) is None:
        return
    for two, found in told_of_two(asked, _WAYS):
        heard = _most(asked, two, found)
        query = _held(heard.query, two) if heard is not None else None
        if heard is not None and query is not None:
            links = (*heard.used, two.one, two.other)
            cost = heard.cost + _COST
            yield Heard(query, cost, tuple(dict.fromkeys(links)), modest=True)
            return


def _most(asked: Asked, two: Two, found: re.Match[str]) -> Heard | None:
    """Which airline has the most flights?"""
    rest = found["rest"]
    edits: list[Edit] = []
    at = found.start("rest")
    done, more = _DONE.search(rest), _MORE.search(rest)
    if done is not None:
        when = _WHEN[done["when"].lower()]
        edits = [(at + done.start("when"), at + done.end("when"), when)]
    elif more is not None:
        edits = [(at + more.start(), at + more.end(), f"the {_superlative(more['more'].lower())}")]
    noun = (found["noun"] or "").strip()
    if noun in ("", "one"):
        noun = " ".join(expand(split_name(two.one.label)))
    first: Edit = (0, found.start("do"), f"Which {noun} ")
    return asked.hear(first, *edits, (found.end("rest"), asked.end, ""))


def _superlative(word: str) -> str:
    """The most of what there is more of.

    >>> [_superlative(word) for word in ("more expensive", "bigger", "later")]
    ['most expensive', 'biggest', 'latest']
    """
    first, _, rest = word.partition(" ")
    most = _MOST.get(first) or f"{first.removesuffix('r')}st"
    return f"{most} {rest}".strip()


def _held(query: Query, two: Two) -> Query | None:
    """The tree of the one with the most, of the two alone."""
    plain = query.form == "list" and query.limit == 1 and not query.each and query.order
    if not plain or query.source is not None or query.route is not None:
        return None
    labels = node_of(query, query.subject).labels
    alike = [n for n in query.pattern.nodes if set(n.labels) & set(labels)]
    if two.one.label not in labels or len(alike) != 1:
        return None
    names = (two.one.value, two.other.value)
    held = Comparison(Attribute(query.subject, two.one.property), "IN", Constant(names))
    pattern = query.pattern
    return replace(query, pattern=replace(pattern, where=(held, *pattern.where)))
