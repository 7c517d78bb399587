"""What is said of a thing itself, told as that of another: suspended firms, by a status of agents.

Where things keep a status of their own, and none has the one that was named, nobody meant the
status of something that the question does not speak of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.words import lemmas
from memory.query import Attribute, Comparison, Constant, Query
from memory.schema import Property, Schema
from memory.text import fold, split_name

# Films of France, and how they stand to it, may be told by whoever made them.
_LEADING = frozenset(load("phrases")["prepositions"]) - {"with", "as"}
_NAMES = frozenset(["name", "title", "label"])


def tells_of_another(question: str, query: Query, schema: Schema) -> bool:
    """Whether a value is one of what nobody named, though a named thing keeps the like itself."""
    said = {lemma for word in fold(question).split() for lemma in lemmas(word.strip("?.,!"))}
    labels = {n.variable: n.labels[0] for n in query.pattern.nodes if n.labels}
    edges = {e.variable: e for e in query.pattern.edges if e.variable}

    def named(words: str) -> bool:
        return all(set(lemmas(fold(word))) & said for word in split_name(words))

    for attribute, value in _values(query):
        if _NAMES & set(split_name(attribute.property)) or _led(question, value):
            continue
        edge = edges.get(attribute.variable)
        ends = [attribute.variable] if edge is None else [edge.start, edge.end]
        others = [v for v in ends if v != query.subject]
        types = edge.types if edge is not None else ()
        if attribute.variable == query.subject or any(named(labels.get(v, "")) for v in others):
            continue
        if any(map(named, types)):
            continue
        own = schema.labels.get(labels.get(query.subject, ""))
        like = own.properties.get(attribute.property) if own is not None else None
        if like is not None and _lacks(like, value):
            return True
    return False


def _values(query: Query) -> Iterator[tuple[Attribute, str]]:
    for test in query.pattern.where:
        if isinstance(test, Comparison) and test.operator == "=":
            left, right = test.left, test.right
            value = right.value if isinstance(right, Constant) else None
            if isinstance(left, Attribute) and isinstance(value, str):
                yield left, value


def _led(question: str, value: str) -> bool:
    """Whether a preposition stands before a value."""
    before = re.search(rf"(\w+) (?:the )?[\"']?{re.escape(value)}\b", question, re.I)
    return before is not None and before[1].lower() in _LEADING


def _lacks(own: Property, value: str) -> bool:
    return own.values is not None and fold(value) not in {fold(str(x)) for x in own.values}
