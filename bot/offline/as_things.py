"""Reading over relationships as things: how many bookings are there, where passengers booked.

Each such thing has a parser of its own, over the schema in which the relationship is a node
(`things`); what it reads is turned back into a tree over the graph as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.offline.lexicon import Lexicon
from bot.offline.reading import Parse, Reading
from bot.offline.soundness import sound
from bot.offline.thing_questions import links_of, thing_measured, things_in
from bot.realiser.english import to_english
from bot.stored.things import Thing, as_edges
from bot.words.inflection import plural
from bot.words.vocabulary import object_of
from memory.query import Aggregate
from memory.schema import LinkedValue, Schema
from memory.text import fold

# What a relationship costs that is spoken of as a thing; less where it is asked about.
_AS_THING = 0.25
_ITSELF = 0.1
_OWN_NOUN = 0.3
# A thing whose question costs more than this was not meant.
_FAR_OFF = 0.9
# The parsers that are kept for the next question, each of a thing.
_KEPT = 12

Reads: TypeAlias = Callable[[str, Sequence[LinkedValue], float], Parse]


class AsThings:
    """Reads questions about relationships of one schema as things.

    `reader` gives what reads over the schema with a thing: a question, its links and the most that
    a reading may cost.
    """

    def __init__(self, schema: Schema, reader: Callable[[Thing], Reads]) -> None:
        self._schema = schema
        self._reader = reader
        self._known: dict[Thing, Reads] = {}
        nouns = {object_of(r.type)[1] for r in schema.relationships.values() if r.properties}
        # What types call by a noun of their own: SCORED_GOAL, MADE_OFFER.
        self._several = frozenset(plural(noun) for noun in nouns - {""})
        self._own = self._several | nouns - {""}

    def instead(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        plain: Parse,
        lexicon: Lexicon,
        most: float,
    ) -> Parse:
        """The reading with a relationship as the thing asked about, where it is believed more.

        Else the `plain` ones; no such reading costs as much as `most`.
        """
        least = plain.readings[0].cost if plain.readings else most
        own = bool(self._own) and not self._own.isdisjoint(fold(question).split())
        things = things_in(question, lexicon) if own or least > _ITSELF else []
        for thing in things:
            # The type's own noun is no other word's.
            more = _OWN_NOUN if thing.verb else 0.0
            bound, far = least + more, _FAR_OFF + more
            reading = self._one(question, linked, thing, min(bound - _ITSELF, far))
            if reading is not None and reading.cost < bound:
                return replace(plain, readings=(reading,), unread=())
        if self._several.intersection(fold(question).split()) and any(t.verb for t in things):
            # Three penalties that only the verb knows are not counted.
            return replace(plain, readings=())
        for thing in () if things or plain.readings else thing_measured(question, lexicon):
            reading = self._one(question, linked, thing, _FAR_OFF)
            if reading is not None and any(
                isinstance(c.operand, Aggregate) for c in reading.query.columns
            ):
                return replace(plain, readings=(reading,), unread=())
        return plain

    def _one(
        self, question: str, linked: Sequence[LinkedValue], thing: Thing, most: float
    ) -> Reading | None:
        """The one reading in which a relationship is that thing, where it costs no more than so."""
        found = self._read(question, linked, thing, most).readings
        if len(found) != 1 or found[0].cost > most:
            return None
        return self._spoken(found[0], thing)

    def _read(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        thing: Thing,
        most: float,
    ) -> Parse:
        """What is read over the schema with that thing; its parser is kept."""
        read = self._known.pop(thing, None) or self._reader(thing)
        self._known[thing] = read
        if len(self._known) > _KEPT:
            # Of hundreds of types each would keep a lexicon: the one used longest ago goes.
            del self._known[next(iter(self._known))]
        return read(question, (*linked, *links_of(question, thing, self._schema)), most)

    def _spoken(self, reading: Reading, thing: Thing) -> Reading | None:
        """A reading over the schema with things as one of the graph; None where there is none."""
        query = as_edges(reading.query, thing, self._schema)
        if query is None or not sound(query):
            return None
        asked = all(node.variable != query.subject for node in query.pattern.nodes)
        cost = round(reading.cost + (_ITSELF if asked else _AS_THING), 3)
        used = tuple(link for link in reading.used if link.label != thing.label)
        return Reading(query, to_english(query, self._schema), cost, used)
