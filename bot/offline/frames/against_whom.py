"""Whom one side acts against: which clubs did the Foxes challenge, who attacked the Starks?

An event has a relationship for each of the two sides: CHALLENGER, DEFENDER.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.vocabulary import agent_nouns
from bot.offline.words import lemmas
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Edge,
    Entity,
    Node,
    Order,
    Pattern,
    Query,
)
from memory.schema import LinkedValue
from memory.text import fold, split_name

_COST = 0.1
_ASKED = r"\A\W*(?:(?:which|what)(?: other)? (?P<noun>[a-z]+)|who|whom)"
_NAMED = r"(?:the )?(?P<kind>[a-z]+ )??@"
_OFTEN = r"(?P<often> (?:the )?most(?: often)?)?\W*\Z"
_DID = re.compile(
    rf"{_ASKED} (?:did|does|do|has|have) {_NAMED} (?P<verb>[a-z]+)(?: against)?{_OFTEN}",
    re.I,
)
_BY = re.compile(rf"{_ASKED} (?:have |has )?(?P<verb>[a-z]+) {_NAMED}{_OFTEN}", re.I)


@dataclass(frozen=True, slots=True)
class _Sides:
    """An event, who acts in it and on whom; each by a type, and whether it leads to the event."""

    event: str
    label: str
    acting: tuple[str, bool]
    acted_on: tuple[str, bool]


@cued("did ", "does ", "do ", "has ", "have ", "who ", "which ", "what ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which houses did X attack?"""
    for link in asked.linked:
        before = asked.question[: link.start]
        text = f"{before}@{asked.question[link.end :]}"
        for pattern, active in ((_DID, True), (_BY, False)):
            found = pattern.match(text)
            if found is None:
                continue
            sides = _sides(asked, link.label, fold(found["verb"]))
            nouns = [noun.strip() for noun in (found["noun"], found["kind"]) if noun]
            if len(sides) == 1 and all(_fits(asked, sides[0], noun) for noun in nouns):
                query = _tree(asked, sides[0], link, active=active, often=bool(found["often"]))
                yield Heard(query, _COST, (link,))
                return


def _sides(asked: Asked, label: str, verb: str) -> list[_Sides]:
    """The events in which such a thing acts on others of its kind by a verb."""
    verbs = lemmas(verb)
    found = []
    ways: dict[tuple[str, str], tuple[str, bool]] = {}
    for type_, join in asked.lexicon.schema.joins():
        for own, event, leads in ((join.start, join.end, True), (join.end, join.start, False)):
            if own == label and event != label and len(split_name(type_)) == 1:
                ways[event, split_name(type_)[0]] = (type_, leads)
    for one, other in load("roles")["sides"]:
        if any((one,) in agent_nouns(v) for v in verbs):
            for (event, role), acting in ways.items():
                if role == one and (event, other) in ways:
                    found.append(_Sides(event, label, acting, ways[event, other]))
    return found


def _fits(asked: Asked, sides: _Sides, noun: str) -> bool:
    known = asked.lexicon.lookup((fold(noun),))
    return any(isinstance(t, NounTarget) and t.label == sides.label for t in known)


def _tree(asked: Asked, sides: _Sides, link: LinkedValue, *, active: bool, often: bool) -> Query:
    thing, event = ("_".join(split_name(label)) for label in (sides.label, sides.event))
    other = f"{thing}2"
    ways = (sides.acted_on, sides.acting) if active else (sides.acting, sides.acted_on)
    edges = tuple(
        Edge(*((end, (type_,), event) if leads else (event, (type_,), end)))
        for end, (type_, leads) in zip((thing, other), ways, strict=True)
    )
    test = Comparison(Attribute(other, link.property), "=", Constant(link.value))
    nodes = (Node(thing, (sides.label,)), Node(event, (sides.event,)), Node(other, (sides.label,)))
    shown = asked.lexicon.shown(sides.label)[0]
    columns: tuple[Column, ...] = (Column(Attribute(thing, shown), "_".join(split_name(shown))),)
    pattern = Pattern(nodes, edges, (test,))
    if not often:
        return Query(pattern, columns, thing, distinct_on=(thing,))
    count = Aggregate("count", Entity(event), distinct=True)
    columns = (*columns, Column(count, f"{event}s"))
    return Query(
        pattern, columns, thing, distinct_on=(thing,), order=(Order(count, True),), limit=1
    )
