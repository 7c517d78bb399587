"""What people's answers teach: lessons are kept, found again, confirmed and withdrawn."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from bot.steps.bind import Bound, bind, forms
from bot.steps.learn import Answered, lesson_from, may_show
from memory.errors import StoreError
from memory.lesson_book import LessonBook
from memory.lesson_search import LessonSearch
from memory.lessons import Lesson
from memory.question_form import QuestionForm, same_question
from memory.schema import LinkedValue, Schema

_log = structlog.get_logger(__name__)


class Learning:
    """The lessons of one graph as they are used; its methods raise `StoreError` unless told."""

    def __init__(self, book: LessonBook, search: LessonSearch, schema: Schema) -> None:
        self.book = book
        self._search = search
        self._schema = schema

    async def exact(self, question: str, linked: Sequence[LinkedValue]) -> Bound | None:
        """The approved statement for a question of this form, with the question's own values."""
        possible = forms(question, linked)
        found = await self.book.by_form(possible, self._schema.fingerprint)
        return bind(found, possible, linked, self._schema)

    async def nearest(self, form: QuestionForm, k: int) -> list[Lesson]:
        """Approved lessons nearest in form, best first; none where the index fails: it is logged.

        Those of another schema are left out: they may name what is gone.
        """
        try:
            found = await self._search.nearest(form, 2 * k)
        except StoreError as error:
            _log.warning("lessons not searched", why=str(error))
            return []
        return [one for one in found if one.fingerprint == self._schema.fingerprint][:k]

    async def mistakes(self, learnt: Sequence[Lesson]) -> list[tuple[str, str, str]]:
        """(question, draft that failed, why) of lessons; what is hidden by now is not told."""
        found = []
        for one in learnt:
            draft, why = await may_show(one.draft, one.problem, self._schema)
            if draft:
                found.append((one.question, draft, why))
        return found

    async def learn(self, person: str, answered: Answered, *, liked: bool) -> bool:
        """Keep what an answer teaches, where it does; whether it is."""
        folded = same_question(answered.question)
        lesson = await lesson_from(answered, self.book.graph, self._schema)
        if lesson is None or not folded:
            return False
        await self.book.learn(lesson, person, folded, liked=liked)
        return True

    async def dislike(self, person: str, answered: Answered) -> None:
        """Withdraw what taught an answer that somebody dislikes."""
        lesson = await lesson_from(answered, self.book.graph, self._schema)
        folded = same_question(answered.question)
        await self.book.dislike(person, folded, lesson.id if lesson else "", answered.cypher)

    async def failed(self, lesson: str, why: str) -> None:
        """A lesson that did not hold goes back to quarantine."""
        await self.book.demote(lesson, why)

    async def refresh(self) -> None:
        """Let the index hold what the book holds; raises `StoreError` where it fails."""
        await self._search.refresh()

    async def close(self) -> None:
        """Let go of the index."""
        await self._search.close()
