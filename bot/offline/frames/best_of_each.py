"""The best of each group: the most cited paper of every field, the top three for each year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.cypher.subtrees import beyond, entity, node_of, variables
from bot.offline.frames.asked import Asked, Edit, Heard, cued, used_by
from bot.offline.frames.groups import (
    ahead,
    apart,
    ends_of_words,
    grouped,
    keys_of,
    measures,
    named_once,
)
from bot.stored.kinds import TIME_KINDS, telling_properties
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas
from bot.words.naming import column_names
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Condition,
    Entity,
    Node,
    Operand,
    Pattern,
    Query,
)
from memory.text import fold, split_name

_COST = 0.05
_PREPOSITION = r"(?:in|of|for|from|within|at|on|to|with|among)"
_EACH = re.compile(
    rf"\b(?P<way>(?:{_PREPOSITION}|by) )(?P<each>each|every)(?: single)? (?=\w)", re.I
)
_PER = re.compile(r"\b(?P<each>per) (?=\w)", re.I)
_OWN = re.compile(r"\b(?P<each>each|every) (?P<thing>\w+(?: \w+)?)['’]s? ", re.I)
_PERIOD = "|".join(load("phrases")["period"])
_WHEN = re.compile(rf",? \b(?:each|every) (?P<thing>{_PERIOD})(?=\W*\Z)", re.I)
_BY = re.compile(r" by (?P<thing>\w+(?: \w+){0,2})(?=\W*\Z)", re.I)
# The best paid *in their department*; but the oldest, based on their birth date, and the three
# cheapest *with their type*, which is shown beside them.
_THEIRS = re.compile(
    r"(?<!based)(?<!according)(?<!depending)(?<!judged)(?<!judging)(?<!terms)(?<!respect)"
    rf" (?!with )(?P<way>{_PREPOSITION}) (?:their|its|his|her)(?: own| respective)? (?=\w)",
    re.I,
)
_ITS = re.compile(
    r"\b(?:its|their|his|her) (?=(?:\w+ ){0,2}?(?:\w+est|most|least|top|best)\b)", re.I
)
# For each depot, which of the vans kept in *it* is the oldest?
_BACK = re.compile(r"\w (?:in|at|on|by|to|for|of|with|from|under) (?P<it>it)\b", re.I)
_RANKS = re.compile(r"\b(?:\w+est|most|least|top|bottom|best|worst|first|last|latest)\b", re.I)
_SORTS = re.compile(r"\b(?:sort(?:ed)?|order(?:ed)? by|in order|rank(?:ed)?|arranged)\b", re.I)


@cued("est", "most", "least", "top", "bottom", "worst", "first", "last")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the most expensive product in each category?"""
    question = asked.question
    rank = _RANKS.search(question)
    if rank is None:
        return
    first = ahead(question)
    if first is not None:
        gone, thing = first
        if (back := _BACK.search(question, gone[1])) is not None:
            heard = asked.hear(gone, (*back.span("it"), f"a {question[slice(*thing)].strip()}"))
            yield from _of_node(asked, heard, thing, told=True) if heard is not None else ()
            return
        yield from _by_count(asked, [gone, *_its(question, gone[1])], thing)
        return
    for found in (*_EACH.finditer(question), *_PER.finditer(question)):
        per = found["each"].lower() == "per"
        put = "of a " if per else f"{found['way']}a "
        heard = asked.hear((found.start(), found.end(), put))
        for end in ends_of_words(question, found.end()):
            thing = (found.end(), end)
            made = list(_of_node(asked, heard, thing)) if heard is not None else []
            made += _by_count(asked, [(found.start(), end, ""), *_its(question, end)], thing)
            yield from (one for one in made if not per or _fewer(asked, one.query, found.start()))
    for found in _OWN.finditer(question):
        end, thing = asked.end, found.span("thing")
        heard = asked.hear(
            (found.start(), found.end(), "the "), (end, end, f" of a {found['thing']}")
        )
        if heard is not None:
            yield from _of_node(asked, heard, thing, told=True)
        yield from _by_count(asked, [(found.start(), found.end(), "the ")], thing)
    yield from _without_each(asked, rank.end())


def _its(question: str, at: int) -> list[Edit]:
    """For each team, *its* oldest player."""
    its = _ITS.search(question, at)
    return [(*its.span(), "the ")] if its else []


