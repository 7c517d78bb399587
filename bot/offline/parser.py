"""The rule parser: from a question to the query trees it can mean, or to what it could not read.

A question is cut into pieces (`scan`), and readings grow from left to right, each piece extending
each reading in every way that a construction knows (`constructions`); the cheapest that accounts
for every word wins. A reading costs what it had to believe: an uncertain link, a synonym, a join
that the words leave open.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice

from bot.offline.assemble import Assembler
from bot.offline.build import Unsaid, build
from bot.offline.constructions import constructions
from bot.offline.context import starts
from bot.offline.durations import with_durations
from bot.offline.echoes import echoes
from bot.offline.english import to_english
from bot.offline.far_fetched import far_fetched
from bot.offline.finish import finish
from bot.offline.frames import FOLLOWING, FRAMES
from bot.offline.frames.asked import Asked, Frame, Heard
from bot.offline.frames.including_none import counting_none
from bot.offline.frames.returned import chooses
from bot.offline.frames.told_beside import unshown
from bot.offline.items import Function, Item
from bot.offline.lexicon import Lexicon
from bot.offline.none_counts import merged
from bot.offline.reckoned import reckoned, with_ages
from bot.offline.routes import Routed, routed
from bot.offline.scan import Lattice, scan
from bot.offline.soundness import counts_a_span, denied_of_others, forgets_owner, sound
from bot.offline.state import State
from bot.offline.terms import expand
from bot.offline.thing_questions import links_of, thing_measured, things_in
from bot.offline.things import Thing, as_edges, as_nodes, with_thing
from bot.offline.ways import ways
from memory.query import Aggregate, Comparison, Pattern, Query
from memory.schema import LinkedValue, Schema
from memory.text import fold

_BEAM = 40
_TIE = 0.04
_FINISHED = 30
_TOO_DEAR = 4.0
_MARGIN = 1.3
# The most that a piece makes a state cheaper by, for what it explains.
_RETURNED = 0.6
# Readings dearer than this were right less than half the time (measured on four graphs).
_DOUBTFUL = 1.55
# Dearer ones yet are no draft that anybody would want to complete.
_GUESSED = 2.2
_BY_FAR = 0.6
# A modest guess counts where the plain reading believes more than so much besides.
_MODEST = 0.15
# What a relationship costs that is spoken of as a thing; less where it is asked about.
_AS_THINGS = 0.25
_ITSELF = 0.1
_FAR_OFF = 0.9
# What two sentences mean that only one makes sense of.
_SAID_APART = 0.6
# Of two names that several bear, so many pairs are asked about.
_ROUTES = 6


class _Beam:
    """The states at one position, none much dearer than the cheapest."""

    def __init__(self, limit: float) -> None:
        self._states: list[State] = []
        self._limit = limit

    def keep(self, state: State) -> None:
        """One more state, where it is cheap enough."""
        if state.cost <= self._limit:
            self._limit = min(self._limit, state.cost + _MARGIN)
            self._states.append(state)

    def best(self, most: int | None = None) -> list[State]:
        """The cheapest states, each once; comparing them costs more than sorting does."""
        found: dict[State, None] = {}
        for state in sorted(self._states, key=lambda s: s.cost):
            if state.cost > self._limit or len(found) == most:
                break
            found.setdefault(state)
        return list(found)


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of a question: the tree, its English, its cost (0 is certain), the links used."""

    query: Query
    text: str
    cost: float
    used: tuple[LinkedValue, ...]


@dataclass(frozen=True, slots=True)
class Parse:
    """What the parser made of a question.

    `readings` are best first, none where it declines, several only where they tie. `unread` are
    words that no schema word, value or construction accounts for; `schema_words` those that a
    schema element does. `ways` are patterns between what the question names.
    """

    readings: tuple[Reading, ...] = ()
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()


