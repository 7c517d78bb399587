"""A figure of each of some groups: average price per category for categories with over 10 products.

The groups are picked by a query of their own; it is the same group that has the figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.naming import free_name
from bot.offline.subtrees import node_of, renamed, variables
from bot.offline.words import is_plural, lemmas, plural
from memory.query import Aggregate, Query

_COST = 0.15
_EACH = r"(?:per|by|for each|for every|of each|in each|of every|in every)"
_THAT = r"(?:with|that|which|who|where|whose|having)"
_FIGURE = re.compile(
    r"\b(?:average|mean|total|sum|number|how many|highest|lowest|most|least)\b", re.I
)
_OF_THOSE = re.compile(
    rf"\A(?P<figure>.+?\b{_EACH} (?P<group>\w+(?: \w+)?)),? (?:but )?(?:only )?"
    rf"(?:for|among|of|in)(?: only)?(?: the| those)? (?P<those>\w+(?: \w+)?) "
    rf"(?P<that>{_THAT} .+)\Z",
    re.I,
)
_OF_SUCH = re.compile(
    rf"\A(?P<figure>.+?\b{_EACH} (?P<group>\w+(?: \w+)?)),? (?P<that>{_THAT} .+)\Z", re.I
)
_AHEAD = re.compile(
    rf"\A\W*for (?:each|every) (?P<group>\w+(?: \w+)?) (?P<that>{_THAT} [^,]+), (?P<figure>.+)\Z",
    re.I,
)


@cued("per ", "by ", "each", "every")
def frame(asked: Asked) -> Iterator[Heard]:
    """Average salary per department for departments with more than 10 employees."""
    if not _FIGURE.search(asked.question):
        return
    text = asked.question[: asked.end]
    for pattern in (_OF_THOSE, _OF_SUCH, _AHEAD):
        found = pattern.match(text)
        if found is None:
            continue
        those = found["those"] if pattern is _OF_THOSE else found["group"]
        if not set(lemmas(those.split()[-1].lower())) & set(
            lemmas(found["group"].split()[-1].lower())
        ):
            continue
        after = f" for each {found['group']}" if pattern is _AHEAD else ""
        figure = asked.hear_part(*found.span("figure"), "", after)
        picked = asked.hear_part(*found.span("that"), f"Which {_several(those)} ")
        if figure is None or picked is None:
            continue
        whole = _of_picked(figure.query, picked.query)
        if whole is not None:
            yield Heard(whole, figure.cost + picked.cost + _COST, used_by(figure, picked))
            return


def _several(noun: str) -> str:
    *before, last = noun.split()
    return " ".join([*before, last if is_plural(last) else plural(last)])


def _of_picked(figure: Query, picked: Query) -> Query | None:
    """The figures of the groups that are picked; None where the parts are otherwise."""
    (group,) = figure.distinct_on if len(figure.distinct_on) == 1 else ("",)
    plain = figure.source is None and not figure.having and figure.limit is None
    if not group or not plain or not picked.having or picked.limit is not None:
        return None
    if (
        picked.source is not None
        or picked.form != "list"
        or picked.distinct_on != (picked.subject,)
    ):
        return None
    figures = [c.operand for c in figure.columns if isinstance(c.operand, Aggregate)]
    if not figures or node_of(figure, group).labels != node_of(picked, picked.subject).labels:
        return None
    taken = variables(figure.pattern) | variables(picked.pattern)
    again = variables(picked.pattern) & variables(figure.pattern)
    names = {name: free_name(name, taken) for name in sorted(again)}
    source = renamed(picked, {**names, picked.subject: group})
    return replace(figure, source=replace(source, columns=(), order=()))
