"""What rules read, held against what was learned: believed, doubted, taken instead, or asked.

The likeliest meanings are run, since what they come to tells much of which is meant.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import structlog

from bot.cypher.statement import to_cypher
from bot.errors import GraphError
from bot.offline.reading import Reading
from bot.offline.soundness import sound
from bot.ports import Graph
from bot.reader.alike import core_of
from bot.reader.outcome import FAILED, MOST_ROWS, Outcome, outcome_of
from bot.reader.reader import Likely, Reader, learned
from bot.reader.sureness import Ruled, Typed, agrees, decided, goes_on, heard_by_rules, weighed
from bot.realiser.english import to_english, to_question
from bot.steps.read import Read
from memory.conversation import Exchange
from memory.processor import apart
from memory.query import Query
from memory.schema import LinkedValue, Schema
from memory.text import fold

_log = structlog.get_logger()
# From this sureness on it is asked whether a guess is meant; so many are offered, each at least so
# likely beside the first.
_ASKED, _MOST, _NEAR = 0.25, 3, 0.5
# What a meaning may take to be run, and the words of a question that somebody would say.
_SECONDS, _WORDS = 2.0, 40


@dataclass(frozen=True, slots=True)
class Said:
    """What is to be read: its text, the values that it may name, and what was said before."""

    text: str
    linked: Sequence[LinkedValue]
    schema: Schema
    history: Sequence[Exchange] = ()

    def reading(self, one: Likely, sureness: float) -> Reading:
        """Return a meaning as a reading that was believed so far."""
        _, parameters = to_cypher(one.query)
        held = [x for v in parameters.values() for x in (v if isinstance(v, list | tuple) else [v])]
        earlier = (link for exchange in reversed(self.history) for link in exchange.linked)
        named = [link for link in (*self.linked, *earlier) if link.value in held]
        distinct = {(v.label, v.property, v.value): v for v in reversed(named)}
        text = to_english(one.query, self.schema)
        used = tuple(distinct.values())[::-1]
        cost = round(1 - sureness, 3)
        return Reading(one.query, text, cost, used, sureness, one.unread)

    def pointed_at(self, one: Likely) -> tuple[str, ...]:
        """Return the names that a meaning has for what the message only points at: he, it."""
        if not any(name.startswith(("value.past_", "value.spoken_")) for name in one.features):
            return ()
        # What the last question was asked for is only kept.
        kept = (str(value) for past in self.history[-1:] for value in past.parameters.values())
        return told_elsewhere([one.query], self.text, *kept)

    def standing_alone(self, query: Query) -> str:
        """Return what goes on from earlier answers as a question; "" where nobody would say it."""
        told = to_question(query, self.schema) if self.history else ""
        return told if len(told.split()) <= _WORDS else ""

    def ours(self, query: Query) -> bool:
        """Return whether we would tell a query in just these words: it was chosen among offers."""
        return fold(to_question(query, self.schema)) == fold(self.text)


def told_elsewhere(queries: Iterable[Query], *texts: str) -> tuple[str, ...]:
    """Return the stored texts that queries hold something to, and that no text has."""
    said = fold(" ".join(texts))
    told = (held for query in queries for held in to_cypher(query)[1].items())
    held = (value for name, value in told if not name.endswith("_ids"))
    every = (x for value in held for x in (value if isinstance(value, list | tuple) else [value]))
    names = dict.fromkeys(x for x in every if isinstance(x, str))
    return tuple(name for name in names if fold(name) not in said)


async def weigh(
    found: Read,
    said: Said,
    reader: Reader,
    graph: Graph,
    sure: float,
    *,
    how_sure: bool = False,
) -> Read:
    """Return what a message means, if that is sure; else what it may mean.

    Args:
        found: What the rules made of it.
        said: The message.
        reader: Reads by what was learned.
        graph: Runs what it may mean.
        sure: From this sureness on a reading is believed.
        how_sure: Whether it counts how sure what both ways read at once is; else that is believed.
    """
    if found.tied:
        return found
    if found.reading is not None and found.reading.query.route is not None:
        return replace(found, sureness=1.0)
    try:
        return await _weighed(found, said, reader, graph, sure, how_sure=how_sure)
    except Exception as error:
        # A mistake in the reader leaves the message to the rules, or to whoever else can read it.
        _log.error("reader failed", error=type(error).__name__, exc_info=error)
        return found


async def _weighed(
    found: Read,
    said: Said,
    reader: Reader,
    graph: Graph,
    sure: float,
    *,
    how_sure: bool,
) -> Read:
    if found.reading is not None and said.ours(found.reading.query):
        return replace(found, sureness=1.0)
    likely, own = await apart(_meanings, reader, said)
    if found.reading is None and own is not None:
        return replace(found, reading=said.reading(own, 1.0), unread=(), sureness=1.0)
    ruled, at_once = None, False
    if found.reading is not None:
        ruled = Ruled(core_of(found.reading.query), found.reading.cost)
        at_once = not said.history and bool(likely) and likely[0].core.like(ruled.core)
        if at_once and not how_sure:
            return found
    trees = [one.query for one in likely] + ([found.reading.query] if found.reading else [])
    outcomes = await asyncio.gather(*(_run(graph, tree, said) for tree in trees))
    run = [replace(one, outcome=out) for one, out in zip(likely, outcomes, strict=False)]
    message = Typed.after(said.text, said.history)
    run = weighed(run, learned().weights.of(follows=message.follows))
    if ruled is not None:
        ruled = replace(ruled, outcome=outcomes[-1])
    if ruled is not None and heard_by_rules(run, ruled) is None:
        ruled, found = None, replace(found, reading=None)
    decision = decided(run, ruled, message, learned())
    found = replace(found, follows=decision.likely is not None and goes_on(decision.likely))
    if decision.likely is not None and decision.sureness >= sure:
        reading = said.reading(decision.likely, decision.sureness)
        standalone = said.standing_alone(reading.query) or found.standalone
        known = replace(found, standalone=standalone, unread=(), sureness=decision.sureness)
        return replace(known, reading=reading, meant=said.pointed_at(decision.likely))
    if ruled is None:
        return replace(found, guesses=_guesses(run, said, decision.sureness))
    if decision.likely is None and (at_once or decision.sureness >= sure):
        return replace(found, sureness=decision.sureness)
    return _doubted(found, run, ruled, said, decision.sureness)


def _meanings(reader: Reader, said: Said) -> tuple[list[Likely], Likely | None]:
    """The likeliest meanings that make sense, and the one that we tell in just these words."""
    likely = [x for x in reader.read(said.text, said.linked, said.history) if sound(x.query)]
    return likely, next((one for one in likely if said.ours(one.query)), None)


async def _run(graph: Graph, query: Query, said: Said) -> Outcome:
    try:
        found = await graph.run(*to_cypher(query), max_rows=MOST_ROWS, seconds=_SECONDS)
    except GraphError:
        return FAILED
    return outcome_of(query, found.rows, said.schema, said.text)


def _guesses(run: Sequence[Likely], said: Said, sureness: float) -> tuple[Reading, ...]:
    """Those that are worth asking about: none that is much less likely than the first."""
    if sureness < _ASKED:
        return ()
    near = [one for one in run if one.share >= _NEAR * run[0].share]
    guesses = [(said.reading(one, sureness), one.share / run[0].share) for one in near[:_MOST]]
    return tuple(replace(guess, sure=sureness * share) for guess, share in guesses)


def _doubted(found: Read, run: Sequence[Likely], ruled: Ruled, said: Said, sureness: float) -> Read:
    """What the rules read, with what else may be meant; guesses where it is unlikely.

    What follows an answer is read wrong more often than not where it is not sure.
    """
    other = next((one for one in run if not agrees(one, ruled)), None)
    others: tuple[Reading, ...] = ()
    if other is not None:
        # As surely as the rules are wrong, and of what else may be meant it is this.
        others = (replace(said.reading(other, sureness), sure=(1 - sureness) * other.share),)
    if (sureness < _ASKED or said.history) and found.reading is not None:
        first = replace(found.reading, sure=sureness)
        return replace(found, reading=None, guesses=(first, *others))
    return replace(found, tied=others, sureness=sureness)


def read_ours(
    reader: Reader, question: str, linked: Sequence[LinkedValue], schema: Schema
) -> tuple[Reading, ...]:
    """Return what a question of our own means, where only what was learned reads it."""
    said = Said(question, linked, schema)
    _, own = _meanings(reader, said)
    return () if own is None else (said.reading(own, 1.0),)
