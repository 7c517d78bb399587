"""A model that writes Cypher and can do nothing else."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from bot.events import Usage
from bot.models.own_settings import WRITING, settings_named
from bot.ports import Writer, WriteRequest

if TYPE_CHECKING:  # `openai` takes a second to import
    from bot.models.openai_model import OpenAIModel


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
        with settings_named(WRITING):
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
        with settings_named(WRITING) if self._mender is self._model else nullcontext():
            return await self._mender.correct(request, draft, problem)

    async def ping(self) -> float:
        """Seconds that a one-word reply takes.

        Raises:
            ModelError: unreachable or refused.
        """
        with settings_named(WRITING):
            return await self._model.ping()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._model.close()