def _without_each(asked: Asked, ranked: int) -> Iterator[Heard]:
    """Groups that are said otherwise: the best paid in their department, by department."""
    question = asked.question
    for found in _WHEN.finditer(question):
        yield from _by_count(asked, [(*found.span(), "")], found.span("thing"))
    by = _BY.search(question, ranked)
    if by is not None:
        for one in _by_count(asked, [(*by.span(), "")], by.span("thing"), several=False):
            if _fewer(asked, one.query, by.start()):
                yield one
    for found in _THEIRS.finditer(question, ranked):
        for end in ends_of_words(question, found.end()):
            thing = (found.end(), end)
            if is_plural(fold(question[slice(*thing)].split()[-1])):
                continue
            yield from _by_count(asked, [(found.start(), end, "")], thing, whole=True)


def _fewer(asked: Asked, query: Query, at: int) -> bool:
    """Whether there are fewer groups than things: revenue per employee is no shop of each.

    There may be as many where the things are named right before: the best paid clerk per office.
    """
    labels, nodes = asked.lexicon.schema.labels, {n.variable: n for n in query.pattern.nodes}
    named = [nodes[g.variable] for g in query.each if isinstance(g, Entity)]
    counts = [labels[n.labels[0]].count for n in named if n.labels]
    whole = nodes[query.subject].labels
    if not whole:
        return True
    said = asked.question[:at].split()[-1:]
    same = bool(said) and split_name(whole[0])[-1] in lemmas(said[0].lower())
    return all(count < labels[whole[0]].count + same for count in counts)


def _of_node(
    asked: Asked, heard: Heard, thing: tuple[int, int], *, told: bool = False
) -> Iterator[Heard]:
    """The best of *a* category: of each of them; with more `told` of which, of each of those."""
    named = next(named_once(asked, asked.question[slice(*thing)]), None)
    if named is None:
        return
    labels = node_of(named.query, named.query.subject).labels
    query = heard.query
    nodes = [n for n in query.pattern.nodes if n.labels == labels and n.variable != query.subject]
    plain = told or not named.query.pattern.where
    if len(nodes) == 1 and plain and _own(asked, query, nodes[0]):
        shown = _shown(asked, nodes[0])
        whole = _each(query, (Entity(nodes[0].variable),), shown, asked.question)
        if whole is not None:
            yield heard.priced(_COST, whole)


def _own(asked: Asked, query: Query, node: Node) -> bool:
    """Whether a group is that of the ranked things, not of others where they have their own."""
    edges = [e for e in query.pattern.edges if node.variable in (e.start, e.end)]
    if any(query.subject in (e.start, e.end) for e in edges):
        return True
    subject = node_of(query, query.subject)
    way = beyond(query.pattern, query.subject, node.variable)
    if way is not None and any(n.labels == subject.labels for n in way.nodes):
        return False
    ends = {*subject.labels, *node.labels}
    joins = [j for r in asked.lexicon.schema.relationships.values() for j in r.joins]
    return not any({j.start, j.end} == ends for j in joins)


def _shown(asked: Asked, node: Node) -> list[Operand]:
    label = asked.lexicon.schema.labels.get(node.labels[0])
    names = telling_properties(label) if label is not None else ()
    return [Attribute(node.variable, name) for name in names] or [Entity(node.variable)]


def _by_count(
    asked: Asked,
    gone: Sequence[Edit],
    thing: tuple[int, int],
    *,
    several: bool = True,
    whole: bool = False,
) -> Iterator[Heard]:
    """The best without its groups, and how many of them there are for each group.

    Not `several` where only one of each group, or so many, can be meant; of the `whole` group
    where it is the best of all in it, and not of those that more is said of.
    """
    heard = asked.hear(*gone)
    if heard is None or not heard.query.order or not (several or heard.query.limit):
        return
    query = heard.query
    if whole and not _of_all(query):
        return
    held = _dated(asked, query, thing)
    labels = node_of(query, held).labels
    counted = grouped(asked, labels, thing)
    if counted is None:
        return
    groups = apart(replace(query, subject=held), counted.query)
    if not several and any(map(_holds, groups.pattern.where)):
        # The last case investigated by Smith: no case of each Smith.
        return
    keys = [c.operand for c in keys_of(groups)]
    if any(measures(asked, key, labels[0]) for key in keys):
        # The most citations per page: that is a ratio.
        return
    if not several and any(_is_date(asked, key, labels[0]) for key in keys):
        # The oldest members by joining date.
        return
    if not several and groups.pattern.where and _there_already(query, groups):
        # The first question asked by Ann: she is who asked it, and no group.
        return
    if whole and any(_names(asked, key, query.subject, labels[0]) for key in keys):
        return
    nodes = [Entity(v) for v in groups.distinct_on if v != held]
    each: Sequence[Operand] = nodes or keys
    pattern = Pattern(
        (*query.pattern.nodes, *(n for n in groups.pattern.nodes if n.variable != held)),
        (*query.pattern.edges, *groups.pattern.edges),
        tuple(dict.fromkeys((*query.pattern.where, *groups.pattern.where))),
    )
    made = _each(replace(query, pattern=pattern), tuple(each), keys, asked.question)
    if made is not None:
        cost = heard.cost + counted.cost + _COST
        yield Heard(made, cost, used_by(heard, counted))


