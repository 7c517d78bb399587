"""A stand-in for the hub on loopback: addresses, headers, redirects and ranges as it has them."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Hub:
    """One file of one repository, and how it is handed out.

    Args:
        data: The file.
        cuts: After how many bytes each of the first connections breaks.
        sha256: The checksum told of it; its own if "".
        told_by: Where the checksum stands: in the headers, in the list of files, or nowhere.
        ranges: Whether a part of the file can be asked for.
        status: Other than 200, what every request for the file itself gets.
        asked: The ranges that were asked for.
    """

    data: bytes
    cuts: list[int] = field(default_factory=list)
    sha256: str = ""
    told_by: str = "headers"
    ranges: bool = True
    status: int = 200
    asked: list[str] = field(default_factory=list)
    url: str = ""
    repo: str = "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF"
    file: str = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"

    @property
    def told(self) -> str:
        """The checksum that the hub names."""
        return self.sha256 or hashlib.sha256(self.data).hexdigest()


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_HEAD(self) -> None:
            if self.path != f"/{hub.repo}/resolve/main/{hub.file}":
                self._head(404, {})
                return
            told = {"X-Linked-ETag": f'"{hub.told}"', "X-Linked-Size": str(len(hub.data))}
            self._redirect(told if hub.told_by == "headers" else {"ETag": '"abc"'})

        def do_GET(self) -> None:
            if self.path == f"/api/models/{hub.repo}/tree/main":
                self._list()
            elif self.path == "/store/1":
                self._file()
            else:
                self._redirect({})

        def _redirect(self, headers: dict[str, str]) -> None:
            self._head(302, {"Location": "/store/1", **headers})

        def _list(self) -> None:
            entry: dict[str, Any] = {"type": "file", "path": hub.file}
            if hub.told_by == "list":
                entry["lfs"] = {"oid": hub.told, "size": len(hub.data), "pointerSize": 134}
            body = json.dumps([{"type": "file", "path": "README.md"}, entry]).encode()
            self._head(200, {"Content-Length": str(len(body))})
            self.wfile.write(body)

        def _file(self) -> None:
            asked = self.headers.get("Range", "")
            hub.asked.append(asked)
            begin = int(asked.removeprefix("bytes=").rstrip("-") or 0) if hub.ranges else 0
            if hub.status != 200:
                self._head(hub.status, {})
                return
            body = hub.data[begin:]
            self._head(206 if hub.ranges else 200, {"Content-Length": str(len(body))})
            self.wfile.write(body[: hub.cuts.pop(0)] if hub.cuts else body)

        def _head(self, status: int, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()

    return Handler


@contextmanager
def made_hub(data: bytes, **how: Any) -> Iterator[Hub]:
    """A running hub; `hub.url` is what CICERONE_MODEL_HUB takes."""
    hub = Hub(data, **how)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
