"""The times that the settings give a model are those that its client keeps."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.errors import ModelUnreachable
from bot.models.opening import open_model, open_writer
from bot.ports import Writer, WriteRequest
from bot.settings import Settings, load_settings
from tests.scripted_model import scripted_model, token
from tests.unit.steps.graphs import fleet

ASKED = WriteRequest("Which ships are there?", fleet())
DRIPS = (token("MATCH"), *(0.3, token(" (s)")) * 20)


def chatting(settings: Settings) -> Writer:
    return open_model(settings)


def writing(settings: Settings) -> Writer:
    return open_writer(settings, None)


@pytest.mark.parametrize("opened", [chatting, writing])
@pytest.mark.parametrize(
    ("limits", "fault", "asked"),
    [
        ({"first_token_seconds": 1.5, "turn_seconds": 60}, {"delay": 12.0}, 2),
        ({"first_token_seconds": 60, "turn_seconds": 0.9}, {"wire": DRIPS}, 1),
    ],
    ids=["the first token", "the turn"],
)
async def test_a_model_has_the_time_that_is_set(
    opened: Any, limits: dict[str, float], fault: dict[str, Any], asked: int
) -> None:
    with scripted_model() as script:
        script.on("ships", **fault)
        settings = load_settings(openai_base_url=script.url, write_model="writes", **limits)
        model = opened(settings)
        async with asyncio.timeout(9):
            with pytest.raises(ModelUnreachable, match="too long"):
                await model.write(ASKED)
        assert len(script.prompts) == asked
