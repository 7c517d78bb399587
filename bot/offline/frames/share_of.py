"""Shares: what percentage of the orders were cancelled, of all that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from bot.cypher.figures import parts_of
from bot.cypher.subtrees import beyond, entity, node_of, variables, without
from bot.offline.frames.asked import Asked, Edit, Heard, cued, used_by
from bot.offline.frames.groups import ahead, apart, behind, grouped, keys_of
from bot.words.inflection import inflect, lemmas, parts
from bot.words.naming import column_names
from memory.query import (
    Aggregate,
    AllOf,
    Column,
    Condition,
    Entity,
    Exists,
    Node,
    Operand,
    Pattern,
    Query,
    Share,
)

_OBJECTS = frozenset(["a", "an", "the", "at", "more", "less", "fewer", "over", "no", "any", "one"])


_COST = 0.05
_PERCENT = ("percentage", "percent", "per cent", "%", "pct")
_WORDS = "percentage|percent|per cent|pct|share|proportion|portion|fraction"
_SHARE = re.compile(
    r"(?:\b(?:what|which|whats|what's|what is|what are|how many|the|a|an"
    r"|how (?:large|big|high|great)(?: is)?) +)*"
    rf"(?:\b(?P<word>{_WORDS})|(?P<sign>%))"
    r" +(?:of|among) +(?:all (?:the |of the |our |of our )?|the |our )?",
    re.I,
)
_OF_ALL = re.compile(
    r"\A\W*(?:out )?(?:of|among) +(?:all (?:the |of the |our )?|the |our )?(?P<whole>[^,]+), *"
    rf"(?:what|which) (?P<word>{_WORDS})"
    r"(?: of (?:them|these|those))?",
    re.I,
)
_IN_PERCENT = re.compile(
    r",? *\b(?:in|as a|expressed as a) (?:percent|per cent|percentage|%)", re.I
)
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|had|do|does|did|can)\b", re.I)
_RELATIVE = re.compile(r"\b(?:that|which|who|where|whose)\b", re.I)
_AFTER_RELATIVE = re.compile(r"\b(?:that|which|who|where|whose(?: \w+)+?) +\Z", re.I)
_MOST_WORDS = 4


@cued(*_WORDS.split("|"), "%")
def frame(asked: Asked) -> Iterator[Heard]:
    """What percentage of orders were cancelled?"""
    first = _OF_ALL.match(asked.question)
    if first is not None:
        yield from _of_all(asked, first)
        return
    found = _SHARE.search(asked.question)
    if found is None:
        return
    unit = _IN_PERCENT.search(asked.question, found.end())
    percent = unit is not None or (found["word"] or found["sign"]).lower() in _PERCENT
    lead = (*found.span(), "how many ")
    if unit is not None:
        yield from _shares(asked, lead, ((*unit.span(), ""),), unit.start(), percent=True)
        return
    yield from _shares(asked, lead, (), asked.end, percent=percent)
    for groups in (ahead(asked.question), behind(asked.question)):
        if groups is not None and (groups[0][1] <= found.start() or groups[0][0] >= found.end()):
            gone, thing = groups
            end = gone[0] if gone[0] >= found.end() else asked.end
            for heard in _shares(asked, lead, (gone,), end, percent=percent):
                yield from _for_each(asked, heard, thing)


def _of_all(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Of all orders, what percentage were cancelled?"""
    start, end = found.span("whole")
    part = asked.hear((0, start, "How many "), (end, found.end(), ""))
    whole = asked.hear_part(start, end, "How many ", " are there")
    if part is not None and whole is not None and whole.query.form == "count":
        percent = found["word"].lower() in _PERCENT
        yield from _put(part, (whole.query.pattern,), percent=percent)


def _shares(
    asked: Asked, lead: Edit, gone: tuple[Edit, ...], end: int, *, percent: bool
) -> Iterator[Heard]:
    """The share for what is left when the groups are gone."""
    part = asked.hear(lead, *gone)
    if part is None or part.query.form != "count":
        return
    bare = Pattern(node_only(_picked(part.query)))
    for whole in _wholes(asked, lead[1], end):
        if whole.query.source is None and _alike(whole.query, part.query):
            made = list(_put(part, (whole.query.pattern, bare), percent=percent))
            yield from made
            if made:
                return


def _picked(query: Query) -> Query:
    """What is counted, where it is picked before."""
    return query.source or query


def _alike(one: Query, other: Query) -> bool:
    """Whether two counts are of nodes of one label."""
    return node_of(one, one.subject).labels == node_of(other, other.subject).labels


def _put(part: Heard, wholes: tuple[Pattern, ...], *, percent: bool) -> Iterator[Heard]:
    """The share of the first of the wholes that the part is a part of."""
    query = _picked(part.query)
    for whole in wholes:
        made = _of_counts(query, whole) if query.having else None
        condition = _beyond(query, whole) if not query.having else made and made[0]
        if condition:
            share = _share(query, whole, condition, percent=percent)
            if made:
                share = replace(share, optional=made[1], distinct_on=(query.subject,))
            yield part.priced(_COST, share)
            return


