"""Replies of a model kept on disk by prompt, so that a long evaluation can be run again or go on.

Two transports for httpx, one for each of its clients, so that every library that lets its client be
given can use them: ours, LangChain's, neo4j-graphrag's. Only the evaluation does; the chat never.

    http_client=ReplyCache(folder).client(), http_async_client=ReplyCache(folder).async_client()

A reply from the cache says so in the header `x-cicerone-cached`, whose value is the seconds that
the original took; `counting` adds them up for whatever runs inside, also in threads it starts with
`asyncio.to_thread`, so that times stay honest.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx

CACHED = "x-cicerone-cached"
_ENDPOINT = "/chat/completions"
_END_OF_STREAM = b"data: [DONE]"
_VERSION = 1
# How long the rest of a reply that nobody reads on is waited for.
_REST_SECONDS = 2.0


@dataclass(slots=True)
class Replies:
    """How many replies came while counting, how many of them from the cache.

    `saved_seconds` is what the cached ones took when the model wrote them.
    """

    replies: int = 0
    cached: int = 0
    saved_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Scope:
    counted: Replies
    sample: int


_scope: ContextVar[_Scope | None] = ContextVar("reply_cache_scope", default=None)


@contextmanager
def counting(sample: int = 0) -> Iterator[Replies]:
    """Count the replies of what runs inside.

    Args:
        sample: Which of several runs this is. At a temperature above nought each run wants a reply
            of its own to the same prompt, so it is part of what a reply is kept under.
    """
    counted = Replies()
    token = _scope.set(_Scope(counted, sample))
    try:
        yield counted
    finally:
        _scope.reset(token)


def counted() -> Replies:
    """What was counted so far; zeros where nobody counts."""
    scope = _scope.get()
    return scope.counted if scope is not None else Replies()


@dataclass(frozen=True, slots=True)
class _Kept:
    """One reply as it is kept; `body` is what came over the wire, a stream's events included."""

    content_type: str
    body: str
    seconds: float


