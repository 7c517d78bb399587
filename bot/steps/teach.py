"""What is said where a question is not answered, with suggestions that were proven."""

from __future__ import annotations

from dataclasses import dataclass

from bot.events import Choice
from bot.steps.suggest import Suggestions
from guardrails.offer import Offer
from guardrails.scope import Redirect
from guardrails.teach import Teaching, decline, teach, which_meaning
from memory.schema import Schema


@dataclass(frozen=True, slots=True)
class Lesson:
    """Words for the person, and what they can pick."""

    text: str
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """Puts redirects into words over one graph."""

    schema: Schema
    suggestions: Suggestions

    async def teach(self, redirect: Redirect, nth: int) -> Lesson:
        """Why not, what there is instead, and what can be asked; `nth` redirect in a row."""
        propose, prove = self.suggestions.propose, self.suggestions.prove
        return _lesson(await teach(redirect, self.schema, propose, prove, nth))

    async def decline(
        self, unread: tuple[str, ...], question: str, meanings: tuple[Offer, ...] | None = None
    ) -> Lesson:
        """Which words nobody could read, and what can be asked.

        Where one word alone is unread, `meanings` are questions with what it may mean.
        """
        if meanings:
            return _lesson(Teaching(which_meaning(" ".join(unread), meanings), meanings))
        propose, prove = self.suggestions.propose, self.suggestions.prove
        taught = meanings is not None
        return _lesson(
            await decline(unread, question, self.schema, propose, prove, teachable=taught)
        )


def _lesson(teaching: Teaching) -> Lesson:
    choices = (Choice(offer.label, offer.question, offer.kind) for offer in teaching.choices)
    return Lesson(teaching.text, tuple(choices))
