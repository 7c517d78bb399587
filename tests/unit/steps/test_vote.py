"""What most of three drafts come to is the answer."""

from __future__ import annotations

import pytest

from bot.errors import ModelUnreachable
from tests.unit.test_turn_engines import BROKEN, EMPTY, GOOD, Model, Unsure, ask, schema

SAME = "MATCH (f:Film {title: 'Heat'})<-[:HELPED]-(p:Person) RETURN p.name"


@pytest.mark.parametrize(
    ("drafts", "kept", "confidence"),
    [
        ((GOOD, SAME, EMPTY), GOOD, 0.67),
        ((EMPTY, GOOD, SAME), GOOD, 0.67),
        ((BROKEN, BROKEN, GOOD), GOOD, 0.33),
        ((GOOD, GOOD, GOOD), GOOD, 1.0),
        ((GOOD, ModelUnreachable("It is away."), GOOD), GOOD, 0.67),
    ],
)
async def test_the_result_that_most_share_wins(
    drafts: tuple[str | ModelUnreachable, ...], kept: str, confidence: float
) -> None:
    model = Model(*drafts)
    outcome, _, _ = await ask(model, "llm", flow="vote", parser=Unsure(schema()))
    assert outcome.cypher == kept and outcome.confidence == confidence
    assert [request.temperature for request in model.requests] == [0.7] * 3


async def test_where_all_fail_the_first_is_corrected() -> None:
    model = Model(BROKEN, BROKEN, BROKEN, GOOD)
    outcome, _, _ = await ask(model, "llm", flow="vote", parser=Unsure(schema()))
    assert outcome.cypher == GOOD and outcome.confidence is None


async def test_where_none_comes_it_is_said() -> None:
    away = [ModelUnreachable("It is away.") for _ in range(3)]
    outcome, _, _ = await ask(Model(*away), "llm", flow="vote", readings=0)
    assert outcome.error == "It is away." and outcome.result is None
