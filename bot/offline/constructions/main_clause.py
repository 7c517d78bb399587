"""Back in the main clause: people who know someone in Oslo *have* a car. It is they who do."""

from __future__ import annotations

from bot.offline.state import WHOSE, State
from bot.words.data import load

_FINITE = frozenset(load("phrases")["finite"])
_AUXILIARY = frozenset(load("phrases")["auxiliaries"])
_SAID = frozenset(["np", "property"])


def resumed(state: State, word: str = "") -> State:
    """The state after a relative clause is over, where a finite verb comes unannounced.

    Neither a pronoun nor "and" comes before the verb and nothing waits for one, so its subject is
    that of the question, and what the relative clause denied is said. `word` is that of a piece
    that may also be no verb (with, in).
    """
    first = word.split()[0] if word else ""
    if word and first not in _FINITE:
        return state
    over = state.previous in _SAID or (state.previous == "closed" and first in _AUXILIARY)
    deep = state.focus != state.subject or state.scope
    if not over or not deep or state.subject not in state.sites or _awaited(state):
        return state
    others = tuple(site for site in state.sites if site != state.subject)
    return state.changed(sites=(*others, state.subject), scope=0)


def tells_of_subject(state: State) -> bool:
    """Whether what comes is what the subject does: friends of X's friends live in Y."""
    apart = state.focus not in (state.subject, -1) and state.subject in state.sites
    whose = state.last_verb is not None and state.last_verb.word == WHOSE
    return apart and not whose and state.previous == "np" and not state.floats and not state.scope


def ahead(state: State) -> tuple[int, ...]:
    """What came before those who own X: to that they do it, X is only said of them."""
    afloat = state.floats[-1]
    if afloat not in state.sites or not any(afloat in (x.start, x.end) for x in state.links):
        return ()
    return tuple(s for s in state.sites[: state.sites.index(afloat)] if s not in state.floats)


def beyond(state: State, site: int) -> bool:
    """Whether what must not match is over for a verb's own site: farms with no dog *that* keep."""
    begun = any(vertex.scope == state.scope for vertex in state.vertices)
    return begun and not state.vertices[site].scope and state.joint != "or"


def _awaited(state: State) -> bool:
    """Whether the clause before has no verb yet: whose friends, where no ship, films that X."""
    if state.floats or state.joint or state.held is not None or state.waiting or state.pending:
        return True
    verb = state.last_verb
    return verb is not None and (verb.word == WHOSE or (verb.types is None and verb.word == "no"))
