"""Which engine writes, and how rules and model stand in for each other, over hand-made parts."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.conversations import InProcess
from bot.errors import BudgetSpent, GraphError, ModelError, ModelUnreachable, StatementFailed
from bot.events import Event, Notice, Outcome, Usage
from bot.models.prompt import write_prompt
from bot.offline.parser import Parser
from bot.parts import Message, Parts
from bot.ports import PastTurn, SummariseRequest, Understanding, UnderstandRequest, WriteRequest
from bot.settings import load_settings
from bot.steps.bind import Bound
from bot.steps.learn import Answered
from bot.steps.pick_examples import Picked
from bot.steps.suggest import Suggestions
from bot.steps.teach import Guide
from bot.steps.write import Remembered
from bot.turn import turn
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.schema_slice import Ranking
from tests.unit.steps.graphs import TellingGraph

ASKED = "Which people helped Heat?"


def schema() -> Schema:
    """People and films that two relationships join in the same way."""
    named = {"name": Property("name", ("STRING",), ("Al Pacino",), distinct=90)}
    titled = {"title": Property("title", ("STRING",), ("Heat",), distinct=40)}
    return Schema(
        {"Person": Label("Person", 90, named), "Film": Label("Film", 40, titled)},
        {
            name: Relationship(name, 100, (Join("Person", "Film", 100),))
            for name in ("HELPED", "PAID")
        },
    )


class Values:
    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        at = question.find("Heat")
        return [LinkedValue("Heat", "Film", "title", "Heat", at, at + 4)] if at >= 0 else []


class Elements:
    async def lookup(self, question: str) -> Ranking:
        return Ranking(("Person", "Film"), ("HELPED", "PAID"))


class Shelf:
    """Remembers what it is given to remember, and what it is told."""

    def __init__(self, exact: Bound | None = None) -> None:
        self.remembered = exact
        self.picked = 0
        self.refused: Bound | None = None
        self.learnt: list[Answered] = []
        self.withdrawn: list[tuple[str, str, str]] = []

    async def exact(self, user: str, question: str, linked: Sequence[LinkedValue]) -> Bound | None:
        return self.remembered

    async def disliked(self, user: str, question: str) -> Bound | None:
        return self.refused

    async def pick(
        self, user: str, question: str, linked: Sequence[LinkedValue], *, made: bool = True
    ) -> Picked:
        self.picked += 1
        return Picked(mistakes=((ASKED, BROKEN, "It failed."),))

    async def learn(self, user: str, answered: Answered) -> None:
        self.learnt.append(answered)

    async def failed(self, user: str, question: str, remembered: Remembered, why: str) -> None:
        self.withdrawn.append((user, question, remembered.lesson))


class Model:
    """Writes what it is given; an error is raised instead."""

    name = "played"

    def __init__(self, *drafts: str | ModelError) -> None:
        self.drafts = list(drafts)
        self.requests: list[WriteRequest] = []

    async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
        """It knows who "he" is where it is told of somebody, and then goes on from that answer."""
        last = request.history[-1] if request.history else PastTurn("")
        told = re.sub(r"\bhe\b", last.names[0] if last.names else "he", request.question)
        sets = (last.name,) if told != request.question else ()
        return Understanding(told, "answerable", sets=sets), Usage(1)

    async def write(self, request: WriteRequest) -> tuple[str, Usage]:
        self.requests.append(request)
        draft = self.drafts.pop(0)
        if isinstance(draft, ModelError):
            raise draft
        return draft, Usage(1)

    async def correct(self, request: WriteRequest, draft: str, problem: str) -> tuple[str, Usage]:
        return await self.write(request)

    async def summarise(self, request: SummariseRequest) -> AsyncIterator[str | Usage]:
        yield "Al Pacino."
        yield Usage(1)


def answer(cypher: str) -> list[tuple[Any, ...]] | GraphError:
    if "BROKEN" in cypher:
        return StatementFailed("It failed.")
    return [] if "nobody" in cypher.lower() else [("Al Pacino",)]


async def ask(
    model: Model | None,
    engine: str = "auto",
    readings: int = 2,
    text: str = ASKED,
    remembered: Bound | None = None,
    writer: Model | None = None,
    shelf: Shelf | None = None,
    parser: Parser | None = None,
    flow: str | None = None,
    told: Schema | None = None,
    conversations: InProcess | None = None,
    **options: object,
) -> tuple[Outcome, list[str], Shelf]:
    """The outcome, what was said meanwhile, and the shelf; the parser's readings cut to so many."""
    graph, told, values = TellingGraph(answer), told or schema(), Values()
    parser = parser or Tied(told, readings)
    suggestions = Suggestions(graph, told, parser, values)
    guide, shelf = Guide(told, suggestions), shelf or Shelf(remembered)
    parts = Parts(
        load_settings(graph="x", **options), graph, told, parser, values, Elements(), model, shelf,
        conversations or InProcess(), suggestions, guide.teach, guide.decline, writer=writer,
    )  # fmt: skip
    notices: list[str] = []

    async def listen(event: Event) -> None:
        if isinstance(event, Notice):
            notices.append(event.text)

    outcome = await turn(Message(text, "t", "ada", engine=engine, flow=flow), parts, listen)
    return outcome, notices, shelf


