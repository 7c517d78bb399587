"""Tokens are counted by the model's tables where these come, and estimated until then."""

from __future__ import annotations

import threading

import pytest

from bot.events import Rows
from bot.models.prompt import summarise_prompt
from bot.models.tokens import Tokens, estimated
from bot.ports import SummariseRequest


class Words:
    """Stands for tables: a token a word."""

    def encode_ordinary(self, text: str) -> list[int]:
        return [0] * len(text.split())


def test_an_estimate_until_the_tables_are_there() -> None:
    come, there = threading.Event(), threading.Event()

    def load(model: str) -> Words:
        assert model == "some-model" and come.wait(20)
        there.set()
        return Words()

    tokens = Tokens("some-model", load)
    assert tokens.count("one two three") == estimated("one two three") == 5
    come.set()
    assert there.wait(20)
    for thread in threading.enumerate():
        if thread.name == "tokens":
            thread.join(20)
    assert tokens.count("one two three") == 3


@pytest.mark.parametrize("error", [KeyError("no such model"), OSError("no network")])
def test_without_tables_it_stays_an_estimate(error: Exception) -> None:
    def load(model: str) -> Words:
        raise error

    tokens = Tokens("some-model", load)
    assert tokens.count("one two three") == 5
    assert Tokens().count("one two three") == 5


def test_as_many_rows_are_sent_as_fit() -> None:
    rows = Rows(("name",), tuple(("x" * 100,) for _ in range(100)), 100, False)
    request = SummariseRequest("?", "RETURN 1", rows)
    dear, cheap = summarise_prompt(request, lambda _: 300), summarise_prompt(request, lambda _: 6)
    assert "100 rows in all, 2 shown" in dear and "100 rows in all, 100 shown" in cheap
