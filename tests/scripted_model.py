"""A stand-in for a language model: an OpenAI-compatible server on loopback with scripted replies.

It is not a model: each reply is chosen by what the prompt contains. The protocol (JSON, streamed
server-sent events, usage, HTTP errors) is the real one, spoken over a real socket, and it can fail
in the ways in which endpoints do: late, cut off, malformed, endless, reset, too busy.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What is sent when every text of `when` occurs in the prompt.

    Args:
        when: Texts of the prompt.
        text: The reply, or the message of an error.
        status: Other than 200, an error with `error` as its body, or one made of `text`.
        delay: Seconds before the first byte.
        finish_reason: How the reply ends; None says nothing of its end.
        raw: The whole body, as `content_type`.
        headers: More headers.
        error: The body of an error.
        times: How often it is sent; after that, the next reply that fits is.
        message: Instead of a message with `text`: tool calls, refusals, no content.
        wire: What goes over the wire as a stream of events; numbers are seconds of silence.
        endless: Sent again and again, until the other side hangs up.
        reset: Breaks the connection before the first byte, or after the last.
        no_choices: A reply without any choice.
    """

    when: tuple[str, ...]
    text: str = ""
    status: int = 200
    delay: float = 0.0
    finish_reason: str | None = "stop"
    raw: bytes | None = None
    content_type: str = "text/event-stream"
    headers: dict[str, str] = field(default_factory=dict)
    error: Any = None
    times: int | None = None
    message: dict[str, Any] | None = None
    wire: tuple[bytes | float, ...] = ()
    endless: bytes = b""
    reset: str = ""
    no_choices: bool = False


EMBEDDINGS = "/embeddings"


def made_vector(text: str, size: int = 64, same: Mapping[str, str] | None = None) -> list[float]:
    """A vector that is nearer to another the more words two texts share, and never at right angles.

    As those of real models are, vectors of unlike texts are somewhat alike.
    """
    counts = [0.0] * size
    words = re.findall(r"\w+", text.lower())
    for word in words:
        counts[zlib.crc32((same or {}).get(word, word).encode()) % size] += 1.0
    return [count + 0.5 * len(words) / size for count in counts]


@dataclass
class Script:
    """Replies in order of precedence, and the prompts that came in.

    `at_once` is how many requests are served at a time (0: any number); others are sent away.
    Requests for embeddings are kept apart, in `embedded`: each text gets `made_vector` of `size`,
    where the words that `same` maps on each other mean the same; a reply `on(EMBEDDINGS)` that
    fits comes first.
    """

    replies: list[Reply] = field(default_factory=list)
    models: list[str] = field(default_factory=lambda: ["scripted"])
    prompts: list[str] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    embedded: list[dict[str, Any]] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)
    size: int = 64
    keys: list[str] = field(default_factory=list)
    url: str = ""
    at_once: int = 0
    busy: int = 0
    most: int = 0
    sent_away: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    sent: dict[int, int] = field(default_factory=dict)

    def on(self, *when: str, text: str = "", **options: Any) -> Script:
        """Add a reply; later ones win."""
        self.replies.insert(0, Reply(when, text, **options))
        return self

    def answer(self, prompt: str) -> Reply:
        """The first reply that fits, or a plain refusal that a test will notice."""
        with self.lock:
            for reply in self.replies:
                sent = self.sent.get(id(reply), 0)
                spent = reply.times is not None and sent >= reply.times
                if not spent and all(text in prompt for text in reply.when):
                    self.sent[id(reply)] = sent + 1
                    return reply
        return Reply((), "UNSCRIPTED", 500)

    def embeddings(self, body: dict[str, Any]) -> Reply:
        """The reply to a request for embeddings."""
        texts = body["input"]
        prompt = "\n".join([EMBEDDINGS, *texts])
        if any(EMBEDDINGS in reply.when for reply in self.replies):
            reply = self.answer(prompt)
            if EMBEDDINGS in reply.when:
                return reply
        made = [made_vector(text, self.size, self.same) for text in texts]
        items = [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(made)]
        usage = {"prompt_tokens": 7 * len(texts), "total_tokens": 7 * len(texts)}
        told = {"object": "list", "data": items[::-1], "model": body["model"], "usage": usage}
        return Reply((), raw=json.dumps(told).encode(), content_type="application/json")


