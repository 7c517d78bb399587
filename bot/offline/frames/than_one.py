"""More films than Tom Hanks: a number held against that of one thing that is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.subtrees import beyond, compared, entity, node_of
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Entity,
    Figure,
    Node,
    Pattern,
    Query,
)
from memory.schema import LinkedValue

# Stands for the number of that one; no amount that anybody names.
_AMOUNT = 976_341_854
_COST = 0.1
_THAN = re.compile(
    r"\b(?P<word>more|fewer|less) (?P<thing>[a-z][\w-]*(?: [a-z][\w-]*){0,2}) than "
    r"(?P<one>\S.*?)(?: (?:has|have|had|did|does|do))?(?P<end>[\s?.!]*)\Z",
    re.I,
)


@cued(" than ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which actors acted in more films than Tom Hanks?"""
    found = _THAN.search(asked.question)
    if found is None:
        return
    sign = "more" if found["word"].lower() == "more" else "fewer"
    put = f"{sign} than {_AMOUNT} {found['thing']}"
    heard = asked.hear((found.start(), found.start("end"), put))
    if heard is None:
        return
    spans = [link for link in asked.linked if (link.start, link.end) == found.span("one")]
    for link in spans:
        whole = _against(asked, heard.query, link)
        if whole is not None:
            one = Heard(heard.query, 0.0, (link,))
            yield Heard(whole, heard.cost + _COST, used_by(heard, one))
            return


def _against(asked: Asked, query: Query, link: LinkedValue) -> Query | None:
    """The tree with that one's number in the place of the amount."""
    found = compared(query, _AMOUNT)
    if found is None or not found[1] or found[0] not in query.having or query.source is not None:
        return None
    test, node = found[0], node_of(query, query.subject)
    counted = entity(test.left.operand) if isinstance(test.left, Aggregate) else ""
    named = link.property in asked.lexicon.shown(link.label)
    if not counted or not named or not _alike(asked, node, link.label) or query.form != "list":
        return None
    far = beyond(query.pattern, query.subject, counted)
    if far is None or query.limit is not None:
        return None
    is_one = Comparison(Attribute(query.subject, link.property), "=", Constant(link.value))
    nodes = (Node(query.subject, (link.label,)), *far.nodes[1:])
    operand = Aggregate("count", Entity(counted), distinct=True)
    figure = Query(
        Pattern(nodes, far.edges, (is_one, *far.where)),
        (Column(operand, f"{counted}_to_exceed"),),
        query.subject,
        form="value",
    )
    having = tuple(replace(t, right=Figure(figure)) if t == test else t for t in query.having)
    return replace(query, having=having)


def _alike(asked: Asked, node: Node, label: str) -> bool:
    """Whether one of a label may be held against those that are asked for."""
    labels = asked.lexicon.schema.labels
    implied = {x for own in node.labels if own in labels for x in labels[own].implies}
    more = {*labels[label].implies} if label in labels else set()
    return label in node.labels or label in implied or bool(more & {*node.labels})
