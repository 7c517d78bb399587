"""Putting pieces together: connecting vertices, finding the owner of a property."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise

from bot.offline.agency import maker, makes
from bot.offline.directions import headed
from bot.offline.items import Candidate, Value
from bot.offline.join_costs import Direct, JoinCosts, Told
from bot.offline.lexicon import Lexicon
from bot.offline.state import (
    DOING,
    FELLOW,
    SAME,
    VIA,
    Link,
    Pending,
    Rank,
    State,
    Vertex,
    attribute,
    variable,
)
from bot.offline.telling_types import MEANT, ORIGIN, OWNED, OWNING, RESIDING, tells
from bot.offline.written_places import signed
from bot.stored.comparing import comparable
from bot.stored.joins import JoinGraph, Step
from bot.stored.kept import Kept
from bot.stored.kinds import Kind
from bot.words.data import load
from bot.words.inflection import lemmas, roots
from bot.words.pronouns import Pronouns
from memory.query import Attribute, Comparison, Constant, Entity
from memory.schema import Schema
from memory.text import split_name

_RECENCY = 0.22
_NAMED = 0.45
_OTHERS = 0.1
_WHO = 0.4
# What the verb of a type costs that is its own.
_OWN_NAME = 0.06
_INTRANSITIVE = frozenset(load("kinds")["intransitive"])
# What has a part in something did not make it.
_PARTAKING = frozenset(load("phrases")["partaking"])
_PLAIN = {ORIGIN: "from", OWNING: "own", OWNED: "by"}


def _idle(type_: str) -> bool:
    """Whether a type's verb has no object: acted in."""
    return bool(_INTRANSITIVE & set(lemmas(split_name(type_)[0])))


def _made_by_two(first: Link, last: Link) -> bool:
    """Whether one thing is made by the two that it joins: what a user posts, by two users."""
    same = first.types == last.types and (first.start == last.start or first.end == last.end)
    return same and all(map(makes, first.types))


def keeping(state: State, kept: Kept | None) -> State:
    """The state in which the link added last, if it is of that type, keeps a value."""
    if kept is None or state.links[-1].types != (kept.type,):
        return state
    left = Attribute(f"~{len(state.links) - 1}", kept.property)
    test = Comparison(left, "=", Constant(kept.value), folded=kept.folded)
    return state.changed(tests=(*state.tests, (state.links[-1].scope, test)))


