"""Who does something: whoever asks "who staged it" means those who stand at the verb's own end."""

from __future__ import annotations

from bot.offline.agency import makes
from bot.offline.assemble import Assembler
from bot.offline.items import Verb
from bot.offline.state import State
from bot.stored.joins import Step
from bot.words.data import load
from bot.words.inflection import lemmas, parts
from memory.text import split_name

# Who hasn't booked: hardly one who works where somebody booked.
_NOBODY = 0.6
_NEVER = 2.0
_WRITING = frozenset(load("kinds")["writing"])


def doer(a: Assembler, state: State, item: Verb) -> State:
    """Who worked with X: they who worked, and not whoever had to do with that."""
    n = state.subject
    if item.voice != "active" or item.empty or not _asked(state, n):
        return state
    types = {type_ for type_, _ in item.types}
    labels = state.vertices[n].labels
    where = set(labels) <= set(a.places)
    near = tuple(x for x in labels if any(_does(s, types, where) for s in a.joins.steps(x)))
    if near and not where and not state.negate and not state.scope:
        # Who owned it: people or an institution, where both can.
        bodies = [x for x in a.bodies if x not in near]
        near += tuple(x for x in bodies if any(_does(s, types, where) for s in a.joins.steps(x)))
    return state.narrow(n, near) if near and near != labels else state


def nobody_else(a: Assembler, state: State, site: int) -> State:
    """Who owned no house: no people did; what institutions there are is not asked."""
    vertex = state.vertices[site]
    people = tuple(x for x in vertex.labels if x in a.people)
    return state.narrow(site, people) if vertex.word == "open" and people else state


def remote(a: Assembler, state: State, site: int, item: Verb) -> float:
    """What it costs that somebody only has to do with what does it."""
    if item.voice != "active" or not _asked(state, site):
        return 0.0
    types = {type_ for type_, _ in item.types}
    steps = [s for label in state.vertices[site].labels for s in a.joins.steps(label)]
    where = set(state.vertices[site].labels) <= set(a.places)
    if any(_does(step, types, where) for step in steps):
        return 0.0
    # Who answered X: in a letter, and they wrote it.
    theirs = (s for s in steps if makes(s.type) or _WRITING & set(lemmas(split_name(s.type)[0])))
    by_theirs = any(later.type in types for s in theirs for later in a.joins.steps(s.to))
    if by_theirs:
        return 0.0
    return _NEVER if any(step.type in types for step in steps) else _NOBODY


def _does(step: Step, types: set[str], where: bool) -> bool:
    """Whether whoever stands here does it: who works for X is not where X works."""
    if where:
        return step.type in types
    verb = split_name(step.type)[0]
    acts = verb.endswith("s") and "VERB" in parts(lemmas(verb)[-1]) and lemmas(verb)[-1] != verb
    return step.type in types and (step.forward or not acts)


def _asked(state: State, site: int) -> bool:
    """Whether a vertex is the one that is asked for, by "who"."""
    return site == state.subject >= 0 and state.vertices[site].word == "open" and not state.links
