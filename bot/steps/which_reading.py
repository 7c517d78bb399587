"""Two readings as good as each other: both are offered, in English, where their answers differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.cypher.statement import to_cypher
from bot.errors import GraphError
from bot.offline.reading import Reading
from bot.ports import Graph
from bot.realiser.english import to_question
from bot.steps.suggest import Suggestions
from guardrails.offer import Offer, rows_text
from guardrails.scope import Redirect
from memory.query import Query
from memory.schema import Schema

_SECONDS = 3.0
_MOST = 4
# Nobody reads through an offer of more words.
_WORDS = 40


async def which_reading(
    readings: Sequence[Reading],
    schema: Schema,
    graph: Graph,
    suggestions: Suggestions,
    least: int = 2,
    answered: Sequence[Sequence[Any]] = (),
) -> Redirect | None:
    """The redirect that asks which reading is meant; of guesses the `least` is one.

    What has the same rows as were `answered` already is not offered.

    None where they come to the same, or where a wording of them would not be read as it is meant.
    """
    offers: dict[tuple[str, ...], Offer] = {}
    for reading in readings[:_MOST]:
        if _only_wider(reading.query, readings[0].query):
            continue
        try:
            found = await graph.run(*to_cypher(reading.query), seconds=_SECONDS)
        except GraphError:
            if least > 1:
                return None
            continue
        rows = found.rows
        # Nobody is helped by a guess that finds nothing, or counts none.
        if least == 1 and [list(row) for row in rows] == [[0]]:
            continue
        if not rows or _bag(rows) in offers or (answered and _alike(rows, answered)):
            continue
        question = to_question(reading.query, schema)
        if len(question.split()) > _WORDS:
            continue
        told = await suggestions.ask(question)
        if told is not None and _alike(told, rows):
            gives = rows_text(rows, whole=not found.truncated)
            offers[_bag(rows)] = Offer(f"{question} ({gives})", question)
    if len(offers) < least:
        return None
    return Redirect("ambiguous", "readings", offers=tuple(offers.values()))


def _only_wider(one: Query, other: Query) -> bool:
    """Whether two readings differ in how widely a relationship is taken: acted in, worked on."""
    pairs = list(zip(one.pattern.edges, other.pattern.edges, strict=False))
    within = all(set(a.types) <= set(b.types) or set(b.types) <= set(a.types) for a, b in pairs)
    differ = any(a.types != b.types for a, b in pairs)
    alike = len(one.pattern.edges) == len(other.pattern.edges)
    return alike and within and differ and one.pattern.where == other.pattern.where


def _alike(one: Sequence[Sequence[Any]], other: Sequence[Sequence[Any]]) -> bool:
    """Whether answers are the same rows, of which one may show more columns."""
    if len(one) != len(other):
        return False
    fewer, more = sorted((one, other), key=lambda rows: len(rows[0]) if rows else 0)
    columns = [sorted(map(repr, column)) for column in zip(*more, strict=True)]
    places = list[int]()
    for column in zip(*fewer, strict=True):
        held = sorted(map(repr, column))
        fits = [n for n, there in enumerate(columns) if there == held and n not in places]
        if not fits:
            return False
        places.append(fits[0])
    return _bag(fewer) == _bag([[row[place] for place in places] for row in more])


def _bag(rows: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    return tuple(sorted(repr(tuple(row)) for row in rows))
