"""How many; average, total, largest and smallest of a property."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Aggregation, Function, Superlative
from bot.offline.state import State

# The total number of what has a number is its sum.
_SUMMED = 0.06


def count(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """How many: the noun that comes next is counted."""
    if item.word == "count" and state.subject >= 0 and state.last == state.subject:
        if state.np_end == item.start and not state.mode and not state.asks:
            yield state.on(item.end, 0.0, mode="count", np_end=item.end)
        return
    if state.order_by and state.rank is None:
        # Sorted by the number of films.
        rank = Superlative(item.start, item.end, 0.0, ("#count",), state.falls)
        yield state.on(item.end, item.cost, rank=rank, order_by=False)
        return
    if state.subject >= 0 or state.mode or state.held is not None:
        return
    summed = _SUMMED if "total" in item.word.split() else 0.0
    cost = item.cost + (0.3 if item.word == "number" else summed)
    mode = "times" if item.role == "times" else "count"
    yield state.on(item.end, cost, mode=mode, previous="count")


def aggregation(a: Assembler, state: State, item: Aggregation) -> Iterator[State]:
    """The average: of the property that comes next."""
    if state.function or state.held is not None or state.premods or state.compare is not None:
        return
    extreme = item.function in ("max", "min")
    if extreme and state.subject >= 0:
        return
    cost = 0.1 if extreme else 0.0
    yield state.on(item.end, item.cost + cost, function=item.function)


CONSTRUCTIONS = {"count": count, "times": count, Aggregation: aggregation}