def _there_already(query: Query, groups: Query) -> bool:
    """Whether the things are said to have to do with some of what they are grouped by."""
    whose = {n.labels for n in groups.pattern.nodes if n.variable != groups.subject}
    return any(n.labels in whose for n in query.pattern.nodes if n.variable != query.subject)


def _dated(asked: Asked, query: Query, thing: tuple[int, int]) -> str:
    """What groups are of: of a year that which is counted, as most orders are placed in it.

    Also of what such things keep: the sector with the most shops in each city.
    """
    key = query.order[0].operand
    counted = entity(key.operand) if isinstance(key, Aggregate) else ""
    if not counted or counted == query.subject:
        return query.subject
    if fold(asked.question[slice(*thing)]) in load("phrases")["period"]:
        return counted
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    for kept in (query.subject, counted):
        groups = grouped(asked, labels.get(kept, ()), thing)
        if groups is not None and not groups.query.pattern.edges:
            return kept
    return query.subject


def _holds(test: Condition) -> bool:
    return getattr(test, "operator", "") != "IS NOT NULL"


def _is_date(asked: Asked, key: Operand, label: str) -> bool:
    kind = asked.lexicon.kind(label, key.property) if isinstance(key, Attribute) else ""
    return kind in TIME_KINDS and kind != "year"


def _of_all(query: Query) -> bool:
    """Whether all of a label are ranked, and nothing else is said of them."""
    key = query.order[0].operand
    counted = entity(key.operand) if isinstance(key, Aggregate) else ""
    far = beyond(query.pattern, query.subject, counted) if counted else None
    edges = far.edges if far is not None else ()
    tests = (t for t in query.pattern.where if getattr(t, "operator", "") != "IS NOT NULL")
    return set(query.pattern.edges) <= set(edges) and not any(tests)


def _names(asked: Asked, key: Operand, subject: str, label: str) -> bool:
    """Whether a group is a name, which one has alone."""
    known = asked.lexicon.schema.labels.get(label)
    if not isinstance(key, Attribute) or key.variable != subject or known is None:
        return False
    return key.property in telling_properties(known)


def _counted_there(query: Query, key: Aggregate, each: tuple[Operand, ...]) -> bool:
    """Whether what is counted is that of a group: no other visits of a clinic, nor the clinic."""
    counted = entity(key.operand)
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    for group in each:
        kept = group.variable if isinstance(group, Attribute) else query.subject
        if kept not in (counted, query.subject) and labels.get(kept) == labels.get(counted):
            return False
    for node in filter(None, map(entity, each)):
        way = beyond(query.pattern, query.subject, node)
        others = [n.variable for n in way.nodes if n.variable != counted] if way else []
        if any(labels[name] == labels.get(counted) for name in others):
            return False
    return key.operand not in each


def _each(
    query: Query, each: tuple[Operand, ...], shown: Sequence[Operand], question: str
) -> Query | None:
    """The tree in which the limit is for each group; None where it is no ranking of nodes."""
    ranked = len(query.order) == 1 and query.form == "list" and not query.skip
    if not ranked or query.each or query.source is not None or query.optional is not None:
        return None
    if query.limit is None and _SORTS.search(question):
        return None
    key = query.order[0].operand
    held = {query.subject, *(v for group in each for v in variables(group))}
    operands = [c.operand for c in query.columns if c.operand not in shown]
    if key not in operands and not isinstance(key, Aggregate):
        operands.append(key)
    rest = [o for o in operands if o != key]
    if any(isinstance(o, Aggregate) or not variables(o) <= held for o in rest):
        return None
    if isinstance(key, Aggregate) and not _counted_there(query, key, each):
        return None
    if isinstance(key, Aggregate) and key.operand == Entity(query.subject):
        # Which city has the most shops in each sector: a value that they have, and no shop.
        return None
    if isinstance(key, Aggregate) and key.function != "count":
        # The highest average revenue per film: that is what it is averaged over.
        return None
    if not isinstance(key, Aggregate) and not variables(key) <= held:
        return None
    operands = [*shown, *operands]
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    names = column_names(operands, labels, query.subject)
    columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
    keys = (*(g.variable for g in each if isinstance(g, Entity)), query.subject)
    counted = isinstance(key, Aggregate)
    return replace(
        query,
        columns=columns,
        each=each,
        limit=query.limit or 1,
        distinct=False,
        distinct_on=keys if counted else (),
    )