def _of_counts(part: Query, whole: Pattern) -> tuple[Condition, Pattern] | None:
    """A test of how many there are, and the pattern of what is counted."""
    (test,) = part.having if len(part.having) == 1 else (None,)
    left = getattr(test, "left", None)
    counted = entity(left.operand) if isinstance(left, Aggregate) else ""
    far = beyond(part.pattern, part.subject, counted) if counted and not whole.edges else None
    if far is None or test is None or part.source is not None or part.limit is not None:
        return None
    near = without(part.pattern, far)
    if near == whole:
        return test, far
    rest = _beyond(replace(part, pattern=near), whole)
    return (AllOf((*parts_of(rest), test)), far) if rest is not None else None


def node_only(query: Query) -> tuple[Node, ...]:
    """What is asked for, with nothing said of it."""
    return (node_of(query, query.subject),)


def _wholes(asked: Asked, start: int, end: int) -> Iterator[Heard]:
    """Of what: up to what is said of them, or the first words that name them."""
    text = asked.question[start:end]
    cuts = [
        found.start()
        for found in _AUXILIARY.finditer(text)
        if not _AFTER_RELATIVE.search(text[: found.start()])
    ][:1]
    first = _RELATIVE.search(text)
    if not cuts:
        cuts = [at for at in finite(text) if first is None or at < first.start()]
    if not cuts and first is not None:
        cuts = [first.start()]
    cuts += [found.end() for found in re.finditer(r"\S+", text)][:_MOST_WORDS]
    for cut in cuts:
        whole = asked.hear_part(start, start + cut, "How many ", " are there")
        if whole is not None and whole.query.form == "count" and whole.query.source is None:
            yield whole


def _beyond(part: Query, whole: Pattern) -> Condition | None:
    """What a part has to be, beyond the whole; None where it is no part of it, or all of it."""
    pattern = part.pattern
    inside = set(whole.nodes) <= set(pattern.nodes) and set(whole.edges) <= set(pattern.edges)
    if not inside or not set(whole.where) <= set(pattern.where):
        return None
    shared = {n.variable for n in whole.nodes}
    own = {n.variable for n in pattern.nodes} - shared
    own |= {e.variable for e in pattern.edges if e.variable and e not in whole.edges}
    tests = [t for t in pattern.where if t not in whole.where]
    direct = [t for t in tests if not variables(t) & own]
    edges = tuple(e for e in pattern.edges if e not in whole.edges)
    ends = {v for e in edges for v in (e.start, e.end)} & shared
    if not edges:
        found: list[Condition] = direct
    else:
        bound = tuple(Node(n.variable) for n in whole.nodes if n.variable in ends)
        nodes = tuple(n for n in pattern.nodes if n.variable in own)
        where = tuple(t for t in tests if t not in direct)
        found = [*direct, Exists(Pattern((*bound, *nodes), edges, where))]
    used = ends | {v for t in direct for v in variables(t) & shared}
    if not found or (whole.edges and used - {part.subject}):
        return None
    return found[0] if len(found) == 1 else AllOf(tuple(found))


def _share(part: Query, whole: Pattern, condition: Condition, *, percent: bool) -> Query:
    operand = Share(condition, percent)
    name = column_names([operand], {}, part.subject)[0]
    return Query(
        whole,
        (Column(operand, name),),
        part.subject,
        form="value",
        distinct_on=(part.subject,) if whole.edges else (),
    )


def _for_each(asked: Asked, heard: Heard, thing: tuple[int, int]) -> Iterator[Heard]:
    """The share for each group."""
    query = heard.query
    counted = grouped(asked, node_of(query, query.subject).labels, thing)
    if counted is None:
        return
    groups = apart(query, counted.query)
    keys = keys_of(groups)
    pattern = Pattern(
        (*query.pattern.nodes, *(n for n in groups.pattern.nodes if n.variable != query.subject)),
        (*query.pattern.edges, *groups.pattern.edges),
        tuple(dict.fromkeys((*query.pattern.where, *groups.pattern.where))),
    )
    operands: list[Operand] = [c.operand for c in (*keys, *query.columns)]
    labels = {n.variable: n.labels for n in pattern.nodes}
    names = column_names(operands, labels, query.subject)
    nodes = tuple(v for v in groups.distinct_on if Entity(v) != Entity(query.subject))
    whole = replace(
        query,
        pattern=pattern,
        columns=tuple(Column(o, name) for o, name in zip(operands, names, strict=True)),
        form="list",
        distinct_on=(*nodes, query.subject) if pattern.edges or query.optional else (),
    )
    yield Heard(whole, heard.cost + counted.cost, used_by(heard, counted))


def finite(text: str) -> list[int]:
    """Where a verb starts that says what they do: cite, wrote, placed an order."""
    found = []
    words = list(re.finditer(r"\S+", text))
    for word, after in zip_longest(words[1:], words[2:]):
        form = word[0].lower()
        verb = lemmas(form)[-1]
        if "VERB" not in parts(form):
            continue
        past = form == inflect(verb, "VBD")
        takes = after is not None and (after[0].lower() in _OBJECTS or after[0][0].isdigit())
        if form == verb or (past and (form != inflect(verb, "VBN") or takes)):
            found.append(word.start())
    return found
