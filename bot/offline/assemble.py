"""Putting pieces together: connecting vertices, finding the owner of a property."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise
from typing import Literal, TypeAlias

from bot.offline.agency import acts_first, agency, maker, reacts
from bot.offline.data import load
from bot.offline.items import Candidate, Value
from bot.offline.joins import JoinGraph, Step
from bot.offline.kept import Kept
from bot.offline.kinds import Kind
from bot.offline.lexicon import Lexicon
from bot.offline.pronouns import Pronouns
from bot.offline.state import (
    DOING,
    FELLOW,
    SAME,
    VIA,
    Link,
    Pending,
    State,
    Vertex,
    attribute,
    variable,
)
from bot.offline.telling_types import MEANT, ORIGIN, OWNED, OWNING, tells
from bot.offline.vocabulary import agentive
from bot.offline.words import lemmas, roots
from memory.query import Attribute, Comparison, Constant, Entity
from memory.schema import LinkedValue, Schema
from memory.text import split_name

_RECENCY = 0.22
HOP = 0.55
_NAMED = 0.45
_OTHERS = 0.1
_WITHIN = 0.3
_WHO = 0.4
# What a preposition tells of a type named for who acts (caller) or who is acted upon (called).
_INTRANSITIVE = frozenset(load("kinds")["intransitive"])
_ACQUAINTANCE = frozenset(load("kinds")["acquaintance"])
# What has a part in something did not make it.
_PARTAKING = frozenset(load("phrases")["partaking"])
_DONE_TO = 0.3
_OF_GROUP = ("in", "of", "from", "at")
_APPEARING = frozenset(load("synonyms")["actions"]["act"])
_WITH = ("", "with", "in", "featuring", "starring", "feature", "star")
_PLAIN = {ORIGIN: "from", OWNING: "own", OWNED: "by"}
_BELONGING = frozenset(["belong", "member", "part"])
# (cost, type, forward, directed, labels of one end, labels of the other) of a direct join.
_Option: TypeAlias = tuple[float, str, bool, bool, tuple[str, ...], tuple[str, ...]]
_PART = {"by": ("er", "or"), "from": ("er", "or"), "to": ("ed", "ee")}


def _idle(type_: str) -> bool:
    """Whether a type's verb has no object: acted in."""
    return bool(_INTRANSITIVE & set(lemmas(split_name(type_)[0])))


def _bare(names: Sequence[str]) -> bool:
    """Whether a type is named by a verb of acquaintance alone."""
    return len(names) == 1 and bool(_ACQUAINTANCE & set(lemmas(names[0])))


