"""The inside of the processes: the fork server, and the workers that are forked from it.

The server has imported and made all that every worker needs, so that a worker is there at once and
shares that memory. It is asked over a socket, and passed the socket of each worker. A worker ends
when its socket does, which it does with the app, however that ends; and by SIGPROF once a piece of
work has had more of the processor than it may.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pickle
import queue
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from bot.workers.wire import LENGTH_BYTES, Receiver, framed, unframed

_AT_ONCE = 1 << 16


def main(control: str, *modules: str) -> None:
    """Fork workers until the app is gone; `modules` are imported before there are any.

    Args:
        control: The number of the socket's file.
        modules: Their names.
    """
    # Ctrl-C reaches everybody in the terminal: the app says when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a library prints is no reply.
    os.dup2(2, 1)
    for module in modules:
        importlib.import_module(module)
    with contextlib.suppress(ConnectionError):
        _serve(socket.socket(fileno=int(control)), Receiver())


def _serve(control: socket.socket, receiver: Receiver) -> None:
    passed: deque[int] = deque()
    for message in _messages(control, passed):
        match message:
            case ("fork",):
                # What is there now stays: it need not be looked through again and again.
                gc.collect()
                gc.freeze()
                theirs = passed.popleft()
                pid = os.fork()
                if not pid:
                    control.close()
                    _live(socket.socket(fileno=theirs), receiver)
                os.close(theirs)
                control.sendall(framed(pid))
            case "end", pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                control.sendall(framed(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
            case _:
                for reply in _replies(receiver, message):
                    control.sendall(reply)


def _messages(control: socket.socket, passed: deque[int]) -> Iterator[tuple[Any, ...]]:
    """What the app sends; the files that come with it are put into `passed`."""
    read = bytearray()
    while True:
        end = LENGTH_BYTES + int.from_bytes(read[:LENGTH_BYTES], "big")
        if len(read) >= end:
            yield unframed(bytes(read[LENGTH_BYTES:end]))
            del read[:end]
            continue
        data, files, _, _ = socket.recv_fds(control, _AT_ONCE, 1)
        if not data:
            return
        read += data
        passed += files


def _live(line: socket.socket, receiver: Receiver) -> NoReturn:
    """Be a worker."""
    try:
        work: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        source, sink = line.makefile("rb"), line.makefile("wb")
        threading.Thread(target=_listen, args=(source, work), daemon=True).start()
        while True:
            for reply in _replies(receiver, work.get()):
                sink.write(reply)
                sink.flush()
    finally:
        os._exit(1)


def _listen(source: BinaryIO, work: queue.SimpleQueue[tuple[Any, ...]]) -> None:
    """Hand on what comes in; the end of it ends the process in the middle of whatever it does."""
    with contextlib.suppress(OSError, pickle.UnpicklingError, EOFError):
        while head := source.read(LENGTH_BYTES):
            work.put(unframed(source.read(int.from_bytes(head, "big"))))
    os._exit(0)


def _replies(receiver: Receiver, message: tuple[Any, ...]) -> Iterator[bytes]:
    match message:
        case "hold", number, body:
            receiver.hold(number, body)
        case "drop", number:
            receiver.drop(number)
        case "run", seconds, body:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            began = time.process_time()
            kind, reply = _done(receiver, body)
            signal.setitimer(signal.ITIMER_PROF, 0)
            yield framed(kind, reply, time.process_time() - began)


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
