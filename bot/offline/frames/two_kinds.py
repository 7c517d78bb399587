"""What is of two kinds at once, for a node may bear two labels: captains that are also sailors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.subtrees import node_of
from memory.query import Exists, Node, Not, Pattern, Query
from memory.schema import Schema

_COST = 0.1
_BE = r"(?:is|are|was|were)"
_WHO = r"(?: (?P<who>who|that|which))?"
_ONE = r"(?P<one>(?:[\w-]+ )?[\w-]+)"
_TWO = r"(?:an? |the )?(?P<two>[\w-]+(?: [\w-]+)?)"
_HOW = r"(?P<how>also not|not also|not|also)"
_WAYS = (
    re.compile(
        rf"\b{_BE} (?P<both>both )(?:an? |the )?{_ONE}(?P<more> and (?P<how>also )?{_TWO})", re.I
    ),
    re.compile(rf"\b{_BE} (?:an? |the )?{_ONE}(?P<more>,? (?:but|and) {_HOW} {_TWO})", re.I),
    re.compile(rf"\b{_ONE}(?P<more>{_WHO} {_BE} {_HOW} {_TWO})", re.I),
    re.compile(rf"\b{_ONE}(?P<more>{_WHO} {_BE}(?P<how>n['’]t) (?:also )?{_TWO})", re.I),
)


@cued("both ", " also ", " not ", "n't ", "n’t ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which captains are also sailors? Which people are both a captain and a sailor?"""
    for form in _WAYS:
        for found in form.finditer(asked.question):
            heard = _heard(asked, found)
            if heard is not None:
                yield heard
                return


def _heard(asked: Asked, found: re.Match[str]) -> Heard | None:
    """The question without its second kind, of which what is of the first is as well."""
    said = found.groupdict()
    first, second = found["one"].split(), found["two"].split()
    one = _label(asked, first) or _label(asked, first[-1:])
    two, end = _label(asked, second), found.end("two")
    if not two:
        two, end = _label(asked, second[:1]), found.start("two") + len(second[0])
    if not two or not (one or said.get("who")):
        return None
    both = [(*found.span("both"), "")] if said.get("both") else []
    heard = asked.hear(*both, (found.start("more"), end, ""))
    if heard is None:
        return None
    one = one or "".join(node_of(heard.query, heard.query.subject).labels[:1])
    denied = (said["how"] or "also").strip().lower() != "also"
    query = _narrowed(heard.query, one, two, denied)
    fits = query is not None and _may_be(asked.lexicon.schema, one, two)
    return heard.priced(_COST, query) if fits else None


def _label(asked: Asked, noun: list[str]) -> str:
    """The label that a noun is surely for."""
    labels = asked.labels(" ".join(noun), 0.1)
    return labels.pop() if len(labels) == 1 else ""


def _may_be(schema: Schema, one: str, two: str) -> bool:
    """Whether some of what bears one label, but not all of it, bears the other."""
    known = schema.labels
    return one in known and (one in known[two].implies or two in known[one].together)


def _narrowed(query: Query, one: str, label: str, denied: bool) -> Query | None:
    """A tree of which what bears the one label bears the other as well, or must not."""
    if query.source is not None or query.optional is not None:
        return None
    pattern = query.pattern
    told = [node for node in pattern.nodes if one in node.labels]
    if len(told) != 1 or label in told[0].labels:
        return None
    (node,) = told
    if denied:
        absent = Not(Exists(Pattern((Node(node.variable, (label,)),))))
        return replace(query, pattern=replace(pattern, where=(*pattern.where, absent)))
    more = replace(node, labels=(*node.labels, label))
    nodes = tuple(more if n == node else n for n in pattern.nodes)
    return replace(query, pattern=replace(pattern, nodes=nodes))
