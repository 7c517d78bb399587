"""One OpenAI-compatible endpoint of an embedding model: asked within its time, and again."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import httpx
import numpy as np
from numpy.typing import NDArray

from bot.errors import ModelRefused, ModelUnreachable, ReplyUnusable
from bot.events import Usage
from bot.models.circuit import Circuit
from bot.models.client import open_client
from bot.models.failures import Failure, Failures, shown_address
from bot.models.purse import Purse
from bot.models.wire import ErrorInReply, NotAnEndpoint
from bot.ports import patience

# Requests under way at a time while an index is built, and as many for questions.
_AT_ONCE = 4
# How often each kind of failure is worth asking again: for a question, and for an index.
_AGAIN = {"rate": 2, "server": 2, "connect": 1, "reset": 1}
_AGAIN_BUILDING = {"rate": 6, "server": 4, "connect": 1, "reset": 2, "slow": 1}
_OF_THE_ENDPOINT = ("server", "connect", "slow", "reset")
# The share of the time to a chat model's first token that a question waits for vectors.
_FOR_A_QUESTION = 1 / 3
_LONGEST_PAUSE = 60.0
_CHARACTERS_A_TOKEN = 4


class TooMany(ModelRefused):
    """So many texts at once are refused; fewer may not be."""


class EmbeddingEndpoint:
    """An endpoint and the embedding model asked there.

    Args:
        name: The model's name.
        api_key: The key, blank where none is needed.
        base_url: Where; OpenAI's own address if None.
        first_token_seconds: What a chat model has to its first token; a question waits a third.
        total_seconds: For one request while an index is built.
        purse: Pays for the requests; without one they are free.
        transport: For tests.
    """

    def __init__(
        self,
        *,
        name: str,
        api_key: str,
        base_url: str | None,
        first_token_seconds: float,
        total_seconds: float,
        purse: Purse | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.name, self.host = name, shown_address(base_url)
        self._failures = Failures(self.host, name)
        self._hurry, self._total = first_token_seconds * _FOR_A_QUESTION, total_seconds
        self._client = open_client(
            api_key,
            base_url,
            first_seconds=self._hurry,
            total_seconds=total_seconds,
            transport=transport,
        )
        self._create: Any = self._client.embeddings.with_raw_response.create
        self._asking, self._building = asyncio.Semaphore(_AT_ONCE), asyncio.Semaphore(_AT_ONCE)
        # A question can do without vectors: it does not wait for a second failure.
        self._circuit = Circuit(f"the embedding model {name} at {self.host}", failures=1)
        self._purse = purse

    async def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, as they come; retried where that can help.

        Raises:
            TooMany: fewer texts may do.
            PromptTooLong: the one text is too long.
            ModelError: asking again does not help, or the time is over.
        """
        if self._purse is not None:
            await self._purse.check()
        waits, loop = patience.get(), asyncio.get_running_loop()
        if waits is not None and (wait := self._circuit.wait()):
            raise ModelUnreachable(
                f"The model at {self.host} failed a moment ago; it is asked again in {wait:.0f} s."
            )
        line = self._building if waits is None else self._asking
        ends = min(loop.time() + self._hurry, waits.ends) if waits is not None else None
        failed: Counter[str] = Counter()
        while True:
            try:
                async with line:
                    async with asyncio.timeout_at(ends or loop.time() + self._total):
                        found = await self._attempt(texts)
                self._circuit.went_well()
                return found
            except Exception as error:
                failure = self._failures.of(error)
            if failure.kind in ("request", "too_long") and len(texts) > 1:
                raise TooMany(str(failure.error)) from None
            await self._pause(failure, failed, ends)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def _attempt(self, texts: Sequence[str]) -> NDArray[np.float32]:
        # Servers differ in whether they know base64, which the client would ask for.
        raw = await self._create(model=self.name, input=list(texts), encoding_format="float")
        try:
            body = json.loads(raw.content)
        except ValueError:
            raise NotAnEndpoint from None
        vectors = self._read(body, len(texts))
        if self._purse is not None:
            await self._purse.pay(self.name, _cost(body, texts))
        return vectors

    def _read(self, body: Any, count: int) -> NDArray[np.float32]:
        if not isinstance(body, dict) or "data" not in body:
            if isinstance(body, dict) and "error" in body:
                raise ErrorInReply(body)
            raise NotAnEndpoint
        try:
            items = sorted(body["data"], key=lambda item: item.get("index") or 0)
            found = np.array([item["embedding"] for item in items], dtype=np.float32)
        except (TypeError, ValueError, KeyError, AttributeError):
            found = np.zeros((0, 0), dtype=np.float32)
        if found.ndim != 2 or len(found) != count or not found.size or not np.isfinite(found).all():
            raise ReplyUnusable(f"The reply of the model at {self.host} is unreadable.")
        return found

    async def _pause(self, failure: Failure, failed: Counter[str], ends: float | None) -> None:
        """Wait until it makes sense to ask again.

        Raises:
            ModelError: it makes none.
        """
        kind = failure.kind
        if kind in _OF_THE_ENDPOINT:
            self._circuit.failed()
        failed[kind] += 1
        again = _AGAIN_BUILDING if ends is None else _AGAIN
        wait = failure.wait
        if wait is None:
            wait = random.uniform(0.2, 0.6) * (failed[kind] if ends else 2 ** failed[kind])
        late = wait > _LONGEST_PAUSE or (
            ends is not None and asyncio.get_running_loop().time() + wait >= ends
        )
        if failed[kind] > again.get(kind, 0) or late:
            self._circuit.given_up(failure.error)
            raise failure.error from None
        await asyncio.sleep(wait)


def _cost(body: dict[str, Any], texts: Sequence[str]) -> Usage:
    """What a request cost; from the length of what was sent where nobody told."""
    usage = body.get("usage")
    told = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    if isinstance(told, int) and told > 0:
        return Usage(1, told)
    return Usage(1, sum(map(len, texts)) // _CHARACTERS_A_TOKEN)
