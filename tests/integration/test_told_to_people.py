"""Whoever only asks is told what failed, and never to set a variable: that is for an operator.

The model is the scripted stand-in, and so is a database that fails.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from neo4j.exceptions import AuthError

from bot.cicerone import Cicerone
from bot.errors import GraphError
from bot.events import Event, Rows
from bot.graph import failures
from bot.models.openai_model import OpenAIModel
from bot.models.purse import Budget, Purse
from bot.parts import Message
from bot.prices import Price
from memory.people import LOCAL_PERSON
from memory.spent import Spent
from tests.integration.test_endpoint_faults import CORRECT, COUNT, FAULTS, SUMMARY, UNREAD, WRITE
from tests.scripted_model import Script, scripted_model
from tests.unit.memory.test_catalogue import VARIABLE
from tests.unit.models.test_purse import Book

ASKED = (UNREAD, "How many films are there?")
ADDRESS, NOWHERE = "neo4j+s://films.example", "http://127.0.0.1:9/v1"


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        running.on("You prepare", text=json.dumps({"standalone": UNREAD, "verdict": "answerable"}))
        running.on(WRITE, text=COUNT).on(CORRECT, text=COUNT)
        yield running.on(SUMMARY, text="There are 241 films.")


async def all_told(cicerone: Cicerone, user: str = "ada") -> str:
    """All that a person gets, by either engine, of events and answers."""
    told: list[str] = []

    async def listen(event: Event) -> None:
        told.append(repr(event))

    for engine in ("auto", "llm"):
        for text in ASKED:
            await cicerone.ask(Message(text, str(uuid.uuid4()), user, engine=engine), listen)
    return "\n".join(told)


async def told_with(
    opened: Cicerone, url: str, purse: Purse | None = None, first: float = 10
) -> str:
    """What a person is told where this is the model's address."""
    model = OpenAIModel(
        name="scripted", api_key="sk-hush", base_url=url, first_token_seconds=first,
        total_seconds=20, purse=purse,
    )  # fmt: skip
    try:
        return await all_told(opened.with_model(model))
    finally:
        await model.close()


@pytest.mark.parametrize(("fault", "words"), FAULTS.values(), ids=FAULTS)
async def test_of_a_model_that_fails(
    opened: Cicerone, script: Script, fault: dict[str, Any], words: str
) -> None:
    script.on(WRITE, **fault)
    told = await told_with(opened, script.url, first=2 if "delay" in fault else 10)
    assert words in told and not VARIABLE.search(told)


@pytest.mark.parametrize("url", [NOWHERE, "nonsense"])
async def test_of_an_address_where_no_model_is(opened: Cicerone, url: str) -> None:
    told = await told_with(opened, url)
    assert "odel" in told and not VARIABLE.search(told)


@pytest.mark.parametrize(
    "budget", [Budget(day_tokens=1000), Budget(day_money=0.005), Budget(turn_tokens=1)]
)
async def test_of_a_budget_that_is_spent(opened: Cicerone, script: Script, budget: Budget) -> None:
    book, prices = Book(Spent("scripted", 3, 900, 100)), {"scripted": Price(10.0, 10.0)}
    told = await told_with(opened, script.url, Purse(book, prices, budget))
    assert "spent" in told or "has taken" in told
    assert not VARIABLE.search(told)


async def test_of_a_key_that_is_not_there(opened: Cicerone) -> None:
    told = await all_told(opened)
    assert "No model is set" in told and not VARIABLE.search(told)
    # Whoever sits at this machine is the one who can set it.
    assert "OPENAI_API_KEY" in await all_told(opened, LOCAL_PERSON)


class Fails:
    """A database that answers nothing but its failure."""

    def __init__(self, graph: Any, error: GraphError) -> None:
        self.graph, self.error = graph, error

    async def run(self, *given: Any, **limits: Any) -> Rows:
        del given, limits
        raise self.error

    def __getattr__(self, name: str) -> Any:
        return getattr(self.graph, name)


def of_driver(error: Exception) -> GraphError:
    how = {"uri": ADDRESS, "database": None, "seconds": 9.0, "connected": False}
    return failures.translate(error, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (failures.unreachable(ADDRESS), "NEO4J_URI"),
        (failures.lost(ADDRESS), "doctor"),
        (failures.unknown_database("films"), "NEO4J_DATABASE"),
        (failures.timed_out(9), ""),
        (of_driver(AuthError()), "NEO4J_PASSWORD"),
    ],
)
async def test_of_a_database_that_is_away(opened: Cicerone, error: GraphError, remedy: str) -> None:
    graph: Any = Fails(opened.graph, error)
    away = opened.changed(lambda parts: replace(parts, graph=graph))
    told = await all_told(away)
    assert str(error) in told and not VARIABLE.search(told)
    assert remedy in await all_told(away, LOCAL_PERSON)
