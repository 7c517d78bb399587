"""What it costs to believe that two labels are joined by a relationship, or over others between.

Both ask only for labels and for what the words between tell, so what was priced is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bot.offline.agency import acts_first, agency, maker, reacts
from bot.offline.directions import unsettled
from bot.offline.state import Pending
from bot.offline.telling_types import BELONGING
from bot.stored.joins import JoinGraph, Step
from bot.words.bare_roles import names_start
from bot.words.data import load
from bot.words.inflection import lemmas
from bot.words.pronouns import Pronouns
from bot.words.vocabulary import agentive
from memory.text import split_name

HOP = 0.55
_WITHIN = 0.3
_NEAR = 0.5
_NEARBY = frozenset(load("kinds")["nearby"])
_ACQUAINTANCE = frozenset(load("kinds")["acquaintance"])
_DONE_TO = 0.3
_TURNED = 0.3
_MEMBER = 0.05
_OF_GROUP = ("", "with", "without", "has", "have", "had", "having", "in", "on", "of", "from", "at")
_APPEARING = frozenset(load("synonyms")["actions"]["act"])
_WITH = ("", "with", "in", "featuring", "starring", "feature", "star")
_BELONGING = frozenset(["belong", "member", "part"])
# What a preposition tells of a type named for who acts (caller) or who is acted upon (called).
_PART = {"by": ("er", "or"), "from": ("er", "or"), "to": ("ed", "ee")}
_REMEMBERED = 20_000
# A verb that hardly names a type: an agency has, for HAS_OFFICE_IN.
_HINTED = 0.2
# A verb only near that of a type, of what that does not even join: airlines fly, airports serve.
_GUESSED, _GUESSED_FAR = 0.3, 0.9
# Where it comes from or where it goes, which nobody said.
_EITHER_WAY = 0.4


class Direct(NamedTuple):
    """A direct join of type `type`, with the labels that its ends can have."""

    cost: float
    type: str
    forward: bool
    directed: bool
    labels: tuple[str, ...]
    others: tuple[str, ...]


class Told(NamedTuple):
    """What a pending verb or preposition tells of a join (see `Pending`).

    What the relationship must keep is said of one end only: a child.
    """

    types: tuple[tuple[str, float], ...] | None
    role: str
    word: str
    empty: bool
    of_one_end: bool

    @classmethod
    def by(cls, pending: Pending) -> Told:
        """What that one tells."""
        one = pending.kept is not None and not pending.kept.mutual
        return cls(pending.types, pending.role, pending.word, pending.empty, one)


class JoinCosts:
    """Prices joins between the labels of a schema."""

    def __init__(self, who: Pronouns, joins: JoinGraph) -> None:
        several = len(who.people) < len(who.schema.labels)
        self._people = frozenset(who.people) if several else frozenset()
        bounded = len(who.places) < len(who.schema.labels)
        self._places = frozenset(who.places) if bounded else frozenset()
        self._who, self._joins = who, joins
        self.direct = lru_cache(_REMEMBERED)(self._direct)
        self.over = lru_cache(_REMEMBERED)(self._over)

    def _direct(
        self, labels: tuple[str, ...], others: tuple[str, ...], told: Told
    ) -> tuple[Direct, ...]:
        """Every direct join between what has one of the labels and what has one of the others."""
        pairs: dict[tuple[str, bool], tuple[dict[str, None], dict[str, None]]] = {}
        wanted = None if told.types is None else dict(told.types)
        for label in labels:
            for other in others:
                for step in self._joins.direct(label, other):
                    if wanted is None or step.type in wanted:
                        las, lbs = pairs.setdefault((step.type, step.forward), ({}, {}))
                        las[label] = None
                        lbs[other] = None
        found = []
        for (type_, forward), (las, lbs) in pairs.items():
            both = (type_, not forward) in pairs
            mutual = both and not told.of_one_end and self._joins.symmetric(type_)
            directed = not mutual
            if not directed and not forward:
                continue
            free = both and directed
            # Modules used by others: what follows does it.
            done_by = free and wanted is None and told.word == "by"
            role = "patient" if done_by else told.role
            cost = self._direction_cost(type_, forward, free, role)
            turned = cost > 0
            if wanted is not None:
                cost += wanted[type_]
            if turned and told.role == "agent" and self._person(las) and not self._person(lbs):
                # Nobody does what is done to them.
                cost += _DONE_TO
            found.append(Direct(cost, type_, forward, directed, tuple(las), tuple(lbs)))
        if wanted is None and found:
            found = self._ranked(found, (*labels, *others), told.word, settled=told.empty)
        return tuple(found)

    def _person(self, labels: Iterable[str]) -> bool:
        """Whether labels are all of people, where others are not."""
        return bool(self._people) and self._people.issuperset(labels)

    def _direction_cost(self, type_: str, forward: bool, free: bool, role: str) -> float:
        """What a direction costs that the words do not suggest; little where the schema decides."""
        if not role:
            return 0.0 if forward or not free else 0.1
        active = acts_first(type_, forward=True) or names_start(self._who, type_)
        starts = {"start": True, "end": False, "agent": active, "patient": not active}[role]
        if starts == forward:
            return 0.0
        return 0.8 if free else 0.12

    def _ranked(
        self, found: list[Direct], labels: Sequence[str], word: str, *, settled: bool
    ) -> list[Direct]:
        """Bare connections: the type that speaks of one of the labels is meant first.

        A type named with the preposition comes before a nearer noun (a crime with a man at X), but
        not where a verb has `settled` what is described: a man living at X.
        """
        types = {option.type for option in found}
        near = {t for t in types if any(self._joins.affinity(t, x) for x in labels)}
        within = [t for t in types if _BELONGING & set(lemmas(split_name(t)[0]))]
        appearing = [t for t in types if _APPEARING & set(lemmas(split_name(t)[0]))]
        made = maker([(option.type, option.forward) for option in found], word)
        by_someone = any(split_name(t)[-1] == "by" for t in types)
        ranked = []
        for option in found:
            type_ = option.type
            if len(types) == 1:
                price = 0.1
            elif type_ in near and len(near) == 1:
                price = 0.15
            else:
                price = 0.4 if len(types) < 3 else 0.6
            names = split_name(type_)
            if word and word in names:
                # A transfer from a club, by FROM_CLUB: not a player of that club.
                placed = word in (names[0], names[-1]) and not settled
                price -= 0.0 if word == "by" else 0.3 if placed else 0.08
            elif names[-1] == "by" and word != "by":
                price += 0.1
            if word == "by" and by_someone and acts_first(type_, forward=option.forward):
                # Photos by X: taken by X, not those that show X.
                price += _TURNED
            if len(types) > 2 and word in ("to", "with") and _bare(names):
                # People connected to X: the least that can be between two people.
                price -= 0.15
            grouped = word in _OF_GROUP and len(within) == 1
            if len(types) > 1 and made == type_ and not near and not grouped:
                # Someone's answers: those they gave, not those they liked.
                price -= 0.25 if len(types) < 3 else 0.45
            if word in _WITH and [type_] == appearing and not (near or made):
                # With someone, someone's films: those they are seen in, not any that they helped.
                price -= 0.3
            if grouped and [type_] == within:
                # In a house, of a team, that a team has: who belongs to it, not who serves it.
                price -= 0.35
            if word == BELONGING and [type_] == within:
                # To belong to a club is to be a member of it, and not to own it or be its captain.
                price = _MEMBER
            if len(types) > 1 and _PART.get(word) and names[-1].endswith(_PART[word]):
                price -= 0.15
            ranked.append(option._replace(cost=option.cost + price))
        return ranked

    def _over(
        self, label: str, other: str, told: Told
    ) -> tuple[tuple[float, tuple[Step, ...]], ...]:
        """(cost, path) of the joins over labels between; with a verb, of those that hold its type.

        They are as many steps as the shortest.
        """
        wanted = None if told.types is None else dict(told.types)
        acting = self._acting((label, other), told)
        found = []
        for path in self._paths(label, other, wanted):
            price, guessing = HOP * (len(path) - 1) - self._inside(path), False
            if wanted is not None:
                held = [wanted[s.type] for s in path if s.type in wanted]
                if not held:
                    continue
                does = path[-1] if acting < 0 else path[0]
                guessing = min(held) >= _GUESSED
                guessed = guessing and does.type not in wanted
                price += 0.2 + min(held) + (_GUESSED_FAR if guessed else 0.0)
                price += _through(path, wanted, told) if label == other else 0.0
            price += agency(path, acting, wanted or ())
            price += (
                _EITHER_WAY * unsettled(self._joins, label, path) * (wanted is None or guessing)
            )
            endings = _PART.get(told.word)
            named = path[-1] if label == other else path[0]
            if endings and split_name(named.type)[-1].endswith(endings):
                price -= 0.15
            if endings and len(path) == 2 and path[0].type == path[1].type:
                # Called by another: not two that called.
                price += 0.15
            for step in path:
                if _NEARBY & set(lemmas(split_name(step.type)[0])) and step.type not in (
                    wanted or ()
                ):
                    # In a town: not near what is in the town.
                    price += _NEAR
                if not any(self._joins.affinity(step.type, x) for x in (label, other, step.to)):
                    beside = wanted is not None and step.type not in wanted
                    price += 0.1 if beside and reacts(step.type) else 0.05
            found.append((price, path))
        return tuple(found)

    def _acting(self, ends: tuple[str, str], told: Told) -> int:
        """Which end does something: the site of a verb (1), the other (-1), or nobody knows (0)."""
        if told.role:
            return {"agent": 1, "patient": -1}.get(told.role, 0)
        if told.types is not None or told.word == "by":
            return -1 if told.word == "by" else 1
        return self._person(ends[:1]) - self._person(ends[1:])

    def _paths(
        self, label: str, other: str, wanted: Mapping[str, float] | None
    ) -> tuple[tuple[Step, ...], ...]:
        """The shortest paths; with a verb that none of them holds, those from and to its ends."""
        if wanted and all(map(self._joins.symmetric, wanted)):
            # Whom they treat may know somebody: it is not they who do.
            return ()
        # The bank with the most customers: not those who live where it is.
        told = wanted is not None and min(wanted.values(), default=1.0) < _HINTED
        met = frozenset() if told or label == other else self._places - {label, other}
        paths = self._joins.paths(label, other, 3, met)
        if wanted is None or any(step.type in wanted for path in paths for step in path):
            return paths
        return self._joins.through(label, other, tuple(wanted))

    def _inside(self, path: tuple[Step, ...]) -> float:
        """What steps cost less that only lead from one place to that which it is in."""
        return _WITHIN * sum({one.to, two.to} <= self._places for one, two in pairwise(path))


def _bare(names: Sequence[str]) -> bool:
    """Whether a type is named by a verb of acquaintance alone."""
    return len(names) == 1 and bool(_ACQUAINTANCE & set(lemmas(names[0])))


def _through(path: tuple[Step, ...], wanted: Mapping[str, float], told: Told) -> float:
    """What it costs to pass an event between two alike the wrong way: X called Y by a call.

    Who is called stands at the verb's own type, the caller at one named for who acts.
    """
    if len(path) != 2 or path[0].forward == path[1].forward:
        return 0.0
    acted = [s.type in wanted and agentive(split_name(s.type)[-1]) is None for s in path]
    active = told.role == "agent" or not (told.role or told.word)
    wrong = acted == [True, False] if active else acted == [False, True]
    return 0.3 if path[0].type == path[1].type or wrong else 0.0
