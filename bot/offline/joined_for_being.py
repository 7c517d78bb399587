"""What is two kinds of thing at once, told as one thing that has to do with another."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.vocabulary import expand
from bot.offline.words import lemmas
from memory.query import Edge, Exists, Not, Pattern, Query
from memory.schema import Schema
from memory.text import fold, split_name

_NOUN = r"(?:the |an? )?(?P<noun>\w+)"
_BOTH = re.compile(rf"\b(?:both|are|were) [^,;.?!]*?\band (?:also )?{_NOUN}", re.I)
_ALSO = re.compile(rf"\b(?:is|are|was|were)(?:n['’]t| not| also)(?: also)? {_NOUN}", re.I)
_OF_THEM = re.compile(
    r"\b(?:how many|which|who|what share|what percentage) of (?:all )?(?:the )?\w+ "
    rf"(?:are|were) {_NOUN}",
    re.I,
)
_AMONG = re.compile(
    r"\b(?:among|amongst|out of|(?:(?:most|least) [a-z]+|[a-z]+est|worst) of) "
    r"(?:all )?(?:the |our )?(?P<noun>\w+)",
    re.I,
)


def joins_kinds_of_one(question: str, query: Query, schema: Schema) -> bool:
    """Whether what is *both X and Y*, *also X* or one *of the X* is told to be joined with an X.

    That is so where nobody named the relationship, and both are kinds of the same.
    """
    forms = (_BOTH, _ALSO, _OF_THEM, _AMONG)
    nouns = {found["noun"] for form in forms for found in form.finditer(question)}
    if not nouns:
        return False
    said = {lemma for word in fold(question).split() for lemma in lemmas(word)}
    told = {lemma for noun in nouns for lemma in (noun.lower(), *lemmas(fold(noun)))}
    whole = list(_patterns(query.pattern))
    labels = {n.variable: n.labels[0] for p in whole for n in p.nodes if n.labels}

    def named(edge: Edge) -> bool:
        return any(said & set(lemmas(split_name(type_)[0])) for type_ in edge.types)

    joined = {v for p in whole for e in p.edges if not named(e) for v in (e.start, e.end)}
    meant = [v for v in joined if v in labels and expand(split_name(labels[v]))[-1] in told]
    return any(
        _alike(labels[one], labels[query.subject], schema)
        for one in meant
        if one != query.subject and query.subject in labels
    )


def _patterns(pattern: Pattern) -> Iterator[Pattern]:
    """A pattern and those that must not be beside it."""
    yield pattern
    for test in pattern.where:
        if isinstance(test, Not) and isinstance(test.condition, Exists):
            yield from _patterns(test.condition.pattern)


def _alike(one: str, other: str, schema: Schema) -> bool:
    """Whether both are labels of one sort of thing."""
    kinds = [{x, *schema.labels[x].implies} for x in (one, other) if x in schema.labels]
    return len(kinds) == 2 and bool(kinds[0] & kinds[1])