class Tied(Parser):
    """The parser, whose best reading is doubled where a tie is wanted."""

    def __init__(self, schema: Schema, readings: int) -> None:
        super().__init__(schema)
        self.wanted = readings

    def parse(self, *args: Any, **options: Any) -> Any:
        found = super().parse(*args, **options)
        readings = (found.readings * 2)[: self.wanted]
        return replace(found, readings=readings)


class Unsure(Parser):
    """Believes too little of anything to answer with it."""

    def parse(self, *args: Any, **options: Any) -> Any:
        return replace(super().parse(*args, **options), readings=())

    def guessing(self) -> Parser:
        return Parser(self.schema)


GOOD = "MATCH (p:Person)-[:HELPED]->(f:Film {title: 'Heat'}) RETURN p.name AS name"
EMPTY = "MATCH (p:Person {name: 'NOBODY'})-[:HELPED]->(f:Film {title: 'Heat'}) RETURN p.name"
BROKEN = "MATCH (p:Person)-[:HELPED]->(f:Film {title: 'Heat'}) RETURN p.name AS BROKEN"


async def test_one_reading_needs_no_model() -> None:
    model = Model()
    outcome, _, shelf = await ask(model, readings=1)
    assert outcome.engine == "offline" and not model.requests and not shelf.picked
    assert outcome.usage.calls == 0 and outcome.answer


@pytest.mark.parametrize(
    ("flow", "draft", "calls"),
    [("naive", GOOD, 2), ("naive", BROKEN, 1), ("retry", BROKEN, 2), ("retry", EMPTY, 1)],
)
async def test_a_flow_is_as_many_calls_as_it_says(flow: str, draft: str, calls: int) -> None:
    model = Model(draft, draft)
    outcome, _, _ = await ask(model, engine="llm", readings=0, flow=flow)
    assert outcome.usage.calls == calls and outcome.cypher == draft
    assert (outcome.answer == "Al Pacino.") is (draft == GOOD)
    assert bool(outcome.error) is (draft == BROKEN)


async def test_blanks_and_signs_keep_nobody_waiting() -> None:
    began = time.monotonic()
    outcome, _, _ = await ask(None, text=ASKED.replace(" ", " " * 900), readings=1)
    assert outcome.engine == "offline" and outcome.answer
    refused, _, _ = await ask(None, text="(" * 2000 + ASKED + ")" * 900)
    assert refused.error == "That message has more than 1,000 words and signs; shorten it."
    assert time.monotonic() - began < 15


