"""The paper *that the most papers cite*: they are counted for each paper, not for who wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.offline.state import Rank, State, Tally, tally


def counted_of_it(state: State, counted: Sequence[int], site: int) -> State:
    """The state in which what does something is counted for the thing it does that to."""
    if site == state.subject or state.vertices[site].word != "noun" or state.scope:
        return state
    ranks = tuple(_ranked(state, rank, counted, site) for rank in state.ranks)
    tallies = tuple(_tallied(state, one, counted, site) for one in state.tallies)
    if (ranks, tallies) == (state.ranks, state.tallies):
        return state
    return state.changed(ranks=ranks, tallies=tallies)


def _ranked(state: State, rank: Rank, counted: Sequence[int], site: int) -> Rank:
    told = rank.owner == state.subject and any(rank.operand == tally(n) for n in counted)
    return replace(rank, owner=site) if told else rank


def _tallied(state: State, one: Tally, counted: Sequence[int], site: int) -> Tally:
    told = one.owner == state.subject and one.counted in counted and not one.whole
    return replace(one, owner=site, apart=True) if told else one
