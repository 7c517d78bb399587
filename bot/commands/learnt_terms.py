"""`cicerone terms`: what people said words mean, for an operator to read, approve and forget.

Works beside a running chat, which sees a change at its next question.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.commands.new_file import write_new
from bot.render.printable import printable_line
from bot.settings import Settings
from memory.store import Store
from memory.term_book import TermBook
from memory.terms import Term
from memory.text import several

_HEAD = """\
# Words that people taught on the graph {graph}, as terminology.yaml has them. Those commented out
# hold for some people alone; several of one word contradict each other.
"""


async def list_terms(settings: Settings) -> int:
    """Print a line for each meaning: identifier, for whom it holds, and who said so."""
    async with _open_book(settings) as book:
        found = await book.all()
    for term in found:
        print(f"{term.id}  {term.holds:9}  {_shown(term)}  ({_witnesses(term)})")
    if not found:
        print(f"No words were taught on {book.graph} yet.")
    return 0


async def approve_terms(settings: Settings, identifiers: Sequence[str]) -> int:
    """Let meanings hold for everybody.

    Raises:
        UsageError: one of the identifiers names none, or several; then none is approved.
    """
    async with _open_book(settings) as book:
        found = [await book.named(identifier) for identifier in identifiers]
        await book.approve(found)
    for term in found:
        print(f"{term.id} holds for everybody: {_shown(term)}")
    return 0


async def forget_terms(settings: Settings, identifiers: Sequence[str]) -> int:
    """Forget meanings for good, whoever taught them.

    Raises:
        UsageError: one of the identifiers names none, or several; then none is forgotten.
    """
    async with _open_book(settings) as book:
        found = [await book.named(identifier) for identifier in identifiers]
        await book.withdraw(found)
    for term in found:
        print(f"{term.id} is forgotten: {_shown(term)}")
    return 0


async def export_terms(settings: Settings, path: Path | None) -> int:
    """Write what was taught as lines of terminology.yaml, to a file or to standard output.

    Raises:
        UsageError: the file is there already, or cannot be written.
    """
    async with _open_book(settings) as book:
        found = await book.all()
    text = to_yaml(found, settings.graph_name)
    if path is None:
        print(text, end="")
        return 0
    write_new(path, text)
    print(f"Written to {path}: {several(len(found), 'term')}.")
    return 0


def to_yaml(terms: Sequence[Term], graph: str) -> str:
    """The text of a terminology.yaml, under the graph's name.

    >>> print(to_yaml([Term("films", "talkie", "Film", 2, "everybody")], "films").splitlines()[-1])
      "talkie": "Film"
    """
    shared = any(term.holds == "everybody" for term in terms)
    lines = [_HEAD.format(graph=graph) + (f"{_text(graph)}:" if shared else f"# {_text(graph)}:")]
    for term in terms:
        line = f"  {_text(term.term)}: {_text(term.meaning)}"
        lines.append(line if term.holds == "everybody" else f"#{line}  # {_witnesses(term)}")
    return "\n".join(lines) + "\n"


@asynccontextmanager
async def _open_book(settings: Settings) -> AsyncIterator[TermBook]:
    store = await Store.open(settings.database_url or settings.folder)
    try:
        yield TermBook(store, settings.graph_key)
    finally:
        await store.close()


def _witnesses(term: Term) -> str:
    if not term.people:
        return "an operator approved it"
    return f"{several(term.people, 'person', 'people')} said so"


def _shown(term: Term) -> str:
    return printable_line(f"{term.term} = {term.meaning}")


def _text(text: str) -> str:
    """A quoted YAML string: JSON's are YAML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
