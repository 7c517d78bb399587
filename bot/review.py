"""What was learnt and waits: a curator sees its rows, changes it, approves or refuses it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.commands.lessons_file import reviewed
from bot.cypher.literals import inline
from bot.cypher.statement import to_cypher
from bot.errors import UsageError
from bot.events import Rows
from bot.own_memory import OwnMemory
from memory.catalogue import marked, say
from memory.lesson_book import LessonBook
from memory.lessons import Lesson
from memory.processor import apart
from memory.store import Store, now
from memory.term_book import TermBook
from memory.terms import Term

_DECIDED = 50
_APPROVED, _REFUSED = marked("A curator approved it."), marked("A curator refused it.")


@dataclass(frozen=True, slots=True)
class Tried:
    """A query, "" where there is none, and its first rows now, or why there are none."""

    cypher: str
    rows: Rows | str


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided on, how, by whom, and when (UTC, ISO)."""

    what: str
    decision: str
    by: str
    at: str


class Review:
    """The lessons and words of one graph, for a curator. Each method may raise `StoreError`."""

    def __init__(self, curator: OwnMemory, store: Store) -> None:
        self._curator = curator
        self.graph = curator.parts.settings.graph_key
        self._book = LessonBook(store, self.graph)
        self._terms = TermBook(store, self.graph)

    async def lessons(self) -> list[Lesson]:
        """The lessons that wait, the oldest first."""
        return await self._book.lessons("quarantine")

    async def words(self) -> list[Term]:
        """The words that wait."""
        return [one for one in await self._terms.all() if one.waits]

    async def tried(self, lessons: Sequence[Lesson]) -> list[Tried]:
        """What lessons return now, through the guard and within the caps.

        Raises:
            GraphError: the graph is away.
        """
        rows = (self._curator.tried(one.cypher, one.parameters) for one in lessons)
        return [
            Tried(inline(one.cypher, one.parameters), found)
            for one, found in zip(lessons, await asyncio.gather(*rows), strict=True)
        ]

    async def tried_words(self, words: Sequence[Term]) -> list[Tried]:
        """What is found for words by their meanings, where the words alone can be asked.

        Raises:
            GraphError: the graph is away.
        """
        return list(await asyncio.gather(*(self._tried(one) for one in words)))

    async def _tried(self, term: Term) -> Tried:
        vocabulary = self._curator.parts.vocabulary
        if vocabulary is None:
            return Tried("", "")
        words = await vocabulary.alone(term)
        if not words.learnt:
            return Tried(
                "",
                say(
                    "This graph has no {meaning}, or the word has a meaning here.",
                    meaning=term.meaning,
                ),
            )
        linked = await words.values.lookup(term.term)
        parse = await apart(words.parser.parse, term.term, tuple(linked))
        if not parse.readings:
            return Tried("", "")
        cypher, parameters = to_cypher(parse.readings[0].query)
        rows = await self._curator.tried(cypher, parameters)
        return Tried(inline(cypher, parameters), rows)

    async def approve(self, identifier: str, question: str, cypher: str) -> None:
        """Let a lesson serve everybody, as it stands here.

        Raises:
            UsageError: it is gone, or cannot be asked as it stands; it says why.
        """
        lesson = await self._kept(identifier, question, cypher)
        await self._book.approve(lesson.id, "operator", _APPROVED, self._curator.user)

    async def save(self, identifier: str, question: str, cypher: str) -> None:
        """Change a lesson, which waits on.

        Raises:
            UsageError: it is gone, or cannot be asked as it stands; it says why.
        """
        await self._kept(identifier, question, cypher)

    async def refuse(self, identifier: str) -> None:
        """Let a lesson serve nobody.

        Raises:
            UsageError: it is gone.
        """
        lesson = await self._waiting(identifier)
        await self._book.refuse(lesson.id, _REFUSED, self._curator.user)

    async def approve_word(self, identifier: str, means: str) -> None:
        """Let a word mean this to everybody.

        Raises:
            UsageError: it is gone, or the graph has no such thing; it says why.
        """
        term = await self._terms.named(identifier)
        meaning = await self._curator.settled(term.term, means)
        approved = replace(term, meaning=meaning)
        if approved.id != term.id:
            await self._terms.refuse(term, self._curator.user)
        await self._terms.approve([approved], self._curator.user)

    async def refuse_word(self, identifier: str) -> None:
        """Let a word mean this to those alone who taught it.

        Raises:
            UsageError: it is gone.
        """
        await self._terms.refuse(await self._terms.named(identifier), self._curator.user)

    async def decided(self) -> list[Decision]:
        """What was decided of late, the latest first."""
        lessons = [
            Decision(one.question, one.status, one.decided_by, one.decided)
            for one in await self._book.lessons()
            if one.decided and one.status != "quarantine"
        ]
        words = [
            Decision(f"{one.term} = {one.meaning}", _holding(one), one.decided_by, one.decided)
            for one in await self._terms.all()
            if one.decided
        ]
        return sorted([*lessons, *words], key=lambda one: one.at, reverse=True)[:_DECIDED]

    async def _waiting(self, identifier: str) -> Lesson:
        lesson = await self._book.lesson(identifier)
        if lesson is None:
            raise UsageError(say("This is not there any longer; somebody else decided on it."))
        return lesson

    async def _kept(self, identifier: str, question: str, cypher: str) -> Lesson:
        """The lesson as it stands on the page, kept in place of what it was."""
        lesson = await self._waiting(identifier)
        written = inline(lesson.cypher, lesson.parameters)
        if (question.split(), cypher.split()) == (lesson.question.split(), written.split()):
            return lesson
        changed = await reviewed(question, cypher, self.graph, self._curator.parts.schema)
        changed = replace(
            changed,
            draft=lesson.draft,
            problem=lesson.problem,
            why=marked("A curator changed it."),
            decided_by=self._curator.user,
            decided=now(),
        )
        await self._book.amend(lesson.id, changed)
        return changed


def _holding(term: Term) -> str:
    return "approved" if term.holds == "everybody" else "refused"