async def test_a_tie_is_decided_by_the_model_which_sees_both_readings() -> None:
    model = Model(GOOD)
    outcome, _, shelf = await ask(model)
    assert outcome.engine == "llm" and outcome.answer == "Al Pacino." and shelf.picked
    (request,) = model.requests
    assert len(request.readings) == 2 and '"Heat"' in request.readings[0][1]
    assert [link.value for link in request.linked] == ["Heat"]
    assert {"Person", "Film"} <= set(request.slice.labels)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Model(BROKEN, BROKEN), "failed"),
        (Model(ModelUnreachable("It is away.")), "without the model"),
        (Model("MATCH (n) DETACH DELETE n", "MATCH (n) DELETE n"), "failed"),
    ],
)
async def test_never_worse_with_the_model_than_without(model: Model, said: str) -> None:
    outcome, notices, _ = await ask(model)
    assert outcome.engine == "offline" and outcome.result and outcome.result.rows
    told = [*notices, outcome.answer or ""]
    assert outcome.error is None and any(said in text for text in told)


async def test_what_a_model_wrote_and_nothing_proves_wrong_is_not_replaced() -> None:
    outcome, _, _ = await ask(Model(EMPTY, EMPTY))
    assert outcome.engine == "llm" and outcome.result and not outcome.result.rows


async def test_what_rules_read_of_a_question_they_decline_goes_along() -> None:
    model = Model(GOOD)
    outcome, _, _ = await ask(model, readings=1, text="Which people wearily helped Heat?")
    assert outcome.engine == "llm"
    left_out, reading, cypher = model.requests[0].part or ("", "", "")
    assert left_out == "wearily" and reading == "People that helped Heat"
    assert [link.value for link in model.requests[0].linked] == ["Heat"]
    prompt = write_prompt(model.requests[0])
    assert "leaves out “wearily”" in prompt and " ".join(cypher.split()) in prompt
    assert not model.requests[0].readings
    read, _, _ = await ask(Model(GOOD), engine="llm", readings=1)
    assert read.engine == "llm"


@pytest.mark.parametrize(
    ("drafts", "engine"),
    [((BROKEN, BROKEN), "offline"), ((GOOD,), "llm")],
)
async def test_what_rules_are_not_sure_of_is_a_draft_and_asked_where_the_model_fails(
    drafts: tuple[str, ...], engine: str
) -> None:
    model, asked = Model(*drafts), "Which people paid Heat?"
    outcome, notices, _ = await ask(model, text=asked, parser=Unsure(schema()))
    left_out, reading, _ = model.requests[0].part or ("?", "", "")
    assert (left_out, reading) == ("", "People that paid Heat")
    assert outcome.engine == engine and outcome.result and outcome.result.rows
    assert any("not sure" in notice for notice in notices) is (engine == "offline")


async def test_of_a_large_schema_the_model_is_sent_what_the_question_is_about() -> None:
    named = {"name": Property("name", ("STRING",), ("Some",), distinct=9)}
    others = {f"Gadget{n}": Label(f"Gadget{n}", 9, named) for n in range(50)}
    known = schema()
    large = replace(known, labels={**known.labels, **others})
    for tokens, whole in ((300, False), (100_000, True)):
        model = Model(GOOD)
        outcome, _, _ = await ask(model, "llm", told=large, schema_tokens=tokens)
        assert outcome.engine == "llm" and outcome.answer == "Al Pacino."
        (request,) = model.requests
        assert {"Person", "Film"} <= set(request.slice.labels)
        assert {"HELPED", "PAID"} == set(request.slice.relationships)
        assert (set(others) <= set(request.slice.labels)) is whole
        shown = write_prompt(request)
        assert "HELPED" in shown and ("Gadget" in shown) is whole
        assert (len(request.slice.labels) < 10) is not whole


async def test_a_question_of_which_nothing_is_read_has_no_part() -> None:
    model = Model(GOOD)
    await ask(model, readings=1, text="Which mugwumps wearily frobnicated Heat?")
    assert model.requests[0].part is None


@pytest.mark.parametrize("engine", ["auto", "llm"])
async def test_no_engine_plans_of_itself(engine: str) -> None:
    class Planning(Model):
        async def plan(self, request: object) -> tuple[tuple[str, ...], Usage]:
            raise AssertionError("A plan that nobody asked for.")

    two = "Which films were paid by whoever helped Heat and nobody else?"
    outcome, _, _ = await ask(Planning(GOOD, GOOD), engine, text=two, parser=Unsure(schema()))
    assert outcome.engine == "llm"