def _handler(script: Script) -> type[BaseHTTPRequestHandler]:  # noqa: C901 - one class
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            listed = [{"id": name, "object": "model"} for name in script.models]
            self._json(200, {"object": "list", "data": listed})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path.endswith("/embeddings"):
                body["key"] = self.headers.get("Authorization", "")
                script.embedded.append(body)
                with suppress(OSError):
                    self._play(script.embeddings(body), streamed=False)
                return
            prompt = "\n".join(str(m.get("content") or "") for m in body["messages"])
            script.prompts.append(prompt)
            script.requests.append(body)
            script.keys.append(self.headers.get("Authorization", ""))
            with script.lock:
                script.busy += 1
                script.most = max(script.most, script.busy)
                away = bool(script.at_once) and script.busy > script.at_once
                script.sent_away += away
            try:
                reply = Reply((), "too many at once", 429) if away else script.answer(prompt)
                with suppress(OSError):
                    self._play(reply, streamed=bool(body.get("stream")))
            finally:
                with script.lock:
                    script.busy -= 1

        def _play(self, reply: Reply, *, streamed: bool) -> None:
            time.sleep(reply.delay)
            if reply.reset == "before":
                self._reset()
            elif reply.raw is not None:
                self._body(reply.status, reply.raw, reply.content_type, reply.headers)
            elif reply.status != 200:
                error = {"error": {"message": reply.text, "type": "scripted"}}
                self._json(reply.status, reply.error or error, reply.headers)
            elif reply.wire or reply.endless:
                self._wire(reply)
            elif streamed:
                self._stream(reply)
            else:
                self._json(200, _completion(reply))

        def _json(self, status: int, payload: Any, headers: dict[str, str] | None = None) -> None:
            self._body(status, json.dumps(payload).encode(), "application/json", headers or {})

        def _body(self, status: int, data: bytes, kind: str, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _wire(self, reply: Reply) -> None:
            self._begin()
            for part in reply.wire:
                if isinstance(part, bytes):
                    self.wfile.write(part)
                    self.wfile.flush()
                else:
                    time.sleep(part)
            while reply.endless:
                self.wfile.write(reply.endless)
            if reply.reset:
                self._reset()

        def _reset(self) -> None:
            """Break the connection as a crash does, rather than end it."""
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.close()
            self.close_connection = True

        def _begin(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True

        def _stream(self, reply: Reply) -> None:
            self._begin()
            for chunk in _chunks(reply):
                self.wfile.write(event(chunk))
                self.wfile.flush()
            self.wfile.write(DONE)

    return Handler


DONE = b"data: [DONE]\n\n"
_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def event(chunk: dict[str, Any]) -> bytes:
    """A server-sent event as it goes over the wire."""
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def token(text: str, finish_reason: str | None = None) -> bytes:
    """The event of one piece of a reply."""
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish_reason}
    return event({"object": "chat.completion.chunk", "choices": [choice]})


def _completion(reply: Reply) -> dict[str, Any]:
    message = reply.message or {"role": "assistant", "content": reply.text}
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    head = {"id": "x", "object": "chat.completion", "created": 0, "model": "scripted"}
    return {**head, "choices": [] if reply.no_choices else [choice], "usage": _USAGE}


def _chunks(reply: Reply) -> Iterator[dict[str, Any]]:
    head = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    words = [{"role": "assistant", "content": word + " "} for word in reply.text.split(" ")]
    for delta in [reply.message] if reply.message else words:
        choice = {"index": 0, "delta": delta, "finish_reason": None}
        yield {**head, "choices": [] if reply.no_choices else [choice]}
    end = {"index": 0, "delta": {}, "finish_reason": reply.finish_reason}
    yield {**head, "choices": [] if reply.no_choices else [end]}
    yield {**head, "choices": [], "usage": _USAGE}


@contextmanager
def scripted_model(
    prepare: Callable[[Script], object] = lambda script: None,
    tls: ssl.SSLContext | None = None,
    script: Script | None = None,
) -> Iterator[Script]:
    """A running server; `script.url` is what OPENAI_BASE_URL takes."""
    script = script or Script()
    prepare(script)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    script.url = f"http{'s' if tls else ''}://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
