"""Worker processes that take turns between people; one that ends is replaced."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import structlog

from bot.errors import TookTooLong, WorkerLost
from bot.workers.fork_server import ForkServer
from bot.workers.wire import Packed, Sender
from bot.workers.worker import TOO_LONG, Done, Worker, WorkerEnded
from memory.processor import Processor

T = TypeVar("T")
# Further ones are started when all are at work.
_AT_ONCE = 2
# How long work that nobody waits for any longer may go on: most ends sooner than a process starts.
_GRACE = 0.5
_LOST = "A part of Cicerone that reads questions ended twice over this one; ask it in other words."
_NOT_STARTED = "The processes that read questions cannot be started; the log has the details."
_log = structlog.get_logger(__name__)


class Pool:
    """So many processes at most, each with so many seconds of the processor for a piece of work."""

    def __init__(self, size: int, seconds: float, modules: Sequence[str] = ()) -> None:
        self._size, self._seconds = size, seconds
        self._server = ForkServer(modules)
        self._sender = Sender()
        self._workers: set[Worker] = set()
        self._starting = 0
        self._idle: list[Worker] = []
        self._waiting: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def warm(self) -> None:
        """Import what workers need, beside what goes on."""
        self._beside(self._try(self._server.start()))

    def begin(self, function: Callable[..., object], *arguments: object) -> None:
        """Start the first processes, beside what goes on; this is done before, once for all."""
        packed = self._sender.pack((function, arguments))
        self._beside(self._try(self._server.prepare(packed, self._sender.known())))
        while len(self._workers) + self._starting < min(self._size, _AT_ONCE):
            self._start_another()

    def of(self, person: str, seconds: float | None = None) -> Processor:
        """What does the work of a person; see `memory.processor`."""
        return _Turns(self, person, seconds)

    @property
    def pids(self) -> list[int]:
        """The processes that are up."""
        return [worker.pid for worker in self._workers]

    async def run(self, person: str, function: Callable[..., T], *arguments: object) -> T:
        """What the function returns, or raises; see `memory.processor`."""
        return await self.of(person).run(function, *arguments)

    async def work(
        self, person: str, seconds: float | None, call: Callable[..., T], *arguments: object
    ) -> Done:
        """What came of a call, that may have the processor for so long (None: as any may).

        Raises:
            TookTooLong: it had the processor for longer.
            WorkerLost: its process ended, and the next one, too.
        """
        packed = self._sender.pack((call, arguments))
        most = self._seconds if seconds is None else min(seconds, self._seconds)
        for _ in range(2):
            worker = await self._worker(person)
            try:
                return await self._run(worker, packed, most)
            except WorkerEnded as error:
                _log.warning("a worker process ended; its work is done again", why=str(error))
        raise WorkerLost(_LOST)

    async def close(self) -> None:
        """End all processes, whatever they do; who waits for one is told that it is cancelled."""
        self._closed = True
        waiting = [future for futures in self._waiting.values() for future in futures]
        self._waiting.clear()
        for future in waiting:
            future.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))
        await self._server.close()
        self._workers.clear()
        self._idle.clear()

    async def _run(self, worker: Worker, work: Packed, seconds: float) -> Done:
        running = asyncio.create_task(worker.run(work, seconds, self._sender.known()))
        try:
            done = await asyncio.shield(running)
        except asyncio.CancelledError:
            self._beside(self._leave(worker, running))
            raise
        except (WorkerEnded, TookTooLong):
            self._replace(worker)
            raise
        self._free(worker)
        return done

    async def _leave(self, worker: Worker, running: asyncio.Task[Done]) -> None:
        """Have a worker again whose work is not wanted any longer."""
        done, _ = await asyncio.wait([running], timeout=_GRACE)
        gone = not done or isinstance(running.exception(), WorkerEnded | TookTooLong)
        if not gone:
            self._free(worker)
            return
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await worker.end()
        self._replace(worker)

    async def _worker(self, person: str) -> Worker:
        """A worker that is free, when it is this person's turn."""
        if self._closed:
            raise asyncio.CancelledError
        if self._idle:
            return self._idle.pop()
        if len(self._workers) + self._starting < self._size:
            self._start_another()
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and not future.exception():
                self._free(future.result())
            raise

    def _free(self, worker: Worker) -> None:
        """Give a worker to who waits: everybody's first before anybody's second."""
        while self._waiting:
            person, futures = self._waiting.popitem(last=False)
            future = futures.popleft()
            if futures:
                self._waiting[person] = futures
            if not future.done():
                future.set_result(worker)
                return
        self._idle.append(worker)

    def _replace(self, worker: Worker) -> None:
        self._workers.discard(worker)
        self._start_another()

    def _start_another(self) -> None:
        if not self._closed:
            self._starting += 1
            self._beside(self._start())

    async def _start(self) -> None:
        try:
            worker = await self._try(self._server.worker())
        finally:
            self._starting -= 1
        if worker is not None:
            self._workers.add(worker)
            self._free(worker)
        elif not self._workers:
            self._give_up()

    async def _try(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What nobody waits for, and may not do."""
        try:
            return await work
        except WorkerEnded as error:
            _log.error("a worker process cannot be started", why=str(error))
            return None

    def _give_up(self) -> None:
        """Tell those who wait that nobody will come."""
        waiting, self._waiting = self._waiting, OrderedDict()
        for future in (future for futures in waiting.values() for future in futures):
            if not future.done():
                future.set_exception(WorkerLost(_NOT_STARTED))

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Turns:
    """The work of one person, that may take so many seconds in all."""

    def __init__(self, pool: Pool, person: str, seconds: float | None) -> None:
        self._pool, self._person, self._left = pool, person, seconds

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """What the function returns, or raises; see `memory.processor`."""
        if self._left is not None and self._left <= 0:
            raise TookTooLong(TOO_LONG)
        try:
            done = await self._pool.work(self._person, self._left, function, *arguments)
        except TookTooLong:
            self._left = self._left and 0.0
            raise
        if self._left is not None:
            self._left -= done.seconds
        if done.error is not None:
            raise done.error
        return done.value  # type: ignore[no-any-return]
