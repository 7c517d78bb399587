"""Have bookings, but none in Economy; had incidents but never a severe one: some, and none such."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Edit, Heard, cued, used_by
from bot.offline.naming import free_name
from bot.offline.subtrees import renamed, variables
from bot.offline.words import is_plural, parts
from memory.query import Comparison, Condition, Exists, Not, Pattern, Query

_COST = 0.1
_BUT = re.compile(
    r"(?:,| -)? +(?:but|though|yet) +(?:(?:have|has|had) +)?"
    r"(?:(?P<none>none|never one|not one|not a single one) +(?P<rest>[^,;?.!]+)"
    r"|(?:never|no|not|not one|not a single|none) +(?:(?:a|an|any) +)?(?P<kind>[^,;?.!]+?) +ones?"
    r"|(?:never|no|not) +(?:(?:a|an|any|in|on|at|for) +)?(?P<thing>[^,;?.!]+?))"
    r"(?P<end>[ ?.!]*)\Z",
    re.I,
)
_NOUN = re.compile(r"[\w-]+\Z")
_SOME = frozenset(["something", "anything", "somebody", "someone"])


@cued("but", "though", "yet")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which passengers have bookings, but none in Economy?"""
    found = _BUT.search(asked.question)
    noun = _NOUN.search(asked.question, 0, found.start()) if found is not None else None
    if found is None or noun is None:
        return
    cut: Edit = (found.start(), len(asked.question), "?")
    for such in _such(asked, found, noun):
        some = asked.hear(cut)
        held = asked.hear(*such) if some is not None else None
        if some is None or held is None:
            return
        query = _none_such(some.query, held.query)
        if query is not None:
            yield Heard(query, some.cost + held.cost + _COST, used_by(some, held))
            return


def _such(asked: Asked, found: re.Match[str], noun: re.Match[str]) -> Iterator[list[Edit]]:
    """The edits by which the question asks for those that have such a one."""
    close = (found.start("end"), len(asked.question), "?")
    if found["none"] is not None:
        if is_plural(noun[0].lower()):
            yield [(found.start(), found.start("rest"), " "), close]
    elif found["kind"] is not None:
        if is_plural(noun[0].lower()):
            yield [
                (noun.start(), found.start("kind"), ""),
                (found.end("kind"), len(asked.question), f" {noun[0]}?"),
            ]
    elif noun[0].lower() in _SOME:
        last = found["thing"].split()[-1].lower()
        if "NOUN" in parts(last):
            put = "" if is_plural(last) else "a "
            yield [(noun.start(), found.start("thing"), put), close]


def _none_such(some: Query, held: Query) -> Query | None:
    """Those of the one tree that are not among those of the other."""
    if not (_plain(some) and _plain(held)) or some.form != held.form:
        return None
    labels = [n.labels for q in (some, held) for n in q.pattern.nodes if n.variable == q.subject]
    rest = _besides(renamed(held, {held.subject: some.subject}), some)
    if len(set(labels)) != 1 or rest is None:
        return None
    taken = variables(some.pattern)
    names = {v: free_name(v, taken) for v in sorted(variables(rest) - {some.subject})}
    absent = Not(Exists(renamed(rest, names)))
    where = (*some.pattern.where, absent)
    return replace(some, pattern=replace(some.pattern, where=where))


def _plain(query: Query) -> bool:
    """Whether a tree only picks things, and there is something that they are joined to."""
    bare = not (query.having or query.order or query.each or query.route or query.optional)
    listed = query.form in ("list", "count") and query.limit is None and query.source is None
    return bare and listed and bool(query.pattern.edges)


def _besides(held: Query, some: Query) -> Pattern | None:
    """What hangs on the things of a tree that is not said of them by the other one."""
    pattern, own = held.pattern, {held.subject}
    said = {n.variable for n in pattern.nodes} & _same(pattern, some.pattern) | own
    edges = tuple(e for e in pattern.edges if not {e.start, e.end} <= said)
    ends = {end for e in edges for end in (e.start, e.end)}
    where = tuple(t for t in pattern.where if t not in some.pattern.where)
    if sum(held.subject in (e.start, e.end) for e in edges) != 1:
        # In the city they live in: those that live nowhere are hardly meant.
        return None
    if ends & said != own or any(not _about(t, said) for t in where):
        return None
    nodes = tuple(replace(n, labels=()) if n.variable in own else n for n in pattern.nodes)
    return Pattern(tuple(n for n in nodes if n.variable in ends), edges, where)


def _same(one: Pattern, other: Pattern) -> set[str]:
    """The nodes of which two trees say the same, and that lead to nothing else."""
    tests = [t for t in (*one.where, *other.where) if (t in one.where) != (t in other.where)]
    told = {v for t in tests for v in variables(t)}
    edges = [e for e in one.edges if e not in other.edges or e.variable in told]
    apart = told | {end for e in edges for end in (e.start, e.end)}
    held = {n.variable for n in other.nodes}
    named = {v for t in one.where for v in variables(t)}
    return {n.variable for n in one.nodes if n.variable in held & named - apart}


def _about(test: Condition, said: set[str]) -> bool:
    """Whether a test is of what is new alone."""
    return isinstance(test, Comparison) and bool(variables(test)) and not variables(test) & said
