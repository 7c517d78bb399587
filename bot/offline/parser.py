"""The rule parser: from a question to the query trees it can mean, or to what it could not read.

A question is cut into pieces (`scan`), and readings grow from left to right, each piece extending
each reading in every way that a construction knows (`constructions`); the cheapest that accounts
for every word wins. A reading costs what it had to believe: an uncertain link, a synonym, a join
that the words leave open.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.offline.assemble import Assembler
from bot.offline.build import Unsaid, build
from bot.offline.constructions import constructions
from bot.offline.context import starts
from bot.offline.english import to_english
from bot.offline.finish import finish
from bot.offline.items import Function, Item
from bot.offline.scan import Lattice, Scanner
from bot.offline.state import State
from bot.offline.terms import expand
from memory.query import Comparison, Pattern, Query
from memory.schema import LinkedValue, Schema
from memory.text import fold

_BEAM = 40
_TIE = 0.04
_TOO_DEAR = 4.0
_MARGIN = 1.3
# Readings dearer than this were right less than half the time (measured on four graphs).
_DOUBTFUL = 1.55


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
    schema element does.
    """

    readings: tuple[Reading, ...] = ()
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()


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
        self._assembler = Assembler(schema, terminology or {})
        self._constructions = constructions()

    def parse(
        self, question: str, linked: Sequence[LinkedValue] = (), context: Query | None = None
    ) -> Parse:
        """The readings of a question; with `context`, of a message that follows that tree."""
        expanded = expand(question, linked, self._phrases)
        if expanded is None:
            return self._parse(question, linked, context)
        found = self._parse(expanded.question, expanded.linked, context)
        readings = tuple(replace(r, used=expanded.as_typed(r.used)) for r in found.readings)
        asked = set(fold(question).split())
        # What a term is said with has been read by whoever wrote it down.
        unread = tuple(word for word in found.unread if set(fold(word).split()) & asked)
        return Parse(readings, unread, found.schema_words)

    def _parse(self, question: str, linked: Sequence[LinkedValue], context: Query | None) -> Parse:
        lattice = Scanner(question, linked, self._assembler.lexicon).lattice()
        if lattice.unread:
            return Parse((), lattice.unread, lattice.schema_words)
        begin = list(starts(self._assembler, context)) if context is not None else [State()]
        final = self._grow(lattice, begin)
        return Parse(self._readings(final), (), lattice.schema_words)

    def _grow(self, lattice: Lattice, begin: list[State]) -> list[State]:
        """The cheapest complete states at the end of the question."""
        size = len(lattice.tokens)
        beams: list[dict[State, State]] = [{} for _ in range(size + 1)]
        for start in begin:
            self._keep(beams[0], start)
        for at in range(size):
            for state in self._best(beams[at]):
                for item in lattice.items[at]:
                    for new in self._extend(state, item):
                        self._keep(beams[new.at], new)
        done = [s for state in beams[size] for s in finish(self._assembler, state)]
        return sorted(done, key=lambda s: s.cost)

    @staticmethod
    def _keep(beam: dict[State, State], state: State) -> None:
        if state.cost > _TOO_DEAR:
            return
        known = beam.get(state)
        if known is None or state.cost < known.cost:
            beam.pop(state, None)
            beam[state] = state

    @staticmethod
    def _best(beam: dict[State, State]) -> list[State]:
        """The cheapest states at a position, none much dearer than the first."""
        best = heapq.nsmallest(_BEAM, beam, key=lambda s: s.cost)
        return [state for state in best if state.cost <= best[0].cost + _MARGIN]

    def _extend(self, state: State, item: Item) -> list[State]:
        kind: type[Item] | str = item.role if isinstance(item, Function) else type(item)
        found: list[State] = []
        for construction in self._constructions.get(kind, ()):
            found.extend(construction(self._assembler, state, item))
        if state.bound and state.pending is not None and not state.pending.empty:
            return [new for new in found if _kept(state, new)]
        return found

    def _readings(self, states: list[State]) -> tuple[Reading, ...]:
        readings: list[Reading] = []
        for state in states[:30]:
            if state.cost > _DOUBTFUL or (readings and state.cost > states[0].cost + _TIE):
                break
            try:
                query = build(self._assembler, state)
            except Unsaid:
                return ()
            if query is None or _of_anything(query):
                continue
            if any(_alike(query, other.query) for other in readings):
                continue
            first = readings[0].query if readings else query
            if _longer_way(query, first) or _longer_way(first, query):
                continue
            if readings and _fuller(query, readings[0].query):
                readings = []
            elif readings and _fuller(readings[0].query, query):
                continue
            text = to_english(query, self.schema)
            readings.append(Reading(query, text, round(state.cost, 3), state.used))
        return tuple(readings)


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


def _fuller(one: Query, other: Query) -> bool:
    """Whether a tree says all that the other does, and more: it accounts for more words."""
    edges, fewer = _meaning(one.pattern), _meaning(other.pattern)
    same = one.form == other.form and edges[:2] == fewer[:2]
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
