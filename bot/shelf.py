"""Where example pairs come from: the asker's liked answers, then pairs made from the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.events import Outcome
from bot.steps.pick_examples import Picked, nearest
from bot.steps.suggest import inline

if TYPE_CHECKING:  # SQLAlchemy takes a second to import; `ask` does without
    from memory.examples import Examples

_LIKED = 3
_SHOWN = 9


class Shelf:
    """The examples of one graph. Without a store there are only those made from the schema."""

    def __init__(
        self,
        graph: str,
        fingerprint: str,
        seeds: Sequence[tuple[str, str]],
        examples: Examples | None,
    ) -> None:
        self._graph = graph
        self._fingerprint = fingerprint
        self._seeds = seeds
        self._examples = examples

    async def pick(self, user: str, question: str) -> Picked:
        """The exact pair this person liked, if there is one, and the nearest pairs."""
        seeds = nearest(question, self._seeds, _SHOWN)
        if self._examples is None:
            return Picked(None, seeds)
        key = (user, self._graph, question, self._fingerprint)
        exact = await self._examples.exact(*key)
        liked = await self._examples.nearest(*key, k=_LIKED)
        pairs = [(pair.question, inline(pair.cypher, dict(pair.parameters))) for pair in liked]
        return Picked(exact, (*seeds[: _SHOWN - len(pairs)], *reversed(pairs)))

    async def like(self, user: str, outcome: Outcome, positive: bool) -> None:
        """Remember or forget an answered question; what was not answered is let be."""
        if self._examples is None or not outcome.cypher or not outcome.standalone:
            return
        if not positive:
            await self._examples.unlike(user, self._graph, outcome.standalone)
        elif not outcome.error:
            await self._examples.like(
                user,
                self._graph,
                outcome.standalone,
                outcome.cypher,
                dict(outcome.parameters),
                self._fingerprint,
                outcome.engine or "offline",
            )
