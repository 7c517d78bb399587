"""What is told of others' things where it is asked for each one's own: its employees."""

from __future__ import annotations

import re

from bot.offline.vocabulary import expand
from bot.offline.words import lemmas
from memory.query import Query
from memory.schema import Schema
from memory.text import fold, split_name

_ITS = re.compile(
    r"\bfor (?:each|every) (?P<one>\w+)\b[^.;?!]*?\b(?:its|their) (?P<own>\w+)\b", re.I
)


def forgets_whose(question: str, query: Query, schema: Schema) -> bool:
    """Whether *for each X its Y* are told of Y that are not joined to it, though Y of X are kept.

    The projects of a department's employees are not those that the department sponsors.
    """
    found = _ITS.search(question)
    if found is None:
        return False
    one, own = (_labels(found[name], schema) for name in ("one", "own"))
    ends = {(join.start, join.end) for _, join in schema.joins()}
    kept = {pair for pair in ends if pair[0] in one and pair[1] in own}
    kept |= {pair for pair in ends if pair[1] in one and pair[0] in own}
    if not kept:
        return False
    named = {n.variable: n.labels[0] for n in query.pattern.nodes if n.labels}
    edges = [e for part in (query.pattern, query.optional) if part for e in part.edges]
    if query.optional is not None:
        named |= {n.variable: n.labels[0] for n in query.optional.nodes if n.labels}
    joined = {(named.get(e.start, ""), named.get(e.end, "")) for e in edges}
    return not any({*pair} & one and {*pair} & own for pair in joined)


def _labels(word: str, schema: Schema) -> set[str]:
    """The labels that a word names."""
    said = {word.lower(), *lemmas(fold(word))}
    return {name for name in schema.labels if expand(split_name(name))[-1] in said}