class Parser:
    """Reads questions over one schema; building it makes the lexicon."""

    def __init__(
        self,
        schema: Schema,
        terminology: Mapping[str, str] | None = None,
        phrases: Mapping[str, str] | None = None,
    ) -> None:
        """Makes the lexicon.

        Args:
            schema: What is asked about.
            terminology: Words for elements of the schema.
            phrases: Words that are said in other words.
        """
        self.schema = schema
        self._phrases = phrases or {}
        self._within: Mapping[str, Sequence[LinkedValue]] = {}
        self._doubtful = _DOUBTFUL
        self._assembler = Assembler(with_durations(with_ages(schema)), terminology or {})
        self._things: dict[Thing, Parser] = {}
        self._with_things = True
        # What was read within the question being read.
        self._read_before: dict[tuple[str, tuple[LinkedValue, ...], int | None], Parse] = {}
        self._constructions = constructions()

    @property
    def lexicon(self) -> Lexicon:
        """The words of the schema, and of those who use it."""
        return self._assembler.lexicon

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
        more._assembler = self._assembler.with_terms(terminology)
        return more

    def guessing(self) -> Parser:
        """A parser that also says what it believes too little to answer with: for drafts."""
        return self.believing(_GUESSED)

    def believing(self, most: float) -> Parser:
        """A parser that has no readings dearer than so."""
        more = copy(self)
        more._doubtful = most
        return more

    def parse(
        self, question: str, linked: Sequence[LinkedValue] = (), context: Query | None = None
    ) -> Parse:
        """The readings of a question; with `context`, of a message that follows that tree."""
        once = copy(self)
        once._read_before = {}
        return once._parsed(question, linked, context)

    def _parsed(self, question: str, linked: Sequence[LinkedValue], context: Query | None) -> Parse:
        turned = None if context is None else as_nodes(context, self.schema)
        if turned is not None:
            return self._about_things(question, linked, *turned)
        parse = self._expanded(question, linked, None if context is None else merged(context))
        meant = [
            r
            for r in parse.readings
            if not denied_of_others(question, r.query)
            and not counts_a_span(question, r.query)
            and not unshown(question, r.query)
            and not forgets_owner(question, r.query)
        ]
        return replace(parse, readings=tuple(map(self._settled, meant)))

    def _settled(self, reading: Reading) -> Reading:
        """A reading whose tree is of the graph as it is."""
        query = reckoned(reading.query, self._assembler.schema)
        if query != reading.query:
            reading = replace(reading, text=to_english(query, self.schema))
        return replace(reading, query=counting_none(query))

    def _about_things(
        self, question: str, linked: Sequence[LinkedValue], context: Query, thing: Thing
    ) -> Parse:
        """What a message means that follows a question about relationships as things."""
        links = (*linked, *links_of(question, thing, self.schema))
        found = self._thing_parser(thing).parse(question, links, context)
        spoken = (self._spoken(r, thing) or r for r in found.readings)
        kept = (
            r for r in spoken if not any(thing.label in n.labels for n in r.query.pattern.nodes)
        )
        return replace(found, readings=tuple(kept))

    def _expanded(
        self, question: str, linked: Sequence[LinkedValue], context: Query | None
    ) -> Parse:
        expanded = expand(question, linked, self._phrases, self._within)
        if expanded is None:
            return self._parse(question, linked, context)
        found = self._parse(expanded.question, expanded.linked, context)
        readings = tuple(replace(r, used=expanded.as_typed(r.used)) for r in found.readings)
        asked = set(fold(question).split())
        # What a term is said with has been read by whoever wrote it down.
        unread = tuple(word for word in found.unread if set(fold(word).split()) & asked)
        return Parse(readings, unread, found.schema_words, found.ways)

    def _parse(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        context: Query | None,
        frames: tuple[Frame, ...] = FRAMES,
    ) -> Parse:
        """The reading of a frame around a plain question, else the plain ones.

        Without its frame a question is read as another one: for each country passed over.
        """
        plain = self._as_typed(question, linked, context, frames)
        if context is None and self._with_things and frames is FRAMES:
            return self._of_things(question, linked, plain)
        return plain

    def _as_typed(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        context: Query | None,
        frames: tuple[Frame, ...],
    ) -> Parse:
        plain = self._plain(question, linked, context)
        framed = self._framed(question, linked, context, frames)
        if framed is None or framed.cost > self._doubtful or not sound(framed.query):
            far = plain.readings and plain.readings[0].cost > _SAID_APART
            # What a sentence of its own asks to be shown is no condition.
            return replace(plain, readings=()) if far and chooses(question) else plain
        if framed.modest and plain.readings and plain.readings[0].cost <= framed.cost + _MODEST:
            return plain
        if len(plain.readings) == 1 and _by_groups(plain.readings[0], framed.cost):
            return plain
        text = to_english(framed.query, self.schema)
        reading = Reading(framed.query, text, round(framed.cost, 3), framed.used)
        return replace(plain, readings=(reading,), unread=())

    def _of_things(self, question: str, linked: Sequence[LinkedValue], plain: Parse) -> Parse:
        """The reading in which a relationship is the thing asked about, where it is believed more.

        How many bookings are there, where passengers booked flights.
        """
        least = plain.readings[0].cost if plain.readings else _DOUBTFUL
        things = things_in(question, self.lexicon) if least > _ITSELF else []
        for thing in things:
            reading = self._of_thing(question, linked, thing, min(least - _ITSELF, _FAR_OFF))
            if reading is not None and reading.cost < least:
                return replace(plain, readings=(reading,), unread=())
        for thing in () if things or plain.readings else thing_measured(question, self.lexicon):
            reading = self._of_thing(question, linked, thing, _FAR_OFF)
            if reading is not None and any(
                isinstance(c.operand, Aggregate) for c in reading.query.columns
            ):
                return replace(plain, readings=(reading,), unread=())
        return plain

    def _of_thing(
        self, question: str, linked: Sequence[LinkedValue], thing: Thing, most: float
    ) -> Reading | None:
        """The one reading in which a relationship is that thing, where it costs no more than so."""
        links = (*linked, *links_of(question, thing, self.schema))
        found = self._thing_parser(thing).believing(most).parse(question, links).readings
        if len(found) != 1 or found[0].cost > most:
            return None
        return self._spoken(found[0], thing)

    def _spoken(self, reading: Reading, thing: Thing) -> Reading | None:
        """A reading over the schema with things as one of the graph; None where there is none."""
        query = as_edges(reading.query, thing, self.schema)
        if query is None or not sound(query):
            return None
        asked = all(node.variable != query.subject for node in query.pattern.nodes)
        cost = round(reading.cost + (_ITSELF if asked else _AS_THINGS), 3)
        used = tuple(link for link in reading.used if link.label != thing.label)
        return Reading(query, to_english(query, self.schema), cost, used)

    def _thing_parser(self, thing: Thing) -> Parser:
        """The parser over the schema in which a relationship is a thing; made once."""
        known = self._things.get(thing)
        if known is None:
            known = Parser(with_thing(self.schema, thing))
            known._with_things = False
            self._things[thing] = known
        return known

    def _framed(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        context: Query | None,
        frames: tuple[Frame, ...],
    ) -> Heard | None:
        """The cheapest reading that a frame makes, each of them around questions of the others."""
        found: list[Heard] = []
        for frame in frames:
            if context is not None and frame not in FOLLOWING:
                continue
            others = tuple(f for f in frames if f is not frame)
            read = partial(self._heard, None, others)
            follow = partial(self._heard, context, others)
            found += frame(Asked(question, tuple(linked), self.lexicon, read, follow))
        return min(found, key=lambda heard: heard.cost, default=None)

    def _heard(
        self,
        context: Query | None,
        frames: tuple[Frame, ...],
        question: str,
        linked: Sequence[LinkedValue],
    ) -> Heard | None:
        """What a frame hears: the one reading of a question within it."""
        made = self._parse(question, linked, context, frames).readings
        return Heard(made[0].query, made[0].cost, made[0].used) if len(made) == 1 else None

    def _plain(self, question: str, linked: Sequence[LinkedValue], context: Query | None) -> Parse:
        """The plain readings of words that several frames may come to."""
        key = (question, tuple(linked), None if context is None else id(context))
        if key not in self._read_before:
            self._read_before[key] = self._unframed(question, linked, context)
        return self._read_before[key]

    def _unframed(
        self, question: str, linked: Sequence[LinkedValue], context: Query | None
    ) -> Parse:
        ways_asked = routed(question, linked, self.lexicon) if context is None else []
        if ways_asked:
            return Parse(tuple(self._between(one) for one in ways_asked[:_ROUTES]))
        lattice = scan(question, linked, self._assembler.lexicon)
        if lattice.unread:
            there = ways(lattice, self._assembler.joins)
            return Parse((), lattice.unread, lattice.schema_words, there)
        begin = list(starts(self._assembler, context)) if context is not None else [State()]
        final = self._grow(lattice, begin)
        there = ways(lattice, self._assembler.joins)
        return Parse(self._readings(final), (), lattice.schema_words, there)

    def _between(self, one: Routed) -> Reading:
        return Reading(one.query, to_english(one.query, self.schema), 0.0, one.used)

    def _grow(self, lattice: Lattice, begin: list[State]) -> Iterator[State]:
        """The complete states at the end of the question, the cheapest first."""
        size = len(lattice.tokens)
        limit = min(self._doubtful + _RETURNED, _TOO_DEAR)
        beams = [_Beam(limit) for _ in range(size + 1)]
        for start in begin:
            beams[0].keep(start)
        for at in range(size):
            for state in beams[at].best(_BEAM):
                for item in lattice.items[at]:
                    for new in self._extend(state, item):
                        beams[new.at].keep(new)
        return self._finished(beams[size].best())

    def _finished(self, states: list[State]) -> Iterator[State]:
        """States brought to their end, none before it is due: an end only adds to the cost."""
        due: list[tuple[float, int, State]] = []
        order = count()
        for state in states:
            while due and due[0][0] <= state.cost:
                yield heapq.heappop(due)[-1]
            for end in finish(self._assembler, state):
                heapq.heappush(due, (end.cost, next(order), end))
        while due:
            yield heapq.heappop(due)[-1]

    def _extend(self, state: State, item: Item) -> list[State]:
        kind: type[Item] | str = item.role if isinstance(item, Function) else type(item)
        found: list[State] = []
        for construction in self._constructions.get(kind, ()):
            found.extend(construction(self._assembler, state, item))
        if state.bound and state.pending is not None and not state.pending.empty:
            return [new for new in found if _kept(state, new)]
        return found

    def _readings(self, states: Iterator[State]) -> tuple[Reading, ...]:
        readings: list[Reading] = []
        least, unsaid = self._doubtful, _TOO_DEAR
        for state in islice(states, _FINISHED):
            least = min(least, state.cost)
            if state.cost > self._doubtful or (readings and state.cost > least + _TIE):
                break
            try:
                query = build(self._assembler, state)
            except Unsaid:
                unsaid = min(unsaid, state.cost)
                continue
            if query is None or _of_anything(query) or echoes(query):
                continue
            if not sound(query) or far_fetched(state):
                # What comes next to it was believed less.
                unsaid = min(unsaid, state.cost)
                continue
            if any(_alike(query, other.query) for other in readings):
                continue
            first = readings[0].query if readings else query
            if _longer_way(query, first):
                continue
            if _longer_way(first, query):
                readings = []
            if readings and _fuller(query, readings[0].query):
                readings = []
            elif readings and _fuller(readings[0].query, query):
                continue
            text = to_english(query, self.schema)
            if any(
                text == other.text and _shape(query) == _shape(other.query) for other in readings
            ):
                # The same with its nodes numbered otherwise.
                continue
            readings.append(Reading(query, text, round(state.cost, 3), state.used))
        # Of two as cheap, the one that says what is ranked by.
        return tuple(readings) if readings and readings[0].cost <= unsaid + 0.0005 else ()


