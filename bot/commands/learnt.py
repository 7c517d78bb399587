"""`cicerone examples`: what was learnt, for an operator to read, approve, forget and carry over.

Works beside a running chat, which sees a change at its next question.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.bootstrap import open_graph
from bot.commands.checks import open_checks
from bot.commands.lessons_file import from_toml, to_toml
from bot.commands.new_file import write_new
from bot.errors import UsageError
from bot.offline.parser import Parser
from bot.render.printable import printable_line
from bot.settings import Settings
from bot.steps.replay import Bench
from bot.steps.term_links import TermLinks
from bot.terminology import terminology_of
from bot.upkeep import Upkeep
from memory.lesson_book import LessonBook
from memory.lessons import Lesson
from memory.store import Store
from memory.text import several


async def list_lessons(settings: Settings, status: str | None) -> int:
    """Print a line for each lesson: identifier, status, question, and why it has that status."""
    async with open_lessons(settings) as book:
        lessons = await book.lessons(status)
    for lesson in lessons:
        print(f"{lesson.id}  {lesson.status:10}  {_shown(lesson)}  ({printable_line(lesson.why)})")
    if not lessons:
        kind = f"{status} " if status else ""
        print(f"There are no {kind}lessons on {book.graph} yet.")
    return 0


async def approve_lessons(settings: Settings, identifiers: Sequence[str]) -> int:
    """Serve lessons to everybody.

    Raises:
        UsageError: one of the identifiers names none, or several; then none is approved.
    """
    async with open_lessons(settings) as book:
        for lesson in [await book.named(identifier) for identifier in identifiers]:
            await book.approve(lesson.id, "operator", "An operator approved it.", "operator")
            print(f"{lesson.id} is approved: {_shown(lesson)}")
    return 0


async def forget_lessons(settings: Settings, identifiers: Sequence[str]) -> int:
    """Forget lessons for good.

    Raises:
        UsageError: one of the identifiers names none, or several; then none is forgotten.
    """
    async with open_lessons(settings) as book:
        found = [await book.named(identifier) for identifier in identifiers]
        await book.forget([lesson.id for lesson in found])
    for lesson in found:
        print(f"{lesson.id} is forgotten: {_shown(lesson)}")
    return 0


async def export_lessons(settings: Settings, path: Path | None, status: str | None) -> int:
    """Write lessons as reviewable text, to a file or to standard output.

    Raises:
        UsageError: the file is there already, or cannot be written.
    """
    async with open_lessons(settings) as book:
        lessons = await book.lessons(status)
    text = to_toml(lessons, settings.graph_name)
    if path is None:
        print(text, end="")
        return 0
    write_new(path, text)
    print(f"Written to {path}: {several(len(lessons), 'lesson')}.")
    return 0


async def import_lessons(settings: Settings, path: Path) -> int:
    """Take in a file of lessons, all of them or, where one has a mistake, none; 2 then.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"{path} cannot be read: {reason}.") from None
    async with open_graph(settings) as graph:
        schema = await graph.schema()
    try:
        lessons, problems = await from_toml(text, settings.graph_key, schema)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    for problem in problems:
        print(f"{path}, {problem}", file=sys.stderr)
    if problems:
        raise UsageError(f"Nothing was imported: {path} has {several(len(problems), 'mistake')}.")
    async with open_lessons(settings) as book:
        await book.replace(lessons)
    approved = sum(lesson.status == "approved" for lesson in lessons)
    print(f"{several(len(lessons), 'lesson')} imported, {approved:,} of them approved.")
    return 0


async def replay_lessons(settings: Settings, identifiers: Sequence[str]) -> int:
    """Run lessons again and judge them: what holds is approved, what fails goes to quarantine.

    Raises:
        UsageError: one of the identifiers names none, or several.
        GraphError: the graph is away.
    """
    async with open_lessons(settings) as book, open_checks(settings) as (graph, values):
        named = [await book.named(identifier) for identifier in identifiers]
        lessons = named or await book.lessons()
        schema = await graph.schema()
        terms = terminology_of(settings, schema)
        parser = Parser(schema, terms.elements, terms.phrases)
        upkeep = Upkeep(book, None, Bench(graph, schema, TermLinks(terms, values), parser))
        for lesson in lessons:
            said = await upkeep.lesson(lesson)
            now = await book.lesson(lesson.id) or lesson
            print(
                f"{lesson.id}  {now.status:10}  {_shown(lesson)}  ({printable_line(said)})",
                flush=True,
            )
    if not lessons:
        print(f"There are no lessons on {book.graph} yet.")
    return 0


@asynccontextmanager
async def open_lessons(settings: Settings) -> AsyncIterator[LessonBook]:
    """The lessons of the graph asked."""
    store = await Store.open(settings.database_url or settings.folder)
    try:
        yield LessonBook(store, settings.graph_key)
    finally:
        await store.close()


def _shown(lesson: Lesson) -> str:
    return printable_line(lesson.question)
