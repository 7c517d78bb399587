"""What the top of something is ranked by where nobody says so."""

from __future__ import annotations

from bot.offline.assemble import Assembler
from bot.offline.items import Limit
from bot.offline.state import Rank, State, about, attribute, tally, variable
from bot.stored.comparing import comparable
from memory.query import Comparison, Constant, Operand
from memory.tree_edits import attributes_of

_PROMINENCE = ("popularity", "rating", "revenue", "votes")


def default_order(a: Assembler, state: State) -> State | None:
    """Where a number of rows is named but no order: by what the question compares.

    "Top" with nothing compared ranks by what makes things prominent (popularity, a rating,
    revenue), else by how many things they are joined to; where nothing can rank, it is not said
    what is meant (None).
    """
    if state.limit is None or state.ranks or state.mode in ("count", "yes_no") or state.subject < 0:
        return state
    if state.tallies:
        counted = state.tallies[-1]
        key: Rank | None = Rank(
            tally(counted.counted), counted.operator in (">", ">=", "="), counted.owner
        )
        return state.changed(ranks=(key,))
    tests = _bounds(state)
    if tests:
        key = _by_bound(a, state, state.limit, tests)
        return None if key is None else state.changed(ranks=(key,))
    if state.limit.top:
        key = _by_prominence(a, state)
        return None if key is None else state.changed(ranks=(key,))
    return None if _boundless(state) else state


def _bounds(state: State) -> list[Comparison]:
    """The tests that hold a property of the subject above or below something."""
    own = variable(state.subject)
    return [
        t
        for scope, t in state.tests
        if scope == 0
        and isinstance(t, Comparison)
        and t.operator in ("<", "<=", ">", ">=")
        and isinstance(t.right, Constant)
        and any(x.variable == own for x in attributes_of(t.left))
    ]


def _by_bound(a: Assembler, state: State, limit: Limit, tests: list[Comparison]) -> Rank | None:
    """By the property that is to be high; of several, by one that tells how good things are."""
    above = [t for t in tests if t.operator in (">", ">=")]
    best = (above or tests)[0]
    if not limit.top:
        dated = not isinstance(best.right.value, int | float)  # type: ignore[union-attr]
        return Rank(best.left, bool(above) and not dated, state.subject)
    found = {t.left for t in tests}
    if len(found) > 1:
        high = {t.left for t in above if isinstance(t.right.value, int | float)}  # type: ignore[union-attr]
        found = high if len(high) == 1 else _prominent(a, state, found)
    # The top of those with less than five are the highest of them.
    return Rank(found.pop(), not limit.bottom, state.subject) if found else None


def _prominent(a: Assembler, state: State, among: set[Operand]) -> set[Operand]:
    """Of properties that are compared the one that tells best how good a thing is."""
    label = state.vertices[state.subject].labels[0]
    for wanted in ("rating", *_PROMINENCE):
        names = {name for name, _ in a.lexicon.measures(label, (wanted,))}
        for operand in among:
            if any(x.property in names for x in attributes_of(operand)):
                return {operand}
    return set()


def _by_prominence(a: Assembler, state: State) -> Rank | None:
    """By what makes things prominent, else by how many things they are joined to."""
    assert state.limit is not None
    label, descending = state.vertices[state.subject].labels[0], not state.limit.bottom
    best_first = (m for wanted in _PROMINENCE for m in a.lexicon.measures(label, (wanted,)))
    for name, _ in list(best_first)[:1]:
        operand = comparable(attribute(state.subject, name), a.kind(label, name))
        return Rank(operand, descending, state.subject)
    near = [
        x.end if x.start == state.subject else x.start
        for x in state.links
        if state.subject in (x.start, x.end) and x.scope == 0
    ]
    if not near or _is_named(a, state, near[0]):
        return None
    # The top articles about firms in Rome may be the latest ones.
    counts = _bare(state, near[0]) or not a.lexicon.measures(label, ("@time",))
    return Rank(tally(near[0]), descending, state.subject) if counts else None


def _is_named(a: Assembler, state: State, n: int) -> bool:
    """Whether a vertex is one by its name, so that there is nothing to count."""
    labels = state.vertices[n].labels
    names = [attribute(n, name) for x in labels for name in a.lexicon.shown(x)]
    return state.vertices[n].word == "value" or any(
        getattr(t, "left", None) in names for _, t in state.tests
    )


def _bare(state: State, n: int) -> bool:
    """Whether nothing is said of a vertex but that the subject is joined to it."""
    tested = any(about(t) == variable(n) for _, t in state.tests)
    return not tested and sum(n in (x.start, x.end) for x in state.links) == 1


def _boundless(state: State) -> bool:
    """Whether many are left of which any few would do: three firms with films over two hours."""
    tests = [t for scope, t in state.tests if scope == 0 and isinstance(t, Comparison)]
    ranges = [t.operator in ("<", "<=", ">", ">=") for t in tests]
    return bool(ranges) and all(ranges)
