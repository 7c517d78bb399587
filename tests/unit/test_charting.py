"""A chart in words: which messages ask for one, and that it only asks again what was asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.conversations import InProcess
from bot.events import Event, Outcome
from bot.offline.parser import Parser
from bot.parts import Message, Parts
from bot.settings import load_settings
from bot.steps.suggest import Suggestions
from bot.steps.teach import Guide
from bot.turn import turn
from memory.conversation import Exchange
from memory.schema import Schema
from tests.unit.steps.graphs import TellingGraph, fleet
from tests.unit.test_turn_engines import Elements, Model, Shelf, Values

BY_FLAG = "MATCH (s:Ship) RETURN s.flag AS flag, count(s) AS ships"
ROWS: list[tuple[Any, ...]] = [("Malta", 3), ("Norway", 2)]


async def said(
    text: str,
    cypher: str | None = BY_FLAG,
    schema: Schema | None = None,
    rows: list[tuple[Any, ...]] = ROWS,
    **options: object,
) -> tuple[Outcome, list[str]]:
    """What is answered to a message after the ships of each flag, and what the graph was asked."""
    schema = schema or fleet()
    graph, values, parser = TellingGraph(lambda cypher: rows), Values(), Parser(schema)
    suggestions = Suggestions(graph, schema, parser, values)
    guide, conversations = Guide(schema, suggestions), InProcess()
    asked = Exchange("ships by flag?", "ships by flag?", "answerable", cypher, columns=("f", "n"))
    if cypher is not None:
        await conversations.add_exchange("t", "ada", asked)
    parts = Parts(
        load_settings(graph="x", **options), graph, schema, parser, values, Elements(), Model(),
        Shelf(), conversations, suggestions, guide.teach, guide.decline,
    )  # fmt: skip

    async def listen(event: Event) -> None:
        pass

    return await turn(Message(text, "t", "ada"), parts, listen), graph.asked


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("draw me a chart", ""),
        ("as a pie", "pie"),
        ("no, bars instead", "bar"),
        ("Als Balkendiagramm bitte", "bar"),
        ("en camembert", "pie"),
        ("can you plot that?", ""),
    ],
)
async def test_words_for_a_chart_run_the_kept_statement_and_no_other(text: str, kind: str) -> None:
    outcome, asked = await said(text)
    assert (outcome.act, outcome.chart, outcome.error) == ("chart", kind, None)
    assert asked == [outcome.cypher] == [BY_FLAG]
    assert outcome.usage.calls == 0 and outcome.result is not None
    assert "2 (Norway)" in (outcome.answer or "") and "3 (Malta)" in (outcome.answer or "")


async def test_what_does_not_fit_is_said_and_what_fits_is_drawn() -> None:
    outcome, _ = await said("as a line")
    assert (outcome.answer or "").startswith("“Line” does not fit these rows; what fits: Bars")
    outcome, _ = await said("as a line", rows=[("Malta",), ("Norway",)])
    assert "makes no chart" in (outcome.answer or "") and outcome.result is None


async def test_what_is_hidden_since_is_not_drawn() -> None:
    outcome, asked = await said("as a pie", schema=replace(fleet(), hidden=("Ship.flag",)))
    assert outcome.error and "flag" in outcome.error and not asked and outcome.result is None


async def test_there_is_nothing_to_draw_before_an_answer_or_where_charts_are_off() -> None:
    outcome, asked = await said("draw me a chart", cypher=None)
    assert "There is no answer yet" in (outcome.answer or "") and not asked
    outcome, asked = await said("draw me a chart", charts=False)
    assert "switched off" in (outcome.answer or "") and not asked


async def test_a_word_of_the_graph_is_not_taken_for_a_chart() -> None:
    schema = fleet()
    labels = {**schema.labels, "Line": replace(schema.labels["Port"], name="Line")}
    outcome, _ = await said("as a line", schema=replace(schema, labels=labels))
    assert outcome.act != "chart" or outcome.chart == ""


async def test_a_question_that_asks_for_a_chart_is_answered_with_that_kind() -> None:
    outcome, asked = await said("Draw a pie chart of the number of ships per flag", cypher=None)
    assert (outcome.act, outcome.chart) == ("", "pie") and outcome.engine == "offline"
    assert outcome.standalone == "the number of ships per flag"
    assert outcome.question.startswith("Draw") and asked
