"""Candidates by name."""

from __future__ import annotations

import pytest

from bot.errors import UsageError
from bot.evaluation.specs import read_specs
from bot.settings import load_settings

WITH_MODEL = load_settings(openai_base_url="http://127.0.0.1:1/v1", model="small", engine="auto")
WITHOUT = load_settings(openai_api_key="", engine="auto")


def names(texts: list[str]) -> list[str]:
    return [str(spec) for spec in read_specs(texts, WITH_MODEL)]


def test_what_is_left_out_comes_from_the_settings() -> None:
    assert names(["offline, llm/naive", "llm@big", "auto/retry@a:b/c"]) == [
        "offline", "llm/naive@small", "llm/check@big", "auto/retry@a:b/c",
    ]  # fmt: skip
    assert names([]) == ["auto/check@small"] and names(["langchain"]) == ["langchain@small"]
    assert names(["llm/vote", "llm/agent"]) == ["llm/vote@small", "llm/agent@small"]
    assert names(["recorded@gpt-4"]) == ["recorded@gpt-4"]
    assert names(["offline", "offline/naive", "offline-links"]) == ["offline", "offline-links"]
    assert names(["llm-examples", "auto/plan-repair@big"]) == [
        "llm/check-examples@small", "auto/plan-repair@big",
    ]  # fmt: skip
    assert [str(spec) for spec in read_specs([], WITHOUT)] == ["auto"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("oracle", "no engine 'oracle'"),
        ("llm/planner", "no flow planner"),
        ("graphrag/check", "has no flows"),
        ("recorded", "recorded@MODEL"),
        ("llm/check-scope", "no part scope"),
        ("langchain-links", "no flows or parts"),
        ("@small", "no engine"),
    ],
)
def test_names_that_mean_nothing(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_specs([name], WITH_MODEL)


@pytest.mark.parametrize("name", ["llm", "langchain"])
def test_without_a_model(name: str) -> None:
    with pytest.raises(UsageError, match="needs a language model"):
        read_specs([name], WITHOUT)
