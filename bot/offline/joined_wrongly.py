"""Joins that a question's own words deny: by year of report, who plays for a team."""

from __future__ import annotations

import re
from itertools import combinations

from bot.offline.agency import makes
from bot.offline.data import load
from bot.offline.telling_tree import condition_variables, variables_of
from bot.offline.vocabulary import type_words
from bot.offline.words import lemmas, plural
from memory.query import Edge, Entity, Query
from memory.schema import Schema
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

_DATED = re.compile(r"\b(?:year|month|quarter|week|day|date|time) of (?P<noun>[a-z]+)\b", re.I)
_JOINTLY = re.compile(
    r"\b(?:with|together|both|others?|else|same|also|too|common|shared?|sharing|joint\w*|co-?\w+)\b",
    re.I,
)
_FOR = re.compile(r"\b(?P<verb>[a-z]+) for [a-z]", re.I)
_SO_MANY = re.compile(
    rf"\b(?:which|what) (?:\d+|{'|'.join(load('scales')['numbers'])}) (?P<noun>[a-z]+)\b", re.I
)


def joins_the_date(question: str, query: Query) -> bool:
    """Whether the *year of report*, of a report's date, joins who reported as well."""
    for found in _DATED.finditer(question):
        said = set(lemmas(found["noun"].lower()))
        told = [a for c in query.columns for a in attributes_of(c.operand)]
        dated = any(said & _words(split_name(a.property)) for a in told)
        if dated and any(_says(e, said) and _bare(e, question, query) for e in query.pattern.edges):
            return True
    return False


def does_the_same(question: str, query: Query) -> bool:
    """Whether who *plays for* a team is told as who plays where it plays, too."""
    for found in _FOR.finditer(question):
        said = set(lemmas(found["verb"].lower()))
        doing = [e for e in query.pattern.edges if _says(e, said)]
        for n, one in enumerate(doing):
            for other in doing[n + 1 :]:
                same = (one.types, one.end) == (other.types, other.end)
                if same and not _named(one.end, question, query):
                    return True
    return False


def lists_others(question: str, query: Query, schema: Schema) -> bool:
    """Whether *which five drugs* is answered with something else."""
    found = _SO_MANY.search(question)
    if found is None or query.limit is None:
        return False
    noun = found["noun"].lower()
    asked = {x for x in schema.labels if plural(" ".join(split_name(x))) == noun}
    shown = [column.operand for column in query.columns]
    told = {query.subject}.union(*map(variables_of, shown))
    told |= {one.variable for one in shown if isinstance(one, Entity)}
    labels = {x for n in query.pattern.nodes if n.variable in told for x in n.labels}
    known = labels.union(*(schema.labels[x].implies for x in labels if x in schema.labels))
    return bool(asked) and not asked & known


def made_by_two(question: str, query: Query, schema: Schema) -> bool:
    """Whether *who Ann writes about* is told as who made what she made, where nobody said so."""
    if _JOINTLY.search(question):
        return False
    said = _words(fold(question).split())
    edges = [e for e in query.pattern.edges if e.directed and all(map(makes, e.types))]
    edges = [e for e in edges if not any(said & _words(split_name(t)[:1]) for t in e.types)]
    for one, other in combinations(edges, 2):
        if one.types == other.types and one.end == other.end and one.start != other.start:
            return not any(_has_several(type_, schema) for type_ in one.types)
    return False


def _has_several(type_: str, schema: Schema) -> bool:
    """Whether what a relationship makes has more than one maker now and then."""
    joins = schema.relationships[type_].joins if type_ in schema.relationships else ()
    return any(j.count > schema.labels[j.end].count for j in joins if j.end in schema.labels)


def _words(words: list[str]) -> set[str]:
    return {lemma for word in words for lemma in lemmas(word)}


def _says(edge: Edge, verb: set[str]) -> bool:
    return any(verb & set(lemmas(type_words(type_)[0])) for type_ in edge.types)


def _bare(edge: Edge, question: str, query: Query) -> bool:
    """Whether an end of a relationship is none that the question speaks of."""
    return not all(_named(end, question, query) for end in (edge.start, edge.end))


def _named(variable: str, question: str, query: Query) -> bool:
    """Whether a question says what a variable is, or something of it is told or tested."""
    if any(variable in condition_variables(test) for test in query.pattern.where):
        return True
    said = _words(fold(question).split())
    labels = [n.labels for n in query.pattern.nodes if n.variable == variable]
    return any(set(split_name(label)) <= said for found in labels for label in found)
