"""`cicerone describe`: drafts the file that describes a graph, and adds what it lacks."""

from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path

from bot.bootstrap import open_graph
from bot.commands.from_old import verified_entries, word_entries
from bot.commands.learnt import open_lessons
from bot.commands.lessons_file import from_toml
from bot.errors import UsageError
from bot.layer.add import Added, add_missing
from bot.layer.draft import HEAD, Meaning, drafted
from bot.layer.form import Layer
from bot.layer.from_model import meanings_of
from bot.layer.read import read_layer, text_of
from bot.models.opening import open_model
from bot.render.printable import printable_line
from bot.settings import Settings
from bot.terminology import file_terms
from guardrails.personal import without_personal
from memory.lessons import Lesson
from memory.schema import Schema
from memory.text import several


async def describe(
    settings: Settings, *, from_old: bool = False, by: str = "", lessons: Path | None = None
) -> int:
    """Draft the file of a graph; a line that is there is never changed.

    Args:
        settings: The graph, and the model that helps where one is set.
        from_old: Add the terms of terminology.yaml and the approved lessons instead.
        by: Who vouches for those lessons.
        lessons: A file as `cicerone examples export` writes it, beside those of the store.

    Raises:
        UsageError: a file has a mistake, or cannot be written.
        GraphError: the graph cannot be reached.
    """
    if from_old and not by.strip():
        raise UsageError("Say who vouches for the lessons, with --by NAME.")
    path = settings.layer_file
    before = text_of(path) if path.exists() else None
    text = HEAD.format(graph=settings.graph_name) if before is None else before
    layer = read_layer(path, text).layer
    async with open_graph(settings) as graph:
        # A file that people pass on, and a model's prompt, are no place for somebody's telephone.
        schema = without_personal(await graph.schema())
    if from_old:
        given = await _lessons(settings, lessons, schema)
        entries = word_entries(file_terms(settings, schema), layer)
        entries += verified_entries(given, layer, by.strip(), date.today())
    else:
        entries = drafted(settings.graph_name, schema, await _meanings(settings, schema, layer))
    added = add_missing(path, text, entries)
    if added.text != before:
        _write(path, before, added.text)
    _tell(path, added, from_old=from_old)
    return 0


async def _meanings(settings: Settings, schema: Schema, layer: Layer) -> dict[str, Meaning]:
    """What a model says, where there is one."""
    if not settings.has_model or settings.engine == "offline":
        return {}
    model = open_model(settings)
    try:
        values = settings.send != "schema"
        return await meanings_of(model, schema, layer, _warn, values=values)
    finally:
        await model.close()


async def _lessons(settings: Settings, path: Path | None, schema: Schema) -> list[Lesson]:
    """What was approved in the store, and is in a file."""
    async with open_lessons(settings) as book:
        found = await book.lessons("approved")
    if path is None:
        path = settings.folder / "lessons.toml"
        if not path.exists():
            return found
    given, problems = await from_toml(text_of(path), settings.graph_key, schema)
    for problem in problems:
        _warn(f"{path}, {problem}")
    return [*found, *given]


def _write(path: Path, before: str | None, text: str) -> None:
    """Put the new text in the file's place, at once.

    Raises:
        UsageError: it cannot be written, or somebody has changed it meanwhile.
    """
    path = path.resolve()
    if (text_of(path) if path.exists() else None) != before:
        raise UsageError(f"{path} was changed meanwhile; try again.")
    aside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(text.encode())
        if before is not None:
            aside.chmod(path.stat().st_mode)
        os.replace(aside, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from None


def _tell(path: Path, added: Added, *, from_old: bool) -> None:
    for left in added.left:
        _warn(f"{path}, {left} was not added: it is written in brackets there.")
    if not added.count:
        print(f"{path} lacks nothing.")
        return
    print(f"{several(added.count, 'entry', 'entries')} added: {path}")
    if from_old:
        print("What was taken over holds from now on; the old files can go.")


def _warn(text: str) -> None:
    print(f"cicerone: {printable_line(text)}", file=sys.stderr)
