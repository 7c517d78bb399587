"""Flights to Oslo, flights from there: the relationships that say where something moves.

What has one of each sort (DEPARTS_FROM, ARRIVES_AT) goes nowhere by any other way: no flight is to
Norway because its passengers are from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from bot.offline.state import Link, Pending, State, Vertex
from bot.stored.joins import JoinGraph, Step
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.text import split_name

if TYPE_CHECKING:
    from bot.offline.assemble import Assembler

_TOWARDS, _AWAY, _THERE = "towards", "away", "there"
_COST = 0.1
_ON = 0.15


def goes(words: str) -> bool:
    """Whether words alone say where something goes, comes from, or is.

    >>> goes("to"), goes("goes to"), goes("from"), goes("linked to")
    (True, True, True, False)
    """
    said = load("directions")
    return any(words in said[way] for way in (_TOWARDS, _AWAY, _THERE))


def leads_there(word: str, property_: str) -> bool:
    """Whether a property may keep where something goes *to*: a destination, a country at least.

    >>> leads_there("to", "destination"), leads_there("to", "flag"), leads_there("from", "flag")
    (True, False, True)
    """
    said = load("directions")
    forms = {form for part in split_name(property_) for form in lemmas(part)}
    return word not in said[_TOWARDS] or bool(forms & {*said["types_towards"], *said["places"]})


def headed(a: Assembler, state: State, site: int, other: int, pending: Pending) -> Iterator[State]:
    """The states in which a site is joined to where it goes, or comes from."""
    plain, way = replace(pending, going=False), _heading(pending.word)
    labels = state.vertices[site].labels
    moving = tuple(label for label in labels if way and moves(a.joins, label))
    rest = tuple(label for label in labels if label not in moving)
    if rest:
        for joined in a.connect(state.narrow(site, rest), site, other, plain):
            if way == _THERE or not _opposed(way, site, joined.links[len(state.links) :]):
                yield joined
    if moving and way == _THERE:
        for joined in a.connect(state.narrow(site, moving), site, other, plain):
            if _is_there(site, joined.links[len(state.links) :]):
                yield joined
    for label in moving:
        for step in _ways(a.joins, label, way):
            yield from _gone(a, state.narrow(site, (label,)), site, other, step)


def _heading(word: str) -> str:
    said = load("directions")
    return next((way for way in (_AWAY, _THERE, _TOWARDS) if word in said[way]), "")


def _is_there(site: int, links: Sequence[Link]) -> bool:
    """Whether one relationship joins what moves to where it is: in a season, in a class."""
    ways = (_way(type_, forward=link.start == site) for link in links for type_ in link.types)
    return len(links) == 1 and not any(ways)


def _gone(a: Assembler, state: State, site: int, other: int, step: Step) -> Iterator[State]:
    """By one step to what is named, or to what is there."""
    fits = a.fits(state.vertices[other], step.to)
    if fits:
        link = _link(state, site, other, step)
        yield state.narrow(other, fits).plus(_COST, links=(*state.links, link))
        return
    added, n = state.add(Vertex((step.to,), state.scope, word="path"))
    on_the_way = added.changed(links=(*added.links, _link(added, site, n, step)))
    for joined in a.connect(on_the_way, n, other, Pending(n, None, word="in")):
        yield joined.plus(_ON)


def _link(state: State, site: int, other: int, step: Step) -> Link:
    start, end = (site, other) if step.forward else (other, site)
    return Link(start, end, (step.type,), True, state.scope)


def moves(joins: JoinGraph, label: str) -> bool:
    """Whether it is told both where such a thing comes from and where it goes.

    That is of one sort: who reports to somebody and works from somewhere does not move.
    """
    if label not in joins.moving:
        to, away = ({step.to for step in _ways(joins, label, way)} for way in (_TOWARDS, _AWAY))
        joins.moving[label] = bool((to & away) - {label})
    return joins.moving[label]


def unsettled(joins: JoinGraph, label: str, path: Sequence[Step]) -> int:
    """How often a path takes one of the two ways of what moves, which nobody told apart."""
    ends = [label, *(step.to for step in path)]
    found = 0
    for step, at, to in zip(path, ends, ends[1:], strict=False):
        mover = at if step.forward else to
        found += bool(_way(step.type, forward=True)) and moves(joins, mover)
    return found


def _ways(joins: JoinGraph, label: str, word: str) -> list[Step]:
    return [step for step in joins.steps(label) if _way(step.type, forward=step.forward) == word]


@cache
def _way(type_: str, *, forward: bool) -> str:
    """Whether the end of a type is where its start goes, or where it comes from; or neither."""
    said, words = load("directions"), split_name(type_)
    forms = {form for word in words for form in lemmas(word)}
    for word in (_TOWARDS, _AWAY):
        named = {words[0], words[-1]} & {*said[f"ending_{word}"]} or forms & {
            *said[f"types_{word}"]
        }
        if forward and named:
            return word
    by = words[-1] == "by"
    sent, received = (bool(forms & {*said[key]}) for key in ("sending", "receiving"))
    if by != forward or not (sent or received):
        # What a firm sent is from it, what was received by one went to it.
        return ""
    return _AWAY if sent else _TOWARDS


def _opposed(way: str, site: int, links: Iterable[Link]) -> bool:
    """Whether relationships say the opposite, or that something stays where it is.

    Those who belong to a house may well be from it.
    """
    said = load("directions")
    for link in links:
        if site != link.start:
            continue
        for type_ in link.types:
            forms = {form for word in split_name(type_) for form in lemmas(word)}
            back = way == _TOWARDS and _way(type_, forward=True) == _AWAY
            stays = way == _TOWARDS and forms & {*said["staying"]}
            if back or stays or (way == _AWAY and forms & {*said["types_towards"]}):
                return True
    return False
