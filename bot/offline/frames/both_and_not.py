"""Two things said of the same ones: dramas but not comedies, both automatic and listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal as OneOf
from typing import TypeAlias

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.subtrees import node_of, renamed, variables
from bot.offline.words import plural
from memory.query import Comparison, Condition, Query
from memory.text import split_name
from memory.tree_edits import attributes_of

_COST = 0.1
_Ends: TypeAlias = OneOf["as said", "one", "any", "in a clause"]
_FIRST = r"(?P<first>[^,;.?!]{2,40}?)"
_SECOND = r"(?P<second>[^,;.?!]{2,40}?)(?=[\s.?!]*\Z)"
# Of "dramas and comedies" alone nobody knows whether each or either is meant.
_BUT_NOT = re.compile(
    rf"\b(?:is|are|was|were) {_FIRST},? (?:and|but)(?: (?:that |which |who )?(?:is|are|was|were))?"
    rf" (?P<not>not) {_SECOND}",
    re.I,
)
_BOTH = re.compile(rf"\b(?:is|are|was|were) (?P<both>both ){_FIRST} and {_SECOND}", re.I)
_PRONOUN = re.compile(r"\b(?:who|that|which) \Z", re.I)
_OF = re.compile(r"[\w'’ -]+?(?P<of> (?:of|in|for|at|on|with) )", re.I)
_SAME = re.compile(r"(?:the )?same ", re.I)
# Dramas that are not comedies: the value itself is the noun.
_NOUN = re.compile(
    rf"(?P<noun>\w+) (?:(?:that|which|who) )?(?:is|are|was|were) not {_SECOND}", re.I
)


@cued("not ", "both ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which films are dramas but not comedies? Which beacons are both automatic and listed?"""
    text = asked.question
    if (found := _BUT_NOT.search(text)) is not None:
        one = asked.hear((found.end("first"), found.end("second"), ""))
        other = asked.hear((*_gap(found, "not"), " "))
    elif (found := _BOTH.search(text)) is not None:
        one, other = _both(asked, found)
    elif (found := _NOUN.search(text)) is not None and _is_value(asked, found.span("noun")):
        one = asked.hear((found.end("noun"), found.end("second"), ""))
        noun = plural(" ".join(split_name(_label(one.query)))) if one is not None else ""
        start, end = found.span("second")
        other = asked.hear_part(start, end, f"Which {noun} are not ") if noun else None
    else:
        return
    if one is None or other is None:
        return
    query = _merged(one.query, other.query, _ends(found, one.query))
    if query is not None:
        yield Heard(query, max(one.cost, other.cost) + _COST, used_by(one, other))


def _ends(found: re.Match[str], query: Query) -> _Ends:
    """Of what things both are said: both lead and fitter of jobs, of whatever jobs these are."""
    if "both" not in found.groupdict():
        return "as said"
    if _OF.match(found["second"]) and not _OF.match(found["first"]):
        return "one"
    if _PRONOUN.search(found.string, 0, found.start()):
        return "in a clause"
    return "any" if _in_a_role(query) else "as said"


def _both(asked: Asked, found: re.Match[str]) -> tuple[Heard | None, Heard | None]:
    """Both as they are said of the same ones, and of the same thing: both owner and head of X."""
    cut, second = found.span("both"), found.span("second")
    of = _OF.match(asked.question, *second)
    if of is not None and _OF.match(asked.question, *found.span("first")) is None:
        same = _SAME.match(asked.question, of.end("of"), second[1])
        an = ((*same.span(), " a "),) if same is not None else ()
        one = asked.hear((*cut, ""), (found.end("first"), of.start("of"), ""), *an)
        if one is not None:
            return one, asked.hear((cut[0], second[0], ""), *an)
    one = asked.hear((*cut, ""), (found.end("first"), second[1], ""))
    if of is not None and one is not None and _in_a_role(one.query):
        return None, None
    return one, asked.hear((cut[0], second[0], ""))


