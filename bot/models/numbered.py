"""The sentences of a text, numbered: a reply points at one by its number and need not copy it."""

from __future__ import annotations

from collections.abc import Sequence

from memory.documents import where
from memory.text_sentences import Sentences

# What is searched for in a passage may be no longer (`memory.documents.where`).
_LONGEST = 900


class Numbered:
    r"""The sentences and rows of a text; `first` is the number of the first one.

    >>> numbered = Numbered("Ada sues.\nBo\npays.", first=4)
    >>> numbered.shown()
    '[4] Ada sues.\n[5] Bo pays.'
    >>> numbered.at(5), numbered.at(9), numbered.last
    ('Bo pays.', '', 5)
    """

    def __init__(self, text: str, first: int = 1) -> None:
        spans = Sentences(text).spans(0, len(text))
        whole = (" ".join(text[start:end].split()) for start, end in spans)
        self._sentences = [part for one in whole for part in _parts(one)]
        self.first, self.last = first, first + len(self._sentences) - 1

    def at(self, number: int) -> str:
        """The sentence of a number; "" where there is none."""
        known = self.first <= number <= self.last
        return self._sentences[number - self.first] if known else ""

    def saying(self, names: Sequence[str], number: int) -> str:
        """The sentence that holds the most of some names, the nearest to a number of those.

        Small models find what is said, and count badly where. The sentence of the number itself
        where none holds any: "we" may be named in a heading alone.

        >>> Numbered("Ada sued Byron. Byron won. Cole left.").saying(("Byron", "Ada"), 2)
        'Ada sued Byron.'
        >>> Numbered("Ada sued Byron. Byron won. Cole left.").saying(("Byron", "Dora"), 2)
        'Byron won.'
        >>> Numbered("Ada sued Byron.").saying(("Dora",), 1)
        'Ada sued Byron.'
        """
        most, best = 0, self.at(number)
        told = [name for name in names if name]
        for one in sorted(range(self.first, self.last + 1), key=lambda n: abs(n - number)):
            held = sum(where(name, self.at(one)) is not None for name in told)
            if held > most:
                most, best = held, self.at(one)
        return best

    def part(self, first: int, last: int) -> str:
        """The text from a number to another, a sentence a line."""
        return "\n".join(self.at(number) for number in range(first, last + 1))

    def shown(self, first: int | None = None, last: int | None = None) -> str:
        """The sentences from a number to another, a line each."""
        numbers = range(first or self.first, (last or self.last) + 1)
        return "\n".join(f"[{number}] {self.at(number)}" for number in numbers)


def _parts(sentence: str) -> list[str]:
    """A sentence, cut at blanks where it is too long."""
    parts = []
    while len(sentence) > _LONGEST:
        cut = sentence.rfind(" ", 1, _LONGEST)
        cut = cut if cut > 0 else _LONGEST
        parts.append(sentence[:cut].strip())
        sentence = sentence[cut:].strip()
    return [*parts, sentence]