def _by_groups(reading: Reading, cost: float) -> bool:
    """Whether a plain reading has a row for each, and believes much less than the other."""
    summed = [isinstance(column.operand, Aggregate) for column in reading.query.columns]
    return any(summed) and not all(summed) and reading.cost + _BY_FAR < cost


def _of_anything(query: Query) -> bool:
    """Whether a tree asks for all there is, as no question does."""
    joined = {end for edge in query.pattern.edges for end in (edge.start, edge.end)}
    return any(not n.labels and n.variable not in joined for n in query.pattern.nodes)


def _kept(state: State, new: State) -> bool:
    """Whether the verb that waited still waits, or found what it waited for."""
    pending = new.pending
    waits = pending is not None and pending.types is not None
    return waits or len(new.links) > len(state.links)


def _alike(one: Query, other: Query) -> bool:
    """Whether two trees ask for the same, though they may show it differently."""
    return one.form == other.form and _meaning(one.pattern) == _meaning(other.pattern)


def _shape(query: Query) -> tuple[object, ...]:
    """What a tree is made of, whatever its variables are called."""
    nodes = Counter(node.labels for node in query.pattern.nodes)
    return nodes, Counter(edge.types for edge in query.pattern.edges)


def _fuller(one: Query, other: Query) -> bool:
    """Whether a tree says all that the other does, and more: it accounts for more words."""
    edges, fewer = _meaning(one.pattern), _meaning(other.pattern)
    same = one.form == other.form and edges[:2] == fewer[:2] and one.having == other.having
    return same and set(one.pattern.where) > set(other.pattern.where)


def _longer_way(one: Query, other: Query) -> bool:
    """Whether a tree reaches over one more edge a value that the other finds on the way."""
    kept = {t.right for t in other.pattern.where if isinstance(t, Comparison)}
    same = (
        one.form == other.form
        and {t.right for t in one.pattern.where if isinstance(t, Comparison)} == kept
    )
    types, fewer = ([e.types for e in q.pattern.edges] for q in (one, other))
    longer = len(types) == len(fewer) + 1 and all(t in types for t in fewer)
    return same and bool(kept) and longer


def _meaning(pattern: Pattern) -> tuple[object, ...]:
    """A pattern without the order of its parts and the ends of undirected edges."""
    edges = {
        (e.types, e.hops, *((e.start, e.end) if e.directed else sorted((e.start, e.end))))
        for e in pattern.edges
    }
    return frozenset(pattern.nodes), frozenset(edges), frozenset(pattern.where)
