"""The `openai` client of an endpoint, which neither retries nor needs a key."""

from __future__ import annotations

import httpx
import openai

_CONNECT_SECONDS = 5.0


def open_client(
    api_key: str,
    base_url: str | None,
    *,
    first_seconds: float,
    total_seconds: float,
    transport: httpx.AsyncBaseTransport | None,
) -> openai.AsyncOpenAI:
    """A client; to connect may take no longer than what comes first.

    Args:
        api_key: The key, blank where none is needed.
        base_url: Where; OpenAI's own address if None.
        first_seconds: To the first token.
        total_seconds: For a whole request.
        transport: For evaluations and tests.
    """
    timeout = httpx.Timeout(total_seconds, connect=min(_CONNECT_SECONDS, first_seconds))
    http = httpx.AsyncClient(transport=transport, timeout=timeout) if transport else None
    return openai.AsyncOpenAI(
        api_key=api_key or "none",
        base_url=base_url,
        timeout=timeout,
        max_retries=0,
        http_client=http,
    )
