"""Vectors by an embedding model; the endpoint is the scripted stand-in."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from bot.commands.doctor_vectors import embedding
from bot.errors import EmbedderAway, UsageError, in_full
from bot.events import Usage
from bot.models.opening import open_embedder, open_embedders, open_purse
from bot.ports import Patience, patience
from bot.settings import Settings, load_settings
from memory.embedding import StaticEmbedder, likeness
from memory.spent import Spent
from tests.scripted_model import EMBEDDINGS, Script, scripted_model


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


def settings(home: Path, script: Script, **options: object) -> Settings:
    given = {"home": home, "embed_model": "small", "embed_base_url": script.url}
    return load_settings(**(given | options))


class Told:
    """A turn under way that collects what is told."""

    def __init__(self, seconds: float = 30) -> None:
        self.texts: list[str] = []
        self._ends = asyncio.get_running_loop().time() + seconds

    async def tell(self, text: str) -> None:
        self.texts.append(text)

    def __enter__(self) -> Told:
        self._token = patience.set(Patience(self._ends, self.tell))
        return self

    def __exit__(self, *args: object) -> None:
        patience.reset(self._token)


async def test_it_asks_once_what_its_vectors_are(tmp_path: Path, script: Script) -> None:
    made = open_embedder(settings(tmp_path, script))
    await made.learn()
    assert made.size == 64 and 0 < made.unlike < 0.9 and "small@127.0.0.1" in made.name
    again = open_embedder(settings(tmp_path, script))
    await again.learn()
    assert (again.size, again.unlike) == (made.size, made.unlike) and len(script.embedded) == 1
    vectors = await again.embed(["a duel", "a duel at dawn", "", "tax law"])
    assert vectors.shape == (4, 64) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), [1, 1, 0, 1])
    near, far = float(vectors[0] @ vectors[1]), float(vectors[0] @ vectors[3])
    assert likeness(near, again) > 0.4 and likeness(far, again) < 0.2
    assert "" not in script.embedded[-1]["input"]
    assert script.embedded[-1]["encoding_format"] == "float"
    await made.close()
    await again.close()


async def test_questions_are_remembered_and_texts_go_in_batches(
    tmp_path: Path, script: Script
) -> None:
    made = open_embedder(settings(tmp_path, script))
    await made.learn()
    await made.embed(["one", "two"])
    await made.embed(["two", "one", "three"])
    assert [r["input"] for r in script.embedded[1:]] == [["one", "two"], ["three"]]
    # An endpoint that takes but ten at once is found out, and asked for no more again.
    script.embedded.clear()
    script.replies.clear()
    texts = [f"text {n}" for n in range(300)]
    reference = await made.embed(texts)
    assert [len(r["input"]) for r in script.embedded].count(128) == 2
    most = {"error": {"message": "batch size is invalid, it should not be larger than 40"}}
    script.on(EMBEDDINGS, "text 39", "text 0", status=400, error=most)
    again = await made.embed(texts)
    assert np.allclose(again, reference)
    script.embedded.clear()
    await made.embed(texts)
    assert max(len(r["input"]) for r in script.embedded) <= 64
    await made.close()


async def test_a_text_that_is_too_long_is_cut(tmp_path: Path, script: Script) -> None:
    made = open_embedder(settings(tmp_path, script))
    await made.learn()
    long = {"error": {"message": "This model's maximum context length is 512 tokens"}}
    script.on(EMBEDDINGS, "word " * 400, status=400, error=long)
    vectors = await made.embed(["word " * 700, "other"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    await made.close()


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        ({"status": 401}, "Set CICERONE_EMBED_API_KEY"),
        (
            {"status": 404, "error": {"error": {"message": "no such model"}}},
            "Set CICERONE_EMBED_MODEL",
        ),
        ({"status": 503}, r"The embedding model at .* failed \(503\)"),
        ({"reset": "before"}, "broke"),
        ({"raw": b"<html>", "content_type": "text/html"}, "no OpenAI-compatible endpoint"),
        ({"raw": b'{"data": [{"embedding": ["x"]}]}'}, "unreadable"),
        ({"raw": b'{"error": {"message": "busy", "code": 500}}'}, "failed"),
        ({"delay": 1.0}, "took too long"),
    ],
)
async def test_failures_are_one_sentence_and_told_once(
    tmp_path: Path, script: Script, failure: dict[str, object], told: str
) -> None:
    seconds = 1.5 if "delay" in failure else 60
    made = open_embedder(settings(tmp_path, script, first_token_seconds=seconds))
    await made.learn()
    script.on(EMBEDDINGS, **failure)
    with Told() as turn:
        with pytest.raises(EmbedderAway) as caught:
            await made.embed(["a duel"])
        with pytest.raises(EmbedderAway):
            await made.embed(["another"])
    assert re.search(told, in_full(caught.value)) and "OPENAI" not in in_full(caught.value)
    (text,) = turn.texts
    assert text.startswith(str(caught.value)) and "by words alone" in text
    await made.close()


async def test_what_passes_is_asked_again(tmp_path: Path, script: Script) -> None:
    made = open_embedder(settings(tmp_path, script))
    script.on(EMBEDDINGS, status=503, times=1)
    script.on(EMBEDDINGS, status=429, headers={"Retry-After": "0"}, times=1)
    await made.learn()
    assert made.size == 64 and len(script.embedded) == 3
    await made.close()


async def test_a_model_that_has_changed_is_noticed(tmp_path: Path, script: Script) -> None:
    made = open_embedder(settings(tmp_path, script))
    await made.learn()
    script.size = 32
    with Told() as turn:
        for text in ("a duel", "another"):
            with pytest.raises(EmbedderAway, match="run `cicerone index`"):
                await made.embed([text])
    (told,) = turn.texts
    assert "run `cicerone index`" in told and told.endswith("searched by words alone.")
    await made.learn()
    assert made.size == 32 and (await made.embed(["a duel"])).shape == (1, 32)
    await made.close()


async def test_send_decides_what_it_sees_and_keys_stay_at_home(
    tmp_path: Path, script: Script
) -> None:
    for send, seen in (("rows", 3), ("values", 2), ("schema", 1)):
        opened = await open_embedders(settings(tmp_path, script, send=send))
        made = [opened.names, opened.questions, opened.texts]
        assert [one is opened.model for one in made] == [n < seen for n in range(3)]
        assert isinstance(opened.words, StaticEmbedder) and opened.model is not None
        await opened.model.close()
    assert (await open_embedders(settings(tmp_path, script, embed_model=""))).model is None
    same = {"embed_base_url": None, "openai_base_url": script.url, "openai_api_key": "chat-key"}
    for options, key in (
        (same, "chat-key"),
        ({**same, "embed_api_key": "own"}, "own"),
        ({"openai_base_url": "http://127.0.0.1:9/v1", "openai_api_key": "chat-key"}, "none"),
    ):
        opened_one = open_embedder(settings(tmp_path, script, **options))
        await opened_one.learn(anew=True)
        assert script.embedded[-1]["key"] == f"Bearer {key}"
        await opened_one.close()


async def test_one_that_was_never_seen_and_is_down_leaves_static_vectors(
    tmp_path: Path, script: Script
) -> None:
    gone = settings(tmp_path, script, embed_base_url="http://127.0.0.1:9/v1")
    assert (await open_embedders(gone)).model is None
    with pytest.raises(EmbedderAway) as caught:
        await open_embedders(gone, anew=True)
    assert "CICERONE_EMBED_BASE_URL" in caught.value.remedy
    seen = {"small@127.0.0.1:9": {"size": 64, "unlike": 0.3}}
    (tmp_path / "embedding.json").write_text(json.dumps(seen))
    opened = await open_embedders(gone)
    assert opened.model is not None and opened.texts.size == 64
    await opened.model.close()


class Book:
    def __init__(self) -> None:
        self.spent: list[Spent] = []

    async def add(self, spent: Spent) -> None:
        self.spent.append(spent)

    async def of_days(self, days: int) -> list[Spent]:
        return self.spent


async def test_it_is_paid_for_within_the_budget(tmp_path: Path, script: Script) -> None:
    with pytest.raises(UsageError, match="what small costs"):
        open_purse(settings(tmp_path, script, day_money=1), Book())
    book, options = Book(), settings(tmp_path, script, day_tokens=60)
    made = open_embedder(options, purse=open_purse(options, book))
    await made.learn()
    assert book.spent == [Spent("small", 1, 56, 0)]
    await made.embed(["one"])
    with Told() as turn, pytest.raises(EmbedderAway, match="60 tokens are spent"):
        await made.embed(["two"])
    assert len(turn.texts) == 1 and Usage(1).calls == 1
    await made.close()


async def test_the_doctor_tells_what_it_is_and_is_not_sent(tmp_path: Path, script: Script) -> None:
    none, _ = await embedding(settings(tmp_path, script, embed_model=""))
    lost, _ = await embedding(settings(tmp_path, script, embed_base_url=None))
    assert none.ok and not lost.ok and "CICERONE_EMBED_BASE_URL" in lost.remedy
    good, _ = await embedding(settings(tmp_path, script, send="values"))
    assert good.ok and "64 numbers" in good.message
    assert "CICERONE_SEND keeps stored texts from it" in good.message
    script.on(EMBEDDINGS, status=401)
    bad, _ = await embedding(settings(tmp_path, script))
    assert not bad.ok and "CICERONE_EMBED_API_KEY" in bad.remedy
