"""A model that writes Cypher and can do nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from bot.errors import ModelError
from bot.events import Usage
from bot.ports import Writer, WriteRequest

if TYPE_CHECKING:  # `openai` takes a second to import
    from bot.models.openai_model import OpenAIModel

_SETTINGS = {
    "OPENAI_API_KEY": "CICERONE_WRITE_API_KEY",
    "OPENAI_BASE_URL": "CICERONE_WRITE_BASE_URL",
    "CICERONE_MODEL": "CICERONE_WRITE_MODEL",
}


@contextmanager
def _settings_named() -> Iterator[None]:
    """What a failure advises names the settings of this model."""
    try:
        yield
    except ModelError as error:
        told, remedy = str(error), error.remedy
        for chat, own in _SETTINGS.items():
            told, remedy = told.replace(chat, own), remedy.replace(chat, own)
        named = type(error)(told)
        named.remedy = remedy
        raise named from error


class OnlyWriting:
    """Writes with a model of its own.

    A model that was trained for first drafts cannot be told what is wrong with one: unless
    `corrects`, `chat` mends them, where there is one.
    """

    def __init__(self, model: OpenAIModel, chat: Writer | None, *, corrects: bool) -> None:
        self.name = model.name
        self._model = model
        self._mender: Writer | None = model if corrects else chat

    async def write(self, request: WriteRequest) -> tuple[str, Usage]:
        """Cypher for a question.

        Raises:
            ModelError: unreachable, refused, cut off, or no Cypher in the reply.
        """
        with _settings_named():
            return await self._model.write(request)

    async def correct(
        self, request: WriteRequest, draft: str, problem: str
    ) -> tuple[str, Usage] | None:
        """Cypher again, after `problem` with `draft`; None where nobody mends.

        Raises:
            ModelError: unreachable, refused, cut off, or no Cypher in the reply.
        """
        if self._mender is None:
            return None
        with _settings_named() if self._mender is self._model else nullcontext():
            return await self._mender.correct(request, draft, problem)

    async def ping(self) -> float:
        """Seconds that a one-word reply takes.

        Raises:
            ModelError: unreachable or refused.
        """
        with _settings_named():
            return await self._model.ping()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._model.close()
