"""Where example pairs come from: what the asker liked, approved lessons, pairs from the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog

from bot.cypher.literals import inline
from bot.errors import UsageError
from bot.events import Outcome
from bot.first_day import FirstDay
from bot.layer.match import VerifiedPair, VerifiedQuestions
from bot.steps.learn import Answered, of_one_conversation
from bot.steps.lift import SURE
from bot.steps.pick_examples import Picked, pick_examples, pick_mistakes
from bot.steps.write import Remembered, Statement, same_statement
from memory.question_form import question_form
from memory.schema import LinkedValue, Schema

if TYPE_CHECKING:  # SQLAlchemy takes a second to import; `ask` does without
    from bot.learning import Learning
    from memory.examples import Example, Examples
    from memory.own_pairs import OwnPairs

# The welcome screen of a phone holds no more.
MOST_PINS = 8
_LIKED, _LEARNT, _VERIFIED = 3, 4, 3
_log = structlog.get_logger(__name__)
_REFUSED = "The person who asked said that this does not answer it."


class Shelf:
    """The examples of one graph. Without a store there are only those made from the schema."""

    def __init__(
        self,
        graph: str,
        schema: Schema,
        first_day: FirstDay | None,
        examples: Examples | None = None,
        learning: Learning | None = None,
        verified: VerifiedQuestions | None = None,
        own: OwnPairs | None = None,
    ) -> None:
        self._graph = graph
        self._fingerprint = schema.fingerprint
        self._first_day = first_day
        self._examples = examples
        self._learning = learning
        self._verified = verified
        self.own = own

    async def exact(
        self, user: str, question: str, linked: Sequence[LinkedValue]
    ) -> Remembered | None:
        """What was verified for this question, else what this person liked or all approved.

        Never one that this person disliked.

        Raises:
            StoreError: the database fails.
        """
        pair = await self._verified.match(question, linked) if self._verified else None
        if pair is not None and not same_statement(pair, await self.disliked(user, question)):
            return pair
        if self._examples is not None:
            own = await self._examples.exact(user, self._graph, question, self._fingerprint)
            if own is not None:
                return own
        found = await self._learning.exact(question, linked) if self._learning else None
        disliked = await self.disliked(user, question) if found is not None else None
        return None if found is None or same_statement(found, disliked) else found

    async def disliked(self, user: str, question: str) -> Remembered | None:
        """The statement of which this person said that it does not answer this very question.

        Raises:
            StoreError: the database fails.
        """
        if self._examples is None:
            return None
        return await self._examples.disliked(user, self._graph, question)

    async def pick(
        self, user: str, question: str, linked: Sequence[LinkedValue], *, made: bool = True
    ) -> Picked:
        """The pairs to show a model, and mistakes made before; without `made` people's alone.

        Raises:
            StoreError: the database fails.
        """
        named = [v.text for v in linked if v.score >= SURE]
        form = question_form(question, named)
        pairs: list[tuple[str, str]] = []
        if self._verified is not None:
            pairs += await self._verified.nearest(question, named, _VERIFIED)
        mistakes: list[tuple[str, str, str]] = []
        if self._examples is not None:
            key = (user, self._graph, question, self._fingerprint)
            liked = await self._examples.nearest(*key, k=_LIKED)
            pairs += [(one.question, inline(one.cypher, one.parameters)) for one in liked]
            refused = await self.disliked(user, question)
            if refused is not None:
                mistakes.append((question, inline(refused.cypher, refused.parameters), _REFUSED))
        if self._learning is not None:
            learnt = await self._learning.nearest(form, _LEARNT)
            pairs += [(one.question, inline(one.cypher, one.parameters)) for one in learnt]
            mistakes += await self._learning.mistakes(learnt)
        of_schema = await self._first_day.nearest(form) if made and self._first_day else []
        return Picked(pick_examples(pairs, of_schema), pick_mistakes(mistakes))

    async def made(self) -> int:
        """How many pairs were made from the schema, once that has ended."""
        return await self._first_day.finished() if self._first_day is not None else 0

    async def learn(self, user: str, answered: Answered) -> None:
        """Put a pair whose first draft had failed into quarantine.

        Raises:
            StoreError: the database fails.
        """
        if self._learning is not None:
            await self._learning.learn(user, answered, liked=False)

    async def chose(self, user: str, question: str, meant: Statement, engine: str) -> None:
        """Keep what a person said that a question means, for themselves alone.

        Raises:
            StoreError: the database fails.
        """
        if self._examples is not None:
            values = dict(meant.parameters)
            given = (user, self._graph, question, meant.cypher, values, self._fingerprint)
            await self._examples.keep(*given, engine, source="chosen")

    async def pin(self, user: str, question: str, meant: Statement) -> bool:
        """Keep a question with its query, to stand on the person's welcome page; whether it is.

        Raises:
            UsageError: as many are pinned as one may.
            StoreError: the database fails.
        """
        if self._examples is None or self.own is None:
            return False
        pins = await self.own.pinned(user, self._graph)
        if len(pins) >= MOST_PINS and all(one.question != question for one in pins):
            raise UsageError(
                f"{MOST_PINS} questions are pinned, as many as there is room for; unpin one under "
                "Memory first."
            )
        values = dict(meant.parameters)
        given = (user, self._graph, question, meant.cypher, values, self._fingerprint)
        return await self._examples.keep(*given, "memory", source="pinned") is not None

    async def amend(self, user: str, pair: Example, question: str, meant: Statement) -> None:
        """Keep another question or query in place of a pair; the person stands for it.

        Raises:
            UsageError: the question is blank.
            StoreError: the database fails.
        """
        if self._examples is None or self.own is None:
            return
        values = dict(meant.parameters)
        given = (user, self._graph, question, meant.cypher, values, self._fingerprint)
        kept = await self._examples.keep(*given, pair.engine, source=pair.source)
        if kept is None:
            raise UsageError("The question is blank.")
        if kept.id != pair.id:
            await self.own.forget(user, pair.id)

    async def forgotten(self) -> None:
        """Let the search indexes forget what the store has forgotten.

        Raises:
            StoreError: the database or an index fails.
        """
        if self._examples is not None:
            await self._examples.refresh()
        if self._learning is not None:
            await self._learning.refresh()

    async def failed(self, user: str, question: str, remembered: Remembered, why: str) -> None:
        """What did not hold is served no longer: a lesson until it is confirmed anew.

        A person's own pair is, once they like an answer to the question again.

        Raises:
            StoreError: the database fails.
        """
        if isinstance(remembered, VerifiedPair):
            _log.warning("a verified question did not hold", question=question, why=why)
        elif remembered.lesson and self._learning is not None:
            await self._learning.failed(remembered.lesson, why)
        elif not remembered.lesson and self._examples is not None:
            await self._examples.set_aside(user, self._graph, question)

    async def like(self, user: str, outcome: Outcome, positive: bool, why: str = "") -> bool:
        """Remember or forget an answered question; what was not answered is let be.

        Returns:
            Whether it is kept as a lesson, too, of which `why` says where it comes from.

        Raises:
            StoreError: the database fails.
        """
        if self._examples is None or not outcome.cypher or not outcome.standalone or outcome.act:
            return False
        answered = Answered(
            outcome.standalone,
            outcome.cypher,
            outcome.parameters,
            outcome.linked,
            outcome.result.columns if outcome.result else (),
            outcome.engine or "offline",
            why=why,
        )
        given = (user, self._graph, outcome.standalone, outcome.cypher, dict(outcome.parameters))
        if not positive:
            await self._examples.keep(*given, self._fingerprint, answered.engine, liked=False)
            if self._learning is not None:
                await self._learning.dislike(user, answered)
        elif not outcome.error and not of_one_conversation(outcome.parameters):
            await self._examples.keep(*given, self._fingerprint, answered.engine)
            if self._learning is not None:
                return await self._learning.learn(user, answered, liked=True)
        return False
