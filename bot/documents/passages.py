"""A text cut into passages of about two thousand characters, as it stands.

A passage is a span of the kept text: nothing is joined, left out or repeated, so its offsets are
exact. It ends before a heading, or after a paragraph, a row of a table or a sentence, whichever is
the last that still fits. The pages of a document do not end it: a sentence may go on over them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bot.documents.kept import Kept
from memory.text_sentences import Sentences

SIZE = 2_000
# A passage smaller than this goes on over a heading, so that short sections share one.
_LEAST = 600
_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S[^\n]*)$", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of a document's text; `headings` are those above its beginning, the widest first."""

    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()
    page: int | None = None
    last_page: int | None = None

    @property
    def hash(self) -> str:
        """What changes when the passage, or what stands above it, does."""
        told = "\0".join((*self.headings, self.text))
        return hashlib.sha256(told.encode()).hexdigest()[:24]


def cut(kept: Kept, size: int = SIZE) -> Iterator[Passage]:
    r"""The passages of a text, in order; together they hold all of it but blanks between them.

    >>> text = "# A\n\nOne. Two.\n\n# B\n\nThree."
    >>> [p.text for p in cut(Kept(text), size=14)]
    ['# A\n\nOne. Two.', '# B\n\nThree.']
    """
    text = kept.text
    heads = [(m.start(), len(m[1]), m[2].strip()) for m in _HEADING.finditer(text)]
    starts = [at for at, _, _ in heads]
    trail: list[tuple[int, str]] = []
    passed = 0
    for start, end in _spans(text, starts, size):
        while passed < len(heads) and heads[passed][0] < start:
            trail = _below(trail, heads[passed])
            passed += 1
        above = trail
        if passed < len(heads) and heads[passed][0] == start:  # its own heading stands in it
            above = [one for one in trail if one[0] < heads[passed][1]]
        headings = tuple(title for _, title in above)
        page, last = kept.page(start), kept.page(end - 1)
        yield Passage(start, end, text[start:end], headings, page, last)


def _below(trail: list[tuple[int, str]], head: tuple[int, int, str]) -> list[tuple[int, str]]:
    return [one for one in trail if one[0] < head[1]] + [(head[1], head[2])]


def _spans(text: str, heads: list[int], size: int) -> Iterator[tuple[int, int]]:
    """Pieces put together as long as they fit."""
    headings, start, end = set(heads), -1, -1
    least = min(_LEAST, size // 3)
    for a, b in _pieces(text, heads, size):
        new_section = a in headings and end - start >= least
        if start >= 0 and (b - start > size or new_section):
            yield start, end
            start = -1
        if start < 0:
            start = a
        end = b
    if start >= 0:
        yield start, end


def _pieces(text: str, heads: list[int], size: int) -> Iterator[tuple[int, int]]:
    """The smallest spans that are not cut: paragraphs, or what of them fits."""
    edges = sorted({0, len(text), *heads, *(m.end() for m in _PARAGRAPH.finditer(text))})
    sentences: Sentences | None = None
    for a, b in pairwise(edges):
        for start, end in _trimmed(text, a, b):
            if end - start <= size:
                yield start, end
                continue
            sentences = sentences or Sentences(text)
            for line_start, line_end in _lines(text, start, end):
                if line_end - line_start <= size // 2:
                    yield line_start, line_end
                    continue
                for one in sentences.spans(line_start, line_end):
                    yield from _hard(text, *one, size)


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The rows of a table one by one, what stands between them as a whole."""
    at = held = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        if " | " in text[at:stop]:
            yield from _trimmed(text, held, at)
            yield from _trimmed(text, at, stop)
            held = stop
        at = stop + 1
    yield from _trimmed(text, held, end)


def _hard(text: str, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """What is longer than a passage, cut at blanks, or anywhere where there is none."""
    while end - start > size:
        blank = max(text.rfind(mark, start + 1, start + size) for mark in (" ", "\n"))
        stop = blank if blank > start + size // 2 else start + size
        yield from _trimmed(text, start, stop)
        start = stop
    yield from _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    said = text[start:end]
    if said.strip():
        yield start + len(said) - len(said.lstrip()), start + len(said.rstrip())
