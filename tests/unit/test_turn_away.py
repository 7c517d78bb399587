"""A model that is away, refuses or comes late: the rules answer what they can read, and say so."""

from __future__ import annotations

import pytest

from bot.conversations import InProcess
from bot.errors import ModelError, ModelRefused, ModelUnreachable, ReplyUnusable, StoreError
from bot.events import Usage
from bot.ports import PlanRequest, Understanding, UnderstandRequest
from bot.render.answer_json import answer_json
from memory.conversation import Exchange
from tests.unit.test_turn_engines import GOOD, Model, Unsure, ask, schema
from tests.unit.test_turn_sends import FIRST, NEXT, follow_up

FAILURES = (
    ModelUnreachable("It is away."),
    ModelRefused("It refused."),
    ReplyUnusable("It said nothing."),
)
NOT_SURE = "The rules are not sure, and read this."


def gone_on(error: ModelError) -> str:
    return f"{error} Going on without the model."


@pytest.mark.parametrize("engine", ["auto", "llm"])
@pytest.mark.parametrize("error", FAILURES)
async def test_what_the_rules_are_not_sure_of_is_asked_and_said_to_be_so(
    error: ModelError, engine: str
) -> None:
    asked = "Which people paid Heat?"
    outcome, notices, _ = await ask(Model(error), engine, text=asked, parser=Unsure(schema()))
    assert outcome.error is None and outcome.engine == "offline"
    assert outcome.reading == "People that paid Heat" and "PAID" in (outcome.cypher or "")
    assert outcome.result and outcome.result.rows == (("Al Pacino",),)
    assert notices == [NOT_SURE] and (outcome.answer or "").startswith(gone_on(error))
    # A program that reads no notices is told, too.
    assert answer_json(outcome)["error"] == str(error) and not outcome.unreachable


@pytest.mark.parametrize("error", FAILURES)
async def test_who_asked_for_the_model_gets_what_the_rules_read(error: ModelError) -> None:
    outcome, notices, _ = await ask(Model(error), "llm", readings=1)
    assert outcome.error is None and outcome.engine == "offline"
    assert outcome.result and outcome.result.rows and not notices
    assert (outcome.answer or "").startswith(gone_on(error))
    unread = "Which people wearily helped Heat?"
    nobody, told, _ = await ask(Model(error), "llm", readings=1, text=unread)
    assert nobody.error == str(error) and nobody.result is None and not told
    assert nobody.choices[0].question == unread
    left, told, _ = await ask(Model(error), "auto", readings=1, text=unread)
    assert left.error is None and left.cypher is None and not told
    assert (left.answer or "").startswith(gone_on(error))


class Away(Model):
    """Cannot be reached to understand a message, but once."""

    async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
        raise ModelUnreachable("It is away.")


@pytest.mark.parametrize("engine", ["auto", "llm"])
async def test_a_follow_up_that_nobody_understands_is_answered_by_rules(engine: str) -> None:
    model = Away(GOOD, GOOD)
    outcome, notices, _ = await follow_up("rows", FIRST, NEXT, engine=engine, model=model)
    assert outcome.error is None and outcome.engine == "offline"
    assert outcome.reading == "Films paid by Al Pacino" and outcome.result
    away = gone_on(ModelUnreachable("It is away."))
    assert not notices and (outcome.answer or "").startswith(away)
    assert len(model.requests) == 1


async def test_where_nobody_plans_the_rules_go_on() -> None:
    class Planless(Model):
        async def plan(self, request: PlanRequest) -> tuple[tuple[str, ...], Usage]:
            raise ModelUnreachable("It is away.")

    model = Planless()
    outcome, notices, _ = await ask(model, "llm", flow="plan", parser=Unsure(schema()))
    assert outcome.engine == "offline" and outcome.result and outcome.result.rows
    away = gone_on(ModelUnreachable("It is away."))
    assert notices == [NOT_SURE] and (outcome.answer or "").startswith(away)
    assert not model.requests
    nobody, _, _ = await ask(Planless(), "llm", flow="plan", readings=0)
    assert nobody.error == "It is away."


async def test_what_leans_on_a_models_answer_goes_on_from_whom_that_named() -> None:
    class Lost(Model):
        async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
            raise ReplyUnusable("It said nothing.")

    told, error = "which of those paid Heat?", ModelUnreachable("It is away.")
    for engine in ("auto", "llm"):
        for model in (Away(GOOD), Lost(GOOD, error)):
            outcome, notices, _ = await follow_up("rows", FIRST, told, engine=engine, model=model)
            assert {*outcome.parameters.values()} >= {"Al Pacino", "Heat"}, engine
            assert outcome.engine == "offline" and NOT_SURE not in notices


class Full(InProcess):
    """A store of which nothing can be read, and that keeps nothing."""

    async def exchanges(self, thread_id: str, limit: int = 20) -> list[Exchange]:
        raise StoreError("There is no space left.")

    async def add_exchange(self, *_: object, **__: object) -> None:
        raise StoreError("There is no space left.")


async def test_an_answer_that_cannot_be_kept_is_given_and_said_to_be_so() -> None:
    outcome, notices, _ = await ask(None, "offline", readings=1, conversations=Full())
    assert outcome.error is None and outcome.result and outcome.result.rows
    assert not outcome.kept
    assert notices == [
        "There is no space left. Going on without what was asked before.",
        "This answer could not be kept: There is no space left.",
    ]
