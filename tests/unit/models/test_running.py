"""Models that run on this computer are found at their ports, and used where that is asked for."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

from bot.commands.doctor_models import models_checked
from bot.models.local.in_house import hint, located, model_in_house
from bot.models.local.places import Place
from bot.models.local.running import find_running
from bot.settings import load_settings
from tests.scripted_model import Script, scripted_model


def port_of(script: Script) -> int:
    return urlsplit(script.url).port or 0


@pytest.fixture
def two() -> Iterator[tuple[Place, Place]]:
    """Two servers, of which the first has a model for vectors alone beside one for chats."""
    with ExitStack() as stack:
        first, second = (stack.enter_context(scripted_model()) for _ in range(2))
        first.models = ["nomic-embed-text", "base-model:text", "qwen2.5-coder:latest"]
        second.models = ["big-model"]
        yield Place("Ollama", port_of(first)), Place("LM Studio", port_of(second))


@contextmanager
def silent() -> Iterator[Place]:
    """Something that takes connections, and never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield Place("silent", listener.getsockname()[1])


def nowhere() -> Place:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return Place("nowhere", unused.getsockname()[1])


async def test_all_are_asked_at_once_and_the_best_model_comes_first(
    two: tuple[Place, Place],
) -> None:
    with silent() as one, silent() as other:
        started = time.monotonic()
        found = await find_running([one, nowhere(), other, *two], own_port=0, seconds=0.4)
        assert time.monotonic() - started < 0.75
    assert [(running.program, running.models) for running in found] == [
        ("Ollama", ("qwen2.5-coder:latest", "base-model:text")),
        ("LM Studio", ("big-model",)),
    ]


async def test_our_own_port_is_never_asked(two: tuple[Place, Place]) -> None:
    found = await find_running(two, own_port=two[0].port)
    assert [running.program for running in found] == ["LM Studio"]


@pytest.mark.parametrize("models", [["nomic-embed-text"], []])
async def test_a_server_without_a_model_for_chats_is_none(models: list[str]) -> None:
    with scripted_model() as script:
        script.models = models
        assert not await find_running([Place("Ollama", port_of(script))], own_port=0)


@pytest.mark.parametrize(
    ("named", "at", "asked"),
    [
        (None, 0, "qwen2.5-coder:latest"),
        ("qwen2.5-coder", 0, "qwen2.5-coder:latest"),
        ("big-model", 1, "big-model"),
        ("nobody-has-it", 0, "nobody-has-it"),
    ],
)
async def test_auto_takes_the_first_or_who_has_the_model_that_is_named(
    two: tuple[Place, Place], named: str | None, at: int, asked: str
) -> None:
    settings = load_settings(openai_base_url="auto", openai_api_key="sk-elsewhere", model=named)
    async with model_in_house(settings, pytest.fail, two) as found:
        assert found.openai_base_url == f"http://127.0.0.1:{two[at].port}/v1"
        assert found.model == asked
        assert found.openai_api_key.get_secret_value() == "", "a key for another endpoint"


async def test_auto_without_anything_running_says_so_and_goes_on_without() -> None:
    told: list[str] = []
    given = load_settings(openai_base_url="auto", openai_api_key="sk-elsewhere")
    found = await located(given, told.append, [nowhere()])
    assert not found.has_model, "what is meant for this computer does not go to another"
    assert len(told) == 1 and "no model runs on this computer" in told[0]


async def test_unasked_one_line_says_how(two: tuple[Place, Place]) -> None:
    settings = load_settings()
    assert await hint(settings, two) == (
        "Ollama runs here with qwen2.5-coder:latest: set OPENAI_BASE_URL=auto to use it."
    )
    assert await hint(settings, [nowhere()]) == ""
    assert await located(settings, pytest.fail, two) == settings, "nothing is used unasked"


async def test_the_doctor_tells_of_what_runs_and_of_what_auto_does_not_find() -> None:
    with scripted_model() as script:
        script.on("", text="yes")
        place = Place("Ollama", port_of(script))
        async with models_checked(load_settings(), [place]) as (found, (model,)):
            assert model.ok and not found.has_model
            assert model.remedy == (
                "Ollama runs here with scripted: set OPENAI_BASE_URL=auto to use it."
            )
        auto = load_settings(openai_base_url="auto")
        async with models_checked(auto, [place]) as (found, (model,)):
            assert model.ok and found.model == "scripted"
            assert model.message.endswith(f"found at {script.url}")
    async with models_checked(auto, [place]) as (_, (model,)):
        assert not model.ok and "looked for Ollama" in model.message
