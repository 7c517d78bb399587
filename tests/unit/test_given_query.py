"""A statement of the person's own in a turn: run, refused, kept; and what acts do then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

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

FLAGS = "MATCH (s:Ship) RETURN s.flag AS flag, count(s) AS ships"


class Talk:
    """A conversation with a graph that has these rows."""

    def __init__(self, rows: list[tuple[Any, ...]], schema: Schema | None = None) -> None:
        self.schema = schema or fleet()
        self.graph = TellingGraph(lambda cypher: rows)
        self.conversations = InProcess()

    async def say(self, text: str, cypher: str | None = None) -> Outcome:
        parser, values = Parser(self.schema), Values()
        suggestions = Suggestions(self.graph, self.schema, parser, values)
        guide = Guide(self.schema, suggestions)
        parts = Parts(
            load_settings(graph="x"), self.graph, self.schema, parser, values, Elements(), Model(),
            Shelf(), self.conversations, suggestions, guide.teach, guide.decline,
        )  # fmt: skip

        async def listen(event: Event) -> None:
            pass

        return await turn(Message(text, "t", "ada", cypher=cypher), parts, listen)

    async def kept(self) -> Exchange:
        return (await self.conversations.exchanges("t"))[-1]


async def test_a_statement_runs_as_it_was_sent_without_a_model() -> None:
    talk = Talk([("Malta", 3), ("Norway", 2)])
    outcome = await talk.say(f"// all flags\n{FLAGS}")
    assert (outcome.engine, outcome.usage.calls, outcome.error) == ("person", 0, None)
    assert talk.graph.asked[0] == f"// all flags\n{FLAGS}"
    assert outcome.result is not None and len(outcome.result.rows) == 2
    kept = await talk.kept()
    assert kept.cypher == outcome.cypher and kept.columns and kept.standalone == outcome.reading
    drawn = await talk.say("as a pie")
    assert drawn.act == "chart" and drawn.result is not None


async def test_an_edited_query_answers_the_same_question() -> None:
    talk = Talk([("Malta", 3)])
    outcome = await talk.say("ships by flag?", cypher=FLAGS)
    assert (outcome.standalone, outcome.engine) == ("ships by flag?", "person")
    assert (await talk.kept()).standalone == "ships by flag?"


async def test_what_writes_is_refused_with_the_guards_sentence() -> None:
    talk = Talk([])
    outcome = await talk.say("MATCH (n) DETACH DELETE n")
    assert outcome.verdict == "harmful" and outcome.cypher is None and talk.graph.asked == []
    assert outcome.answer == "This would change the graph (DETACH); only reading is allowed."


async def test_what_is_hidden_or_has_no_value_is_not_run() -> None:
    talk = Talk([], replace(fleet(), hidden=("Ship.flag",)))
    outcome = await talk.say(FLAGS)
    assert outcome.error and "flag" in outcome.error and talk.graph.asked == []
    outcome = await Talk([]).say("MATCH (s:Ship) WHERE s.flag = $flag RETURN s")
    assert outcome.error == "The query has no value for $flag; write the value in its place."


async def test_a_file_is_of_the_last_answer_and_none_is_offered_without() -> None:
    talk = Talk([("Malta", 3), ("Norway", 2)])
    before = await talk.say("export it as JSON")
    assert (before.act, before.export, before.cypher) == ("export", "", None)
    await talk.say(FLAGS)
    asked = len(talk.graph.asked)
    outcome = await talk.say("export it as JSON")
    assert (outcome.act, outcome.export) == ("export", "json")
    assert (outcome.answer or "").startswith("All 2 rows of “")
    assert len(talk.graph.asked) == asked and (await talk.kept()).cypher == FLAGS


async def test_why_there_is_nothing_is_looked_into_when_asked() -> None:
    talk = Talk([])
    await talk.say('MATCH (s:Ship) WHERE s.flag = "Malta" RETURN s.name AS name')
    outcome = await talk.say("why is it empty?")
    assert outcome.act == "why" and "found nothing" in (outcome.answer or "")
