"""Not, without, no, never: what follows must not hold."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.doers import nobody_else
from bot.offline.constructions.main_clause import resumed
from bot.offline.constructions.placing import close_pending, open_scope
from bot.offline.items import Function
from bot.offline.state import Pending, State

_NONE = ("no", "zero", "0")
_SAID = 0.2
_AFLOAT = 0.02
JOINING = (
    "without",
    "lacking",
    "lack",
    "lacks",
    "excluding",
    "except",
    "except for",
    "other than",
    "apart from",
    "with no",
    "have no",
    "has no",
    "no",
    "that lack",
    "do not have",
    "don't have",
    "dont have",
    "does not have",
    "doesn't have",
    "doesnt have",
    "not in",
    "not from",
    "excepting",
)
_BE = ("is", "are", "was", "were", "am ")


_NEVER = frozenset(["never", "have never", "has never"])
# After "but" they say the same: but didn't give five stars.
_AT_NO_TIME = frozenset(["didn't", "didnt", "did not", "haven't", "havent", "hasn't", "hasnt"])


def negation(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Opens a pattern that must have no match, or turns a comparison round."""
    if state.negate or state.subject < 0 or state.held is not None or state.premods:
        return
    if state.scope and not state.joint:
        # Never led a case whose status is not open: two denials, one within the other.
        return
    state = resumed(state, item.word)
    if state.pending is not None and state.pending.types is not None:
        if item.word in _NONE and state.previous == "verb":
            # Members who wrote no posts: the verb keeps its ends.
            alone = nobody_else(a, state, state.pending.site)
            yield alone.on(item.end, item.cost, negate=True)
        if item.word == "nobody" and state.previous == "verb":
            # Firms that employ nobody: there is no one whom they employ.
            opened = open_scope(state.changed(negate=True))
            for closed in close_pending(a, opened):
                n = len(closed.vertices) - 1
                sites = (*closed.sites, n)
                done = closed.changed(pending=None, previous="np", sites=sites, last=n)
                yield done.on(item.end, -_SAID, np_end=item.end)
        return
    if item.word in _NEVER or (state.joint and item.word in _AT_NO_TIME):
        state = state.changed(never=(*state.never, state.scopes + 1))
    if item.word in JOINING:
        first, *_, last = item.word.split() * 2
        pending = Pending(state.focus, None, "", first if last == "no" else last)
        yield state.on(item.end, item.cost, negate=True, pending=pending, previous="connector")
        if item.word == "no" and state.pending is None:
            # Products that no customer bought: the verb to come joins the two.
            yield state.on(item.end, item.cost + _AFLOAT, negate=True)
    elif state.joint and item.word.startswith(_BE):
        yield state.on(item.end, item.cost, negate=True, previous="auxiliary")
    else:
        yield state.on(item.end, item.cost, negate=True)


CONSTRUCTIONS = {"negation": negation}
