"""An HTTP client for a peer's model that counts what the library itself does not tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from bot.events import Usage
from bot.models.reply_cache import ReplyCache

_CONNECT_SECONDS = 5.0


class Meter:
    """Calls and tokens since `start`, and the text of the first reply."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.first_text: str | None = None

    def start(self) -> None:
        """A new question begins."""
        self.usage = Usage()
        self.first_text = None

    def client(self, seconds: float, cache_dir: Path | None) -> httpx.Client:
        """A client whose replies are counted, and kept in `cache_dir` where there is one.

        `seconds` bounds the wait for a reply.
        """
        timeout = httpx.Timeout(seconds, connect=_CONNECT_SECONDS)
        made = ReplyCache(cache_dir).client(timeout) if cache_dir else httpx.Client(timeout=timeout)
        made.event_hooks = {"response": [self._count]}
        return made

    def _count(self, response: httpx.Response) -> None:
        if response.status_code != httpx.codes.OK:
            return
        try:
            reply = json.loads(response.read())
        except ValueError:
            return
        if isinstance(reply, dict) and reply.get("choices"):
            self.usage += _usage(reply.get("usage"))
            if self.first_text is None:
                message = reply["choices"][0].get("message") or {}
                self.first_text = str(message.get("content") or "")


def _usage(told: Any) -> Usage:
    """What an endpoint says a reply cost; some say nothing."""
    counts = told if isinstance(told, dict) else {}
    prompt, completion = counts.get("prompt_tokens"), counts.get("completion_tokens")
    return Usage(1, int(prompt or 0), int(completion or 0))
