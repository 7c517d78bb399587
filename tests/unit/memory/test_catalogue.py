"""The catalogue is whole: all that the code says is there in each language, and nothing else.

`python -m tests.catalogue` brings its files to what the code says.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from bot.page.words import said_by_page
from memory.catalogue import LANGUAGES, say, say_many, speak, speaking

ROOT = Path(__file__).parents[3]
ROOMS = ("bot", "guardrails", "memory")
FOLDER = ROOT / "memory" / "catalogue"
CATALOGUE = "memory.catalogue"
# How variables of the environment are called: ours, and those of what we connect to.
VARIABLE = re.compile(
    r"\b(?:CICERONE|OPENAI|NEO4J|CHAINLIT)_[A-Z_]+|\b[A-Z][A-Z_]*_(?:URI|URL|KEY)\b"
)
IN_TEMPLATES = re.compile(r'\bsay\("([^"]+)"')


def spoken_by(path: Path) -> Iterator[tuple[str, ...]]:
    """What a file says: (one,) or (one, many)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == CATALOGUE
        for alias in node.names
    }
    if path.parent.name == "catalogue":
        names = {"say"}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        count = {"say": 1, "marked": 1, "say_many": 2}.get(node.func.id, 0)
        given = node.args[:count]
        if node.func.id in names and all(isinstance(one, ast.Constant) for one in given) and given:
            yield tuple(str(one.value) for one in given if isinstance(one, ast.Constant))


def written_in(template: Path) -> Iterator[tuple[str, ...]]:
    """What a page of our own says."""
    for text in IN_TEMPLATES.findall(template.read_text(encoding="utf-8")):
        yield (text,)


@cache
def all_said() -> set[tuple[str, ...]]:
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    said = {said for path in paths for said in spoken_by(path)}
    said |= {said for path in (ROOT / "bot").rglob("*.html") for said in written_in(path)}
    return said | {(text,) for text in said_by_page()}


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_each_language_has_all_that_is_said_and_nothing_else(code: str) -> None:
    with (FOLDER / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    there = {one.id if isinstance(one.id, tuple) else (one.id,): one for one in catalogue if one.id}
    assert set(there) == all_said()
    for ids, message in there.items():
        told = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(told), ids
        wanted = places(ids[-1])
        for text in told:
            # Of one thing the number need not be said.
            assert places(text) | {"count"} == wanted | {"count"}, text
            assert places(text) <= wanted, text


@pytest.mark.parametrize("code", ["en", *(code for code in LANGUAGES if code != "en")])
def test_nobody_is_told_to_set_a_variable(code: str) -> None:
    told = {text for texts in all_said() for text in texts}
    if code != "en":
        told = {(FOLDER / f"{code}.po").read_text(encoding="utf-8")}
    assert told and not [found[0] for text in told if (found := VARIABLE.search(text))]


def test_a_language_that_is_not_there_is_english() -> None:
    with speaking("xx"):
        assert say("Yes.") == "Yes."


def test_numbers_stand_in_the_form_and_with_the_marks_of_the_language() -> None:
    rows = ("{count} row", "{count} rows")
    with speaking("en"):
        speak("de")
        assert say_many(*rows, 1) == "1 Zeile"
        assert say_many(*rows, 1200) == "1.200 Zeilen"
        speak("fr")
        assert say_many(*rows, 0) == "0 ligne"
        assert say_many(*rows, 1_000_000) == "1\u202f000\u202f000 lignes"
        speak("ja")
        assert say_many(*rows, 1200) == "1,200 行"
