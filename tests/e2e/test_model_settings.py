"""The model as people set it: per chat, per call; and what its answers cost, shown and summed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.spending import Spending
from memory.store import Store
from tests.e2e.served import Served, serving
from tests.e2e.socket_client import Talk, talking
from tests.e2e.test_command_line import cicerone
from tests.scripted_model import Script, scripted_model

ASKED = "How many films ooze zeitgeist?"
WRITE, CORRECT, PLAN = "You write one read-only", "did not work", "You split a question"
BROKEN, RIGHT = "MATCH (f:Film) RETURN nosuch(f)", "MATCH (f:Film) RETURN count(f) AS films"


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with scripted_model() as running:
        running.on("You answer a question", text="There are 241 films.")
        running.on("You prepare", text=json.dumps({"standalone": ASKED, "verdict": "answerable"}))
        running.on(WRITE, text=BROKEN).on(CORRECT, text=RIGHT)
        yield running.on(PLAN, text=json.dumps({"steps": [ASKED]}))


@pytest.fixture(scope="module")
def model(script: Script) -> dict[str, str]:
    """What sets it: each call of the stand-in takes 110 tokens."""
    return {
        "OPENAI_BASE_URL": script.url,
        "CICERONE_MODEL": "scripted",
        "CICERONE_PRICES": "scripted=10000/10000",
    }


@pytest.fixture(scope="module")
def with_model(home: Path, app: Served, model: dict[str, str]) -> Iterator[Served]:
    with serving(home, **model) as served:
        yield served


async def answer(talk: Talk, chosen: dict[str, str]) -> list[dict[str, Any]]:
    await talk.client.emit("chat_settings_change", chosen)
    return await talk.ask(ASKED)


async def test_a_chat_has_its_own_engine_and_flow(with_model: Served, script: Script) -> None:
    def asked(start: int) -> list[str]:
        known = (WRITE, CORRECT, PLAN)
        prompts = script.prompts[start:]
        return [next((k for k in known[::-1] if k in prompt), "") for prompt in prompts]

    async with talking(with_model.address) as talk:
        await answer(talk, {"engine": "offline", "flow": "check"})
        assert not script.prompts
        for flow, calls in (("naive", [WRITE]), ("retry", [WRITE, CORRECT]), ("plan", [PLAN])):
            start = len(script.prompts)
            events = await answer(talk, {"engine": "llm", "flow": flow})
            found = [call for call in asked(start) if call]
            assert found[: len(calls)] == calls and (CORRECT in found) is (flow != "naive"), flow
    trail = [e["name"] for e in events if str(e.get("name")).startswith("How I got there · ")][-1]
    assert trail.endswith(" · 4 calls, 440 tokens, 4.40 USD")
    # Nobody who leaves the choice to us has a question planned.
    async with talking(with_model.address) as another:
        start = len(script.prompts)
        await another.ask(ASKED)
        assert WRITE in asked(start) and PLAN not in asked(start)


async def test_a_call_has_its_own_flow_and_the_doctor_sums(
    with_model: Served, script: Script, model: dict[str, str]
) -> None:
    store = await Store.open(with_model.home)
    before = sum(spent.calls for spent in await Spending(store).of_days(1))
    await store.close()
    start, command = len(script.requests), ("--engine", "llm", "--flow", "naive", "--json")
    done = cicerone(with_model.home, "ask", ASKED, *command, **model)
    told = json.loads(done.stdout)
    assert told["error"] and not any(CORRECT in prompt for prompt in script.prompts[start:])
    asked = len(script.requests) - start
    assert asked and told["llm"]["calls"] == asked
    well = cicerone(with_model.home, "doctor", **model)
    line = next(line for line in well.stdout.splitlines() if "spending" in line)
    # It has asked the model for a word itself.
    calls = (before + asked, before + asked + 1)
    sums = [f"today {n} calls, {110 * n:,} tokens, {1.1 * n:.2f}" for n in calls]
    assert any(told in line for told in sums), line


async def test_what_an_answer_took_is_told_in_its_last_line(
    with_model: Served, script: Script, model: dict[str, str]
) -> None:
    start, command = len(script.requests), ("--engine", "llm", "--flow", "naive")
    failed = cicerone(with_model.home, "ask", ASKED, *command, **model)
    n = len(script.requests) - start
    assert n > 1
    last = f"Model: {n} calls, {110 * n} tokens, {1.1 * n:.2f} USD"
    assert failed.stdout.endswith(f"{BROKEN}\n\n{last}\n")
    unasked = cicerone(with_model.home, "ask", "How many films are there?", **model)
    assert "241" in unasked.stdout and "Model:" not in unasked.stdout
