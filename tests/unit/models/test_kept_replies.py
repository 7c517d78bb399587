"""Replies kept by the benches' own address: asked once, so many at most, and none for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from tests.bench.kept_replies import kept_replies
from tests.scripted_model import scripted_model


def ask(url: str, words: str, **more: Any) -> httpx.Response:
    body = {"model": "scripted", "messages": [{"role": "user", "content": words}], **more}
    return httpx.post(f"{url}/chat/completions", json=body)


def test_what_was_asked_before_is_not_asked_again_and_a_limit_ends_it(tmp_path: Path) -> None:
    with scripted_model(lambda script: script.on("hello", text="good day")) as script:
        for _ in range(2):
            with kept_replies(script.url, tmp_path, limit=1, seconds=30) as spent:
                assert "good day" in ask(spent.url, "hello").text
                assert httpx.get(f"{spent.url}/models").json()["data"][0]["id"] == "scripted"
        assert len(script.prompts) == 1 and (spent.asked, spent.kept) == (0, 1)
        assert spent.prompt_tokens == 100 and not spent.limited
        with kept_replies(script.url, tmp_path, limit=0, seconds=30) as spent:
            assert ask(spent.url, "hello again").status_code == 403
        assert spent.limited and len(script.prompts) == 1


def test_a_reply_that_takes_too_long_is_one_without_an_end(tmp_path: Path) -> None:
    with scripted_model(lambda script: script.on(text="late", delay=3.0)) as script:
        for _ in range(2):
            with kept_replies(script.url, tmp_path, limit=None, seconds=0.2) as spent:
                whole = ask(spent.url, "x").json()["choices"][0]
                assert (whole["message"]["content"], whole["finish_reason"]) == ("", "length")
                assert "[DONE]" in ask(spent.url, "x", stream=True).text
        assert spent.kept == 2, "nor is it waited for again"
