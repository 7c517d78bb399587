"""A ranking asked anew: "what about answers?" after "which users asked the most questions?"."""

from __future__ import annotations

import re

from lemminflect import getInflection

from memory.conversation import Exchange
from memory.english import singular
from memory.query import Aggregate, Entity, Query
from memory.rewrite.antecedents import Antecedents, subject_label
from memory.rewrite.kinds import label_named, label_words
from memory.rewrite.outcome import Rewrite
from memory.rewrite.substitution import related
from memory.rewrite.utterance import Utterance
from memory.schema import Schema
from memory.text import split_name

_MOST = r"(?P<verb>[a-z]+) the (?P<how>most|fewest|least) (?P<noun>[a-z]+)"


def reranked(said: Utterance, past: Antecedents, joiner: str) -> Rewrite | None:
    """The ranking by another count, or of other things; both are offered where both can be meant.

    A thing that the ranked ones have several of takes the place of what was counted, one that has
    several of what was counted takes the place of what was ranked.
    """
    base, schema = past.base, past.schema
    query = base.query
    words = said.forms[1:] if said.forms[:1] == ("the",) else said.forms
    if schema is None or query is None or len(words) != 1:
        return None
    if not joiner or (said.forms[0] == "the" and "about" not in joiner):
        return None
    new = label_named(words[0], schema)
    ranked, counted = subject_label(base), counted_label(query)
    if not new or not counted or not ranked or new in (ranked, counted):
        return None
    asked = []
    if _several(ranked, new, schema):
        asked.append(_by_another(base, query, ranked, words[0]))
    if _several(new, counted, schema) and _is_plain(query):
        asked.append(_worded(query, new, many(counted)))
    found = [question for question in asked if question]
    if len(found) > 1:
        return Rewrite(said.text, True, open=True, unclear=(words[0],), choices=tuple(found))
    return Rewrite(found[0], follows=True) if found else None


def counted_label(query: Query) -> str:
    """The label of what a ranking goes by the number of; none where it goes by something else."""
    operand = query.order[0].operand if query.order else None
    if not isinstance(operand, Aggregate) or operand.function != "count":
        return ""
    inner = operand.operand
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    if query.optional is not None:
        labels |= {node.variable: node.labels for node in query.optional.nodes if node.labels}
    found = labels.get(inner.variable, ()) if isinstance(inner, Entity) else ()
    return found[0] if found else ""


def many(label: str) -> str:
    """The plural of a label's name.

    >>> many("OrderItem"), many("Country")
    ('order items', 'countries')
    """
    *before, last = split_name(label) or [label.lower()]
    plural = getInflection(last, tag="NNS")
    return " ".join((*before, plural[0] if plural else last))


def _is_plain(query: Query) -> bool:
    """Whether nothing restricts what is ranked, nor what is counted."""
    pattern = query.pattern
    simple = len(pattern.nodes) <= 2 and len(pattern.edges) <= 1 and not pattern.where
    return simple and not query.having and query.source is None


def _by_another(base: Exchange, query: Query, ranked: str, noun: str) -> str:
    if _is_plain(query):
        return _worded(query, ranked, noun)
    found = re.search(_MOST, base.standalone, re.IGNORECASE)
    if not found or singular(found["noun"].lower()) not in label_words(counted_label(query), None):
        return ""
    verb = found["verb"].lower()
    has = verb if verb in ("has", "have", "had") else "have"
    start, end = found.span()
    return f"{base.standalone[:start]}{has} the {found['how']} {noun}{base.standalone[end:]}"


def _worded(query: Query, ranked: str, counted: str) -> str:
    how = "most" if query.order[0].descending else "fewest"
    if query.limit == 1:
        return f"Which {' '.join(split_name(ranked))} has the {how} {counted}?"
    size = f"{query.limit} " if query.limit else ""
    return f"Which {size}{many(ranked)} have the {how} {counted}?"


def _several(one: str, other: str, schema: Schema) -> bool:
    """Whether things of a label are joined to several of another, so that these can be counted."""
    label = schema.labels.get(one)
    joined = max(
        (
            join.count
            for _, join in schema.joins()
            if (_is(join.start, one, schema) and _is(join.end, other, schema))
            or (_is(join.end, one, schema) and _is(join.start, other, schema))
        ),
        default=0,
    )
    return label is not None and joined > label.count


def _is(end: str, label: str, schema: Schema) -> bool:
    return end == label or related(end, label, schema)
