"""The best of each group: the most cited paper of every field, the top three for each year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, used_by
from bot.offline.frames.groups import (
    ahead,
    apart,
    ends_of_words,
    grouped,
    keys_of,
    measures,
    named_once,
)
from bot.offline.frames.trees import beyond, node_of, variables
from bot.offline.kinds import telling_properties
from bot.offline.naming import column_names
from bot.offline.words import lemmas
from memory.query import Aggregate, Attribute, Column, Entity, Node, Operand, Pattern, Query
from memory.text import split_name

_COST = 0.05
_PREPOSITION = r"(?:in|of|for|from|within|at|on|to|with|among)"
_EACH = re.compile(
    rf"\b(?P<way>(?:{_PREPOSITION}|by) )(?P<each>each|every)(?: single)? (?=\w)", re.I
)
_PER = re.compile(r"\b(?P<each>per) (?=\w)", re.I)
_OWN = re.compile(r"\b(?P<each>each|every) (?P<thing>\w+(?: \w+)?)['’]s? ", re.I)
_RANKS = re.compile(r"\b(?:\w+est|most|least|top|bottom|best|worst|first|last|latest)\b", re.I)
_SORTS = re.compile(r"\b(?:sort(?:ed)?|order(?:ed)? by|in order|rank(?:ed)?|arranged)\b", re.I)


def frame(asked: Asked) -> Iterator[Heard]:
    """What is the most expensive product in each category?"""
    question = asked.question
    if not _RANKS.search(question):
        return
    first = ahead(question)
    if first is not None:
        yield from _by_count(asked, *first)
        return
    for found in (*_EACH.finditer(question), *_PER.finditer(question)):
        per = found["each"].lower() == "per"
        put = "of a " if per else f"{found['way']}a "
        heard = asked.hear((found.start(), found.end(), put))
        for end in ends_of_words(question, found.end()):
            thing = (found.end(), end)
            made = list(_of_node(asked, heard, thing)) if heard is not None else []
            made += _by_count(asked, (found.start(), end, ""), thing)
            yield from (one for one in made if not per or _fewer(asked, one.query, found.start()))
    for found in _OWN.finditer(question):
        end = asked.end
        heard = asked.hear(
            (found.start(), found.end(), "the "), (end, end, f" of a {found['thing']}")
        )
        if heard is not None:
            yield from _of_node(asked, heard, found.span("thing"), told=True)


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


def _by_count(asked: Asked, gone: tuple[int, int, str], thing: tuple[int, int]) -> Iterator[Heard]:
    """The best without its groups, and how many of them there are for each group."""
    heard = asked.hear(gone)
    if heard is None or not heard.query.order:
        return
    query = heard.query
    labels = node_of(query, query.subject).labels
    counted = grouped(asked, labels, thing)
    if counted is None:
        return
    groups = apart(query, counted.query)
    keys = [c.operand for c in keys_of(groups)]
    if any(measures(asked, key, labels[0]) for key in keys):
        # The most citations per page: that is a ratio.
        return
    nodes = [Entity(v) for v in groups.distinct_on if v != query.subject]
    each: Sequence[Operand] = nodes or keys
    pattern = Pattern(
        (*query.pattern.nodes, *(n for n in groups.pattern.nodes if n.variable != query.subject)),
        (*query.pattern.edges, *groups.pattern.edges),
        tuple(dict.fromkeys((*query.pattern.where, *groups.pattern.where))),
    )
    whole = _each(replace(query, pattern=pattern), tuple(each), keys, asked.question)
    if whole is not None:
        cost = heard.cost + counted.cost + _COST
        yield Heard(whole, cost, used_by(heard, counted))


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
