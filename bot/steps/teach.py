"""What is said where a question is not answered, with suggestions that were proven."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.events import Choice
from bot.steps.fresh_values import not_looked_up
from bot.steps.near_questions import Near, near_questions
from bot.steps.suggest import Suggestions
from guardrails.offer import Offer
from guardrails.scope import Redirect
from guardrails.teach import Propose, Teaching, decline, teach, which_meaning
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue, Schema
from memory.value_record import LeftOut, lacks_some, left_out_text

# Verdicts that say that the graph lacks something.
_DENIED = ("not_in_schema", "off_topic")


@dataclass(frozen=True, slots=True)
class Lesson:
    """Words for the person, what they can pick, and what was told of the graph."""

    text: str
    choices: tuple[Choice, ...] = ()
    knows: str = ""


async def _nothing() -> Sequence[LeftOut]:
    return ()


@dataclass(frozen=True, slots=True)
class Guide:
    """Puts redirects into words over one graph; `missed` gives what the index of names lacks."""

    schema: Schema
    suggestions: Suggestions
    missed: Callable[[], Awaitable[Sequence[LeftOut]]] = _nothing

    async def teach(self, redirect: Redirect, before: Sequence[str] = ()) -> Lesson:
        """Why not, what there is instead, and what can be asked.

        `before` is what each of the redirects just before told of the graph.
        """
        near = Near()
        if redirect.verdict == "not_in_schema" and not redirect.meanings:
            near = await near_questions(redirect.message, redirect.words, self.suggestions)
        propose, prove = self._after(near), self.suggestions.prove
        words = redirect.words or redirect.message.split()
        said = await self._said(near, words) if redirect.verdict in _DENIED else ""
        return _lesson(await teach(redirect, self.schema, propose, prove, before, said=said))

    async def _said(self, near: Near, words: Sequence[str]) -> str:
        """What is known of a name that was not found, and what may be the reason."""
        said = near.text or not_looked_up(words)
        missed = await self.missed() if said else ()
        if not missed:
            return said
        some = lacks_some(missed, words)
        return f"{said} {left_out_text(some)} A part of such a name is not found; write it in full."

    def _after(self, near: Near) -> Propose:
        """Suggestions behind what comes nearest."""

        def propose(
            about: Sequence[str], named: Sequence[LinkedValue] = (), turn: int = 0
        ) -> Iterator[str]:
            return chain(near.questions, self.suggestions.propose(about, named, turn))

        return propose

    async def decline(
        self,
        unread: tuple[str, ...],
        question: str,
        meanings: tuple[Offer, ...] | None = None,
        before: Sequence[str] = (),
    ) -> Lesson:
        """Which words nobody could read, and what can be asked.

        Where one word alone is unread, `meanings` are questions with what it may mean. `before` is
        what each of the redirects just before told of the graph.
        """
        if meanings:
            return _lesson(Teaching(which_meaning(" ".join(unread), meanings), meanings))
        near = await near_questions(question, unread, self.suggestions)
        propose, prove = self._after(near), self.suggestions.prove
        taught = meanings is not None and not set(" ".join(unread).lower().split()) & FUNCTION_WORDS
        said = await self._said(near, unread)
        taught = taught and not said
        given = (unread, question, self.schema, propose, prove, before)
        return _lesson(await decline(*given, teachable=taught, said=said))


def _lesson(teaching: Teaching) -> Lesson:
    choices = (Choice(offer.label, offer.question, offer.kind) for offer in teaching.choices)
    return Lesson(teaching.text, tuple(choices), teaching.knows)
