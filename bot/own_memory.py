"""What is remembered of one person, for them to see, change, pin and forget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.cypher.literals import inline
from bot.errors import UsageError
from bot.events import Rows
from bot.parts import Parts
from bot.shelf import Shelf
from bot.steps.revalidate import revalidate
from bot.steps.write import Draft
from bot.terminology import NotATerm
from memory.catalogue import say
from memory.conversation import Exchange
from memory.terms import Term

if TYPE_CHECKING:  # SQLAlchemy takes a second to import; `ask` does without
    from memory.examples import Example


@dataclass(frozen=True, slots=True)
class OwnMemory:
    """One person's words and pairs on one graph. Its methods raise `StoreError` where it fails."""

    user: str
    parts: Parts
    shelf: Shelf

    async def pin(self, exchange: Exchange) -> bool:
        """Pin a question with its query to the welcome page; whether it is.

        Raises:
            UsageError: as many are pinned as one may.
        """
        if not exchange.cypher or exchange.act:
            return False
        meant = Draft(exchange.cypher, "offline", exchange.parameters)
        return await self.shelf.pin(self.user, exchange.standalone, meant)

    async def amend(self, pair: Example, question: str, cypher: str) -> None:
        """Keep another question or query in place of one of the pairs; the person stands for it.

        Raises:
            UsageError: the query does not run, or the question is blank; it says why.
            GraphError: the graph is away.
        """
        same = cypher.split() == inline(pair.cypher, pair.parameters).split()
        meant = Draft(cypher.strip(), "offline")
        if same:
            meant = Draft(pair.cypher, "offline", dict(pair.parameters))
        tried = await self.tried(meant.cypher, meant.parameters)
        if isinstance(tried, str):
            raise UsageError(tried)
        await self.shelf.amend(self.user, pair, question, meant)

    async def tried(self, cypher: str, parameters: Mapping[str, Any]) -> Rows | str:
        """The first rows of a remembered query as it runs now, or in a sentence why it does not.

        Raises:
            GraphError: the graph is away.
        """
        return await revalidate(cypher, parameters, (), self.parts.graph, self.parts.schema)

    async def settled(self, term: str, means: str) -> str:
        """What somebody says a term means, as it would be kept.

        Raises:
            UsageError: the term or its meaning cannot be used; it says why.
        """
        if self.parts.vocabulary is None:
            raise UsageError(say("No words are kept here."))
        try:
            return await self.parts.vocabulary.settler.meaning(term, means)
        except NotATerm as error:
            raise UsageError(str(error)) from None

    async def teach(self, term: str, means: str) -> Term:
        """Keep what a term means; as it now holds.

        Raises:
            UsageError: the term or its meaning cannot be used; it says why.
        """
        if self.parts.vocabulary is None:
            raise UsageError(say("No words are kept here."))
        try:
            return await self.parts.vocabulary.teach(self.user, term, means)
        except NotATerm as error:
            raise UsageError(str(error)) from None

    async def forgotten(self) -> None:
        """Let go of what is in mind, or in a search index, of a person whom the store forgot."""
        self.parts.conversations.forget(self.user)
        if self.parts.vocabulary is not None:
            self.parts.vocabulary.forget_person(self.user)
        await self.shelf.forgotten()