class ReplyCache:
    """A folder of replies, one JSON file each, readable by its owner only.

    The files hold prompts and replies whole, and prompts can hold rows of the graph.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def client(self, timeout: httpx.Timeout | float | None = 60.0) -> httpx.Client:
        """An HTTP client that asks the cache first."""
        return httpx.Client(transport=CachingTransport(self), timeout=timeout)

    def async_client(self, timeout: httpx.Timeout | float | None = 60.0) -> httpx.AsyncClient:
        """The same for asynchronous callers."""
        return httpx.AsyncClient(transport=AsyncCachingTransport(self), timeout=timeout)

    def get(self, key: str) -> _Kept | None:
        """The reply kept under a key; a file that cannot be read is as good as none."""
        try:
            found = json.loads(self._path(key).read_text("utf-8"))
            return _Kept(str(found["content_type"]), str(found["body"]), float(found["seconds"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, kept: _Kept, request: bytes) -> None:
        """Keep a reply; whole or not at all, and a full disk ends no evaluation."""
        content = {"version": _VERSION, **asdict(kept), "request": _as_json(request)}
        with suppress(OSError):
            path = self._path(key)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(content, file, ensure_ascii=False)
            os.replace(name, path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


class CachingTransport(httpx.BaseTransport):
    """Asks the cache first, then `inner`: by default a client that knows the proxies set."""

    def __init__(self, cache: ReplyCache, inner: httpx.BaseTransport | None = None) -> None:
        self._cache = cache
        self._client = httpx.Client(transport=inner, timeout=None)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """A kept reply, or one from the endpoint that is kept when it ended well."""
        if not _is_completion(request):
            return _passed_on(self._client.send(request, stream=True))
        body = request.read()
        key = _key(request, body)
        kept = self._cache.get(key)
        if kept is not None:
            return _replayed(kept)
        request.headers["accept-encoding"] = "identity"
        recording = _Recording(self._cache, key, body)
        response = self._client.send(request, stream=True)
        if response.status_code != httpx.codes.OK:
            return _passed_on(response)
        return _response(response, _RecordedStream(response, recording))

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()


class AsyncCachingTransport(httpx.AsyncBaseTransport):
    """`CachingTransport` for asynchronous callers."""

    def __init__(self, cache: ReplyCache, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._cache = cache
        self._client = httpx.AsyncClient(transport=inner, timeout=None)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """A kept reply, or one from the endpoint that is kept when it ended well."""
        if not _is_completion(request):
            return _passed_on(await self._client.send(request, stream=True))
        body = await request.aread()
        key = _key(request, body)
        kept = self._cache.get(key)
        if kept is not None:
            return _replayed(kept)
        request.headers["accept-encoding"] = "identity"
        recording = _Recording(self._cache, key, body)
        response = await self._client.send(request, stream=True)
        if response.status_code != httpx.codes.OK:
            return _passed_on(response)
        return _response(response, _AsyncRecordedStream(response, recording))

    async def aclose(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()


class _Recording:
    """The bytes of one reply as they go by."""

    def __init__(self, cache: ReplyCache, key: str, request: bytes) -> None:
        self._cache, self._key, self._request = cache, key, request
        self._started = time.perf_counter()
        self._body = bytearray()
        self._ended = False
        self._done = False

    def add(self, chunk: bytes) -> None:
        """The next piece."""
        self._body += chunk

    def end(self) -> None:
        """All was read."""
        self._ended = True

    def close(self, content_type: str) -> None:
        """Keep the reply if it is whole: readers of a stream stop at its last event."""
        if self._done:
            return
        self._done = True
        scope = _scope.get()
        if scope is not None:
            scope.counted.replies += 1
        streamed = content_type.startswith("text/event-stream")
        whole = _END_OF_STREAM in self._body if streamed else self._ended and _is_reply(self._body)
        with suppress(UnicodeDecodeError):
            body = self._body.decode("utf-8")
            seconds = round(time.perf_counter() - self._started, 3)
            if whole:
                self._cache.put(self._key, _Kept(content_type, body, seconds), self._request)


class _RecordedStream(httpx.SyncByteStream):
    def __init__(self, response: httpx.Response, recording: _Recording) -> None:
        self._response, self._recording = response, recording

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._response.iter_raw():
            self._recording.add(chunk)
            yield chunk
        self._recording.end()

    def close(self) -> None:
        self._response.close()
        self._recording.close(_content_type(self._response))


class _AsyncRecordedStream(httpx.AsyncByteStream):
    """A reader may have heard enough; what comes soon after is kept all the same."""

    def __init__(self, response: httpx.Response, recording: _Recording) -> None:
        self._response, self._recording = response, recording
        self._pieces = response.aiter_raw()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._pieces:
            self._recording.add(chunk)
            yield chunk
        self._recording.end()

    async def aclose(self) -> None:
        with suppress(TimeoutError, httpx.HTTPError, httpx.StreamError):
            async with asyncio.timeout(_REST_SECONDS):
                async for chunk in self._pieces:
                    self._recording.add(chunk)
                self._recording.end()
        await self._response.aclose()
        self._recording.close(_content_type(self._response))


def _is_completion(request: httpx.Request) -> bool:
    return request.method == "POST" and request.url.path.endswith(_ENDPOINT)


def _key(request: httpx.Request, body: bytes) -> str:
    """What a reply is kept under: not the host, so that a model served elsewhere counts as one."""
    scope = _scope.get()
    sample = scope.sample if scope is not None else 0
    asked = json.dumps(_as_json(body), sort_keys=True, ensure_ascii=False)
    whole = f"{_VERSION}\n{request.url.path}\n{sample}\n{asked}"
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


def _as_json(body: bytes | bytearray) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode("utf-8", "replace")


def _is_reply(body: bytes | bytearray) -> bool:
    """Whether it is a completion: some endpoints send errors with the status 200."""
    found = _as_json(body)
    return isinstance(found, dict) and bool(found.get("choices"))


def _replayed(kept: _Kept) -> httpx.Response:
    scope = _scope.get()
    if scope is not None:
        scope.counted.replies += 1
        scope.counted.cached += 1
        scope.counted.saved_seconds += kept.seconds
    headers = {"content-type": kept.content_type, CACHED: f"{kept.seconds:.3f}"}
    return httpx.Response(200, headers=headers, content=kept.body.encode("utf-8"))


def _response(original: httpx.Response, stream: object) -> httpx.Response:
    return httpx.Response(
        original.status_code,
        headers=original.headers,
        stream=stream,  # type: ignore[arg-type]
        extensions=original.extensions,
    )


def _passed_on(original: httpx.Response) -> httpx.Response:
    return _response(original, original.stream)


def _content_type(response: httpx.Response) -> str:
    return str(response.headers.get("content-type", "application/json"))
