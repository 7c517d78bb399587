"""Tests on texts: with "love" in the title, whose name starts with A."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import open_scope
from bot.offline.items import Match, Text
from bot.offline.state import State, attribute
from bot.stored.kinds import IDENTIFIERS, ISO, SPELT_DAYS
from memory.query import AnyOf, Comparison, Constant
from memory.text import split_name
from memory.tree_edits import attributes_of

_MATCHES = ("CONTAINS", "STARTS WITH", "ENDS WITH")
TEXTUAL = ("text", "number_text", *ISO, *SPELT_DAYS, "time_text", "year_text")


def match(a: Assembler, state: State, item: Match) -> Iterator[State]:
    """With "love" in the title; whose name starts with A."""
    if state.waiting and not state.negate:
        return
    if state.bound:
        return
    if state.held is not None:
        for site, candidate, price in a.owners(state, state.held.word.candidates):
            textual = a.kind(candidate.owner, candidate.property) in TEXTUAL
            if not textual or _told(state, site, candidate.property):
                continue
            yield matched(a, state.changed(held=None), site, candidate.property, item, price)
            return
        return
    if state.previous == "ordered" and state.ranks:
        for found in attributes_of(state.ranks[-1].operand):
            if not found.variable.startswith("#"):
                continue
            label = state.vertices[int(found.variable[1:])].labels[0]
            if a.kind(label, found.property) in TEXTUAL:
                yield matched(a, state, int(found.variable[1:]), found.property, item, 0.0)
        return
    focus = state.focus
    if focus < 0 or state.previous in ("verb",):
        return
    if item.cost < 0.3:
        yield state.on(item.end, item.cost + 0.02, match=item, previous="match")
    shown = a.lexicon.shown(state.vertices[focus].labels[0])
    # Reviews that mention coffee: what they say, and not their number.
    numbered = bool(shown) and split_name(shown[0])[-1] in IDENTIFIERS
    said = shown[-1:] if numbered else shown[:1]
    if said and item.cost < 0.2 and not _told(state, focus, said[0]):
        yield matched(a, state, focus, said[0], item, 0.25)


def _told(state: State, site: int, name: str) -> bool:
    """Whether it is said already which text a property is."""
    own = attribute(site, name)
    return any(
        isinstance(test, Comparison) and test.operator == "=" and test.left == own
        for _, test in state.tests
    )


def matched(a: Assembler, state: State, site: int, name: str, item: Match, price: float) -> State:
    """The state in which a property of `site` passes the test."""
    test = Comparison(attribute(site, name), item.operator, Constant(item.text), folded=True)  # type: ignore[arg-type]
    base = open_scope(state).changed(pending=None)
    return base.test(test).on(item.end, item.cost + price, previous="np", last=site)


def other_text(a: Assembler, state: State, item: Text) -> Iterator[State]:
    """With "love" or *"hate"* in it: one of the two."""
    if state.joint != "or" or not state.tests or not state.either or state.waiting:
        return
    scope, last = state.tests[-1]
    one_of = last.conditions if isinstance(last, AnyOf) else (last,)
    first = one_of[0]
    if not isinstance(first, Comparison) or first.operator not in _MATCHES or scope:
        # None with X or Y: neither of the two, which a reading would have to say.
        return
    if state.either[-1] != (len(state.tests), len(state.links)):
        return
    other = replace(first, right=Constant(item.text))
    tests = (*state.tests[:-1], (scope, AnyOf((*one_of, other))))
    yield state.on(item.end, 0.0, tests=tests, joint="", either=state.either[:-1], previous="np")


CONSTRUCTIONS = {Text: other_text}