async def test_who_asks_for_the_model_gets_the_model() -> None:
    model = Model(GOOD)
    outcome, _, _ = await ask(model, engine="llm", readings=1)
    assert outcome.engine == "llm" and outcome.cypher == GOOD
    # It is told what the rules would write, and theirs is asked where its own fails.
    assert len(model.requests[0].readings) == 1
    outcome, notices, _ = await ask(Model(BROKEN, BROKEN), engine="llm")
    assert outcome.engine == "offline" and outcome.result and outcome.result.rows
    assert any("failed" in notice for notice in notices)
    nobody, _, _ = await ask(Model(BROKEN, BROKEN), engine="llm", readings=0)
    assert nobody.error and nobody.result is None
    away, _, _ = await ask(Model(ModelUnreachable("It is away.")), engine="llm", readings=0)
    assert away.error == "It is away." and away.result is None


async def test_a_tie_without_a_model_takes_the_first_reading() -> None:
    outcome, _, shelf = await ask(None)
    assert outcome.engine == "offline" and outcome.result and not shelf.picked


async def test_what_nothing_in_the_query_stands_for_is_said_beside_the_answer() -> None:
    outcome, _, _ = await ask(Model(GOOD, GOOD), engine="llm", text="Which people won a medal?")
    assert outcome.engine == "llm" and outcome.result and outcome.result.rows
    assert "Nothing in this graph stands for “" in (outcome.answer or "")


async def test_what_rules_and_judge_call_missing_is_missing_where_no_model_says_otherwise() -> None:
    asked = "Which people won a medal?"
    outcome, _, _ = await ask(None, engine="auto", text=asked, writer=Model(GOOD, GOOD))
    assert outcome.verdict == "not_in_schema" and outcome.result is None and outcome.cypher is None
    assert "medal" in (outcome.answer or "") and "Al Pacino" not in (outcome.answer or "")


async def test_an_answer_is_in_the_language_that_was_asked_in() -> None:
    model = Model(GOOD)
    asked: list[str] = []

    async def summarise(request: SummariseRequest) -> AsyncIterator[str | Usage]:
        asked.append(request.language)
        yield "Al Pacino."

    model.summarise = summarise  # type: ignore[method-assign]
    question = "Welche Leute haben bei Heat geholfen und wie heißen sie?"
    await ask(model, engine="llm", text=question)
    known, _, _ = await ask(model, text=question, remembered=lesson(RIGHT, by_people=True))
    assert asked == ["German", "German"] and known.engine == "memory"


def lesson(cypher: str, *, by_people: bool = False) -> Bound:
    return Bound(cypher, {"title": "Heat"}, "1e55", by_people)


RIGHT = "MATCH (p:Person)-[:HELPED]->(f:Film {title: $title}) RETURN p.name AS name"


@pytest.mark.parametrize("text", [ASKED, "Who lent a hand with Heat?"])
async def test_an_approved_pair_answers_without_a_model(text: str) -> None:
    # Whoever knows that to lend a hand is to help is no rule.
    model, pair = Model(), lesson(RIGHT, by_people=text != ASKED)
    outcome, _, shelf = await ask(model, text=text, remembered=pair)
    assert outcome.engine == "memory" and outcome.result and outcome.usage.calls == 0
    assert outcome.parameters == {"title": "Heat"} and not shelf.withdrawn
    alone, _, _ = await ask(None, text=text, remembered=pair)
    assert alone.engine == "memory" and alone.verdict == "answerable"


@pytest.mark.parametrize(
    ("remembered", "withdrawn"),
    [
        (lesson(RIGHT.replace("name AS name", "name AS BROKEN")), True),
        (lesson("MATCH (p:Person) RETURN p.name"), True),
        (lesson("MATCH (p:Person) RETURN p.name", by_people=True), False),
        (lesson("MATCH (n) DETACH DELETE n", by_people=True), True),
        (Bound(RIGHT.replace("name AS name", "name AS BROKEN"), {"title": "Heat"}, "", True), True),
        (Bound(RIGHT, {"title": "Heat"}, "", True), False),
    ],
)
async def test_a_pair_that_does_not_hold_is_withdrawn_and_asked_anew(
    remembered: Bound, withdrawn: bool
) -> None:
    outcome, notices, shelf = await ask(None, readings=1, remembered=remembered)
    assert shelf.withdrawn == [("ada", ASKED, remembered.lesson)] * withdrawn
    assert outcome.error is None
    assert outcome.engine == ("offline" if withdrawn else "memory")
    assert any("asked anew" in notice for notice in notices) is withdrawn


