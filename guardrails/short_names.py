"""A part of a name that fits several stored names: taken where one has an answer, else asked.

"What did Spielberg direct?" fits Steven and Anne; only one of them directed, so nothing is asked.
"How old is Hanks?" fits Tom and Colin, and both have an answer: the person tells which.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from guardrails.offer import Offer, rows_text
from guardrails.scope import Redirect
from memory.query import Query
from memory.schema import LinkedValue
from memory.tree_edits import replace_value, slots

Answer: TypeAlias = Callable[[Query], Awaitable[Sequence[tuple[Any, ...]]]]

# More names than these are a word, not a name cut short.
_HANDFUL = 5
# A rival that fits this much worse is none.
_NEAR = 0.1
_WHOLE = 0.9


@dataclass(frozen=True, slots=True)
class Settled:
    """The one name that has an answer: the query with it, and its link in the place of `old`."""

    query: Query
    old: LinkedValue
    new: LinkedValue


async def settle_short_name(
    question: str,
    query: Query,
    used: Sequence[LinkedValue],
    linked: Sequence[LinkedValue],
    answer: Answer,
) -> Redirect | Settled | None:
    """What to make of the first short name in a question.

    Args:
        question: the standalone question.
        query: its reading.
        used: the links that the reading took.
        linked: all links of the question.
        answer: runs a query tree; its rows.

    Returns:
        The redirect that asks which is meant, where several have answers that differ; the name to
        take, where another than the one taken has the only answer; else None.
    """
    for link in used:
        rivals = _rivals(link, linked)
        if not rivals or len(rivals) >= _HANDFUL:
            continue
        told = []
        for meaning in (link, *rivals):
            meant = _with(query, link, meaning)
            if meant is None:
                break
            rows = await answer(meant)
            if not _empty(rows):
                told.append((meaning, meant, rows))
        if len({tuple(sorted(map(repr, rows))) for _, _, rows in told}) > 1:
            gives = [rows_text(rows) for _, _, rows in told]
            return _which(question, link, [meaning for meaning, _, _ in told], gives)
        if told and told[0][0] != link:
            return Settled(told[0][1], link, told[0][0])
    return None


def which_of_ways(question: str, ways: Sequence[Sequence[LinkedValue]]) -> Redirect | None:
    """The redirect that asks which thing a way leads from or to; None where each name fits one.

    Args:
        question: the standalone question.
        ways: the links of each way that can be meant.
    """
    for place in dict.fromkeys((link.start, link.end) for way in ways for link in way):
        here = [link for way in ways for link in way if (link.start, link.end) == place]
        meanings = list({str(link.value): link for link in here}.values())
        if len(meanings) > 1:
            return _which(question, here[0], meanings[:_HANDFUL])
    return None


def _rivals(link: LinkedValue, linked: Sequence[LinkedValue]) -> list[LinkedValue]:
    """Other values of the same property over the same words that fit as well."""
    if link.score >= _WHOLE:
        return []
    place = (link.start, link.end, link.label, link.property)
    return [
        other
        for other in linked
        if (other.start, other.end, other.label, other.property) == place
        and other.value != link.value
        and abs(other.score - link.score) <= _NEAR
    ]


def _with(query: Query, link: LinkedValue, meaning: LinkedValue) -> Query | None:
    """The query with another value for the linked one; None where it is not in there."""
    for slot in slots(query):
        if slot.attribute.property == link.property and link.value in slot.values:
            return replace_value(query, slot, link.value, meaning.value)
    return None


def _which(
    question: str, link: LinkedValue, meanings: Sequence[LinkedValue], gives: Sequence[str] = ()
) -> Redirect:
    names = [str(meaning.value) for meaning in meanings]
    labels = [f"{name} ({rows})" for name, rows in zip(names, gives, strict=False)] or names
    offers = tuple(
        Offer(label, _named(question, link, name))
        for label, name in zip(labels, names, strict=True)
    )
    return Redirect("ambiguous", "several", (link.text,), offers=offers)


def _named(question: str, link: LinkedValue, name: str) -> str:
    if question[link.start : link.end] == link.text:
        return question[: link.start] + name + question[link.end :]
    return re.sub(rf"(?<!\w){re.escape(link.text)}(?!\w)", lambda _: name, question, count=1)


def _empty(rows: Sequence[tuple[Any, ...]]) -> bool:
    return all(all(value in (None, 0, False, []) for value in row) for row in rows)
