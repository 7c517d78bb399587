"""What a word may mean that nobody could read: whatever makes the question one that has rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rapidfuzz import fuzz

from bot.cypher.statement import to_cypher
from bot.errors import GraphError, StoreError
from bot.offline.lexicon import NounTarget
from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.ports import Graph
from bot.steps.plausible import LIKE, LIKE_VALUE, Word, is_name, plausible
from bot.stored.kinds import kind_of
from bot.words.inflection import is_plural
from guardrails.nouns import spoken
from guardrails.portrait import is_technical
from memory.embedding import Embedder
from memory.processor import apart
from memory.schema import LinkedValue, Property, Schema
from memory.text import fold

_SECONDS = 3.0
_MOST_WORDS = 3
# These ask for what nothing stored is called.
_REASONS = frozenset(["why", "how", "whether"])
# How many sorts of meaning are read in the question, how many may fit, how many statements are run.
_SORTS, _FITTING, _RUNS = 48, 14, 8
# Readings this much dearer than the best one had to bend the sentence.
_BENT = {"type": 0.12}
_BENT_ELSE = 0.22
_KINDS_LEFT = 2
_NAMED_HERE = 0.15
_WRITTEN, _WRITTEN_ALIKE = 0.4, 0.8
# What the place of a word tells of the kind of its meaning: before a noun, a verb, in the plural.
_BEFORE_NOUN = {"value": 0.3, "label": -9.0, "property": -9.0, "type": -9.0}
_NEVER = -5.0
_ALONE = {"value": -0.3}
_VERBAL = {"type": 0.2, "label": -0.2}
_PLURAL = {"label": 0.1, "type": -0.1}
_SINGULAR = {"label": -0.1, "type": -0.1}


@dataclass(frozen=True, slots=True)
class Meaning:
    """A meaning as a person would say it, and as terminology.yaml has it."""

    said: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """The one word, or stretch of words, that nobody can read, in its question."""

    text: str
    start: int
    question: str
    linked: tuple[LinkedValue, ...] = ()

    @property
    def end(self) -> int:
        """Where it ends in the question."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """`sort` is shared by meanings that fit the same questions."""

    meaning: Meaning
    sort: tuple[str, ...]
    value: LinkedValue | None = None
    owner: str = ""


def unknown_in(
    question: str, unread: Sequence[str], linked: Sequence[LinkedValue] = ()
) -> Unknown | None:
    """The unread words of a question as one stretch; None where they are not one, or too many.

    >>> unknown_in("Which sleeper hits are there?", ["sleeper", "hits"]).text
    'sleeper hits'
    >>> unknown_in("Which hits won an Oscar?", ["hits", "Oscar"]) is None
    True
    >>> unknown_in("Why was it cut?", ["why"]) is None
    True
    """
    words = list(dict.fromkeys(unread))
    if not 0 < len(words) <= _MOST_WORDS or _REASONS & set(map(fold, words)):
        return None
    pattern = r"[\s-]+".join(re.escape(word) for word in words)
    found = list(re.finditer(rf"(?<!\w){pattern}(?!\w)", question, re.IGNORECASE))
    if len(found) != 1 or not any(char.isalpha() for char in found[0].group()):
        return None
    return Unknown(found[0].group(), found[0].start(), question, tuple(linked))


@dataclass(frozen=True, slots=True)
class _Fit:
    """A meaning with which the question is read; `bent` is how much dearer it may be."""

    likeness: float
    score: float
    meaning: Meaning
    reading: Reading
    bent: float

    @property
    def guessed(self) -> bool:
        """Whether only the sentence speaks for it."""
        return self.likeness < LIKE


class MeaningProposer:
    """Proposes meanings over one graph."""

    def __init__(self, schema: Schema, graph: Graph, embedder: Embedder) -> None:
        self._schema, self._graph, self._embedder = schema, graph, embedder
        self._candidates = list(_candidates(schema))
        self._vectors: np.ndarray | None = None

    async def propose(self, unknown: Unknown, parser: Parser, count: int) -> list[Meaning]:
        """The likeliest meanings with which the question is read and has rows, best first.

        None is proposed that only happens to fit: a person would wonder at it.

        Args:
            unknown: The word.
            parser: Reads the question, with the asker's other words.
            count: How many at most.
        """
        if is_name(unknown.text, unknown.question, unknown.start):
            return []
        fitting = await self._fitting(unknown, parser)
        found: list[Meaning] = []
        for one in fitting[:_RUNS]:
            if len(found) < count and await self._has_rows(one.reading):
                found.append(one.meaning)
        return found

    async def _fitting(self, unknown: Unknown, parser: Parser) -> list[_Fit]:
        """What makes the question one that is read, the likeliest first."""
        tried: dict[tuple[str, ...], bool] = {}
        found: list[_Fit] = []
        for likeness, score, candidate in await self._scored(unknown, parser):
            known = tried.get(candidate.sort)
            if known is False or (known is None and len(tried) >= _SORTS):
                continue
            # Which value it is, only its meaning can tell.
            if score < _NEVER or (candidate.value is not None and likeness < LIKE_VALUE):
                continue
            reading = await apart(_read_as, unknown, candidate, parser)
            tried[candidate.sort] = reading is not None
            if reading is not None and self._plausible(unknown, candidate, likeness, reading):
                bent = _BENT.get(candidate.sort[0], _BENT_ELSE)
                found.append(_Fit(likeness, score, candidate.meaning, reading, bent))
            if sum(tried.values()) >= _FITTING:
                break
        # Where the sentence leaves many kinds of things, it tells of none.
        guessed = [
            one for one in found if one.guessed and one.meaning.meaning in self._schema.labels
        ]
        if len(guessed) > _KINDS_LEFT:
            found = [one for one in found if one not in guessed]
        best = min((one.reading.cost for one in found), default=0.0)
        straight = [one for one in found if one.reading.cost <= best + one.bent]
        return sorted(straight, key=lambda one: one.reading.cost - one.score)

    def _plausible(
        self, unknown: Unknown, candidate: _Candidate, likeness: float, reading: Reading
    ) -> bool:
        kind, element = candidate.sort[0], candidate.sort[1]
        if kind == "property":
            element = candidate.meaning.meaning.rpartition(".")[2]
        word = Word(
            unknown.text,
            tuple(fold(unknown.question[: unknown.start]).split()),
            tuple(fold(unknown.question[unknown.end :]).split()),
        )
        return plausible(kind, element, likeness, reading.query, self._schema, word)

    async def _scored(
        self, unknown: Unknown, parser: Parser
    ) -> list[tuple[float, float, _Candidate]]:
        """(likeness, score, candidate), best score first."""
        placed = await apart(_by_place, unknown, parser)
        likeness = await self._likeness(unknown.text)
        named = set(fold(unknown.question).split())
        scored = []
        for near, candidate in zip(likeness, self._candidates, strict=True):
            written = fuzz.ratio(fold(unknown.text), fold(candidate.meaning.said)) / 100
            like = max(near, written - _WRITTEN if written >= _WRITTEN_ALIKE else 0.0)
            owner = spoken(candidate.owner).split()[-1:]
            here = any(word.startswith(last) for last in owner for word in named)
            score = like + (_NAMED_HERE if here else 0.0) + placed.get(candidate.sort[0], 0.0)
            scored.append((like, score, candidate))
        return sorted(scored, key=lambda one: -one[1])

    async def _likeness(self, text: str) -> Sequence[float]:
        """How near each candidate is in meaning; nothing is where there are no vectors."""
        try:
            if self._vectors is None:
                said = [candidate.meaning.said for candidate in self._candidates]
                self._vectors = await self._embedder.embed(said)
            wanted = (await self._embedder.embed([text]))[0]
        except StoreError:
            return [0.0] * len(self._candidates)
        return [float(near) for near in self._vectors @ wanted]

    async def _has_rows(self, reading: Reading) -> bool:
        cypher, parameters = to_cypher(reading.query)
        try:
            rows = (await self._graph.run(cypher, parameters, seconds=_SECONDS)).rows
        except GraphError:
            return False
        return bool(rows and any(value not in (None, 0, False) for value in rows[0]))


def _by_place(unknown: Unknown, parser: Parser) -> dict[str, float]:
    """What the word's place and form are worth, by kind of meaning."""
    word = fold(unknown.text).split()[-1]
    before = (fold(unknown.question[: unknown.start]).split() or [""])[-1]
    after = fold(unknown.question[unknown.end :]).split()[:1]
    if after and any(isinstance(t, NounTarget) for t in parser.lexicon.lookup(tuple(after))):
        return _BEFORE_NOUN
    if word.endswith(("ed", "ing")) or before in ("did", "do", "does", "to", "who", "that"):
        return _ALONE | _VERBAL
    return _ALONE | (_PLURAL if is_plural(word) else _SINGULAR)


