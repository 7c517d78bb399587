"""A way to a server that can be cut and mended: the server goes on, nobody reaches it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Between:
    """Listens on `port` and passes everything on to `target`, until it is cut."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def mend(self) -> None:
        """Take connections, on the same port as before."""
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Cut every connection, and take none."""
        assert self._server is not None
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()
        await asyncio.sleep(0)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._open |= {writer, back}
        await asyncio.gather(_pump(reader, back), _pump(there, writer))
        self._open -= {writer, back}


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def between(target: int) -> AsyncIterator[Between]:
    """A way to the port `target`, open at first."""
    way = Between(target)
    await way.mend()
    try:
        yield way
    finally:
        await way.cut()