async def test_who_asks_for_the_model_gets_no_remembered_answer() -> None:
    outcome, _, _ = await ask(Model(GOOD), engine="llm", remembered=lesson(RIGHT))
    assert outcome.engine == "llm"


async def test_what_was_disliked_is_not_given_again_as_if_it_were_right() -> None:
    first, _, shelf = await ask(None, readings=1)
    assert first.cypher and first.answer and "not right" not in first.answer
    shelf.refused = Bound(first.cypher, first.parameters, "", True)
    again, _, _ = await ask(None, readings=1, shelf=shelf)
    assert again.cypher == first.cypher
    assert again.answer and again.answer.startswith("You marked this as not right, and")
    assert again.reading and again.reading in again.answer and again.answer.endswith(first.answer)

    model = Model(GOOD)
    asked, _, _ = await ask(model, readings=1, shelf=shelf)
    assert asked.engine == "llm" and asked.answer == "Al Pacino."
    assert model.requests[0].readings == ()

    shelf.refused = Bound(GOOD, {}, "", True)
    other, _, _ = await ask(None, readings=1, shelf=shelf)
    assert other.answer == first.answer


async def test_a_mended_draft_is_learnt_with_what_was_wrong() -> None:
    model = Model(BROKEN, GOOD)
    _, _, shelf = await ask(model)
    (learnt,) = shelf.learnt
    assert learnt.cypher == GOOD and learnt.failed == (BROKEN, "It failed.")
    assert learnt.question == ASKED and learnt.columns == ("c0",)
    assert model.requests[0].mistakes[0][1] == BROKEN
    for drafts in ((GOOD,), (EMPTY, EMPTY), (BROKEN, BROKEN)):
        _, _, other = await ask(Model(*drafts))
        assert not other.learnt


async def test_a_question_that_stands_alone_takes_two_calls() -> None:
    outcome, _, _ = await ask(Model(GOOD), engine="llm", readings=0)
    assert outcome.answer == "Al Pacino." and outcome.usage.calls == 2


async def test_what_rules_cannot_place_is_understood_by_the_model_first() -> None:
    outcome, _, _ = await ask(Model(GOOD), engine="llm", readings=0, text="Wer half bei Heat?")
    assert outcome.answer == "Al Pacino." and outcome.usage.calls == 3


@pytest.mark.parametrize(
    ("said", "standalone", "written"),
    [
        ("Wer half bei Heat?", "Who was it that held Heat?", "Who was it that held Heat?"),
        ("Who on earth held Heat?", "Who held Heat?", "Who on earth held Heat?"),
    ],
)
async def test_the_writer_gets_what_the_model_understood_where_rules_could_not_follow(
    said: str, standalone: str, written: str
) -> None:
    class Knowing(Model):
        async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
            return Understanding(standalone, "answerable"), Usage(1)

    model = Knowing(GOOD)
    outcome, _, _ = await ask(model, readings=0, text=said)
    assert [one.question for one in model.requests] == [written]
    assert outcome.standalone == written


@pytest.mark.parametrize(
    ("said", "matters"),
    [
        ("Wer half bei Heat?", ("standalone", "verdict")),
        ("Tani ndihmoi Heat?", ("standalone", "verdict", "language")),
        ("Who on earth held Heat?", ("standalone", "verdict")),
        ("Which people helped Heat?", None),
    ],
)
async def test_the_model_is_asked_what_the_rules_left_open(
    said: str, matters: tuple[str, ...] | None
) -> None:
    class Asked(Model):
        open_: Sequence[str] | None = None

        async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
            self.open_ = request.open
            return await super().understand(request)

    model = Asked(GOOD)
    outcome, _, _ = await ask(model, "llm", readings=0, text=said)
    assert model.open_ == matters and outcome.engine == "llm"


