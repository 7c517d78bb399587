"""The wire format of chat completions: server-sent events or one JSON body, read the same way.

Read leniently where endpoints differ (content types, missing `[DONE]`), strictly where a reply
could be half of one: what ends before its end is `Cut`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

from bot.events import Usage

# A reply of a few thousand tokens takes some hundred kilobytes as events.
MAX_BYTES = 4_000_000
_FIELDS = (b"data:", b"event:", b"id:", b"retry:", b":")


class Cut(Exception):
    """The reply broke off, or a part of it could not be read."""


class NotAnEndpoint(Exception):
    """What came back is no reply of an OpenAI-compatible endpoint (a web page, say)."""


class TooMuch(Exception):
    """The reply would not end."""


class ErrorInReply(Exception):
    """An error sent with the status of a success; `body` is its JSON."""

    def __init__(self, body: Any) -> None:
        super().__init__("an error inside a reply")
        self.body = body


@dataclass(frozen=True, slots=True)
class Piece:
    """What one event adds to a reply.

    `thinking` tells of reasoning that is not part of the reply, `arguments` belong to a call of the
    tool `called`.
    """

    text: str = ""
    thinking: bool = False
    refusal: str = ""
    arguments: str = ""
    called: str = ""
    finish_reason: str | None = None
    usage: Usage | None = None

    @property
    def says(self) -> bool:
        """Whether the model has begun: a first token of any kind."""
        return bool(self.text or self.thinking or self.refusal or self.arguments)


async def read_pieces(
    content_type: str, chunks: AsyncIterator[bytes]
) -> AsyncGenerator[Piece, None]:
    """The pieces of a reply as they come.

    Raises:
        Cut: it broke off or cannot be read.
        NotAnEndpoint: it is something else altogether.
        TooMuch: more than `MAX_BYTES`.
        ErrorInReply: it holds an error.
    """
    buffer, total, streamed = b"", 0, content_type.startswith("text/event-stream")
    finished = False
    async for chunk in chunks:
        total += len(chunk)
        if total > MAX_BYTES:
            raise TooMuch
        buffer += chunk
        if total == len(buffer) and buffer.lstrip().startswith(b"<"):
            raise NotAnEndpoint
        streamed = streamed or buffer.lstrip().startswith(_FIELDS)
        if not streamed:
            continue
        *lines, buffer = buffer.split(b"\n")
        for line in lines:
            if _data(line) == b"[DONE]":
                return
            for piece in _of_line(line):
                finished = finished or piece.finish_reason is not None
                yield piece
    if not streamed:
        for piece in _of_body(buffer):
            yield piece
        return
    for piece in _of_line(buffer) if _data(buffer) != b"[DONE]" else ():
        finished = finished or piece.finish_reason is not None
        yield piece
    if not finished and _data(buffer) != b"[DONE]":
        raise Cut


def _data(line: bytes) -> bytes:
    line = line.strip()
    return line.removeprefix(b"data:").strip() if line.startswith(b"data:") else b""


def _of_line(line: bytes) -> Iterator[Piece]:
    if line.strip() and not line.startswith(_FIELDS):
        raise Cut
    data = _data(line)
    if data:
        yield from _of_json(_json(data))


def _of_body(body: bytes) -> Iterator[Piece]:
    text = body.strip()
    if not text.startswith((b"{", b"[")):
        raise NotAnEndpoint
    found = _json(text)
    if not isinstance(found, dict) or not found.keys() & {"choices", "error"}:
        raise NotAnEndpoint
    yield from _of_json(found)


def _json(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise Cut from None


def _of_json(event: Any) -> Iterator[Piece]:
    if not isinstance(event, dict):
        raise Cut
    if event.get("error"):
        raise ErrorInReply(event)
    usage = _usage(event.get("usage"))
    if usage is not None:
        yield Piece(usage=usage)
    choices = event.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, dict):
        return
    said = choice.get("delta") or choice.get("message") or {}
    if not isinstance(said, dict):
        raise Cut
    reason = choice.get("finish_reason")
    yield Piece(
        text=_text(said.get("content")) or _text(choice.get("text")),
        thinking=bool(said.get("reasoning_content") or said.get("reasoning")),
        refusal=_text(said.get("refusal")),
        arguments=_arguments(said.get("tool_calls")),
        called=_called(said.get("tool_calls")),
        finish_reason=reason if isinstance(reason, str) else None,
    )


def _text(content: Any) -> str:
    """The text of a message's content, which may be a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _arguments(calls: Any) -> str:
    found = (function.get("arguments") for function in _functions(calls))
    return "".join(one if isinstance(one, str) else json.dumps(one) for one in found if one)


def _called(calls: Any) -> str:
    """The tool of the first call."""
    return next((_text(function.get("name")) for function in _functions(calls)), "")


def _functions(calls: Any) -> list[dict[str, Any]]:
    """The functions of the first call: one tool is used at a time."""
    found = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    first = [call.get("function") for call in found if call.get("index") in (None, 0)]
    whole = [one for one in first if isinstance(one, dict)]
    return whole[:1]


def _usage(reported: Any) -> Usage | None:
    if not isinstance(reported, dict):
        return None
    prompt, completion = (reported.get(f"{kind}_tokens") for kind in ("prompt", "completion"))
    return Usage(1, _count(prompt), _count(completion))


def _count(number: Any) -> int:
    return number if isinstance(number, int) and number > 0 else 0
