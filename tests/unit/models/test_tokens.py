"""Tokens are counted by the model's tables where these come, and estimated until then."""

from __future__ import annotations

import json
import sys
import threading
import types

import pytest

from bot.events import Rows
from bot.graph.films import load
from bot.models.prompt import Count, summarise_prompt
from bot.models.tokens import Tokens, estimated
from bot.ports import SummariseRequest
from tests.bench.prompts import tokenizer


class Words:
    """Stands for tables: a token a word."""

    def encode_ordinary(self, text: str) -> list[int]:
        return [0] * len(text.split())


def opened() -> None:
    """Wait until the tables that were asked for are there, or are known to be missing."""
    for thread in threading.enumerate():
        if thread.name == "tokens":
            thread.join(20)


def test_an_estimate_until_the_tables_are_there() -> None:
    come, there = threading.Event(), threading.Event()

    def load(model: str) -> Words:
        assert model == "some-model" and come.wait(20)
        there.set()
        return Words()

    tokens = Tokens("some-model", load)
    assert tokens.count("one two three") == estimated("one two three") == 8
    come.set()
    assert there.wait(20)
    opened()
    assert tokens.count("one two three") == 3


def test_the_tables_are_tiktokens(monkeypatch: pytest.MonkeyPatch) -> None:
    tiktoken = types.ModuleType("tiktoken")
    asked: list[str] = []

    def encoding_for_model(model: str) -> Words:
        asked.append(model)
        if model == "unheard-of":
            raise KeyError(model)
        return Words()

    monkeypatch.setattr(tiktoken, "encoding_for_model", encoding_for_model, raising=False)
    monkeypatch.setitem(sys.modules, "tiktoken", tiktoken)
    known, unknown = Tokens("gpt-4o"), Tokens("unheard-of")
    opened()
    assert sorted(asked) == ["gpt-4o", "unheard-of"]
    assert known.count("one two three") == 3 and unknown.count("one two three") == 8


@pytest.mark.parametrize("error", [KeyError("no such model"), OSError("no network")])
def test_without_tables_it_stays_an_estimate(error: Exception) -> None:
    def load(model: str) -> Words:
        raise error

    tokens = Tokens("some-model", load)
    opened()
    assert tokens.count("one two three") == 8
    assert Tokens().count("one two three") == 8


TEXTS = {
    "prose": "A careful thief plans a last robbery in Los Angeles. The detective after him hunts.",
    "names": '["Krzysztof Kieślowski", "Jean-Luc Godard", "Akira Kurosawa", "Frank Darabont"]',
    "figures": '["Heat", 1995, 8.3, 170, "1995-12-15", 60000000, 187436818]',
    "codes": '["550e8400-e29b-41d4-a716-446655440000", "B07XJ8C8F5", "0x9f8a7c6b5d4e"]',
    "Cypher": "MATCH (p:Person)-[:ACTED_IN]->(f:Film) WHERE f.rating > 8 RETURN p.name, f.title",
    "German": "Welche Schauspielerinnen haben in mehr als fünf Filmen mitgespielt?",
    "French": "Quels acteurs ont joué dans les films tournés à l'été 1995 ?",
    "Russian": "Какие актёры снимались больше чем в пяти фильмах этого режиссёра?",
    "Chinese": "哪些演员出演过这位导演的五部以上的电影?",
    "Tamil": "கவனமான திருடன் கடைசி கொள்ளையைத் திட்டமிடுகிறான்",
    "Georgian": "ფრთხილი ქურდი გეგმავს ბოლო ძარცვას",
    "Amharic": "ጥንቁቅ ሌባ የመጨረሻ ዝርፊያ ያቅዳል",
    "emoji": "🎬🍿👨‍👩‍👧‍👦🔥❤️🇩🇪",
    "rare": "𠀀𠀁𠀂𠀃 ꙮ ⸻ €",
    "signs": "{}[]()<>!=&&||;;::,,..--__##@@\n\n\t  …",
}


@pytest.fixture(scope="module")
def real() -> Count:
    return tokenizer()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_an_estimate_is_no_less_than_the_tokens_of_a_model(text: str, real: Count) -> None:
    tokens = real(text)
    assert tokens <= estimated(text) <= 3 * tokens


def test_nor_is_it_for_the_rows_of_a_graph(real: Count) -> None:
    rows = [list(node["props"].values()) for node in load()["nodes"]]
    lines = [json.dumps(row, ensure_ascii=False, default=str) for row in rows]
    assert len(lines) > 1000
    assert [line for line in lines if estimated(line) < real(line)] == []
    assert sum(map(estimated, lines)) < 2 * sum(map(real, lines))


def test_as_many_rows_are_sent_as_fit() -> None:
    rows = Rows(("name",), tuple(("x" * 100,) for _ in range(100)), 100, False)
    request = SummariseRequest("?", "RETURN 1", rows)
    dear, cheap = summarise_prompt(request, lambda _: 500), summarise_prompt(request, lambda _: 6)
    assert "100 rows in all, 2 shown" in dear and "100 rows in all, 100 shown" in cheap
