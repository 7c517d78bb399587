"""Who did something first, most recently: the first to do it is not who came first.

Nor is what was saved last what was made last.
"""

from __future__ import annotations

import re

from bot.offline.agency import acts_first, reacts
from bot.offline.data import load
from bot.offline.lexicon import Lexicon
from memory.query import Attribute, Query
from memory.tree_edits import attributes_of

_CAME = frozenset(load("lasting")["came"])
TO_DO = re.compile(
    r"\b(?P<cut>(?:was|were|is|are) the (?P<rank>first|last)(?: \w+)? to) (?P<verb>\w+)\b", re.I
)
DONE = re.compile(
    r"\A\W*(?:who|which|what)\b.*\w(?<!est)(?P<cut> (?P<rank>first|last|most recently))\W*\Z", re.I
)
DID = re.compile(r"\Awhen did [^?.!,;]+?(?P<cut> (?P<rank>first|last)) (?P<verb>\w+)\b", re.I)


def came_first(question: str, query: Query, lexicon: Lexicon) -> bool:
    """Whether who did something first, or to what it was done, is told by which came first."""
    if not any(form.search(question) for form in (TO_DO, DONE, DID)):
        return False
    labels = {node.variable: node.labels[:1] for node in query.pattern.nodes}
    return any(
        _CAME & lexicon.groups_of(label, left.property) and _does(query, left.variable)
        for order in query.order
        for left in attributes_of(order.operand)
        if isinstance(left, Attribute)
        for label in labels.get(left.variable, ())
    )


def _does(query: Query, variable: str) -> bool:
    """Whether something is joined by what it does to what others made, or by what they do to it."""
    return any(
        any(map(reacts, edge.types))
        or acts_first(edge.types[0], forward=True) == (edge.start == variable)
        for edge in query.pattern.edges
        if variable in (edge.start, edge.end)
    )
