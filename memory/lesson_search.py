"""Approved lessons by the form of their questions: words and meaning together.

The index is rebuilt whenever the lessons have changed without it: they are few, and change seldom.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from memory.embedding import Embedder
from memory.embedding_away import entry_vectors, renew, vectors_of
from memory.index import Collection, Entry, Index, Search
from memory.lesson_book import LessonBook
from memory.lessons import Lesson
from memory.question_form import QuestionForm, question_form

# Raise it where the same lesson gets another form.
_VERSION = 1


def lessons_collection(embedder: Embedder) -> Collection:
    """The collection that fits an embedder."""
    return Collection("lessons", text=True, dense=embedder.size, embedder=embedder.name)


class LessonSearch:
    """Searches a book through `index`, which was opened with `lessons_collection(embedder)`."""

    def __init__(self, book: LessonBook, index: Index, embedder: Embedder) -> None:
        self._book = book
        self._index = index
        self._embedder = embedder
        self._lock = asyncio.Lock()

    async def nearest(self, form: QuestionForm, k: int) -> list[Lesson]:
        """The `k` approved lessons nearest in form, best first.

        Raises:
            StoreError: the database or the index fails.
        """
        await self.refresh()
        (vector,) = await vectors_of(self._embedder, [form.masked])
        hits = (await self._index.search([Search(k, text=form.text, vector=vector)]))[0]
        return await self._book.approved([str(hit.payload["lesson"]) for hit in hits])

    async def refresh(self) -> None:
        """Let the index hold what the book holds.

        Raises:
            StoreError: the database or the index fails.
        """
        async with self._lock:
            wanted = f"{_VERSION} {await self._book.version()} {self._embedder.name}"
            if await self._index.stamp() != wanted:
                await renew(self._index, self._entries, wanted)

    async def close(self) -> None:
        """Let go of the index."""
        await self._index.close()

    async def _entries(self, with_vectors: bool) -> AsyncIterator[Entry]:
        approved = await self._book.lessons("approved")
        forms = [_form(lesson) for lesson in approved]
        masked = [form.masked for form in forms]
        vectors = await entry_vectors(self._embedder, masked, with_vectors)
        for number, lesson in enumerate(approved, 1):
            form, vector = forms[number - 1], vectors[number - 1]
            yield Entry(number, {"lesson": lesson.id}, text=form.text, vector=vector)


def _form(lesson: Lesson) -> QuestionForm:
    values = [value for value in lesson.parameters.values() if isinstance(value, str)]
    return question_form(lesson.question, values)
