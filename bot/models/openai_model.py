"""The model port over the `openai` package: any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import openai
from pydantic import BaseModel, ValidationError

from bot.errors import ModelError, ModelRefused, ModelUnreachable
from bot.events import Usage
from bot.models.prompt import correct_prompt, summarise_prompt, understand_prompt, write_prompt
from bot.models.reply import cypher_from
from bot.ports import SummariseRequest, Understanding, UnderstandRequest, WriteRequest

_CONNECT_SECONDS = 5.0
_MAX_TOKENS = {"write": 600, "understand": 250, "summarise": 400, "ping": 5}


class _Understood(BaseModel):
    standalone: str
    verdict: str
    language: str = "English"


_UNDERSTOOD_SCHEMA: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "understanding",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {
                "standalone": {"type": "string"},
                "verdict": {
                    "type": "string",
                    "enum": [
                        "answerable",
                        "small_talk",
                        "harmful",
                        "not_in_schema",
                        "off_topic",
                        "ambiguous",
                    ],
                },
                "language": {"type": "string"},
            },
            "required": ["standalone", "verdict", "language"],
            "additionalProperties": False,
        },
    },
}


class OpenAIModel:
    """A chat model behind an OpenAI-compatible endpoint.

    `first_token_seconds` bounds the wait for the first token, `total_seconds` a whole call.
    `transport` and a `temperature` other than nought are for evaluations and tests.
    """

    def __init__(
        self,
        *,
        name: str,
        api_key: str,
        base_url: str | None,
        first_token_seconds: float,
        total_seconds: float,
        transport: httpx.AsyncBaseTransport | None = None,
        temperature: float = 0.0,
    ) -> None:
        self.name = name
        self._temperature = temperature
        self._total = total_seconds
        self._host = urlsplit(base_url or "https://api.openai.com").netloc
        timeout = httpx.Timeout(first_token_seconds, connect=_CONNECT_SECONDS)
        http = httpx.AsyncClient(transport=transport, timeout=timeout) if transport else None
        self._client = openai.AsyncOpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            timeout=timeout,
            max_retries=1,
            http_client=http,
        )

    async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
        """Standalone question, verdict and language, under an enforced JSON schema where it can.

        Raises:
            ModelError: unreachable, refused, or a reply that is no such JSON.
        """
        prompt = understand_prompt(request)
        text, usage = await self.complete(prompt, _UNDERSTOOD_SCHEMA)
        start, end = text.find("{"), text.rfind("}")
        try:
            parsed = _Understood.model_validate_json(text[start : end + 1])
            verdict = parsed.verdict.strip().lower()
            understanding = Understanding(
                parsed.standalone.strip() or request.question,
                verdict if verdict in _VERDICTS else "answerable",  # type: ignore[arg-type]
                parsed.language.strip() or "English",
            )
        except ValidationError:
            raise ModelRefused(
                f"The model {self.name} did not reply in the form it was asked for."
            ) from None
        return understanding, usage

    async def write(self, request: WriteRequest) -> tuple[str, Usage]:
        """Cypher for a question.

        Raises:
            ModelError: unreachable, refused, cut off, or no Cypher in the reply.
        """
        return await self._cypher(write_prompt(request))

    async def correct(self, request: WriteRequest, draft: str, problem: str) -> tuple[str, Usage]:
        """Cypher again, after `problem` with `draft`.

        Raises:
            ModelError: unreachable, refused, cut off, or no Cypher in the reply.
        """
        return await self._cypher(correct_prompt(request, draft, problem))

    async def summarise(self, request: SummariseRequest) -> AsyncIterator[str | Usage]:
        """The answer in pieces; the last item is what it cost.

        Raises:
            ModelError: unreachable or refused, also in the middle of the stream.
        """
        usage = Usage(calls=1)
        try:
            async with asyncio.timeout(self._total):
                stream = await self._client.chat.completions.create(
                    model=self.name,
                    messages=[{"role": "user", "content": summarise_prompt(request)}],
                    temperature=self._temperature,
                    max_tokens=_MAX_TOKENS["summarise"],
                    stream=True,
                    stream_options={"include_usage": True},
                )
                async for chunk in stream:
                    if chunk.usage is not None:
                        usage = _usage(chunk.usage)
                    if chunk.choices and chunk.choices[0].delta.content:
                        yield chunk.choices[0].delta.content
        except Exception as error:
            raise self._explained(error) from error
        yield usage

    async def complete(self, prompt: str, response_format: Any | None = None) -> tuple[str, Usage]:
        """A reply of a few lines to a prompt of the caller's own, and what it cost.

        Args:
            prompt: The whole message.
            response_format: As the API takes it; left out where the endpoint does not know it.

        Raises:
            ModelError: unreachable or refused.
        """
        try:
            return await self._complete(prompt, "understand", response_format)
        except _FormatRefused:
            return await self._complete(prompt, "understand", None)

    async def ping(self) -> float:
        """Seconds that a one-word reply takes.

        Raises:
            ModelError: unreachable or refused.
        """
        started = time.perf_counter()
        await self._complete("Reply with the word ok.", "ping", None)
        return time.perf_counter() - started

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def _cypher(self, prompt: str) -> tuple[str, Usage]:
        text, usage = await self._complete(prompt, "write", None)
        cypher = cypher_from(text)
        if not cypher:
            raise ModelRefused(f"The model {self.name} did not write a query for this question.")
        return cypher, usage

    async def _complete(
        self, prompt: str, purpose: str, response_format: Any | None
    ) -> tuple[str, Usage]:
        extra = {"response_format": response_format} if response_format else {}
        try:
            async with asyncio.timeout(self._total):
                reply = await self._client.chat.completions.create(
                    model=self.name,
                    messages=[{"role": "user", "content": prompt}],
                    temperature=self._temperature,
                    max_tokens=_MAX_TOKENS[purpose],
                    **extra,
                )
        except openai.BadRequestError as error:
            if response_format and "response_format" in str(error):
                raise _FormatRefused from None
            raise self._explained(error) from error
        except Exception as error:
            raise self._explained(error) from error
        if not getattr(reply, "choices", None):
            raise ModelRefused(f"The model {self.name} sent an empty reply.")
        if purpose == "write" and reply.choices[0].finish_reason == "length":
            raise ModelRefused(f"The reply of the model {self.name} was cut off; nothing was run.")
        return reply.choices[0].message.content or "", _usage(reply.usage)

    def _explained(self, error: Exception) -> ModelError:
        """One sentence for what went wrong; never the key, never the provider's own text."""
        match error:
            case ModelError():
                return error
            case openai.APITimeoutError() | TimeoutError():
                return ModelUnreachable(f"The model at {self._host} took too long to answer.")
            case openai.APIConnectionError():
                return ModelUnreachable(
                    f"No model answers at {self._host}; check OPENAI_BASE_URL and the connection."
                )
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return ModelRefused(f"{self._host} refused the key; check OPENAI_API_KEY.")
            case openai.NotFoundError():
                return ModelRefused(
                    f"{self._host} has no model named {self.name}; set CICERONE_MODEL."
                )
            case openai.RateLimitError():
                return ModelRefused(f"{self._host} is out of quota or asks us to slow down.")
            case openai.BadRequestError():
                return ModelRefused(f"{self._host} refused the request as it was put.")
            case openai.APIStatusError():
                return ModelUnreachable(f"The model at {self._host} failed ({error.status_code}).")
        return ModelRefused(f"The reply of the model at {self._host} could not be read.")


_VERDICTS = frozenset(
    {"answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"}
)


class _FormatRefused(Exception):
    """The endpoint does not know response_format."""


def _usage(reported: Any) -> Usage:
    if reported is None:
        return Usage(calls=1)
    return Usage(1, reported.prompt_tokens or 0, reported.completion_tokens or 0)
