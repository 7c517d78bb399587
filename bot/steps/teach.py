"""What is said where a question is not answered, with suggestions that were proven."""

from __future__ import annotations

from dataclasses import dataclass

from bot.offline.parser import Reading
from bot.ports import Graph
from bot.steps.suggest import Suggestions
from guardrails.scope import Redirect
from guardrails.teach import Taught, Teaching
from memory.schema import Schema


@dataclass(frozen=True, slots=True)
class Guide:
    """Puts redirects into words."""

    graph: Graph
    schema: Schema
    suggestions: Suggestions

    async def teach(self, redirect: Redirect, nth: int) -> Teaching:
        """Why, what there is instead, and what can be asked."""
        found = await self.suggestions.proven(3)
        return Teaching(redirect.reason, tuple(Taught(q, q) for q in found))

    async def decline(self, unread: tuple[str, ...], question: str) -> Teaching:
        """Which words nobody could read."""
        found = await self.suggestions.proven(3)
        words = ", ".join(f"“{word}”" for word in unread)
        return Teaching(f"I can't read {words} here.", tuple(Taught(q, q) for q in found))

    async def disambiguate(self, question: str, reading: Reading) -> Redirect | None:
        """Whether a name fits several individuals."""
        return None
