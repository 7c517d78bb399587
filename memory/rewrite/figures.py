"""Another figure of the same things: "and the total?" after an average, "the top 3" of a list."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from memory.conversation import Exchange
from memory.english import HARM, singular
from memory.query import Aggregate, Attribute, Comparison, Entity, Order, Query
from memory.rewrite.outcome import Rewrite
from memory.rewrite.utterance import Utterance, word_set
from memory.schema import Scalar
from memory.text import split_name
from memory.tree_edits import as_list, slots, top_groups

_FIGURES: dict[str, Literal["avg", "sum", "max", "min"]] = {
    **dict.fromkeys(("average", "mean"), "avg"),
    **dict.fromkeys(("total", "sum", "overall", "combined"), "sum"),
    **dict.fromkeys(("highest", "maximum", "max", "largest", "biggest", "greatest"), "max"),
    **dict.fromkeys(("lowest", "minimum", "min", "smallest"), "min"),
}
_NAMED = {"avg": "average", "sum": "total", "max": "highest", "min": "lowest"}
_FIGURE = re.compile(
    r"^(?:what (?:is|was|are|were|'s) )?(?:the |its |their )?"
    rf"(?P<how>{'|'.join(_FIGURES)})(?: (?:one|value|figure))?$"
)
_MOST = re.compile(
    r"^(?:which|who|what)(?: (?:one|of (?:them|those|these)|(?P<noun>[a-z]+)))? "
    r"(?:has|have|had|got|was|is) the "
    r"(?P<how>most|fewest|least|highest|lowest|largest|smallest|biggest|greatest)"
    r"(?: (?:one|number|value|figure))?$"
)
_MUCH = ("most", "highest", "largest", "biggest", "greatest")
# What is there to be added up; of a rating or a year there is no sum.
_SUMMABLE = word_set("""
    amount price cost revenue sale budget income salary wage fee value quantity profit payment
    balance spending spend funding donation turnover expense debt loan tax volume weight distance
    duration view vote seat bed casualty
    """)
_DIRECTION = re.compile(
    r"^(?:in )?(?:(?P<down>desc|descending|(?:highest|largest|biggest|greatest)(?= first))|"
    r"(?P<up>asc|ascending|(?:lowest|smallest|fewest)(?= first))|"
    r"(?P<turned>reversed?|(?:the )?(?:other way (?:a?round)|opposite|reverse)))"
    r"(?: first| order| the (?:order|list)| it| that)*$"
)
_DIRECTED = re.compile(
    r"\b(?:first|ascending|descending|asc|desc|reverse|alphabetical\w*|\w+est)\b"
)


def another_figure(said: Utterance, query: Query) -> Query | None:
    """The same with another aggregate in the place of its one, where it gives a single value."""
    found = _FIGURE.match(said.plain)
    if not found or len(query.columns) != 1 or query.having or query.order:
        return None
    column = query.columns[0]
    operand = column.operand
    if not isinstance(operand, Aggregate) or not isinstance(operand.operand, Attribute):
        return None
    function = _FIGURES[found["how"]]
    if operand.function not in _NAMED or operand.function == function:
        return None
    name = column.name.removeprefix(f"{_NAMED[operand.function]}_")
    changed = replace(operand, function=function)
    return replace(
        query, columns=(replace(column, operand=changed, name=f"{_NAMED[function]}_{name}"),)
    )


def most_of_shown(said: Utterance, query: Query) -> Query | None:
    """The one with the most of the one figure shown: "which one has the most?"."""
    found = _MOST.match(said.plain)
    if not found or query.limit is not None or query.each or query.form != "list":
        return None
    noun = singular(found["noun"]) if found["noun"] else ""
    if noun and not any(noun in split_name(column.name) for column in query.columns):
        return None
    descending = found["how"] in _MUCH
    if any(isinstance(column.operand, Aggregate) for column in query.columns):
        return top_groups(query, 1, descending=descending)
    asked = [c.operand for c in query.columns if isinstance(c.operand, Attribute)]
    if len(asked) != 2:
        return None
    present = Comparison(asked[1], "IS NOT NULL")
    pattern = replace(query.pattern, where=(*query.pattern.where, present))
    return replace(query, pattern=pattern, order=(Order(asked[1], descending),), limit=1)


def ranked_by_figure(said: Utterance, base: Exchange) -> Rewrite | None:
    """The one with the most of what the last figure was taken of: "who has the highest?"."""
    found, query = _MOST.match(said.plain), base.query
    if found is None or found["noun"] or query is None or len(query.columns) != 1:
        return None
    operand = query.columns[0].operand
    told = operand.operand if isinstance(operand, Aggregate) else None
    if not isinstance(told, Attribute) or told.variable != query.subject:
        return None
    how = "highest" if found["how"] in _MUCH else "lowest"
    text = f"which one has the {how} {' '.join(split_name(told.property))}?"
    return Rewrite(text, follows=True, context=as_list(query), pinned=base.linked)


def figure_of_list(said: Utterance, base: Exchange) -> Rewrite | None:
    """The average or the sum of what a list was picked or sorted by: "what's the total?"."""
    found, query = _FIGURE.match(said.plain), base.query
    if found is None or query is None or query.form != "list" or query.limit is not None:
        return None
    how = _FIGURES[found["how"]]
    told = [slot.attribute for slot in slots(query) if _is_number(slot.values[0])]
    told += [k.operand for k in query.order if isinstance(k.operand, Attribute)]
    words = {tuple(split_name(x.property)) for x in told if x.variable == query.subject}
    if len(words) != 1 or how not in ("avg", "sum"):
        return None
    name = words.pop()
    if how == "sum" and not _SUMMABLE & {singular(word) for word in name}:
        return None
    text = f"what is the {_NAMED[how]} {' '.join(name)}?"
    return Rewrite(text, follows=True, context=query, pinned=base.linked)


def _is_number(value: Scalar) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def turned_to(said: Utterance, query: Query) -> Query | None:
    """A sorted list the other way: "highest first", "in descending order"."""
    found = _DIRECTION.match(said.plain)
    if found is None or query.form != "list" or not query.order or query.each:
        return None
    first = query.order[0]
    descending = not first.descending if found["turned"] else bool(found["down"])
    return replace(query, order=(replace(first, descending=descending), *query.order[1:]))


def of_harm(query: Query) -> bool:
    """Whether much of the figure told is bad: the worst delays are the longest."""
    told = [order.operand for order in query.order]
    told += [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    words: list[str] = []
    for operand in told:
        inner = operand.operand if isinstance(operand, Aggregate) else operand
        if isinstance(inner, Attribute):
            words += split_name(inner.property)
        elif isinstance(inner, Entity):
            labels = {n.variable: n.labels for n in query.pattern.nodes}
            words += [w for label in labels.get(inner.variable, ()) for w in split_name(label)]
    return any(singular(word) in HARM for word in words)


def end_of_sorted(base: Exchange, query: Query, end: str, size: int) -> Query | None:
    """The first or last so many of a list that was sorted.

    The top is where the large ones are, unless the asker said in which direction to sort.
    """
    if not query.order or query.each or query.form != "list":
        return None
    if end in ("first", "last") or _DIRECTED.search(base.question.lower()):
        turned = end in ("last", "bottom", "worst")
        order = tuple(replace(key, descending=key.descending != turned) for key in query.order)
    else:
        turned = end in ("best", "worst") and of_harm(query)
        first = replace(query.order[0], descending=(end in ("top", "best")) != turned)
        order = (first, *query.order[1:])
    return replace(query, order=order, limit=size)
