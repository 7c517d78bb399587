"""The rule parser: from a question to the query trees it can mean, or to what it could not read.

A question passes through these, each with the next inside it:

1. *Terms*: words that somebody explained are said in other words (`terms`).
2. *Things*: a relationship may be spoken of as a thing (`as_things`).
3. *Frames*: what is said around a plain question (`frames`), which is read by itself.
4. *Plain questions* are cut into pieces (`scan`), over which readings grow from left to right, each
   piece extending each reading in every way that a construction knows (`beam`, `constructions`);
   the cheapest that accounts for every word wins (`choosing`).

A reading costs what it had to believe: an uncertain link, a synonym, a join that the words leave
open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from bot.offline.as_things import AsThings, Reads
from bot.offline.assemble import Assembler
from bot.offline.beam import grown
from bot.offline.choosing import chosen
from bot.offline.frames import FRAMES
from bot.offline.frames.asked import Asked, Frame, Heard
from bot.offline.frames.heard_before import HeardBefore
from bot.offline.frames.including_none import counting_none
from bot.offline.genders import gendered
from bot.offline.language_codes import LanguageCodes
from bot.offline.lexicon import Lexicon
from bot.offline.moments import as_moments
from bot.offline.quotations import either_way
from bot.offline.reading import Parse, Reading
from bot.offline.routes import routed
from bot.offline.scan import scan
from bot.offline.soundness import sound
from bot.offline.state import State
from bot.offline.terms import expand
from bot.offline.ways import ways
from bot.realiser.english import to_english
from bot.stored.durations import with_durations
from bot.stored.reckoned import reckoned, with_ages
from bot.stored.things import Thing, with_thing
from bot.stored.truths import as_kept, with_truths
from memory.processor import Held
from memory.query import Aggregate
from memory.schema import LinkedValue, Schema
from memory.text import fold

_EVERY = frozenset(FRAMES)
# Readings dearer than this were right less than half the time (measured on four graphs).
_DOUBTFUL = 1.55
# Every word is one more that a reading accounts for: of long questions it may believe more.
_LONG, _A_WORD, _AT_MOST = 17, 0.05, 0.25
# Dearer ones yet are no draft that anybody would want to complete.
_GUESSED = 2.2
# A frame's reading counts less than plain groups that cost so much less.
_BY_FAR = 0.6
# A modest guess counts where the plain reading believes more than so much besides.
_MODEST = 0.15
# Of two names that several bear, so many pairs are asked about.
_ROUTES = 6


class Parser:
    """Reads questions over one schema; the lexicon is made for the first one."""

    def __init__(
        self,
        schema: Schema,
        terminology: Mapping[str, str] | None = None,
        phrases: Mapping[str, str] | None = None,
        known: Schema | None = None,
    ) -> None:
        """Take what it reads over.

        Args:
            schema: What is asked about.
            terminology: Words for elements of the schema.
            phrases: Words that are said in other words.
            known: The schema with what can be reckoned of it, where that was found before.
        """
        self.schema = schema
        self._phrases = phrases or {}
        self._within: Mapping[str, Sequence[LinkedValue]] = {}
        self._doubtful = _DOUBTFUL
        self._over = _Over(schema, known)
        self._words = _Words(self._over, terminology or {})
        self._speaks_of_things = True
        # The questions within the one being read: several frames may come to the same.
        self._before = HeardBefore(FRAMES)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_before"}

    def ready(self) -> None:
        """Make now what is otherwise made for the first question."""
        self.parse("how many are there")

    @property
    def lexicon(self) -> Lexicon:
        """The words of the schema, and of those who use it."""
        return self._assembler.lexicon

    @property
    def _assembler(self) -> Assembler:
        return self._words.assembler

    def with_terms(
        self,
        terminology: Mapping[str, str],
        phrases: Mapping[str, str] | None = None,
        within: Mapping[str, Sequence[LinkedValue]] | None = None,
    ) -> Parser:
        """A parser that knows more words; the schema's are shared.

        `within` has the stored values that other words name, by the words.
        """
        more = copy(self)
        more._phrases = {**self._phrases, **(phrases or {})}
        more._within = {**self._within, **(within or {})}
        more._words = _Words(self._over, terminology, self._words)
        return more

    def guessing(self) -> Parser:
        """A parser that also says what it believes too little to answer with: for drafts."""
        return self.believing(_GUESSED)

    def believing(self, most: float) -> Parser:
        """A parser that has no readings dearer than so."""
        more = copy(self)
        more._doubtful = most
        return more

    def parse(self, question: str, linked: Sequence[LinkedValue] = ()) -> Parse:
        """The readings of a question."""
        once = copy(self)
        once._before = HeardBefore(FRAMES)

        def read(text: str, links: Sequence[LinkedValue]) -> Parse:
            known = (*links, *gendered(text, links, self.schema))
            known = (*known, *self._over.languages(text, known))
            return once._parsed(text, known)

        return either_way(question, linked, read)

    def _parsed(self, question: str, linked: Sequence[LinkedValue]) -> Parse:
        parse = self._explained(question, linked)
        return replace(parse, readings=tuple(map(self._settled, parse.readings)))

    def _settled(self, reading: Reading) -> Reading:
        """A reading whose tree is of the graph as it is, told in English."""
        query = reckoned(reading.query, self._assembler.schema)
        told = as_kept(as_moments(counting_none(query), self.schema), self.schema)
        return replace(reading, query=told, text=to_english(query, self.schema))

    def _explained(self, question: str, linked: Sequence[LinkedValue]) -> Parse:
        """What a question means once the words in it that have a meaning of their own are said."""
        expanded = expand(question, linked, self._phrases, self._within)
        if expanded is None:
            return self._with_things(question, linked)
        found = self._with_things(expanded.question, expanded.linked)
        readings = tuple(replace(r, used=expanded.as_typed(r.used)) for r in found.readings)
        asked = set(fold(question).split())
        # What a term is said with has been read by whoever wrote it down.
        unread = tuple(word for word in found.unread if set(fold(word).split()) & asked)
        return Parse(readings, unread, found.schema_words, found.ways)

    def _with_things(self, question: str, linked: Sequence[LinkedValue]) -> Parse:
        """What a question means, where a relationship may be the thing it asks about."""
        parse = self._within_frames(question, linked, _EVERY)
        if self._before.enough:
            # Who knows what the other frames would have made of it.
            return replace(parse, readings=())
        if not self._speaks_of_things:
            return parse
        return self._over.things.instead(question, linked, parse, self.lexicon, _DOUBTFUL)

    def _within_frames(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        frames: Set[Frame],
    ) -> Parse:
        """What comes of a question that some of the frames are left to read, found out once."""
        asked = (question, tuple(linked))
        read = partial(self._by_frames, question, linked, frames)
        return self._before.parsed(asked, frames, read)

    def _by_frames(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        frames: Set[Frame],
    ) -> Parse:
        """The reading of a frame around a plain question, else the plain ones.

        Without its frame a question is read as another one: for each country passed over.
        """
        plain = self._plain(question, linked)
        framed = self._framed(question, linked, frames)
        if framed is None or framed.cost > self._doubtful or not sound(framed.query):
            return plain
        if framed.modest and plain.readings and plain.readings[0].cost <= framed.cost + _MODEST:
            return plain
        if len(plain.readings) == 1 and _by_groups(plain.readings[0], framed.cost):
            return plain
        reading = Reading(framed.query, "", round(framed.cost, 3), framed.used)
        return replace(plain, readings=(reading,), unread=())

    def _framed(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        frames: Set[Frame],
    ) -> Heard | None:
        """The cheapest reading that a frame makes, each of them around questions of the others."""
        found: list[Heard] = []
        for frame in self._before.fitting(question, frames):
            others = frames - {frame}
            read = partial(self._heard, others)
            found += frame.read(Asked(question, tuple(linked), self.lexicon, read))
        return min(found, key=lambda heard: heard.cost, default=None)

    def _heard(
        self,
        frames: Set[Frame],
        question: str,
        linked: Sequence[LinkedValue],
    ) -> Heard | None:
        """What a frame hears: the one reading of a question within it."""
        if self._before.enough:
            return None
        made = self._within_frames(question, linked, frames).readings
        return Heard(made[0].query, made[0].cost, made[0].used) if len(made) == 1 else None

    def _plain(self, question: str, linked: Sequence[LinkedValue]) -> Parse:
        """The readings of a question as it stands, read once."""
        asked = (question, tuple(linked))
        read = partial(self._as_it_stands, question, linked)
        return self._before.plain(question, asked, read)

    def _as_it_stands(self, question: str, linked: Sequence[LinkedValue]) -> Parse:
        asked = routed(question, linked, self.lexicon)
        if asked:
            return Parse(tuple(Reading(one.query, "", 0.0, one.used) for one in asked[:_ROUTES]))
        lattice = scan(question, linked, self.lexicon)
        there = ways(lattice, self._assembler.joins)
        if lattice.unread:
            return Parse((), lattice.unread, lattice.schema_words, there)
        most = self._doubtful + _for_length(len(lattice.tokens))
        states = grown(self._assembler, lattice, [State()], most)
        readings = chosen(self._assembler, self.schema, states, most)
        return Parse(readings, (), lattice.schema_words, there)


class _Over(Held):
    """What is found out of a schema once it is needed, for all parsers over it."""

    def __init__(self, schema: Schema, known: Schema | None) -> None:
        self._schema, self._given = schema, known

    def __getstate__(self) -> dict[str, Any]:
        return {"_schema": self._schema, "_given": self._given}

    @cached_property
    def known(self) -> Schema:
        """The schema with what can be reckoned of it."""
        return self._given or with_durations(with_ages(with_truths(self._schema)))

    @cached_property
    def languages(self) -> LanguageCodes:
        """What finds languages that are kept by their codes."""
        return LanguageCodes(self._schema)

    @cached_property
    def things(self) -> AsThings:
        """What reads relationships as things."""
        return AsThings(self._schema, partial(_within_things, self._schema, self.known))


class _Words(Held):
    """Words for elements of a schema, on top of others; the lexicon is made once it is needed."""

    def __init__(
        self, over: _Over, terminology: Mapping[str, str], before: _Words | None = None
    ) -> None:
        self._over, self._terminology, self._before = over, terminology, before

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "assembler"}

    @cached_property
    def assembler(self) -> Assembler:
        """What puts pieces together by these words."""
        if self._before is not None:
            return self._before.assembler.with_terms(self._terminology)
        return Assembler(self._over.known, self._terminology)


def _for_length(tokens: int) -> float:
    """How much more a reading of so many words may cost."""
    return min(_A_WORD * max(tokens - _LONG, 0), _AT_MOST)


def _within_things(schema: Schema, known: Schema, thing: Thing) -> Reads:
    """Reads over a schema with one relationship as a thing, and looks for no more of them.

    Of what is no thing, no more can be reckoned than is `known`.
    """
    turned, labels = with_thing(schema, thing), (thing.label,)
    reckoned_of = with_durations(with_ages(with_truths(turned), labels), labels)
    whole = replace(reckoned_of, labels={**reckoned_of.labels, **known.labels})
    parser = Parser(turned, known=whole)
    parser._speaks_of_things = False

    def read(question: str, linked: Sequence[LinkedValue], most: float) -> Parse:
        return parser.believing(most).parse(question, linked)

    return read


def _by_groups(reading: Reading, cost: float) -> bool:
    """Whether a plain reading has a row for each, and believes much less than the other."""
    summed = [isinstance(column.operand, Aggregate) for column in reading.query.columns]
    return any(summed) and not all(summed) and reading.cost + _BY_FAR < cost
