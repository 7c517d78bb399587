"""The model servers that people run on this computer, found at their usual ports on loopback."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

import httpx
from pydantic import BaseModel, ConfigDict, ValidationError

from bot.models.local.places import PLACES, Place

_SECONDS = 1.0
_LONGEST_LIST = 1_000_000
# Names of models that are none for chats.
_OTHER = re.compile(
    r"embed|rerank|whisper|minilm|moderation|diffusion|\b(?:bge|gte|e5|clip|tts|stt|asr)\b"
)
_CHAT = re.compile(r"instruct|chat|\bit\b|assistant")
_BASE = re.compile(r"\b(?:base|text|pretrained|pt)\b")


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers, and the names of its models, the best for chats first."""

    program: str
    base_url: str
    models: tuple[str, ...]

    def named(self, wanted: str) -> str | None:
        """Its model of this name, which may lack Ollama's tag; None if it has none.

        >>> Running("Ollama", "", ("qwen2.5-coder:latest",)).named("qwen2.5-coder")
        'qwen2.5-coder:latest'
        """
        found = (name for name in self.models if wanted in (name, name.removesuffix(":latest")))
        return next(found, None)


class _Model(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str


class _Models(BaseModel):
    model_config = ConfigDict(extra="ignore")

    data: list[_Model]


async def find_running(
    places: Sequence[Place] = PLACES, *, own_port: int, seconds: float = _SECONDS
) -> list[Running]:
    """The servers that have a model for chats, in the order of `places`; all are asked at once.

    Args:
        places: Where to look.
        own_port: The chat's own port, which is never asked.
        seconds: How long each may take.
    """
    asked = [place for place in places if place.port != own_port]
    # No proxy, no credentials of a .netrc: this is nobody's business but this computer's.
    async with httpx.AsyncClient(timeout=seconds, trust_env=False) as client:
        found = await asyncio.gather(*(_ask(client, place, seconds) for place in asked))
    return [running for running in found if running is not None]


async def _ask(client: httpx.AsyncClient, place: Place, seconds: float) -> Running | None:
    base_url = f"http://127.0.0.1:{place.port}/v1"
    try:
        async with asyncio.timeout(seconds):
            listed = _Models.model_validate_json(await _body(client, f"{base_url}/models"))
    except (httpx.HTTPError, TimeoutError, ValidationError):
        return None
    models = for_chats([model.id for model in listed.data])
    return Running(place.program, base_url, models) if models else None


async def _body(client: httpx.AsyncClient, url: str) -> bytes:
    body = b""
    async with client.stream("GET", url) as response:
        response.raise_for_status()
        async for part in response.aiter_bytes():
            body += part
            if len(body) > _LONGEST_LIST:
                break
    return body


def for_chats(models: Sequence[str]) -> tuple[str, ...]:
    """The models that can chat: those that were taught to first, those said not to be last.

    >>> for_chats(["nomic-embed-text", "llama3:text", "qwen2.5-coder", "gemma-2-it"])
    ('gemma-2-it', 'qwen2.5-coder', 'llama3:text')
    """

    def rank(name: str) -> int:
        return 0 if _CHAT.search(name.lower()) else 2 if _BASE.search(name.lower()) else 1

    return tuple(sorted((n for n in models if n and not _OTHER.search(n.lower())), key=rank))
