"""Counts summed up: how many papers an author writes on average, the most orders of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.cypher.subtrees import beyond, entity, node_of, without
from bot.offline.frames.asked import Asked, Edit, Heard, cued, used_by
from bot.offline.frames.groups import ahead, apart, behind, grouped, keys_of
from bot.words.naming import column_names
from memory.query import Aggregate, Attribute, Column, Entity, Function, Operand, Pattern, Query

_COST = 0.05
_FUNCTIONS = {
    "average": "avg",
    "avg": "avg",
    "mean": "avg",
    "typical": "avg",
    "maximum": "max",
    "max": "max",
    "highest": "max",
    "largest": "max",
    "greatest": "max",
    "minimum": "min",
    "min": "min",
    "lowest": "min",
    "smallest": "min",
}
_NUMBER = re.compile(
    r"\A\W*(?:(?:for|in|of) (?:each|every) [^,]+, *)?"
    r"(?P<lead>(?:(?:and|please|what|what's|whats|is|was|give|show|tell|me|find|calculate|"
    r"compute|determine|get|return|the|an?) +)*"
    rf"(?P<which>{'|'.join(_FUNCTIONS)}) (?:number|count) of )",
    re.I,
)
_HOW_MANY = re.compile(r"\bhow many\b", re.I)
_USUALLY = re.compile(r",? *\b(?:on (?:the )?average|in average|typically)\b,?", re.I)
_ONE = re.compile(
    r"\b(?P<way>per|(?:for|of|by|in|from|on|at|to|with) (?:an?|any|one|each|every)(?: single)?|"
    r"an?|each|every|the average|the typical|any one|a single) (?=\w)",
    re.I,
)


@cued("how many", "number of ", "count of ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many papers does an author write on average?"""
    question = asked.question
    found = _NUMBER.match(question)
    if found is not None:
        lead = (*found.span("lead"), "how many ")
        function = _FUNCTIONS[found["which"].lower()]
        yield from _sums(asked, [lead], found.end(), function)
        return
    many = _HOW_MANY.search(question)
    if many is None:
        return
    usual = _USUALLY.search(question)
    gone = [(*usual.span(), " " if usual.start() else "")] if usual is not None else []
    start = many.end() if usual is not None else len(question)
    yield from _sums(asked, gone, start, "avg")
    if usual is None and re.search(r"\bthe (?:average|typical) ", question[many.end() :], re.I):
        yield from _sums(asked, [], many.end(), "avg")


def _sums(asked: Asked, edits: list[Edit], start: int, function: str) -> Iterator[Heard]:
    """Every way to take what the counts are for each of."""
    for one in _ONE.finditer(asked.question, start):
        if any(edit[0] < one.end() and one.start() < edit[1] for edit in edits):
            continue
        each = (*one.span(), _for_each(one["way"].lower()))
        found = False
        said = [g for g in (ahead(asked.question), behind(asked.question)) if g is not None]
        for groups in (*said, None):
            if found:
                break
            gone = [groups[0]] if groups is not None else []
            if any(e[0] < one.end() and one.start() < e[1] for e in gone):
                continue
            heard = asked.hear(*edits, *gone, each)
            query = _summed(asked, heard.query, function) if heard is not None else None
            if heard is None or query is None:
                continue
            whole = heard.priced(_COST, query)
            for made in (whole,) if groups is None else _in_groups(asked, whole, groups[1]):
                found = True
                yield made


def _for_each(way: str) -> str:
    """By an author: by each author; per author: for each."""
    first = way.split()[0]
    if first == "per":
        return "are there for each "
    prepositions = ("for", "of", "by", "in", "from", "on", "at", "to", "with")
    return f"{first} each " if first in prepositions else "each "


