"""A list that is asked for as a chart stands for figures: so many things of each kind."""

from __future__ import annotations

from dataclasses import replace

from bot.cypher.subtrees import variables
from bot.offline.reading import Reading
from bot.realiser.english import to_english
from bot.stored.kinds import kind_of
from bot.words.naming import column_names
from guardrails.portrait import name_property
from memory.query import Aggregate, Attribute, Column, Entity, Operand, Query
from memory.schema import Label, Schema

# What things are grouped by; they are measured by the other kinds.
_KINDS = ("year", "year_text", "flag", "text")


def as_figures(reading: Reading, schema: Schema) -> Reading:
    """Return a reading that can be drawn, where it lists things by something and counts nothing.

    "Films by genre" asks for the films that have one, and "films by year" for films in that order;
    where a chart is asked for, each asks how many films there are of each. Others stay as they are.
    """
    query = reading.query
    by = _listed_by(query, schema) if _is_plain_list(query) else None
    if by is None:
        return reading
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    operands: tuple[Operand, ...] = (by, Aggregate("count", Entity(query.subject), distinct=True))
    names = column_names(operands, labels, query.subject)
    columns = tuple(Column(one, name) for one, name in zip(operands, names, strict=True))
    on = (by.variable,) if by.variable != query.subject else ()
    counted = replace(query, columns=columns, distinct_on=on, order=())
    return replace(reading, query=counted, text=to_english(counted, schema))


def _is_plain_list(query: Query) -> bool:
    """Whether it lists things, whole and each once, with nothing but what they have themselves."""
    more = (query.having, query.limit, query.skip, query.source, query.optional, query.each)
    own = all(
        isinstance(one.operand, Attribute) and one.operand.variable == query.subject
        for one in query.columns
    )
    return query.form == "list" and own and not any(more) and query.route is None


def _listed_by(query: Query, schema: Schema) -> Attribute | None:
    """What the things are sorted by, or the name of the one kind that they are joined with."""
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    if len(query.order) == 1:
        by = query.order[0].operand
        owner = schema.labels.get((*labels[query.subject], "")[0])
        return by if owner and isinstance(by, Attribute) and _groups(by.property, owner) else None
    told = variables(query.pattern.where)
    ends = [end for edge in query.pattern.edges for end in (edge.start, edge.end)]
    free = [one for one in labels if ends.count(one) == 1 and one not in (query.subject, *told)]
    if query.order or len(free) != 1:
        return None
    owner = schema.labels.get((*labels[free[0]], "")[0])
    named = name_property(owner) if owner is not None else None
    return Attribute(free[0], named.name) if named is not None else None


def _groups(name: str, owner: Label) -> bool:
    """Whether things have a property in common with others, and are not called by it."""
    held, named = owner.properties.get(name), name_property(owner)
    known = held is not None and kind_of(held) in _KINDS
    return known and (named is None or named.name != name)
