"""What earlier answers are worth in a turn; where they cannot be reached, it goes on without."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog

from bot.errors import StoreError
from bot.events import Rows
from bot.ports import WriteRequest
from bot.steps.learn import Answered
from bot.steps.pick_examples import Picked
from bot.steps.write import Draft, Remembered, Statement
from memory.catalogue import say
from memory.schema import LinkedValue

_log = structlog.get_logger(__name__)


class Shelf(Protocol):
    """Where approved pairs are found. Every method raises `StoreError` where it fails."""

    async def exact(
        self, user: str, question: str, linked: Sequence[LinkedValue]
    ) -> Remembered | None:
        """The statement that was found right for this very question, if there is one."""
        ...

    async def disliked(self, user: str, question: str) -> Remembered | None:
        """The statement of which the person said that it does not answer this very question."""
        ...

    async def pick(
        self, user: str, question: str, linked: Sequence[LinkedValue], *, made: bool = True
    ) -> Picked:
        """Pairs to show a model; without `made` none that only the schema vouches for."""
        ...

    async def learn(self, user: str, answered: Answered) -> None:
        """Take in an answer whose first draft had failed."""
        ...

    async def chose(self, user: str, question: str, meant: Statement, engine: str) -> None:
        """Keep what a person said that a question means, of the several things it can."""
        ...

    async def failed(self, user: str, question: str, remembered: Remembered, why: str) -> None:
        """What was remembered for this question did not hold."""
        ...


@dataclass(frozen=True, slots=True)
class Remembering:
    """The shelf as one turn of a person uses it; `tell` shows a sentence."""

    shelf: Shelf
    user: str
    tell: Callable[[str], Awaitable[None]]

    async def exact(self, question: str, linked: Sequence[LinkedValue]) -> Remembered | None:
        """The statement that was found right for this very question, if there is one."""
        try:
            return await self.shelf.exact(self.user, question, linked)
        except StoreError as error:
            await self.tell(say("{problem} Going on without remembered questions.", problem=error))
            return None

    async def disliked(self, question: str) -> Remembered | None:
        """What the person said does not answer this very question."""
        try:
            return await self.shelf.disliked(self.user, question)
        except StoreError:
            return None  # told by `exact`

    async def pick(
        self, question: str, linked: Sequence[LinkedValue], *, made: bool = True
    ) -> Picked:
        """Pairs to show a model; without `made` none that only the schema vouches for."""
        try:
            return await self.shelf.pick(self.user, question, linked, made=made)
        except StoreError as error:
            await self.tell(say("{problem} Going on without remembered questions.", problem=error))
            return Picked()

    async def withdraw(self, question: str, remembered: Remembered, problem: str) -> None:
        """What was approved for all, or liked by this person, did not hold."""
        try:
            await self.shelf.failed(self.user, question, remembered, problem)
        except StoreError as error:
            _log.warning("remembered pair not withdrawn", why=str(error))

    async def chose(self, question: str, draft: Draft) -> None:
        """Keep which of several meanings a question has for this person, who is not asked again."""
        try:
            await self.shelf.chose(self.user, question, draft, draft.engine)
        except StoreError as error:
            _log.warning("choice not kept", why=str(error))

    async def learn(self, request: WriteRequest, draft: Draft, rows: Rows) -> None:
        """Keep what was mended: the next draft need not fail the same way."""
        if draft.instead_of is None:
            return
        answered = Answered(
            request.question,
            draft.cypher,
            draft.parameters,
            request.linked,
            rows.columns,
            draft.engine,
            draft.instead_of,
        )
        try:
            await self.shelf.learn(self.user, answered)
        except StoreError as error:
            _log.warning("lesson not kept", why=str(error))
