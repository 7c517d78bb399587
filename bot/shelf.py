"""Where example pairs come from: the asker's liked answers, then pairs made from the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.events import Outcome
from bot.first_day import FirstDay
from bot.offline.making.literals import inline
from bot.steps.pick_examples import Picked, pick_examples
from memory.question_form import question_form
from memory.schema import LinkedValue

if TYPE_CHECKING:  # SQLAlchemy takes a second to import; `ask` does without
    from memory.examples import Examples

_LIKED = 3
# Links below this are guesses: the words may be no value.
_SURE = 0.9


class Shelf:
    """The examples of one graph. Without a store there are only those made from the schema."""

    def __init__(
        self, graph: str, fingerprint: str, first_day: FirstDay | None, examples: Examples | None
    ) -> None:
        self._graph = graph
        self._fingerprint = fingerprint
        self._first_day = first_day
        self._examples = examples

    async def pick(
        self, user: str, question: str, linked: Sequence[LinkedValue], *, few_shot: bool
    ) -> Picked:
        """The exact pair this person liked, if there is one.

        With `few_shot` also the pairs to show a model.
        """
        exact, liked = None, []
        if self._examples is not None:
            key = (user, self._graph, question, self._fingerprint)
            exact = await self._examples.exact(*key)
            liked = await self._examples.nearest(*key, k=_LIKED) if few_shot else []
        made: list[tuple[str, str, str]] = []
        if few_shot and self._first_day is not None:
            values = [value.text for value in linked if value.score >= _SURE]
            made = await self._first_day.nearest(question_form(question, values))
        pairs = [(pair.question, inline(pair.cypher, pair.parameters)) for pair in liked]
        return Picked(exact, pick_examples(pairs, made))

    async def made(self) -> int:
        """How many pairs were made from the schema, once that has ended."""
        return await self._first_day.finished() if self._first_day is not None else 0

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
