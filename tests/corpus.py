"""Reports of made-up companies and coasts (tests/data/documents), and what they say.

The texts lie there as Markdown; they are made here into the kinds of file that their names say,
each with the paragraphs that all of them share. `facts.yaml` says what is in them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import yaml

from memory.text import fold
from tests.unit.documents.files import paragraph, pdf, table, word, word_body

DOCUMENTS = Path(__file__).parent / "data" / "documents"
NAMES = ("companies", "ships")
SIZES = ("five", "ten")
_BREAK = "<!-- page -->"
_COLUMNS, _LINES = 92, 52


@dataclass(frozen=True, slots=True)
class Saying:
    """Words of a report that say of an item what a question asks; names as they are spelt there."""

    question: str
    document: str
    words: str
    item: str
    anchor: str
    number: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An item that an answer has to list, which is known by its spellings."""

    name: str
    spellings: tuple[str, ...]
    said: tuple[Saying, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class ListAll:
    """A question that asks for all there are, in two wordings."""

    name: str
    asks: tuple[str, str]
    lists: str
    triple: tuple[str, str, str]
    anchor: tuple[str, str] | None
    items: tuple[Wanted, ...]


class Corpus:
    """So many reports of one kind."""

    def __init__(self, name: str, size: str = "ten") -> None:
        self.name, self.size = name, size
        self.folder = DOCUMENTS / name
        self._told: Mapping[str, Any] = yaml.safe_load(
            (self.folder / "facts.yaml").read_text(encoding="utf-8")
        )
        self.documents: tuple[str, ...] = tuple(self._told["corpora"][size])
        self.who: Mapping[str, str] = self._told["who"]

    @property
    def schema(self) -> Path:
        """The file that says what to look for."""
        return self.folder / "schema.yaml"

    @property
    def characters(self) -> int:
        """How long all reports are together."""
        return sum(len(self._text(name)) for name in self.documents)

    @cached_property
    def questions(self) -> tuple[ListAll, ...]:
        """The questions, with the items that the reports of this size tell of."""
        return tuple(self._question(one) for one in self._told["questions"])

    @cached_property
    def sayings(self) -> tuple[Saying, ...]:
        """All that the reports say, also of what no question asks for."""
        asked = [said for one in self.questions for item in one.items for said in item.said]
        others = [self._saying(one["question"], one) for one in self._told["others"]]
        return (*asked, *(one for one in others if one.document in self.documents))

    def make(self, folder: Path) -> Path:
        """Write the reports into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in self.documents:
            make_report(folder / name, self._text(name))
        return folder

    def _text(self, name: str) -> str:
        """A report with the paragraphs that all share."""
        usual = (self.folder / "usual.md").read_text(encoding="utf-8")
        source = name if name.endswith(".md") else f"{name}.md"
        text = (self.folder / "reports" / source).read_text(encoding="utf-8")
        return f"{text.rstrip()}\n\n{usual.replace('{company}', self.who[name])}"

    def _question(self, told: Mapping[str, Any]) -> ListAll:
        anchor = told.get("anchor")
        items = (self._wanted(told["name"], one) for one in told["items"])
        return ListAll(
            told["name"],
            (told["asks"][0], told["asks"][1]),
            told["lists"],
            (told["triple"][0], told["triple"][1], told["triple"][2]),
            (anchor["label"], anchor["name"]) if anchor else None,
            tuple(one for one in items if one.said),
        )

    def _wanted(self, question: str, told: Mapping[str, Any]) -> Wanted:
        said = (self._saying(question, one, told["name"]) for one in told["said"])
        here = tuple(one for one in said if one.document in self.documents)
        spellings = (told["name"], *told["spellings"])
        return Wanted(told["name"], spellings, here, told.get("why", ""))

    def _saying(self, question: str, told: Mapping[str, Any], of: str = "") -> Saying:
        return Saying(
            question,
            told["in"],
            told["words"],
            told["item"],
            told["anchor"],
            str(told.get("number", "")),
            of or told["item"],
        )


def spoken_in(words: str, text: str) -> str:
    """The part of a text that says these words, marks and line ends aside; "" where none does.

    >>> spoken_in("Ada v. Byte, No. 4", "In **Ada v.\\nByte**, No. 4, we lost.")
    'Ada v.\\nByte**, No. 4'
    """
    told = r"\W+".join(re.findall(r"\w+", words))
    found = re.search(rf"(?<!\w){told}(?!\w)", text)
    return found[0] if found else ""


def is_called(told: str, item: Wanted, forms: frozenset[str]) -> bool:
    """Whether what an answer tells is this item, legal forms (`forms`) and marks aside."""
    said = _bare(told, forms)
    return any(f" {_bare(one, forms)} " in f" {said} " for one in item.spellings)


def _bare(text: str, forms: frozenset[str]) -> str:
    words = [{"vs": "v", "versus": "v"}.get(one, one) for one in fold(text).split()]
    return " ".join(word for word in words if word not in forms)


def make_report(path: Path, text: str) -> None:
    """Write a text of headings, paragraphs, tables and page breaks as the kind of its name."""
    if path.suffix == ".md":
        path.write_text(text.replace(f"{_BREAK}\n\n", ""), encoding="utf-8")
        return
    blocks = list(_blocks(text))
    if path.suffix == ".html":
        body = "\n".join(_html(kind, lines) for kind, lines in blocks)
        path.write_text(f"<html><body>\n{body}\n</body></html>", encoding="utf-8")
    elif path.suffix == ".docx":
        word(path, word_body(*(_word(kind, lines) for kind, lines in blocks)))
    else:
        pdf(path, *_pages(blocks))


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """(kind, lines): "h1", "h2" …, "p", "table" (cells between tabs) or "page"."""
    for block in re.split(r"\n\s*\n", text.replace("**", "").strip()):
        lines = block.strip().split("\n")
        if block.strip() == _BREAK:
            yield "page", []
        elif lines[0].startswith("|"):
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
            yield "table", ["\t".join(row) for row in rows if not set("".join(row)) <= set("-: ")]
        elif lines[0].startswith("#"):
            marks, _, title = lines[0].partition(" ")
            yield f"h{len(marks)}", [title]
        else:
            yield "p", [" ".join(lines)]


def _html(kind: str, lines: list[str]) -> str:
    if kind == "page":
        return "<hr>"
    if kind != "table":
        return f"<{kind}>{escape(lines[0])}</{kind}>"
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row.split("\t")) for row in lines)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _word(kind: str, lines: list[str]) -> str:
    if kind == "table":
        return table(*(tuple(map(escape, row.split("\t"))) for row in lines))
    if kind == "page":
        return ""
    style = {"h1": "berschrift1", "h2": "berschrift2", "h3": "berschrift3"}.get(kind, "")
    return paragraph(escape(lines[0]), style)


def _pages(blocks: list[tuple[str, list[str]]]) -> Iterator[str]:
    """Lines as a printed page has them; what a page does not hold goes on with the next."""
    page: list[str] = []
    for kind, lines in blocks:
        if kind == "page" or len(page) > _LINES:
            yield "\n".join(page)
            page = []
        for line in lines:
            page += (
                [line.replace("\t", "   ")] if kind == "table" else textwrap.wrap(line, _COLUMNS)
            )
    yield "\n".join(page)
