"""Is, did, has: they ask whether, or stand by a verb and mean nothing of their own."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.main_clause import resumed
from bot.offline.items import Flag, Function
from bot.offline.state import State

HELPING = frozenset(["do", "does", "did", "has", "have", "had"])
_DOING = frozenset(["do", "does", "did"])
_OF_ONE = frozenset(["is", "was", "has", "does", "'s"])
# What a question begins with that asks whether something is so.
_WHETHER = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "do",
        "does",
        "did",
        "has",
        "have",
        "is it true",
        "is it true that",
    ]
)


def one_of(state: State, item: Function) -> State:
    """Which of those *has* the most: one of them."""
    pointed = state.focus >= 0 and state.vertices[state.focus].open
    one = pointed and state.np_end == item.start and item.word in _OF_ONE
    return state.changed(singular=True) if one else state


def _after_noun(state: State) -> bool:
    """Whether what was asked for was named by a noun just now."""
    there = state.previous == "np" and state.last == state.focus == state.subject >= 0
    return there and state.vertices[state.subject].word == "noun"


def auxiliary(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Is, did, has: a yes/no question at the start, else no meaning of its own."""
    if state.previous == "start" and state.subject < 0 and not state.mode:
        if item.word in _WHETHER or {"there", "we"} & set(item.word.split()):
            yield state.on(item.end, 0.0, mode="yes_no", previous="auxiliary")
        return
    if state.premods and isinstance(state.premods[-1], Flag):
        # Halls without parking are held: nothing that is called parking is.
        return
    state = resumed(state, item.word)
    joining = state.pending is not None and state.pending.types is None
    if item.word == "to" and joining and state.previous in ("verb", "connector"):
        return
    if item.word == "to" and state.previous == "auxiliary" and not state.waiting:
        # Who has been to a place was there.
        return
    # Officers to call; but calls to an officer are calls that reach him.
    cost = 0.3 if item.word == "to" and state.previous == "np" else 0.0
    asking = state.previous == "ask" and not state.vertices
    kept = asking or state.previous in ("closed", "genitive")
    # Who did it, what else did it.
    helping = item.start == 1 + bool(state.besides) and state.focus >= 0 and item.word in HELPING
    helping = helping and state.vertices[state.focus].open
    # Who do people follow: those who do it are others.
    by_others = helping and item.word in _DOING
    # Who did X call: X is not who; which films did X's director make: no film is X.
    helping = helping or (item.word in _DOING and _after_noun(state))
    helped = "doing" if by_others else "helping" if helping else "auxiliary"
    previous = state.previous if kept else helped
    doing = asking and item.word in HELPING and not state.mode
    yield one_of(state, item).on(item.end, cost, previous=previous, doing=doing or state.doing)


CONSTRUCTIONS = {"auxiliaries": auxiliary}
