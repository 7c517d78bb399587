"""A draft is repaired: form on tokens, guard, the tree, and the guard again on what will run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.events import Repair
from bot.steps.repair.fix import Fix, apply
from bot.steps.repair.known import Known
from bot.steps.repair.order import FORM, PROVEN, VALUES
from guardrails.cypher import Statement
from guardrails.statement import Allowed, Refused, check_statement
from guardrails.tokens import Unreadable

# A repair may make room for another, but not without end.
_ROUNDS = 3
_FORM_ROUNDS = 8

TreeRepair = Callable[[Statement, Known], list[Fix]]
ValueRepair = Callable[[Statement, Known], Awaitable[list[Fix]]]


@dataclass(frozen=True, slots=True)
class Repaired:
    """The text that the guard's verdict is on, and what was done to get there.

    Where it is refused, the text is as it was given, and nothing was done.
    """

    cypher: str
    verdict: Allowed | Refused
    repairs: tuple[Repair, ...] = ()


async def repair(
    cypher: str, known: Known, parameters: Mapping[str, Any] | None = None
) -> Repaired:
    """Mend what syntax, schema and stored values prove to be wrong.

    Args:
        cypher: the draft.
        known: the schema, the stored values, and the question where there is one.
        parameters: its parameters.

    Returns:
        The repaired statement; the draft itself where nothing had to be done or the guard refuses.
    """
    formed = await repair_form(cypher, known, parameters)
    if isinstance(formed.verdict, Refused):
        return formed
    return await repair_tree(formed, known, parameters, PROVEN, VALUES)


async def repair_form(
    cypher: str, known: Known, parameters: Mapping[str, Any] | None = None
) -> Repaired:
    """Mend the form of a text, and have the guard look at it."""
    text, repairs = _formed(cypher, known)
    verdict = await check_statement(text, parameters, known.schema)
    if isinstance(verdict, Refused):
        if text != cypher:
            verdict_given = await check_statement(cypher, parameters, known.schema)
            if isinstance(verdict_given, Allowed):
                return Repaired(verdict_given.cypher, verdict_given)
            if not verdict_given.unreadable or verdict.unreadable:
                verdict = verdict_given
        return Repaired(cypher, verdict)
    return Repaired(verdict.cypher, verdict, tuple(repairs))


def _formed(cypher: str, known: Known) -> tuple[str, list[Repair]]:
    text, told = cypher, []
    for _ in range(_FORM_ROUNDS):
        before = text
        for mend in FORM:
            try:
                fixes = mend(text, known)
            except Unreadable:
                continue
            text, done = apply(text, fixes)
            told += done
        if text == before:
            break
    return text, told


async def repair_tree(
    given: Repaired,
    known: Known,
    parameters: Mapping[str, Any] | None,
    repairs: Sequence[TreeRepair],
    values: Sequence[ValueRepair] = (),
) -> Repaired:
    """Go over the tree of an allowed statement; each step is kept only if the guard allows it."""
    current = given
    for _ in range(_ROUNDS):
        before = current.cypher
        for mend in repairs:
            current = await _step(current, _sync(mend, current, known), known, parameters)
        for look_up in values if known.values is not None else ():
            fixes = await look_up(_statement(current), known)
            current = await _step(current, fixes, known, parameters)
        if current.cypher == before:
            break
    return current


def _sync(mend: TreeRepair, current: Repaired, known: Known) -> list[Fix]:
    return mend(_statement(current), known)


def _statement(current: Repaired) -> Statement:
    assert isinstance(current.verdict, Allowed)
    return current.verdict.statement


async def _step(
    current: Repaired, fixes: list[Fix], known: Known, parameters: Mapping[str, Any] | None
) -> Repaired:
    if not fixes:
        return current
    text, done = apply(current.cypher, fixes)
    if text == current.cypher:
        return current
    verdict = await check_statement(text, parameters, known.schema)
    if isinstance(verdict, Refused):
        return current
    return Repaired(verdict.cypher, verdict, (*current.repairs, *done))
