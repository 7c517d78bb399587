"""How far a turn has come: its outcome grows with every step, so that a failure loses nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.events import AnswerToken, Choice, Notice, Outcome, Usage
from bot.steps.stage import Stage
from memory.catalogue import say


class Progress:
    """The outcome so far, and the ways to add to it."""

    def __init__(self, question: str, stage: Stage) -> None:
        self.outcome = Outcome(question=question)
        self.stage = stage
        self._opening = ""

    def note(self, **changes: Any) -> None:
        """Add to what is known, by the names of `Outcome`'s fields."""
        answer, opening = changes.get("answer"), self._opening
        if opening and answer and not answer.startswith(opening):
            changes["answer"] = f"{opening} {answer}"
        self.outcome = replace(self.outcome, **changes)

    def spend(self, usage: Usage) -> None:
        """Add what a call cost."""
        self.note(usage=self.outcome.usage + usage)

    def offer_again(self) -> None:
        """Keep the question at hand, first among what can be picked."""
        again = Choice(say("Ask again"), self.outcome.question.strip())
        self.note(choices=(again, *self.outcome.choices))

    async def open_with(self, text: str) -> None:
        """Begin the answer with a sentence, whoever gives it."""
        self._opening = f"{self._opening} {text}".strip()
        await self.stage.emit(AnswerToken(f"{text} "))

    async def tell(self, text: str) -> None:
        """Show a sentence now."""
        await self.stage.emit(Notice(text))

    async def say(self, text: str) -> None:
        """Give the answer, in one piece."""
        self.note(answer=text)
        await self.stage.emit(AnswerToken(text))
