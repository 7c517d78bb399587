"""Owned in 1800: what lasts from one date to another did so then, whenever it began."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import as_compare
from bot.offline.items import Amount, Compare
from bot.offline.state import State
from bot.stored.amounts import Before, Moment, Recurrent
from bot.stored.comparing import conditions
from memory.query import AnyOf, Attribute, Comparison, Condition

# What must be so of the beginning and of the end.
_BOTH = {
    "=": ("until", "since"),
    "before": ("before", ""),
    "<": ("before", ""),
    "after": ("", "after"),
    ">": ("", "after"),
    "until": ("", "until"),
    "<=": ("", "until"),
}


def lasts(a: Assembler, state: State) -> bool:
    """Whether the last relationship keeps when it began and when it ended."""
    types = state.links[-1].types if state.links else ()
    return len(types) == 1 and types[0] in a.lexicon.lasting.spans


def held_through(a: Assembler, state: State, link: int, item: Compare | Amount) -> State | None:
    """That a relationship lasted at some time of a period, or was over by its end; else None."""
    type_, said = state.links[link].types[0], as_compare(item)
    span, amount = a.lexicon.lasting.spans.get(type_), said.amount
    sign = said.operator if said.upper is None else "="
    if span is None or sign not in _BOTH or not isinstance(amount, Moment):
        return None
    if isinstance(amount, Before | Recurrent) or not isinstance(said.upper, Moment | None):
        return None
    whole = amount if said.upper is None else Moment(amount.first, said.upper.after)
    found = tuple(_tests(a, type_, f"~{link}", span, _BOTH[sign], whole))
    return state.tested(found) if found else None


def _tests(
    a: Assembler,
    type_: str,
    variable: str,
    span: tuple[str, str],
    signs: tuple[str, str],
    time: Moment,
) -> Iterator[Condition]:
    for name, sign in zip(span, signs, strict=True):
        own = a.lexicon.property(type_, name)
        left = Attribute(variable, name)
        tests = conditions(left, a.kind(type_, name), own, sign, time) if sign else None
        if tests and own is not None and own.null_share and sign in ("since", "after"):
            yield AnyOf((Comparison(left, "IS NULL"), *tests))
        else:
            yield from tests or ()
