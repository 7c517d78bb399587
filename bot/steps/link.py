"""The slice of schema and the stored values that a question's words point at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Protocol

from bot.events import Linked
from memory.schema import LinkedValue, Schema
from memory.schema_named import names_of
from memory.schema_size import fits
from memory.schema_slice import Ranking, Slicer

# Links below this are guesses: they do not decide which labels the slice must have.
_SURE = 0.8


class ValueLookup(Protocol):
    """Finds the stored values that words of a question stand for."""

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """Links, longest stretch of words first."""
        ...


class ElementLookup(Protocol):
    """Ranks the elements of the schema by how near they are to a question."""

    async def lookup(self, question: str) -> Ranking:
        """Labels, relationship types and properties, nearest first."""
        ...


async def link(
    question: str,
    schema: Schema,
    values: ValueLookup,
    elements: ElementLookup,
    *,
    schema_tokens: int,
    overrules: Sequence[LinkedValue] = (),
    pinned: Sequence[LinkedValue] = (),
) -> Linked:
    """Link a standalone question to its slice of the schema and to stored values.

    Args:
        question: The standalone question.
        schema: The whole schema.
        values: Where stored values are found.
        elements: Ranks a schema that is larger than `schema_tokens`; not asked otherwise.
        schema_tokens: Up to this size the whole schema is the slice; also the slice's budget.
        overrules: What the person chose for the words `text`; with an empty label the words stand
            for no value.
        pinned: Links that are certain already, because a step of a plan found them.

    Returns:
        The slice and the links, which compete where they are over the same words.

    Raises:
        StoreError: the index fails.
    """
    found = _general_first(
        [v for v in await values.lookup(question) if v.label in schema.labels], schema
    )
    linked = _decided(question, found, pinned, None, schema)
    linked = _decided(question, linked, overrules, "chosen")
    if fits(schema, schema_tokens):
        return Linked(schema, tuple(linked))
    ranking = await elements.lookup(question)
    sure = [found for found in linked if found.score >= _SURE]
    used = [(found.label, found.property) for found in linked]
    slicer = Slicer(schema, ranking, schema_tokens, used)
    held = [found.label for found in sorted(sure, key=lambda found: -found.score)]
    part = slicer.slice(held, names_of(schema).named(question))
    return Linked(part, tuple(found for found in linked if found.label in part.labels))


def _general_first(links: Sequence[LinkedValue], schema: Schema) -> list[LinkedValue]:
    """Of an individual's labels the one that the others imply comes first, where they tie.

    Nothing said that this Steve McQueen is an actor: as a person he may have directed, too.
    """
    general = {name for label in schema.labels.values() for name in label.implies}
    ordered: list[LinkedValue] = []
    for _, tied in groupby(links, key=lambda v: (v.start, v.end, v.score, v.method, v.value)):
        ordered += sorted(tied, key=lambda v: v.label not in general)
    return ordered


def _decided(
    question: str,
    found: Sequence[LinkedValue],
    decisions: Sequence[LinkedValue],
    method: str | None,
    schema: Schema | None = None,
) -> list[LinkedValue]:
    """The links with those over decided words replaced by the decision, wherever they stand.

    With a schema, links to the same individual under another of its labels stay: that he is a
    director, too, tells what "his films" are.
    """
    links = list(found)
    for decision in decisions:
        places = _places(question, decision)
        over = [
            link
            for link in links
            if any(link.start < end and start < link.end for start, end in places)
        ]
        links = [link for link in links if link not in over]
        same = [link for link in over if schema and _same(link, decision, schema)]
        if same and any(link.label == decision.label for link in same):
            chosen = [
                replace(link, score=1.0, method=decision.method, nodes=decision.nodes)
                for link in same
            ]
            links = [*chosen, *links]
        elif decision.label:
            decided = replace(decision, score=1.0, method=method or decision.method)
            links = [
                *(
                    replace(decided, text=question[start:end], start=start, end=end)
                    for start, end in places
                ),
                *links,
            ]
    return links


def _same(link: LinkedValue, decision: LinkedValue, schema: Schema) -> bool:
    if (link.property, link.value) != (decision.property, decision.value):
        return False
    one, other = schema.labels.get(link.label), schema.labels.get(decision.label)
    if link.label == decision.label or one is None or other is None:
        return link.label == decision.label
    return other.name in (*one.implies, *one.together) or one.name in (
        *other.implies,
        *other.together,
    )


def _places(question: str, decision: LinkedValue) -> list[tuple[int, int]]:
    """Where the decided words stand: as whole words, in any case."""
    text = decision.text.strip()
    if not text:
        return []
    pattern = rf"(?<!\w){re.escape(text)}(?!\w)"
    return [match.span() for match in re.finditer(pattern, question, re.IGNORECASE)]
