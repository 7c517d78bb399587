"""A draft runs, repaired where it fails or comes back empty; the better result is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.draft_text import answering
from bot.errors import GraphError, StatementFailed, StatementRefused, StatementTimeout
from bot.events import Repair, Rows
from bot.steps.repair.distinct_rows import repeats
from bot.steps.repair.known import Known
from bot.steps.repair.order import ASKED, ERRORS, FORGOTTEN, GUESSES, PROVEN, REPEATED, SLOW, VALUES
from bot.steps.repair.repair import Repaired, TreeRepair, ValueRepair, repair_form, repair_tree
from guardrails.statement import Allowed, Refused, check_statement
from memory.catalogue import say

# Statements that are run for one draft, at most.
_MOST_RUNS = 6
# Statements of one draft that are tried, at most.
_MOST_STATEMENTS = 3

Run = Callable[[str], Awaitable[Rows]]


@dataclass(frozen=True, slots=True)
class Mended:
    """What ran in the end: rows, or why there are none."""

    cypher: str
    verdict: Allowed | Refused
    repairs: tuple[Repair, ...] = ()
    rows: Rows | None = None
    error: GraphError | None = None


async def mend(
    cypher: str, known: Known, run: Run, parameters: Mapping[str, Any] | None = None
) -> Mended:
    """Run a draft, repaired where it has to be.

    The draft runs first. Where it returns rows, only what is proven wrong all the same is changed
    (an impossible direction, a sort that puts nulls first). Where it fails or comes back empty it
    is repaired, by what is proven and then by what is likely. A repair whose result is no better is
    undone. Of several statements the one that answers is kept.

    Raises:
        GraphError: the database is away.
    """
    several = answering(cypher) if ";" in cypher else ()
    if 1 < len(several) <= _MOST_STATEMENTS:
        return await _one_that_answers(cypher, several, known, run, parameters)
    trial = _Trial(known, run, parameters)
    verdict = await check_statement(cypher, parameters, known.schema)
    if isinstance(verdict, Allowed):
        draft = await trial.run(Repaired(verdict.cypher, verdict))
        if quality(draft) == FULL:
            return await trial.without_errors(draft)
    else:
        draft = Mended(cypher, verdict, error=StatementRefused(verdict.reason))
    formed = await repair_form(cypher, known, parameters)
    if isinstance(formed.verdict, Refused):
        read = isinstance(verdict, Refused) and not verdict.unreadable
        error = None if read else StatementRefused(formed.verdict.reason)
        return Mended(cypher, formed.verdict, error=error)
    best = await trial.best(draft, formed)
    return await trial.without_errors(best) if quality(best) == FULL else best


async def _one_that_answers(
    cypher: str,
    several: Sequence[str],
    known: Known,
    run: Run,
    parameters: Mapping[str, Any] | None,
) -> Mended:
    """The one of several statements that finds something; where none or two do, the refusal."""
    tried = [await mend(one, known, run, parameters) for one in several]
    found = [each for each in tried if quality(each) == FULL]
    if len(found) != 1:
        return Mended(cypher, await check_statement(cypher, parameters, known.schema))
    told = say("of {count} statements, the one that finds something", count=len(several))
    single = Repair("single", told, cypher, found[0].cypher)
    return replace(found[0], repairs=(single, *found[0].repairs))


FAILED, EMPTY, BLANK, FULL = range(4)


def quality(mended: Mended) -> int:
    """How good a result is: none, no rows, nothing but nulls and zeros, rows."""
    if mended.rows is None:
        return FAILED
    if not mended.rows.rows:
        return EMPTY
    if all(value in (None, 0, "", [], False) for row in mended.rows.rows for value in row):
        return BLANK
    return FULL


def _is_denied(mended: Mended) -> bool:
    """Whether the answer is no, which nothing shows to be wrong: a guess would turn it to yes."""
    rows = mended.rows.rows if mended.rows is not None else ()
    return bool(rows) and all(value is False for row in rows for value in row)


class _Trial:
    """Tries statements and counts them."""

    def __init__(self, known: Known, run: Run, parameters: Mapping[str, Any] | None) -> None:
        self._known, self._run, self._parameters = known, run, parameters
        self._runs = 0

    async def run(self, repaired: Repaired) -> Mended:
        """Run an allowed statement."""
        self._runs += 1
        rows, failure = None, None
        try:
            rows = await self._run(repaired.cypher)
        except (StatementFailed, StatementTimeout, StatementRefused) as error:
            failure = error
        return Mended(repaired.cypher, repaired.verdict, repaired.repairs, rows, failure)

    async def without_errors(self, draft: Mended) -> Mended:
        """The draft, without what is proven wrong in it although it returns rows."""
        again = draft.rows is not None and repeats(draft.rows)
        better = await self._otherwise(draft, (*ERRORS, *REPEATED) if again else ERRORS)
        return await self._otherwise(better, (), FORGOTTEN)

    async def _otherwise(
        self, draft: Mended, repairs: Sequence[TreeRepair], values: Sequence[ValueRepair] = ()
    ) -> Mended:
        """What the repairs make of a draft with rows, where that has others."""
        given = Repaired(draft.cypher, draft.verdict, draft.repairs)
        mended = await self._tree(given, repairs, values)
        if mended.cypher == draft.cypher:
            return draft
        result = await self.run(mended)
        better = quality(result) == FULL and result.rows != draft.rows
        return result if better else draft

    async def best(self, draft: Mended, formed: Repaired) -> Mended:
        """The best of the draft, what is proven, and what is likely."""
        best, slow = draft, isinstance(draft.error, StatementTimeout)
        proven = await self._tree(formed, PROVEN, VALUES)
        if proven.cypher != draft.cypher:
            result = await self.run(proven)
            slow = isinstance(result.error, StatementTimeout)
            if quality(result) > quality(best):
                best = result
        if quality(best) != FULL and not slow:
            named = await self._tree(formed, PROVEN, (*ASKED, *VALUES))
            best = await self._better(best, named, proven.cypher, draft.cypher)
        guesses = () if _is_denied(best) else SLOW if slow else GUESSES
        for guess in guesses:
            if quality(best) == FULL or self._runs >= _MOST_RUNS:
                break
            likely = await self._tree(proven, (guess,))
            best = await self._better(best, likely, proven.cypher, draft.cypher)
        return best

    async def _better(self, best: Mended, likely: Repaired, *ran: str) -> Mended:
        """The best so far, or a statement that has not run yet if its result is better."""
        if likely.cypher in ran:
            return best
        result = await self.run(likely)
        return result if quality(result) > quality(best) else best

    async def _tree(
        self, given: Repaired, repairs: Sequence[TreeRepair], values: Sequence[ValueRepair] = ()
    ) -> Repaired:
        return await repair_tree(given, self._known, self._parameters, repairs, values)
