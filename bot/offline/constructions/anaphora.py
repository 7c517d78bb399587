"""Them, their, it: what the same question spoke of before."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.they import clause_of_theirs, told_anew
from bot.offline.items import Function
from bot.offline.state import SAME, State
from bot.words.data import load

_PREPOSITIONS = frozenset(load("phrases")["prepositions"])

# The corporate ones: what stands before them narrows, it is not asked for.
_INSIDE = frozenset(["in", "within", "on"])
_OBJECTS = ("it", "them", "him", "her")
_SEVERAL = ("they", "them", "those", "these")
# What is done to them over more steps is done to something else.
_STEPS = 2


def anaphor(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Points at the subject of the question; "their" points at the noun before."""
    if item.word in ("their", "his", "its") or (item.word == "her" and not state.bound):
        yield from _their(state, item)
        if item.word != "her":
            return
    if state.held is None:
        yield from _within(a, state, item)


def _within(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """A film *they* acted in; who acted in *it*: the subject of the same question again."""
    pending = state.pending
    inside = item.word == "them" and pending is not None and pending.word in _INSIDE
    if inside and _people(a, state, state.subject):
        # Mentioned nobody in them: in what they wrote, not in who they are.
        return
    if item.word == "there" and any(v.word == "path" for v in state.vertices):
        # Countries that have loans from banks based there: not from those they have them by.
        return
    if item.word == "one" and state.scope:
        # Assisted at a match but never refereed one: any, not the one they assisted at.
        return
    subject = _referent(a, state, item.word, -1 if pending is None else pending.site)
    if subject < 0 or state.subject < 0 or state.waiting or state.premods:
        return
    if pending is not None and pending.types and pending.site != subject:
        if item.word in ("it", "them", "him", "her", "one", "there"):
            for joined in a.connect(told_anew(state, pending), pending.site, subject, pending):
                if len(joined.links) - len(state.links) > _STEPS:
                    continue
                sites = _back_to(subject, state)
                yield joined.on(item.end, 0.05, pending=None, sites=sites, previous="closed")
        return
    bare = pending is not None and not pending.types and pending.site not in (subject, -1)
    bare = bare and pending is not None and pending.word in _PREPOSITIONS and not state.scope
    if bare and pending is not None and item.word in ("it", "them", "him", "her"):
        for joined in a.connect(state, pending.site, subject, pending):
            sites = _back_to(subject, state)
            yield joined.on(item.end, 0.1, pending=None, sites=sites, previous="closed")
        return
    apart = pending is None and state.focus not in (subject, -1)
    if apart and state.previous in ("np", "relative") and item.word in ("they", "he", "she", "it"):
        floats = (*state.floats, subject)
        yield state.on(item.end, 0.0, floats=floats, previous="np", last=subject)


def _people(a: Assembler, state: State, n: int) -> bool:
    """Whether a vertex is a person, and something was named that isn't."""
    if len(a.people) == len(a.schema.labels):
        return False
    others = [v for v in state.vertices if v.word == "noun" and not set(v.labels) & set(a.people)]
    return n >= 0 and bool(others) and set(state.vertices[n].labels) <= set(a.people)


def _referent(a: Assembler, state: State, word: str, beside: int) -> int:
    """What a pronoun means: what is asked for, or else what it can be; -1 where nothing can."""
    people = set(a.people)
    if word in ("them", "there") and beside == state.subject:
        return _the_other(state)
    if word == "there" and _somebody(a, state):
        # Members that row for a club but train nobody there: they are no place.
        return -1
    if word == "it" and state.subject >= 0 and state.vertices[state.subject].plural:
        # Cooks that know a dish but have never made it: the dish, which is one.
        for n in range(len(state.vertices) - 1, -1, -1):
            vertex = state.vertices[n]
            if n != beside and vertex.word == "noun" and not vertex.plural:
                return n
    if word not in ("it", "he", "she", "him", "her") or len(people) == len(a.schema.labels):
        return state.subject
    personal = word != "it"
    named = [n for n, v in enumerate(state.vertices) if v.word == "value"]
    if not personal or state.subject < 0 or not state.vertices[state.subject].plural:
        # Friends of X that are no friends of *hers*: of X, not of all of them.
        named = []
    found = [
        n
        for n in dict.fromkeys((*named, state.subject, *range(len(state.vertices) - 1, -1, -1)))
        if n >= 0
        and n != beside
        and state.vertices[n].word != "path"
        and bool(people & set(state.vertices[n].labels)) == personal
    ]
    return found[0] if found else -1


def _somebody(a: Assembler, state: State) -> bool:
    """Whether it is people that are asked for, where a place or a thing was named besides."""
    people, subject = set(a.people), state.subject
    named = any(v.word in ("value", "noun") for n, v in enumerate(state.vertices) if n != subject)
    return subject >= 0 and named and set(state.vertices[subject].labels) <= people


def _the_other(state: State) -> int:
    """Whom those who are asked for do it to: what else was named; -1 where that is more."""
    named = [n for n, v in enumerate(state.vertices) if v.word in ("value", "noun")]
    others = [n for n in named if n != state.subject]
    return others[0] if len(others) == 1 else -1


def _back_to(subject: int, state: State) -> tuple[int, ...]:
    """The open sites up to a subject; one that only groups ("for each book") is no site yet."""
    sites = state.sites
    return sites[: sites.index(subject) + 1] if subject in sites else (subject,)


def _their(state: State, item: Function) -> Iterator[State]:
    if clause_of_theirs(state):
        # A drug their doctor prescribed: no doctor of anybody's.
        return
    pending = state.verb_to_come
    if state.pending is not None and state.pending.word.startswith(SAME):
        # In the same city as their manager: the city is not theirs.
        return
    bare = state.pending is not None and state.pending.types is None
    if bare and state.pending is not None and state.pending.site not in (state.subject, -1):
        # A show in their own city: what it is in would be lost.
        return
    if pending is not None and state.previous == "verb":
        # Who answered their own questions: that they are theirs would be lost.
        return
    if state.sites:
        yield state.on(item.end, 0.0, previous="their", pending=pending)


CONSTRUCTIONS = {"anaphora": anaphor}
