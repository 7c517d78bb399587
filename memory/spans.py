"""A question cut into words, and the stretches of words that may stand for a stored value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from memory.english import FUNCTION_WORDS, ORDERS, in_dictionary, singulars
from memory.moments import CALENDAR_WORDS, moments
from memory.text import fold

LONGEST = 12
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff]")
_MOST_UNSPACED = 60
# English writes these with a capital wherever they stand.
_NEVER_NAMES = CALENDAR_WORDS | {"i"}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_QUOTES = re.compile(
    r"\"([^\"]+)\"|“([^”]+)”|«([^»]+)»|‘([^’]+)’(?!\w)|(?<!\w)'([^']+(?:'\w[^']*)*)'(?!\w)"
)
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """One word. `start` and `end` are character offsets; `bare_end` is before a possessive 's.

    `marked` says that its case makes it look like a name; `quote` numbers the quotation it is in.
    """

    folded: str
    bare: str
    start: int
    end: int
    bare_end: int
    marked: bool
    quote: int | None

    @property
    def functional(self) -> bool:
        """Whether it is a function word."""
        return self.folded in FUNCTION_WORDS

    @property
    def telling(self) -> bool:
        """Whether it may point at something: no function word, or marked as a name."""
        return self.marked or not self.functional

    @property
    def known(self) -> bool:
        """Whether it is ordinary English that is not marked as a name."""
        return not self.marked and (in_dictionary(self.folded) or in_dictionary(self.bare))


class Span(NamedTuple):
    """Words `first` up to (not including) `last`, as one of the keys they may be stored under.

    `quality` is 1 for the folded words as they are, less where an ending or a space was dropped.
    `moment` says that the key is the written date or time in another format.
    """

    first: int
    last: int
    start: int
    end: int
    key: str
    quality: float
    moment: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its words."""

    text: str
    words: tuple[Word, ...]

    def folded(self, first: int, last: int) -> str:
        """The folded words of a stretch, without a final possessive."""
        parts = [word.folded for word in self.words[first:last]]
        return " ".join([*parts[:-1], self.words[last - 1].bare])

    def quoted(self, first: int, last: int) -> bool:
        """Whether the stretch is a whole quotation."""
        quote = self.words[first].quote
        if quote is None or self.words[last - 1].quote != quote:
            return False
        outer = (self.words[i].quote for i in (first - 1, last) if 0 <= i < len(self.words))
        return quote not in outer

    def splits_quotation(self, first: int, last: int) -> bool:
        """Whether the stretch takes a part of a quotation, or more than one."""
        unquoted = all(self.words[i].quote is None for i in range(first, last))
        return not unquoted and not self.quoted(first, last)

    def spans(self) -> Iterator[Span]:
        """Every stretch under every key, where it is not made of function words alone."""
        for first in range(len(self.words)):
            head = ""
            longest = len(self.words) if self.words[first].quote is not None else first + LONGEST
            for last in range(first + 1, min(longest, len(self.words)) + 1):
                if not self.splits_quotation(first, last) and self._meaningful(first, last):
                    yield from self._keys(first, last, head)
                head += self.words[last - 1].folded + " "
        yield from self._moments()
        yield from self._unspaced()

    def _unspaced(self) -> Iterator[Span]:
        """Stretches of words in scripts that put no spaces between them."""
        for at, word in enumerate(self.words):
            text = self.text[word.start : word.end]
            if not _UNSPACED.search(text):
                continue
            for i in range(min(len(text), _MOST_UNSPACED)):
                for j in range(i + 2, min(i + LONGEST, len(text)) + 1):
                    key = fold(text[i:j])
                    yield Span(at, at + 1, word.start + i, word.start + j, key, 1.0)

    def _moments(self) -> Iterator[Span]:
        for moment in moments(self.text):
            inside = [
                i
                for i, word in enumerate(self.words)
                if moment.start <= word.start and word.end <= moment.end
            ]
            if not inside or self.splits_quotation(inside[0], inside[-1] + 1):
                continue
            for form in moment.forms:
                yield Span(inside[0], inside[-1] + 1, moment.start, moment.end, form, 0.95, True)

    def _meaningful(self, first: int, last: int) -> bool:
        if self.quoted(first, last):
            return True
        if last - first == 1 and self.words[first].folded in ORDERS:
            return self.words[first].marked
        return any(self.words[i].telling for i in range(first, last))

    def _keys(self, first: int, last: int, head: str) -> Iterator[Span]:
        start, final = self.words[first].start, self.words[last - 1]
        bare = head + final.bare
        yield Span(first, last, start, final.bare_end, bare, 1.0)
        if final.bare != final.folded:
            yield Span(first, last, start, final.end, head + final.folded, 0.96)
        if head and not bare.replace(" ", "").isdigit():
            yield Span(first, last, start, final.bare_end, bare.replace(" ", ""), 0.98)
        if final.quote is None:
            for one in singulars(final.bare):
                yield Span(first, last, start, final.bare_end, head + one, 0.95)


def read_question(text: str) -> Question:
    """Cut a question into words.

    >>> [word.bare for word in read_question("Which are Tom Hanks's 'sci-fi' films?").words]
    ['which', 'are', 'tom', 'hanks', 'sci', 'fi', 'films']
    """
    quotes = [match.span() for match in _QUOTES.finditer(text)]
    found = [match for match in _WORD.finditer(text) if fold(match.group())]
    telling = _case_tells([match.group() for match in found])
    words = []
    for match in found:
        possessive = _POSSESSIVE.search(match.group())
        bare_end = match.end() - (len(possessive.group()) if possessive else 0)
        quote = next(
            (n for n, (a, b) in enumerate(quotes) if a < match.start() and match.end() < b), None
        )
        capital = match.group()[0].isupper() or any(c.isupper() for c in match.group()[1:])
        marked = (
            telling
            and capital
            and not _opens_sentence(text, match.start())
            and fold(match.group()) not in _NEVER_NAMES
        )
        words.append(
            Word(
                fold(match.group()),
                fold(text[match.start() : bare_end]) or fold(match.group()),
                match.start(),
                match.end(),
                bare_end,
                marked,
                quote,
            )
        )
    return Question(text, tuple(words))


def _case_tells(words: list[str]) -> bool:
    """Whether capitals mean names: not in shouted or fully capitalised questions."""
    plain = [word for word in words if word.isalpha()]
    capitals = sum(word[0].isupper() for word in plain)
    return len(plain) < 4 or capitals <= 0.7 * len(plain)


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \t\n\"'“‘«(")
    return not before or before[-1] in ".?!:"