@pytest.mark.parametrize(("standalone", "lookups"), [(None, 1), ("Who was it that held Heat?", 2)])
async def test_examples_are_looked_up_while_the_model_understands(
    standalone: str | None, lookups: int
) -> None:
    looked_up = asyncio.Event()

    class Patient(Model):
        async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
            async with asyncio.timeout(5):
                await looked_up.wait()
            return Understanding(standalone or request.question, "answerable"), Usage(1)

    class Watched(Shelf):
        async def pick(
            self, user: str, question: str, linked: Sequence[LinkedValue], *, made: bool = True
        ) -> Picked:
            looked_up.set()
            return await super().pick(user, question, linked, made=made)

    outcome, _, shelf = await ask(
        Patient(GOOD), readings=0, text="Wer half bei Heat?", shelf=Watched()
    )
    assert outcome.answer == "Al Pacino." and shelf.picked == lookups


async def test_what_was_looked_up_for_a_model_that_is_away_ends_with_the_turn() -> None:
    class Away(Model):
        async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
            await asyncio.sleep(0)
            raise ModelUnreachable("It is away.")

    class Slow(Shelf):
        async def pick(
            self, user: str, question: str, linked: Sequence[LinkedValue], *, made: bool = True
        ) -> Picked:
            await asyncio.sleep(60)
            return Picked()

    before = asyncio.all_tasks()
    asked = ask(Away(), engine="llm", readings=0, text="Wer half bei Heat?", shelf=Slow())
    assert (await asked)[0].error == "It is away."
    await asyncio.sleep(0)
    assert asyncio.all_tasks() <= before


@pytest.mark.parametrize("chat", [None, Model()])
async def test_a_model_of_its_own_writes_and_nothing_else(chat: Model | None) -> None:
    writer = Model(GOOD)
    outcome, _, _ = await ask(chat, readings=0, writer=writer)
    assert outcome.engine == "llm" and outcome.answer == "Al Pacino."
    assert len(writer.requests) == 1 and outcome.usage.calls == (1 if chat is None else 2)


async def test_a_budget_that_is_spent_leaves_the_rules() -> None:
    spent = BudgetSpent("Today's 1,000 tokens are spent.")
    outcome, notices, _ = await ask(Model(spent))
    assert outcome.engine == "offline" and not notices
    first = "Today's 1,000 tokens are spent. Going on without the model."
    assert (outcome.answer or "").startswith(first)
    chosen, _, _ = await ask(Model(spent), engine="llm")
    assert chosen.result == outcome.result and (chosen.answer or "").startswith(first)
    alone, _, _ = await ask(Model(spent), engine="llm", readings=0)
    assert alone.error == str(spent) and alone.choices[0].question == ASKED


async def test_where_the_model_loses_a_part_of_the_draft_it_is_asked_again() -> None:
    lost = "MATCH (p:Person)-[:HELPED]->(f:Film) RETURN p.name AS name"
    outcome, _, _ = await ask(Model(lost, GOOD), engine="llm", readings=1)
    assert outcome.engine == "llm" and outcome.cypher == GOOD
    other = "MATCH (p:Person)-[:PAID]->(f:Film {title: 'Heat'}) RETURN p.name AS name"
    outcome, _, _ = await ask(Model(other), engine="llm", readings=1)
    assert outcome.engine == "llm" and outcome.cypher == other


async def test_where_one_call_does_it_the_query_comes_with_what_is_meant() -> None:
    class One(Model):
        async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
            assert request.write is not None and request.open[-1] == "cypher"
            return Understanding(ASKED, "answerable", cypher=GOOD), Usage(1)

    model, asked = One(GOOD), "Welche Leute haben bei Heat geholfen und wie heißen sie?"
    outcome, _, _ = await ask(model, "llm", text=asked, understand="one")
    assert outcome.cypher == GOOD and not model.requests and outcome.usage.calls == 2