def _read_as(unknown: Unknown, candidate: _Candidate, parser: Parser) -> Reading | None:
    """The question read with a meaning for its word."""
    linked = [
        link for link in unknown.linked if link.end <= unknown.start or unknown.end <= link.start
    ]
    if candidate.value is not None:
        start, end = unknown.start, unknown.end
        value = replace(candidate.value, text=unknown.text, start=start, end=end)
        linked.append(replace(value, method="chosen"))
    else:
        parser = parser.with_terms({unknown.text: candidate.meaning.meaning})
    parse = parser.parse(unknown.question, linked)
    return parse.readings[0] if parse.readings and not parse.unread else None


def _candidates(schema: Schema) -> Iterator[_Candidate]:
    """Everything in a schema that a word can mean, the commonest first."""
    labels = sorted(schema.labels.values(), key=lambda label: -label.count)
    for label in labels:
        yield _Candidate(Meaning(spoken(label.name), label.name), ("label", label.name))
    for type_ in schema.relationships:
        yield _Candidate(Meaning(spoken(type_), type_), ("type", type_))
    owned = [(label.name, prop) for label in labels for prop in label.properties.values()]
    owned += [(r.type, p) for r in schema.relationships.values() for p in r.properties.values()]
    owners: dict[str, set[str]] = {}
    for owner, prop in owned:
        owners.setdefault(spoken(prop.name), set()).add(owner)
    for owner, prop in owned:
        if is_technical(prop) or _as_of_wider(owner, prop, schema):
            continue
        said = spoken(prop.name)
        several = [o for o in owners[said] if not _as_of_wider(o, prop, schema)]
        if len(several) > 1:
            said = f"{spoken(owner)} {said}"
        place = f"{owner}.{prop.name}"
        yield _Candidate(Meaning(said, place), ("property", owner, kind_of(prop)), owner=owner)
        for value in prop.values or () if owner in schema.labels else ():
            if isinstance(value, str) and kind_of(prop) == "text" and fold(value):
                link = LinkedValue(value, owner, prop.name, value, 0, 0)
                meaning = Meaning(value, f"{place} = {value}")
                yield _Candidate(meaning, ("value", place), link)


def _as_of_wider(owner: str, prop: Property, schema: Schema) -> bool:
    """Whether a wider label has the same property: an actor's name is a person's."""
    label = schema.labels.get(owner)
    wider = (schema.labels.get(name) for name in (label.implies if label else ()))
    return any(
        one is not None and prop.name in one.properties and owner not in one.implies
        for one in wider
    )
