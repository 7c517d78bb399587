"""A stand-in for llama.cpp's package in the child process, which serves what it was told.

How it fails is told by the name of the file: `refused`, `killed`, or `dies` when asked to.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any


def CommonParams() -> Any:
    return SimpleNamespace(
        model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace()
    )


class Server:
    def __init__(self, params: Any) -> None:
        name = os.path.basename(params.model.path)
        if name.startswith("killed"):
            os.kill(os.getpid(), signal.SIGKILL)
        if name.startswith("refused"):
            raise RuntimeError("Failed to init server")
        print("loaded, says llama.cpp on standard output", flush=True)
        server = ThreadingHTTPServer((params.hostnames[0], params.port), _handler(params, name))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.listening_address = f"http://{params.hostnames[0]}:{server.server_address[1]}"


def _handler(params: Any, name: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            if name.startswith("dies") and self.path.endswith("/die"):
                os._exit(3)
            known = self.headers.get("Authorization") == f"Bearer {params.api_keys[0]}"
            told = {
                "data": [{"id": alias} for alias in params.model_alias],
                "threads": params.cpuparams.n_threads,
                "context": params.n_ctx,
                "cache": params.cache_ram_mib,
                "pid": os.getpid(),
                "environment": sorted(os.environ),
            }
            body = json.dumps(told).encode()
            self.send_response(200 if known else 401)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