def _summed(asked: Asked, query: Query, function: str) -> Query | None:
    """The average of counts; None where these are no counts for each of one thing."""
    if not any(isinstance(c.operand, Aggregate) for c in query.columns):
        return _of_property(asked, query, function)
    counts = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    plain = query.source is None and query.optional is None and not (query.having or query.each)
    if len(counts) != 1 or not plain or counts[0].function != "count" or query.limit is not None:
        return None
    count = counts[0]
    keys = [c.operand for c in keys_of(query)]
    if not keys or count != Aggregate("count", Entity(query.subject), distinct=True):
        return None
    operand = Aggregate(function, count)  # type: ignore[arg-type]
    owners = tuple(v for v in query.distinct_on if v != query.subject)
    if len(owners) == 1:
        return _of_nodes(query, operand, owners[0], entity(count.operand))
    if len(keys) != 1 or not isinstance(keys[0], Attribute | Function) or query.distinct_on:
        return None
    if keys[0] == Function("month", keys[0].operands if isinstance(keys[0], Function) else ()):
        # The months of all years are twelve.
        return None
    names = column_names([operand], _labels(query.pattern), query.subject)
    column = Column(operand, names[0])
    return replace(query, columns=(column,), form="value", order=(), each=(keys[0],))


def _of_property(asked: Asked, query: Query, function: str) -> Query | None:
    """How many pages each paper has is kept with it."""
    plain = query.form == "list" and query.source is None and query.limit is None
    labels = node_of(query, query.subject).labels
    if not plain or query.having or query.each or len(labels) != 1:
        return None
    own = [c.operand for c in query.columns if isinstance(c.operand, Attribute)]
    numbers = [o for o in own if asked.lexicon.kind(labels[0], o.property) == "number"]
    if len(own) != len(query.columns) or len(numbers) != 1 or query.pattern.edges:
        return None
    operand = Aggregate(function, numbers[0])  # type: ignore[arg-type]
    names = column_names([operand], _labels(query.pattern), query.subject)
    return Query(query.pattern, (Column(operand, names[0]),), query.subject, form="value")


def _of_nodes(query: Query, operand: Aggregate, owner: str, counted: str) -> Query | None:
    """Nodes that have none count too."""
    labels = node_of(query, owner).labels
    same = [n for n in query.pattern.nodes if n.labels == labels]
    far = beyond(query.pattern, owner, counted)
    if far is None or not labels or len(same) > 1:
        return None
    near = without(query.pattern, far)
    names = column_names([operand], _labels(query.pattern), owner)
    return Query(
        near,
        (Column(operand, names[0]),),
        owner,
        form="value",
        distinct_on=(owner,),
        optional=far,
    )


def _labels(pattern: Pattern) -> dict[str, tuple[str, ...]]:
    return {n.variable: n.labels for n in pattern.nodes}


def _in_groups(asked: Asked, heard: Heard, thing: tuple[int, int]) -> Iterator[Heard]:
    """The average number of orders per customer, for each country of customers."""
    query = heard.query
    counted = grouped(asked, node_of(query, query.subject).labels, thing)
    if counted is None or query.optional is None:
        return
    taken = replace(query, pattern=Pattern((*query.pattern.nodes, *query.optional.nodes)))
    groups = apart(taken, counted.query)
    keys = keys_of(groups)
    nodes = tuple(v for v in groups.distinct_on if v != query.subject)
    if not nodes:
        return
    pattern = Pattern(
        (*query.pattern.nodes, *(n for n in groups.pattern.nodes if n.variable != query.subject)),
        (*query.pattern.edges, *groups.pattern.edges),
        tuple(dict.fromkeys((*query.pattern.where, *groups.pattern.where))),
    )
    operands: list[Operand] = [c.operand for c in (*keys, *query.columns)]
    known = {**_labels(pattern), **_labels(query.optional)}
    names = column_names(operands, known, query.subject)
    whole = replace(
        query,
        pattern=pattern,
        columns=tuple(Column(o, name) for o, name in zip(operands, names, strict=True)),
        form="list",
        distinct_on=(*nodes, query.subject),
    )
    yield Heard(whole, heard.cost + counted.cost, used_by(heard, counted))