def _through(path: tuple[Step, ...], wanted: Mapping[str, float], pending: Pending) -> float:
    """What it costs to pass an event between two alike the wrong way: X called Y by a call.

    Who is called stands at the verb's own type, the caller at one named for who acts.
    """
    if len(path) != 2 or path[0].forward == path[1].forward:
        return 0.0
    acted = [s.type in wanted and agentive(split_name(s.type)[-1]) is None for s in path]
    active = pending.role == "agent" or not (pending.role or pending.word)
    wrong = acted == [True, False] if active else acted == [False, True]
    return 0.3 if path[0].type == path[1].type or wrong else 0.0


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

    def with_terms(self, terminology: Mapping[str, str]) -> Assembler:
        """The same with more words."""
        more = copy(self)
        more.lexicon = self.lexicon.with_terms(terminology)
        return more

    # -- labels ----------------------------------------------------------------------------------

    def related(self, one: str, other: str) -> bool:
        """Whether a node can bear both labels."""
        if one == other:
            return True
        a, b = self.schema.labels.get(one), self.schema.labels.get(other)
        if a is None or b is None:
            return False
        return other in (*a.implies, *a.together) or one in (*b.implies, *b.together)

    def fits(self, vertex: Vertex, label: str) -> tuple[str, ...]:
        """The labels of a vertex that a node of `label` can bear too."""
        return tuple(own for own in vertex.labels if self.related(own, label))

    # -- connecting ------------------------------------------------------------------------------

    def connect(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """The states in which vertex `a` (the site of `pending`) is joined to vertex `b`."""
        if pending.types is None and pending.word in MEANT:
            people = self.people if len(self.people) < len(self.schema.labels) else ()
            plain = replace(pending, word=_PLAIN[pending.word])
            for joined in self.connect(state, a, b, plain):
                links = joined.links[len(state.links) :]
                links = tuple(sorted(links, key=lambda link: a not in (link.start, link.end)))
                if not links or tells(pending.word, a, joined.vertices, links, people):
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
            yield from self._by_event(state, a, b, pending.word.removeprefix(VIA))
            return
        if pending.word == DOING:
            yield from self._by_doing(state, a, b)
            return
        options = self._options(state.vertices[a], state.vertices[b], pending)
        several = len({option[1] for option in options}) > 1
        if pending.types is None and several and pending.word not in _PARTAKING:
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
            bare = replace(pending, types=None)
            if self._options(state.vertices[a], state.vertices[b], bare):
                yield from (s.plus(0.05) for s in self.connect(state, a, b, bare))
                return
        yield from self._by_path(state, a, b, pending)

    def _options(self, a: Vertex, b: Vertex, pending: Pending) -> list[_Option]:
        """(cost, type, forward, directed, labels of a, labels of b) of every direct join."""
        pairs: dict[tuple[str, bool], tuple[dict[str, None], dict[str, None]]] = {}
        wanted = None if pending.types is None else dict(pending.types)
        for label in a.labels:
            for other in b.labels:
                for step in self.joins.direct(label, other):
                    if wanted is None or step.type in wanted:
                        las, lbs = pairs.setdefault((step.type, step.forward), ({}, {}))
                        las[label] = None
                        lbs[other] = None
        found = []
        for (type_, forward), (las, lbs) in pairs.items():
            both = (type_, not forward) in pairs
            directed = not (both and self.joins.symmetric(type_))
            if not directed and not forward:
                continue
            free = both and directed
            # Modules used by others: what follows does it.
            done_by = free and wanted is None and pending.word == "by"
            role = "patient" if done_by else pending.role
            cost = self._direction_cost(type_, forward, free, role)
            turned = cost > 0
            if wanted is not None:
                cost += wanted[type_]
            if turned and pending.role == "agent" and self._person(las) and not self._person(lbs):
                # Nobody does what is done to them.
                cost += _DONE_TO
            found.append((cost, type_, forward, directed, tuple(las), tuple(lbs)))
        if wanted is None and found:
            found = self._ranked(found, a, b, pending.word, settled=pending.empty)
        return found

    def _person(self, labels: Iterable[str]) -> bool:
        """Whether labels are all of people, where others are not."""
        return len(self.people) < len(self.schema.labels) and set(labels) <= set(self.people)

    @staticmethod
    def _direction_cost(type_: str, forward: bool, free: bool, role: str) -> float:
        """What a direction costs that the words do not suggest; little where the schema decides."""
        if not role:
            return 0.0 if forward or not free else 0.1
        active = acts_first(type_, forward=True)
        starts = {"start": True, "end": False, "agent": active, "patient": not active}[role]
        if starts == forward:
            return 0.0
        return 0.8 if free else 0.12

    def _ranked(
        self,
        found: list[_Option],
        a: Vertex,
        b: Vertex,
        word: str,
        *,
        settled: bool,
    ) -> list[_Option]:
        """Bare connections: the type that speaks of one of the labels is meant first.

        A type named with the preposition comes before a nearer noun (a crime with a man at X), but
        not where a verb has `settled` what is described: a man living at X.
        """
        types = {option[1] for option in found}
        near = {t for t in types if any(self.joins.affinity(t, x) for x in (*a.labels, *b.labels))}
        within = [t for t in types if _BELONGING & set(lemmas(split_name(t)[0]))]
        appearing = [t for t in types if _APPEARING & set(lemmas(split_name(t)[0]))]
        made = maker([option[1:3] for option in found], word)
        ranked = []
        for cost, type_, *rest in found:
            if len(types) == 1:
                price = 0.1
            elif type_ in near and len(near) == 1:
                price = 0.15
            else:
                price = 0.4 if len(types) < 3 else 0.6
            names = split_name(type_)
            if word and word in names:
                placed = word == names[-1] and not settled
                price -= 0.0 if word == "by" else 0.3 if placed else 0.08
            elif names[-1] == "by" and word != "by":
                price += 0.1
            if len(types) > 2 and word in ("to", "with") and _bare(names):
                # People connected to X: the least that can be between two people.
                price -= 0.15
            if len(types) > 1 and made == type_ and not near:
                # Someone's answers: those they gave, not those they liked.
                price -= 0.25
            if word in _WITH and [type_] == appearing and not (near or made):
                # With someone, someone's films: those they are seen in, not any that they helped.
                price -= 0.3
            if word in _OF_GROUP and [type_] == within:
                # In a house, of a team: who belongs to it, not who serves it.
                price -= 0.35
            if len(types) > 1 and _PART.get(word) and names[-1].endswith(_PART[word]):
                price -= 0.15
            ranked.append((cost + price, type_, *rest))
        return ranked  # type: ignore[return-value]

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

    def _by_event(self, state: State, a: int, b: int, event: str) -> Iterator[State]:
        """Bought: both are joined to one order, or one of them is the order."""
        bare = Pending(a, None)
        for end in (a, b):
            if state.vertices[end].word == "thing":
                # What did X buy: no orders, and nobody.
                others = set(state.vertices[end].labels) - {event, *self.people}
                state = state.narrow(
                    end, tuple(x for x in state.vertices[end].labels if x in others)
                )
        if event in (*state.vertices[a].labels, *state.vertices[b].labels):
            yield from self.connect(state, a, b, bare)
            return
        added, n = state.add(Vertex((event,), state.scope, word="path"))
        ends = [
            tuple(x for x in state.vertices[m].labels if self.joins.direct(x, event))
            for m in (a, b)
        ]
        if all(ends) and set(ends[0]) != set(ends[1]):
            for first in self.connect(added.narrow(a, ends[0]).narrow(b, ends[1]), a, n, bare):
                yield from self.connect(first, b, n, Pending(b, None))

    def _by_any(self, state: State, a: int, b: int, pending: Pending) -> Iterator[State]:
        """X's films, films by X: whatever X did for them, where that can be several things."""
        if set(state.vertices[a].labels) & set(state.vertices[b].labels):
            return
        for done in self._by_doing(state, a, b):
            link = done.links[-1]
            types = link.types
            if pending.word == "by":
                # What is by someone was not just acted in.
                types = tuple(t for t in types if not _idle(t))
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
        wanted = None if pending.types is None else dict(pending.types)
        for label in state.vertices[a].labels:
            for other in state.vertices[b].labels:
                acting = self._acting((label, other), pending)
                for path in self._paths(label, other, wanted):
                    price = HOP * (len(path) - 1) - self._inside(path)
                    if wanted is not None:
                        held = [wanted[s.type] for s in path if s.type in wanted]
                        if not held:
                            continue
                        price += 0.2 + min(held)
                        price += _through(path, wanted, pending) if label == other else 0.0
                    joined = state.narrow(a, (label,)).narrow(b, (other,))
                    price += agency((label, *(s.to for s in path)), path, acting, wanted or ())
                    endings = _PART.get(pending.word)
                    told = path[-1] if label == other else path[0]
                    if endings and split_name(told.type)[-1].endswith(endings):
                        price -= 0.15
                    if endings and len(path) == 2 and path[0].type == path[1].type:
                        # Called by another: not two that called.
                        price += 0.15
                    at = a
                    for i, step in enumerate(path):
                        if i == len(path) - 1:
                            to = b
                        else:
                            joined, to = joined.add(Vertex((step.to,), state.scope, word="path"))
                        start, end = (at, to) if step.forward else (to, at)
                        directed = not self.joins.symmetric(step.type)
                        link = Link(start, end, (step.type,), directed, state.scope)
                        near = any(
                            self.joins.affinity(step.type, x) for x in (label, other, step.to)
                        )
                        beside = wanted is not None and step.type not in wanted
                        if not near:
                            price += 0.1 if beside and reacts(step.type) else 0.05
                        joined = keeping(joined.changed(links=(*joined.links, link)), pending.kept)
                        at = to
                    yield joined.plus(price)

    def _acting(self, ends: tuple[str, str], pending: Pending) -> int:
        """Which end does something: the site of a verb (1), the other (-1), or nobody knows (0)."""
        if pending.role:
            return {"agent": 1, "patient": -1}.get(pending.role, 0)
        if pending.types is not None or pending.word == "by":
            return -1 if pending.word == "by" else 1
        return self._person(ends[:1]) - self._person(ends[1:])

    def _paths(
        self, label: str, other: str, wanted: Mapping[str, float] | None
    ) -> tuple[tuple[Step, ...], ...]:
        """The shortest paths; with a verb that none of them holds, those from and to its ends."""
        paths = self.joins.paths(label, other)
        if wanted is None or any(step.type in wanted for path in paths for step in path):
            return paths
        return self.joins.through(label, other, tuple(wanted))

    def _inside(self, path: tuple[Step, ...]) -> float:
        """What steps cost less that only lead from one place to that which it is in."""
        places = set(self.places) if len(self.places) < len(self.schema.labels) else set()
        return _WITHIN * sum({one.to, two.to} <= places for one, two in pairwise(path))

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
            passed = meant >= 0 and site != meant
            yield site, distance * _RECENCY + (_NAMED if value else 0.0) + (_WHO if passed else 0.0)

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

    def equals(self, state: State, vertex: int, link: LinkedValue) -> State:
        """The state in which a vertex holds a stored value."""
        label = state.vertices[vertex].labels[0]
        operator: Literal["=", "HAS"] = "HAS" if self.kind(label, link.property) == "list" else "="
        condition = Comparison(attribute(vertex, link.property), operator, Constant(link.value))
        return state.test(condition).changed(used=(*state.used, link))

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
        return self.equals(state.narrow(vertex, labels), vertex, item.link)

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
