"""A stand-in for a language model: an OpenAI-compatible server on loopback with scripted replies.

It is not a model: each reply is chosen by what the prompt contains. The protocol (JSON, streamed
server-sent events, usage, HTTP errors) is the real one, spoken over a real socket.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What is sent when every text of `when` occurs in the prompt."""

    when: tuple[str, ...]
    text: str = ""
    status: int = 200
    delay: float = 0.0
    finish_reason: str = "stop"
    raw: bytes | None = None


@dataclass
class Script:
    """Replies in order of precedence, and the prompts that came in."""

    replies: list[Reply] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""

    def on(self, *when: str, text: str = "", **options: Any) -> Script:
        """Add a reply; later ones win."""
        self.replies.insert(0, Reply(when, text, **options))
        return self

    def answer(self, prompt: str) -> Reply:
        """The first reply that fits, or a plain refusal that a test will notice."""
        for reply in self.replies:
            if all(text in prompt for text in reply.when):
                return reply
        return Reply((), "UNSCRIPTED", 500)


def _handler(script: Script) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            self._json(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            prompt = "\n".join(str(m["content"]) for m in body["messages"])
            script.prompts.append(prompt)
            script.requests.append(body)
            reply = script.answer(prompt)
            time.sleep(reply.delay)
            if reply.raw is not None:
                self.send_response(reply.status)
                self.send_header("Content-Length", str(len(reply.raw)))
                self.end_headers()
                self.wfile.write(reply.raw)
            elif reply.status != 200:
                self._json(reply.status, {"error": {"message": reply.text, "type": "scripted"}})
            elif body.get("stream"):
                self._stream(reply)
            else:
                self._json(200, _completion(reply))

        def _json(self, status: int, payload: dict[str, Any]) -> None:
            data = json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _stream(self, reply: Reply) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            for chunk in _chunks(reply):
                self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
                self.wfile.flush()
            self.wfile.write(b"data: [DONE]\n\n")
            self.close_connection = True

    return Handler


_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def _completion(reply: Reply) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.text}
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    head = {"id": "x", "object": "chat.completion", "created": 0, "model": "scripted"}
    return {**head, "choices": [choice], "usage": _USAGE}


def _chunks(reply: Reply) -> Iterator[dict[str, Any]]:
    head = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    for word in reply.text.split(" "):
        delta = {"role": "assistant", "content": word + " "}
        yield {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    end = {"index": 0, "delta": {}, "finish_reason": reply.finish_reason}
    yield {**head, "choices": [end]}
    yield {**head, "choices": [], "usage": _USAGE}


@contextmanager
def scripted_model(prepare: Callable[[Script], object] = lambda script: None) -> Iterator[Script]:
    """A running server; `script.url` is what OPENAI_BASE_URL takes."""
    script = Script()
    prepare(script)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
