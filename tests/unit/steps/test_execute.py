"""Drafts of a model are judged, corrected once, and the better outcome is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.errors import GraphError, StatementFailed, StatementTimeout
from bot.events import Event
from bot.ports import Opinion
from bot.steps.execute import Attempt, Execution
from bot.steps.judge import Asked
from bot.steps.stage import Stage
from bot.steps.write import Draft
from memory.conversation import Exchange, Mention
from memory.schema import LinkedValue
from tests.unit.steps.graphs import TellingGraph, fleet

ALL = "MATCH (s:Ship) RETURN s.name AS name"
FEW = "MATCH (s:Ship) WHERE s.crew > 40 RETURN s.name AS name"
NONE = "MATCH (s:Ship) WHERE s.crew > 99 RETURN s.name AS name"
BROKEN = "MATCH (s:Ship) WHERE s.crew > 40 AND s.tonnage > 1 RETURN s.name AS name"

OVER = FEW.replace("> 40", ">= 41")


class NoValues:
    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        return []


class Turn:
    """Plays a model that corrects drafts, and keeps what it is told."""

    def __init__(self, *corrections: str, flow: str = "check", late: bool = False) -> None:
        self.corrections = list(corrections)
        self.problems: list[str] = []
        self.noted: dict[str, Any] = {}
        self.events: list[Event] = []
        self.late, self.newer = late, False
        self.graph = TellingGraph(self._answer)
        asked = Asked("Which ships have a crew over 40?", fleet())
        self.execution = Execution(
            self.graph, NoValues(), asked, Stage(self._listen), self._note, flow
        )

    def _answer(self, cypher: str) -> list[tuple[Any, ...]] | GraphError:
        if "tonnage" in cypher:
            return StatementTimeout("late") if self.late else StatementFailed("It failed.")
        if cypher.endswith("RETURN 1 AS one LIMIT 1"):
            return [(1,)] if self.newer else []
        return [] if "99" in cypher else [("Vega",), ("Lyra",)]

    async def _listen(self, event: Event) -> None:
        self.events.append(event)

    def _note(self, **changes: Any) -> None:
        self.noted |= changes

    async def _correct(self, draft: Draft, problem: str) -> Draft | None:
        self.problems.append(problem)
        return Draft(self.corrections.pop(0), "llm") if self.corrections else None

    async def best(self, cypher: str, times: int = 1) -> Attempt:
        return await self.execution.best(Draft(cypher, "llm"), self._correct, times)


@pytest.mark.parametrize(
    ("draft", "correction", "kept", "problem"),
    [
        (ALL, FEW, FEW, "The 40 of the question is not used."),
        (NONE, FEW, FEW, "It returned no rows."),
        (BROKEN, FEW, FEW, "It failed."),
        (ALL, NONE, ALL, "The 40"),  # rows with a doubt are better than none
        (ALL, BROKEN, ALL, "The 40"),
        (ALL, "MATCH (x:Ship) RETURN x.name AS name", ALL, "The 40"),  # no better: dropped
    ],
)
async def test_the_better_outcome_is_kept(
    draft: str, correction: str, kept: str, problem: str
) -> None:
    turn = Turn(correction)
    best = await turn.best(draft)
    assert best.draft.cypher == turn.noted["cypher"] == kept
    assert turn.noted["result"] == best.rows and best.has_rows
    assert len(turn.problems) == 1 and problem in turn.problems[0]


async def test_without_the_judge_only_errors_are_corrected() -> None:
    doubtful, broken = Turn(FEW), Turn(FEW)
    for turn in (doubtful, broken):
        turn.execution = replace(turn.execution, judges=False)
    kept = await doubtful.best(ALL)
    assert kept.draft.cypher == ALL and not kept.problem and not doubtful.problems
    assert (await broken.best(BROKEN)).draft.cypher == FEW and broken.problems == ["It failed."]


async def test_an_empty_result_goes_back_with_its_reason() -> None:
    turn = Turn(FEW)
    turn.execution = Execution(
        turn.graph, NoValues(), Asked("Which ships?", fleet()), turn.execution.stage, turn._note,
        "check",
    )  # fmt: skip
    await turn.best(NONE)
    assert "Without `s.crew > 99` it would return rows." in turn.problems[0]


async def test_what_the_schema_lacks_is_told_to_model_and_person() -> None:
    led = "MATCH (s:Ship)-[:LED_BY]->(c:Captain) WHERE s.crew > 99 RETURN c.name AS name"
    turn = Turn(led.replace("c:Captain", "c:Boss"))
    rows, draft = (await turn.best(led)).result()
    assert turn.problems[0] == (
        "It returned no rows. There is no relationship type LED_BY; there is CALLS_AT. "
        "There is no label Captain; there is Ship, Port."
    )
    said = await turn.execution.remark(draft, rows)
    assert said == "This graph has no LED_BY or Captain."


async def test_a_property_that_the_schema_lacks_is_told_with_those_there_are() -> None:
    owned = "MATCH (s:Ship) WHERE s.crew > 40 RETURN s.name AS name, s.owner AS owner"
    turn = Turn(owned.replace("> 40", ">= 41"))
    rows, draft = (await turn.best(owned)).result()
    (problem,) = turn.problems
    assert "Ship has no owner; it has name, tonnage, crew" in problem
    assert await turn.execution.remark(draft, rows) == "This graph has no owner of Ship."
    turn.newer = True
    assert await turn.execution.remark(draft, rows) == "", "the graph has it meanwhile"


async def test_what_was_tried_is_neither_run_nor_sent_again() -> None:
    turn = Turn(f"  {ALL.replace(' RETURN', chr(10) + 'RETURN')};")
    await turn.best(ALL, times=2)
    assert len(turn.problems) == 1 and len(turn.graph.asked) == 1
    later = Turn("MATCH (x:Ship) RETURN x.name AS name", ALL)
    await later.best(ALL, times=2)
    assert len(later.problems) == 2 and len(later.graph.asked) == 2


async def test_flows() -> None:
    naive, retry = Turn(FEW, flow="naive"), Turn(FEW, flow="retry")
    assert (await naive.best(ALL)).draft.cypher == ALL and not naive.problems
    assert (await retry.best(ALL)).draft.cypher == ALL and not retry.problems
    assert (await Turn(FEW, flow="retry").best(BROKEN)).draft.cypher == FEW
    with pytest.raises(StatementFailed):
        (await Turn(FEW, flow="naive").best(BROKEN)).result()


async def test_of_drafts_that_all_fail_the_last_is_told() -> None:
    later = BROKEN.replace("> 1", "> 2")
    turn = Turn(later)
    best = await turn.best(BROKEN)
    assert best.draft.cypher == turn.noted["cypher"] == later and best.rows is None
    # One that finds something stays, whatever comes after it.
    assert (await Turn(NONE, BROKEN).best(ALL, times=2)).draft.cypher == ALL


async def test_a_draft_that_takes_too_long_is_corrected_too() -> None:
    assert (await Turn(FEW, late=True).best(BROKEN)).draft.cypher == FEW


async def test_a_parsers_draft_is_never_corrected() -> None:
    turn = Turn(FEW)
    best = await turn.execution.best(Draft(NONE, "offline"), turn._correct, 2)
    assert best.rows is not None and not best.has_rows and not turn.problems
    assert "crew over 99" in await turn.execution.remark(best.draft, best.rows)


async def test_what_a_query_goes_on_from_is_said_to_be_old_where_the_graph_changed() -> None:
    seen = Exchange("ships?", "Which ships?", "answerable", ALL, columns=("name",), row_count=2,
        mentions=(Mention("Ship", "name", "Vega"), Mention("Ship", "name", "Mira")))  # fmt: skip
    turn = Turn()
    turn.execution = replace(turn.execution, history=(seen,))
    best = await turn.best("MATCH (s:Ship) WHERE s.name IN $a1 RETURN s.name AS name")
    rows, draft = best.result()
    assert draft.parameters == {"a1": ["Vega", "Mira"]}
    told = await turn.execution.remark(draft, rows)
    assert told == "What answers “Which ships?” has changed since you saw it."


async def test_a_word_that_nothing_stands_for_stays_with_the_answer() -> None:
    turn = Turn(ALL)
    asked = Asked("Which ships won a medal?", fleet(), unread=("won", "medal"))
    graph, stage = turn.graph, Stage(turn._listen)
    execution = Execution(graph, NoValues(), asked, stage, turn._note, "check")
    best = await execution.best(Draft(ALL, "llm"), turn._correct, 1)
    rows, draft = best.result()
    assert rows.rows and turn.problems == ["Nothing in it stands for “won”."]
    assert "stands for “won”" in await execution.remark(draft, rows)


async def test_words_that_a_reading_leaves_out_are_told() -> None:
    turn = Turn(ALL)
    best = await turn.execution.best(Draft(ALL, "offline", unread=("swanky",)), turn._correct, 1)
    rows, draft = best.result()
    assert await turn.execution.remark(draft, rows) == "I did not use “swanky”."


@pytest.mark.parametrize(
    ("opinion", "problem"),
    [
        (Opinion(True), None),
        (Opinion(False, "The harbour is missing."), "The harbour is missing."),
        (None, "moored"),
    ],
)
async def test_where_rules_cannot_tell_somebody_else_is_asked(
    opinion: Opinion | None, problem: str | None
) -> None:
    turn, doubts = Turn(FEW), list[str]()

    async def consult(draft: Draft, doubt: str) -> Opinion | None:
        doubts.append(doubt)
        return opinion

    asked = Asked("Which ships with a crew over 40 are moored?", fleet(), (), ("moored",))
    turn.execution = replace(turn.execution, asked=asked, consult=consult)
    best = await turn.best(OVER)
    assert best.draft.cypher == OVER and "moored" in doubts[0]
    assert bool(best.problem) is (problem is not None)
    assert len(turn.problems) == (problem is not None)
    assert all(problem in told for told in turn.problems if problem)


async def test_what_rules_are_sure_of_is_asked_of_nobody() -> None:
    turn = Turn(FEW)

    async def consult(draft: Draft, doubt: str) -> Opinion | None:
        raise AssertionError(doubt)

    turn.execution = replace(turn.execution, consult=consult)
    best = await turn.best(ALL)
    assert best.draft.cypher == FEW
