"""The inside of a worker process: takes work from standard input, puts what comes of it out.

It ends when its input does, which it does with the app, however that ends; and by SIGPROF once a
piece of work has had more of the processor than it may.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pickle
import queue
import signal
import sys
import threading
import time
from typing import Any, BinaryIO

from bot.workers.wire import LENGTH_BYTES, Receiver, framed


def main(*modules: str) -> None:
    """Work until the app is gone; `modules` are imported before there is any work."""
    # Ctrl-C reaches everybody in the terminal: the app says when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a library prints is no reply.
    os.dup2(2, 1)
    work: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, work), daemon=True).start()
    for module in modules:
        importlib.import_module(module)
    # What is there now stays: it need not be looked through again and again.
    gc.collect()
    gc.freeze()
    _send(sink, "ready", b"", 0.0)
    _work(work, sink)


def _listen(source: BinaryIO, work: queue.SimpleQueue[tuple[Any, ...]]) -> None:
    """Hand on what comes in; the end of it ends the process in the middle of whatever it does."""
    with contextlib.suppress(OSError, pickle.UnpicklingError, EOFError):
        while head := source.read(LENGTH_BYTES):
            work.put(pickle.loads(source.read(int.from_bytes(head, "big"))))
    os._exit(0)


def _work(work: queue.SimpleQueue[tuple[Any, ...]], sink: BinaryIO) -> None:
    receiver = Receiver()
    while True:
        match work.get():
            case "hold", number, body:
                receiver.hold(number, body)
            case "drop", number:
                receiver.drop(number)
            case "run", seconds, body:
                signal.setitimer(signal.ITIMER_PROF, seconds)
                began = time.process_time()
                kind, reply = _done(receiver, body)
                signal.setitimer(signal.ITIMER_PROF, 0)
                _send(sink, kind, reply, time.process_time() - began)


def _done(receiver: Receiver, body: bytes) -> tuple[str, bytes]:
    """What a piece of work returns or raises."""
    try:
        function, arguments = receiver.value(body)
        return "done", receiver.pack(function(*arguments))
    except Exception as error:
        return "failed", _told(error)


def _told(error: Exception) -> bytes:
    """An error as it can be sent: some cannot be made again from their pickle."""
    try:
        body = pickle.dumps(error)
        pickle.loads(body)
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return body


def _send(sink: BinaryIO, kind: str, body: bytes, seconds: float) -> None:
    try:
        sink.write(framed(kind, body, seconds))
        sink.flush()
    except BrokenPipeError:
        sys.exit()
