"""Serve a GGUF file by llama.cpp on loopback, in a process of its own, until its parent is gone.

One line of JSON comes in, one goes out: `{"url": …}` once the model is loaded, or `{"error": …}`.
The key is in that line, for anybody can read a command line. Standard input stays open as long as
the parent lives; where that ends, however it ended, this process ends.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

# One conversation's prompt is kept in the context itself; llama.cpp would keep 8 GB beside it.
_CACHE_MB = 0
_CHECKPOINTS = 4
_HTTP_THREADS = 4


def main() -> None:
    """Serve, and end with whoever began this."""
    asked = json.loads(sys.stdin.buffer.readline())
    out, lost = os.fdopen(os.dup(1), "w", encoding="utf-8"), sys.stdin.buffer
    os.dup2(2, 1)  # what llama.cpp prints goes into the log
    try:
        server = _serve(asked)
    except ImportError:
        _tell(out, {"error": "missing"})
        return
    except Exception as error:
        print(error, file=sys.stderr, flush=True)
        _tell(out, {"error": "failed"})
        os._exit(1)
    try:
        _tell(out, {"url": f"{server.listening_address}/v1"})
        lost.read()
    finally:
        os._exit(0)  # llama.cpp would finish what it is writing first


def _serve(asked: dict[str, Any]) -> Any:
    import xllamacpp  # an extra: cicerone[local]

    params = xllamacpp.CommonParams()
    params.model.path, params.model_alias = asked["file"], {asked["name"]}
    params.hostnames, params.port = ["127.0.0.1"], asked["port"]
    params.api_keys = [asked["key"]]
    params.n_ctx, params.n_parallel = asked["context"], 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = asked["threads"]
    params.n_threads_http = _HTTP_THREADS
    params.cache_ram_mib, params.n_ctx_checkpoints = _CACHE_MB, _CHECKPOINTS
    params.use_jinja, params.warmup, params.offline, params.verbosity = True, False, True, 1
    params.ui = params.endpoint_slots = False
    return xllamacpp.Server(params)


def _tell(out: Any, line: dict[str, str]) -> None:
    out.write(json.dumps(line) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
