"""What a question names only because an earlier answer did is not sent against CICERONE_SEND."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import pytest

from bot.conversations import InProcess
from bot.events import Event, Notice, Outcome, Rows, Usage
from bot.models.sparing import SparingModel
from bot.parts import Message, Parts
from bot.ports import Understanding, UnderstandRequest
from bot.reader.reader import Reader
from bot.settings import load_settings
from bot.steps.suggest import Suggestions
from bot.steps.teach import Guide
from bot.turn import turn
from memory.embedding import word_vectors
from memory.schema import LinkedValue
from tests.unit.steps.graphs import TellingGraph
from tests.unit.test_turn_engines import (
    GOOD,
    Elements,
    Model,
    Shelf,
    Unsure,
    Values,
    answer,
    schema,
)


class Names(Values):
    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        at = question.find("Al Pacino")
        named = [LinkedValue("Al Pacino", "Person", "name", "Al Pacino", at, at + 9)]
        return [*(named if at >= 0 else []), *await super().lookup(question)]


class Named(TellingGraph):
    async def run(self, *args: Any, **options: Any) -> Rows:
        return replace(await super().run(*args, **options), columns=("name",))


async def follow_up(
    send: Literal["schema", "values", "rows"],
    *texts: str,
    engine: str = "auto",
    model: Model | None = None,
    understand: Literal["together", "one"] = "together",
) -> tuple[Outcome, list[str], Any]:
    """The outcome of the last of these messages, what was told, and the model that was asked."""
    told, graph, values, model = schema(), Named(answer), Names(), model or Model(*[GOOD] * 9)
    parser = Unsure(told)
    sent = model if send == "rows" else SparingModel(model, send)
    suggestions = Suggestions(graph, told, parser, values)
    guide = Guide(told, suggestions)
    # Only a model is sure of anything here.
    doubts: dict[str, Any] = {"sure_before_model": 1.0, "sure_following_before_model": 1.0}
    doubts["understand"] = understand
    parts = Parts(
        load_settings(graph="x", send=send, **doubts), graph, told, parser, values, Elements(),
        sent, Shelf(), InProcess(), suggestions, guide.teach, guide.decline,
        reader=Reader(told, word_vectors),
    )  # fmt: skip
    notices: list[str] = []

    async def listen(event: Event) -> None:
        if isinstance(event, Notice):
            notices.append(event.text)

    for text in texts:
        notices.clear()
        outcome = await turn(Message(text, "t", "ada", engine=engine), parts, listen)
    return outcome, notices, model


FIRST, NEXT = "Which people helped Heat?", "Which films did he pay?"


async def test_what_an_answer_named_is_sent_with_rows() -> None:
    outcome, _, model = await follow_up("rows", FIRST, NEXT)
    assert outcome.engine == "llm" and "Al Pacino" in model.requests[-1].question
    (earlier,) = model.requests[-1].sets
    assert (earlier.name, earlier.names, earlier.kind) == ("a1", ("Al Pacino",), "Person.name")


@pytest.mark.parametrize("send", ["schema", "values"])
async def test_without_rows_it_is_not(send: Literal["schema", "values"]) -> None:
    outcome, _, model = await follow_up(send, FIRST, NEXT)
    assert outcome.engine == "llm" and model.requests
    assert not [one for one in model.requests if "Al Pacino" in f"{one.question} {one.sets}"]


async def test_nor_is_it_where_one_call_understands_and_writes() -> None:
    class Asked(Model):
        async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
            self.requests += [request.write] if request.write is not None else []
            return await super().understand(request)

    for send, told in (("rows", True), ("schema", False)):
        model = Asked(*[GOOD] * 9)
        await follow_up(send, FIRST, NEXT, model=model, understand="one")  # type: ignore[arg-type]
        assert model.requests
        assert any("Al Pacino" in f"{one.question}" for one in model.requests) == told, send


async def test_what_the_person_wrote_is_sent() -> None:
    asked = ("Which people helped Heat, like al pacino?", NEXT)
    outcome, notices, _ = await follow_up("schema", *asked)
    assert outcome.engine == "llm" and "CICERONE_SEND" not in " ".join(notices)


async def test_what_leans_on_an_answer_and_is_not_retold_goes_on_from_the_last_one() -> None:
    for asked, sets in (("which of those paid Heat?", ["a1"]), ("Which people paid Heat?", [])):
        outcome, _, model = await follow_up("rows", FIRST, asked, engine="llm")
        assert [one.name for one in model.requests[-1].sets] == sets, asked
        assert [one.name for one in outcome.sets] == sets, asked
