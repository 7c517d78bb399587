"""Work that takes the processor is done where it holds nobody up.

Whoever has such work awaits `apart(function, *arguments)`. The function is one that a module holds
by its name, without side effects; arguments and result can be pickled. Where nobody has said where
(a test, a command for one question) it is simply called.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Protocol, TypeVar

from memory.catalogue import is_english, language, speaking

T = TypeVar("T")


class Held:
    """What many pieces of work are about, such as a schema: sent to a worker once, then named.

    It is never changed; what takes its place is another one.
    """

    __slots__ = ()


class Processor(Protocol):
    """Where work is done."""

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """What the function returns, or raises.

        Raises:
            TookTooLong: it took more of the processor than work may take.
            WorkerLost: whoever did it ended, twice.
        """
        ...


class Processors(Protocol):
    """Where work is done, for one person and another."""

    def of(self, person: str, seconds: float | None = None) -> Processor:
        """What does the work of a person; people come round in turn, however much each has.

        All of it together may have the processor for so many `seconds`.
        """
        ...

    def warm(self) -> None:
        """Get ready as far as nothing is known of the work."""
        ...

    def begin(self, function: Callable[..., object], *arguments: object) -> None:
        """Get ready: with work that everybody's work needs done before."""
        ...


class Here:
    """Does work at once."""

    def of(self, person: str, seconds: float | None = None) -> Processor:
        """The same for everybody."""
        return self

    def warm(self) -> None:
        """It is ready."""

    def begin(self, function: Callable[..., object], *arguments: object) -> None:
        """Do that work now."""
        function(*arguments)

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """What the function returns."""
        return function(*arguments)


processor: ContextVar[Processor] = ContextVar("processor", default=Here())  # noqa: B039
"""Set for the length of a turn, so that those who ask take turns."""


# Work on fewer characters is done before it has reached a worker.
_SHORT = 300


async def apart_if_long(text: str, function: Callable[..., T], *arguments: object) -> T:
    """What the function makes of a text: at once where that is short, else as `apart` does."""
    if len(text) <= _SHORT:
        return function(*arguments)
    return await apart(function, *arguments)


async def apart(function: Callable[..., T], *arguments: object) -> T:
    """What the function returns, worked out where it holds nobody up.

    Raises:
        TookTooLong: it took more of the processor than work may take.
        WorkerLost: whoever did it ended, twice.
    """
    if is_english():
        return await processor.get().run(function, *arguments)
    return await processor.get().run(_in_language, language(), function, *arguments)


def _in_language(code: str, function: Callable[..., T], *arguments: object) -> T:
    """What the function returns, which says it in a language."""
    with speaking(code):
        return function(*arguments)