def _in_a_role(query: Query) -> bool:
    """Whether things are told by what a relationship says of them: who is director."""
    joined = {edge.variable for edge in query.pattern.edges if edge.variable}
    return bool(joined & variables(query.pattern.where))


def _gap(found: re.Match[str], then: str) -> tuple[int, int]:
    """What stands between the verb and where the second thing begins."""
    return found.start("first") - 1, found.start(then)


def _is_value(asked: Asked, span: tuple[int, int]) -> bool:
    return any((link.start, link.end) == span for link in asked.linked)


def _label(query: Query) -> str:
    return next(iter(node_of(query, query.subject).labels), "")


def _plain(query: Query) -> bool:
    """Whether a tree only lists things with what is said of them, or counts them."""
    bare = not (query.having or query.order or query.each or query.route or query.limit)
    simple = query.source is None and query.optional is None
    return query.form in ("list", "count") and bare and simple


def _merged(query: Query, other: Query, ends: _Ends) -> Query | None:
    """The ones of which both trees hold."""
    if not (_plain(query) and _plain(other)) or query.form != other.form:
        return None
    if _label(query) != _label(other) or not _label(query):
        return None
    there = renamed(other, _apart(query, other, ends))
    if tuple(c.operand for c in there.columns) != tuple(c.operand for c in query.columns):
        return None
    said = query.pattern
    tests = [test for test in there.pattern.where if test not in said.where]
    edges = [e for e in there.pattern.edges if e not in said.edges]
    if not tests and (ends != "one" or not edges):
        return None
    known = {node.variable for node in said.nodes}
    pattern = replace(
        said,
        nodes=(*said.nodes, *(n for n in there.pattern.nodes if n.variable not in known)),
        edges=(*said.edges, *edges),
        where=(*said.where, *tests),
    )
    rows = query.distinct_on or there.distinct_on
    return replace(query, pattern=pattern, distinct_on=rows)


def _apart(query: Query, other: Query, ends: _Ends) -> dict[str, str]:
    """Names for what another tree speaks of besides, also where it only denies it."""
    taken = variables(query)
    names = {other.subject: query.subject}
    if ends == "in a clause":
        names |= {name: name for name in _before_both(query, renamed(other, names))}
    elif ends != "any":
        shared = _shared(query, renamed(other, names), joined=ends == "one")
        names |= {name: name for name in shared}
    for name in sorted(variables(other) - set(names)):
        fresh, n = name, 2
        while fresh in taken:
            fresh, n = f"{name.rstrip('0123456789')}{n}", n + 1
        names[name] = fresh
        taken.add(fresh)
    return names


def _before_both(query: Query, other: Query) -> set[str]:
    """What is joined alike in both trees: jobs of a fitter who is both a friend of X and of Y.

    X and Y are not, of whom each tree tells another name.
    """
    own, there = query.pattern, other.pattern
    names = _told_of(own.where, there.where) & _told_of(there.where, own.where)
    apart = {variable for variable, _ in names} - {query.subject}
    common = [e for e in there.edges if e in own.edges and not {e.start, e.end} & apart]
    found, size = {query.subject}, 0
    while len(found) > size:
        size = len(found)
        found |= {x for e in common if {e.start, e.end} & found for x in (e.start, e.end)}
    return found


def _told_of(tests: tuple[Condition, ...], others: tuple[Condition, ...]) -> set[tuple[str, str]]:
    """The properties, each of its node, that the other tests do not hold to the same."""
    held = [test.left for test in tests if isinstance(test, Comparison) and test not in others]
    return {(a.variable, a.property) for operand in held for a in attributes_of(operand)}


def _shared(query: Query, other: Query, *, joined: bool) -> set[str]:
    """The nodes of which both trees say the same: what was said before the two things.

    Also those that they join in other ways, where `joined`.
    """
    own, there = query.pattern, other.pattern
    both = {node.variable for node in there.nodes if node in own.nodes} - {query.subject}
    apart = [edge for edge in there.edges if edge not in own.edges and not joined]
    unlike = [test for test in there.where if test not in own.where]
    return both - {x for e in apart for x in (e.start, e.end)} - variables(tuple(unlike))
