"""What a question names only because an earlier answer did is not sent against CICERONE_SEND."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.conversations import InProcess
from bot.events import Event, Notice, Outcome, Rows
from bot.parts import Message, Parts
from bot.settings import load_settings
from bot.steps.suggest import Suggestions
from bot.steps.teach import Guide
from bot.turn import turn
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
    send: str, *texts: str, engine: str = "auto", model: Model | None = None
) -> tuple[Outcome, list[str], Any]:
    """The outcome of the last of these messages, what was told, and the model that was asked."""
    told, graph, values, model = schema(), Named(answer), Names(), model or Model(*[GOOD] * 9)
    parser = Unsure(told)
    suggestions = Suggestions(graph, told, parser, values)
    guide = Guide(told, suggestions)
    parts = Parts(
        load_settings(graph="x", send=send), graph, told, parser, values, Elements(), model,
        Shelf(), InProcess(), suggestions, guide.teach, guide.decline,
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


@pytest.mark.parametrize("send", ["values", "rows"])
async def test_a_name_of_an_answer_is_a_stored_value(send: str) -> None:
    outcome, _, model = await follow_up(send, FIRST, NEXT)
    assert outcome.engine == "llm" and "Al Pacino" in model.requests[-1].question


async def test_with_the_schema_alone_it_stays_here() -> None:
    outcome, notices, model = await follow_up("schema", FIRST, NEXT)
    assert outcome.cypher is None and "CICERONE_SEND" in " ".join(notices)
    assert not [one for one in model.requests if "Al Pacino" in one.question]
    outcome, _, model = await follow_up("schema", FIRST, NEXT, engine="llm")
    assert "CICERONE_SEND" in (outcome.error or "")
    assert not [one for one in model.requests if "Al Pacino" in one.question]


async def test_what_the_person_wrote_is_sent() -> None:
    asked = ("Which people helped Heat, like al pacino?", NEXT)
    outcome, notices, _ = await follow_up("schema", *asked)
    assert outcome.engine == "llm" and "CICERONE_SEND" not in " ".join(notices)
