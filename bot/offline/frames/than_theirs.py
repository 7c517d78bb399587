"""A figure held against what is kept: total orders over their credit limit, below that minimum.

The rest is read with an amount that nobody names in the place of what is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.held_numbers import AMOUNT
from bot.offline.lexicon import PropertyTarget
from bot.offline.naming import column_names
from bot.offline.subtrees import compared, node_of
from bot.offline.words import lemmas
from memory.query import Aggregate, Attribute, Column, Comparison, Node, Query
from memory.text import fold, split_name

_COST = 0.05
_SURE = 0.2
_BE = r"(?:is |are |was |were )?"
_OVER = (
    r"(?:exceeds?|exceeded|exceeding"
    rf"|{_BE}(?:above|over|(?:higher|greater|larger|more|bigger) than))"
)
_UNDER = rf"(?:{_BE}(?:below|under|(?:lower|less|smaller) than))"
_HELD = re.compile(
    r"(?P<and>,? (?:although|even though|though|but) (?:their|his|her|its) (?P<what>[\w ]+?))?"
    rf"(?P<said>(?: that| which)? (?:(?P<over>{_OVER})|{_UNDER}) "
    r"(?:(?:their|its|his|her)(?: own)? (?P<own>[\w -]+?)(?:, with their (?P=own)s)?"
    r"|the (?P<prop>[\w -]+?) (?:of|for) (?:that|the|this) (?P<thing>\w+)))\W*\Z",
    re.I,
)


@cued("exceed", "above ", "over ", "than ", "below ", "under ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which customers have a total order amount that exceeds their credit limit?"""
    found = _HELD.search(asked.question)
    if found is None:
        return
    edits = [(*found.span("said"), f" {'over' if found['over'] else 'under'} {AMOUNT}")]
    if found["and"]:
        # Although their average is below: and whose average is.
        edits[0] = (
            found.start("and"),
            found.end("said"),
            f" and whose {found['what']} is" + edits[0][2],
        )
    heard = asked.hear(*edits)
    test = compared(heard.query, AMOUNT) if heard is not None else None
    if (
        heard is None
        or test is None
        or heard.query.form != "list"
        or heard.query.source is not None
    ):
        return
    kept = _kept(asked, heard.query, found)
    if kept is None or (not test[1] and kept.variable == heard.query.subject):
        # Two properties of one thing are held against each other elsewhere.
        return
    query = _against(heard.query, test[0], kept)
    if query is not None:
        yield heard.priced(_COST, query)


def _kept(asked: Asked, query: Query, found: re.Match[str]) -> Attribute | None:
    """The one number of the subject, or of the thing that was named, that is called so."""
    node: Node | None = node_of(query, query.subject)
    if found["thing"]:
        called = {*lemmas(fold(found["thing"]))}
        nodes = [
            n for n in query.pattern.nodes if n.labels and split_name(n.labels[0])[-1] in called
        ]
        node = nodes[0] if len(nodes) == 1 else None
    if node is None or not node.labels:
        return None
    known = asked.lexicon.lookup(tuple(fold(found["own"] or found["prop"]).split()))
    names = [
        t.property
        for t, cost in known.items()
        if isinstance(t, PropertyTarget) and t.owner in node.labels and cost < _SURE
        if asked.lexicon.kind(t.owner, t.property) in ("number", "number_text")
    ]
    return Attribute(node.variable, names[0]) if len(names) == 1 else None


def _against(query: Query, test: Comparison, kept: Attribute) -> Query | None:
    """The tree with what is kept in the place of the amount."""
    held = replace(test, right=kept)
    if test in query.having:
        if kept.variable != query.subject:
            return None
        having = tuple(held if t == test else t for t in query.having)
        return replace(query, having=having, columns=_beside(query, kept))
    if isinstance(test.left, Aggregate) or test not in query.pattern.where:
        return None
    where = tuple(held if t == test else t for t in query.pattern.where)
    if query.distinct_on and kept.variable not in query.distinct_on:
        # One may stand so to several.
        return replace(query, pattern=replace(query.pattern, where=where))
    columns = _beside(query, kept)
    return replace(query, pattern=replace(query.pattern, where=where), columns=columns)


def _beside(query: Query, kept: Attribute) -> tuple[Column, ...]:
    """The columns, and what the figure is held against."""
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    operands = [*(c.operand for c in query.columns), kept]
    names = column_names(operands, labels, query.subject)
    return (*query.columns, Column(kept, names[-1]))