class Assembler(Pronouns):
    """What the constructions share: the schema, its words and its joins."""

    def __init__(self, schema: Schema, terminology: Mapping[str, str]) -> None:
        super().__init__(schema)
        self.lexicon = Lexicon(schema, terminology)
        self.joins = JoinGraph(schema)
        self.costs = JoinCosts(self, self.joins)

    def with_terms(self, terminology: Mapping[str, str]) -> Assembler:
        """The same with more words."""
        more = copy(self)
        more.lexicon = self.lexicon.with_terms(terminology)
        return more

    # -- labels ----------------------------------------------------------------------------------

    def related(self, one: str, other: str) -> bool:
        """Whether a node can bear both labels."""
        return self.schema.related(one, other)

    def fits(self, vertex: Vertex, label: str) -> tuple[str, ...]:
        """The labels of a vertex that a node of `label` can bear too."""
        return tuple(own for own in vertex.labels if self.related(own, label))

    # -- connecting ------------------------------------------------------------------------------

    def connect(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """The states in which vertex `a` (the site of `pending`) is joined to vertex `b`."""
        joined = headed if pending.going and pending.types is None else Assembler._joined
        yield from joined(self, state, a, b, pending)

    def _joined(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """As `connect`, by words that lead nowhere."""
        meant = RESIDING if pending.dwelling else pending.word
        if pending.types is None and (pending.dwelling or meant in MEANT):
            plain = replace(pending, word=_PLAIN.get(pending.word, pending.word), dwelling=False)
            for joined in self.connect(state, a, b, plain):
                links = joined.links[len(state.links) :]
                links = tuple(sorted(links, key=lambda link: a not in (link.start, link.end)))
                if not links or tells(meant, a, joined.vertices, links, self.kinds_of_people):
                    yield joined
            return
        if pending.also:
            yield from self._by_both(state, a, b, pending)
            return
        if pending.word == FELLOW:
            yield from self._by_shared(state, a, b)
            return
        if pending.word.startswith(SAME):
            yield from self._by_same(state, a, b, pending)
            return
        if pending.word.startswith(VIA):
            yield from self._by_event(state, a, b, pending)
            return
        if pending.word == DOING:
            yield from self._by_doing(state, a, b)
            return
        options = self._options(state, a, b, pending)
        several = len({option.type for option in options}) > 1
        made = maker([(option.type, option.forward) for option in options], pending.word)
        partakes = pending.word in _PARTAKING
        if pending.types is None and several and not partakes and made is None:
            yield from self._by_any(state, a, b, pending)
        for cost, type_, forward, directed, la, lb in options:
            joined = state.narrow(a, la).narrow(b, lb)
            start, end = (a, b) if forward else (b, a)
            mutual = pending.kept is not None and pending.kept.mutual
            link = Link(start, end, (type_,), directed and not mutual, state.scope)
            done = joined.plus(cost, links=(*joined.links, link))
            yield keeping(done, pending.kept)
        if options:
            return
        if pending.empty and pending.types is not None:
            own = replace(pending, types=tuple(t for t in pending.types if t[1] <= _OWN_NAME))
            paths = list(self._by_path(state, a, b, own)) if own.types else []
            if paths:
                yield from paths
                return
            bare = replace(pending, types=None)
            if self._options(state, a, b, bare):
                yield from (s.plus(0.05) for s in self.connect(state, a, b, bare))
                return
        yield from self._by_path(state, a, b, pending)

    def _options(self, state: State, a: int, b: int, pending: Pending) -> tuple[Direct, ...]:
        labels, others = state.vertices[a].labels, state.vertices[b].labels
        return self.costs.direct(labels, others, Told.by(pending))

    def _by_both(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """Wrote and directed: one join for each verb; wrote or directed: one of either type."""
        for first in self.connect(state, a, b, replace(pending, also=())):
            second = replace(pending, types=pending.also, also=(), kept=pending.also_kept)
            for done in self.connect(first, a, b, second):
                one, other = done.links[-2:]
                if len(done.links) != len(state.links) + 2:
                    continue
                if pending.either:
                    if (one.start, one.directed) != (other.start, other.directed):
                        continue
                    joined = replace(one, types=(*one.types, *other.types))
                    done = done.changed(links=(*done.links[:-2], joined))
                yield done

    def _by_shared(self, state: State, a: int, b: int) -> Iterator[State]:
        """Worked with: both did something, whatever it was, for the same third thing."""
        for label in state.vertices[a].labels:
            for other in state.vertices[b].labels:
                shared = self.joins.shared(label, other)
                if shared is None:
                    continue
                middle, one, two = shared
                joined = state.narrow(a, (label,)).narrow(b, (other,))
                joined, n = joined.add(Vertex((middle,), state.scope, word="path"))
                links = (Link(a, n, one, True, state.scope), Link(b, n, two, True, state.scope))
                apart = Comparison(Entity(variable(a)), "<>", Entity(variable(b)))
                base = joined.changed(links=(*joined.links, *links))
                yield base.changed(tests=(*base.tests, (state.scope, apart))).plus(0.2)

    def _by_same(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """In the same city as X: joined to one city in one way; of the same year: equal."""
        shared = pending.word.removeprefix(SAME)
        apart = Comparison(Entity(variable(a)), "<>", Entity(variable(b)))
        if shared.startswith("."):
            name = shared[1:]
            for label in state.vertices[a].labels:
                owned = [self.lexicon.property(x, name) for x in (label, *state.vertices[b].labels)]
                if self.kind(label, name) == "list":
                    # One title that both have is not all titles of both.
                    continue
                if all(owned) and self.related(label, state.vertices[b].labels[0]):
                    equal = Comparison(attribute(a, name), "=", attribute(b, name))
                    held = state.narrow(a, (label,))
                    tests = (*held.tests, (held.scope, equal), (held.scope, apart))
                    yield held.plus(0.1, tests=tests)
            return
        if shared.startswith("~"):
            yield from self._by_role(state, a, b, shared[1:])
            return
        added, n = state.add(Vertex((shared,), state.scope, word="path"))
        for first in self.connect(added, a, n, replace(pending, word="", site=a)):
            own = first.links[len(state.links) :]
            for done in self.connect(first, b, n, replace(pending, word="", site=b)):
                theirs = done.links[len(first.links) :]
                alike = [x.types for x in own] == [x.types for x in theirs]
                common = set(done.vertices[a].labels) & set(done.vertices[b].labels)
                if alike and common:
                    yield done.changed(tests=(*done.tests, (done.scope, apart)))
                elif not common:
                    yield done.plus(_OTHERS)

    def _by_role(self, state: State, a: int, b: int, told: str) -> Iterator[State]:
        """With the same manager as X: one who is that to both."""
        type_, role, *values = told.split("|")
        other = {"start": "end", "end": "start"}[role]
        kept = Kept(type_, values[0], values[1]) if values else None
        joins = self.schema.relationships[type_].joins
        ends = tuple(dict.fromkeys(j.start if role == "start" else j.end for j in joins))
        apart = Comparison(Entity(variable(a)), "<>", Entity(variable(b)))
        added, n = state.add(Vertex(ends, state.scope, word="path"))
        waiting = Pending(a, ((type_, 0.0),), other, kept=kept)
        for first in self.connect(added, a, n, waiting):
            for done in self.connect(first, b, n, replace(waiting, site=b)):
                both = len(done.links) == len(state.links) + 2
                if both and set(done.vertices[a].labels) & set(done.vertices[b].labels):
                    yield done.changed(tests=(*done.tests, (done.scope, apart)))

    def _by_event(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """Bought: both are joined to one order, or one of them is the order."""
        event = pending.word.removeprefix(VIA)
        bare = Pending(a, None)
        for end in (a, b):
            if state.vertices[end].word == "thing":
                # What did X buy: no orders, and nobody.
                others = set(state.vertices[end].labels) - {event, *self.people}
                state = state.narrow(
                    end, tuple(x for x in state.vertices[end].labels if x in others)
                )
        if event in (*state.vertices[a].labels, *state.vertices[b].labels):
            n = b if event in state.vertices[b].labels else a
            for ranked in self._latest(state, n, event, pending.latest):
                yield from self.connect(ranked, a, b, bare)
            return
        bare_event, n = state.add(Vertex((event,), state.scope, word="path"))
        ends = [
            tuple(x for x in state.vertices[m].labels if self.joins.direct(x, event))
            for m in (a, b)
        ]
        added = next(self._latest(bare_event, n, event, pending.latest), None)
        if added is not None and all(ends) and set(ends[0]) != set(ends[1]):
            for first in self.connect(added.narrow(a, ends[0]).narrow(b, ends[1]), a, n, bare):
                for both in self.connect(first, b, n, Pending(b, None)):
                    if not _made_by_two(first.links[-1], both.links[-1]):
                        yield both

    def _latest(self, state: State, n: int, event: str, latest: bool | None) -> Iterator[State]:
        """Last borrowed, first visited: sorted by when that was."""
        if latest is None:
            yield state
            return
        dates = self.lexicon.measures(event, ("@time",))[:1]
        for name, price in () if state.scope else dates:
            key = comparable(attribute(n, name), self.kind(event, name))
            yield state.plus(price, ranks=(*state.ranks, Rank(key, latest, n)))

    def _by_any(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """X's films, films by X: whatever X did for them, where that can be several things."""
        if set(state.vertices[a].labels) & set(state.vertices[b].labels):
            return
        for done in self._by_doing(state, a, b):
            link = done.links[-1]
            types = link.types
            if pending.word == "by":
                # What is by someone was not just acted in, nor does it anything to them.
                types = tuple(t for t in types if not _idle(t) and link.start == b)
            if types:
                made = replace(link, types=types)
                yield done.plus(0.2, links=(*done.links[:-1], made))

    def _by_doing(self, state: State, a: int, b: int) -> Iterator[State]:
        """Worked on: joined by whatever one does for the other."""
        for start, end in ((a, b), (b, a)):
            for label in state.vertices[start].labels:
                for other in state.vertices[end].labels:
                    types = self.joins.doing(label, other)
                    if types:
                        joined = state.narrow(start, (label,)).narrow(end, (other,))
                        link = Link(start, end, types, True, state.scope)
                        yield joined.plus(0.1, links=(*joined.links, link))

    def _by_path(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """Joins over one or two labels between; with a verb, only paths that hold its type."""
        if pending.types and pending.word == "with":
            # Acted with X: no film that X directed.
            return
        told = Told.by(pending)
        for label in state.vertices[a].labels:
            for other in state.vertices[b].labels:
                for price, path in self.costs.over(label, other, told):
                    joined = state.narrow(a, (label,)).narrow(b, (other,))
                    yield self._walked(joined, a, b, path, pending.kept).plus(price)

    def _walked(
        self, state: State, a: int, b: int, path: Sequence[Step], kept: Kept | None
    ) -> State:
        """The state in which a path joins two vertices."""
        between = [Vertex((step.to,), state.scope, word="path") for step in path[:-1]]
        first = len(state.vertices)
        stops = [a, *range(first, first + len(between)), b]
        state = state.changed(vertices=(*state.vertices, *between))
        for step, (at, to) in zip(path, pairwise(stops), strict=True):
            start, end = (at, to) if step.forward else (to, at)
            directed = not self.joins.symmetric(step.type)
            link = Link(start, end, (step.type,), directed, state.scope)
            state = keeping(state.changed(links=(*state.links, link)), kept)
        return state

    def sites(self, state: State) -> Iterator[tuple[int, float]]:
        """Vertices that what follows can describe, the nearest first, each with its cost."""
        # Who has a family tie to X: the one before the pronoun has.
        pending = state.pending
        meant = state.related if pending is not None and pending.site == state.related else -1
        for distance, site in enumerate(reversed(state.sites)):
            # A thing said by its value alone (at 12 High Street) is hardly described any further,
            # but where a pronoun points at it: a Hughes who ...
            told = site in (state.subject, state.related)
            value = not told and state.vertices[site].word == "value"
            # A plumber is one of a kind, and may be described.
            value = value and not (
                {*state.vertices[site].labels} <= {*self.people}
                and not self.by_name(state, site, codes=True)
            )
            passed = meant >= 0 and site != meant
            yield site, distance * _RECENCY + (_NAMED if value else 0.0) + (_WHO if passed else 0.0)

    def by_name(self, state: State, n: int, *, codes: bool = False) -> bool:
        """Whether a vertex is told by its name (or, with `codes`, by what else tells it apart)."""
        names = self.lexicon.shown(state.vertices[n].labels[0])
        stored = {attribute(n, name) for name in (names if codes else names[:1])}
        tests = (t for _, t in state.tests if isinstance(t, Comparison) and t.operator == "=")
        return any(test.left in stored for test in tests)

    # -- values and properties ---------------------------------------------------------------------

    def owners(
        self, state: State, candidates: Sequence[Candidate]
    ) -> Iterator[tuple[int, Candidate, float]]:
        """(vertex in reach, its property, cost) for each of the properties, cheapest first."""
        found = [
            (site, candidate, distance + candidate.cost)
            for site, distance in self.sites(state)
            for candidate in candidates
            if not candidate.of_relationship and candidate.owner in state.vertices[site].labels
        ]
        yield from sorted(found, key=lambda one: one[2])

    def equals(self, state: State, vertex: int, item: Value) -> State:
        """The state in which a vertex holds a stored value, or both halves of a name."""
        label = state.vertices[vertex].labels[0]
        for link in (item.link,) if item.family is None else (item.link, item.family):
            stored, value = attribute(vertex, link.property), Constant(link.value)
            several = self.kind(label, link.property) == "list"
            sign = signed(link) or ("HAS" if several else "=")
            state = state.test(Comparison(stored, sign, value))
            state = state.changed(used=(*state.used, link))
        return state

    def hold(self, state: State, vertex: int, item: Value) -> State | None:
        """The state in which a vertex, if it can, is the one that holds the value."""
        labels = self.fits(state.vertices[vertex], item.link.label)
        if not labels:
            return None
        left = attribute(vertex, item.link.property)
        if any(
            isinstance(t, Comparison) and t.left == left and t.operator in ("=", "IN")
            for scope, t in state.tests
            if scope == state.scope
        ):
            return None
        owner = self.schema.labels.get(labels[0])
        if (
            owner is not None
            and item.link.property not in owner.properties
            and labels != (item.link.label,)
        ):
            return None
        return self.equals(state.narrow(vertex, labels), vertex, item)

    def given(self, type_: str) -> str | None:
        """The number that a verb's own word names: the rating of RATED."""
        verb = roots(split_name(type_)[0])
        for name in self.schema.relationships[type_].properties:
            same = any(verb & roots(word) for word in split_name(name))
            if same and self.kind(type_, name) in ("number", "number_text"):
                return name
        return None

    def kind(self, owner: str, name: str) -> Kind:
        """The kind of a property (see `kinds`)."""
        return self.lexicon.kind(owner, name)

    def names(self, label: str, word: str) -> bool:
        """Whether a word is (a form of) a label's name."""
        return any(roots(word) & roots(part) for part in split_name(label))
