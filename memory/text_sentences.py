"""Where the sentences of a text stand. What is an abbreviation is learnt from the text itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.legal_forms import LEGAL_FORMS

# The end of a sentence, where what follows begins with a capital; or of a paragraph or a line of a
# table, a list, a heading.
_END = re.compile(
    r"[.!?…][\"'”’)\]]*(?=\s+[\"'“‘(\[]?[^\W\d_a-z])"
    r"|\n(?=\s*(?:\n|#|[-*•] |[^\n]* \| ))|(?<=\|)\n"
)
_BEFORE = re.compile(r"([^\W\d_]+(?:\.[^\W\d_]+)*)\.$")
_WORD = r"[^\W\d_]+(?:\.[^\W\d_]+)*"
_TOKEN = re.compile(_WORD + r"(?!\.|[^\W\d_])")
_INSIDE = re.compile(rf"({_WORD})\.(?=[,;:]| +[^\W\d_A-Z])")


class Sentences:
    """Finds the sentences of a text's parts."""

    def __init__(self, text: str) -> None:
        """`text` is the whole, from which is learnt which words end with a full stop of their own.

        Such are a single letter, a legal form ("Inc."), a short word with a capital ("No.", "Mr.")
        and one that the text has never without the stop, and once in the middle of a sentence.
        """
        self._text = text
        bare = {found[0].casefold() for found in _TOKEN.finditer(text)}
        inside = {found[1].casefold() for found in _INSIDE.finditer(text)}
        self._short = inside - bare

    def spans(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        r"""Start and end of each sentence between two offsets, without the blanks around it.

        >>> text = "Ada v. Byte Inc. is open. It goes on.\n\nNo. 4 | closed"
        >>> [text[a:b] for a, b in Sentences(text).spans(0, len(text))]
        ['Ada v. Byte Inc. is open.', 'It goes on.', 'No. 4 | closed']
        """
        at = start
        for found in _END.finditer(self._text, start, end):
            if found[0].startswith(".") and self._goes_on(at, found.start() + 1):
                continue
            yield from self._trimmed(at, found.end())
            at = found.end()
        yield from self._trimmed(at, end)

    def _goes_on(self, start: int, stop: int) -> bool:
        """Whether the full stop before `stop` belongs to an abbreviation."""
        before = _BEFORE.search(self._text, max(start, stop - 30), stop)
        if before is None:
            return False
        word = before[1]
        folded = word.casefold()
        return (
            len(word.rpartition(".")[2]) == 1
            or folded in LEGAL_FORMS
            or folded in self._short
            or (len(word) <= 3 and word[0].isupper() and before.start() > start)
        )

    def _trimmed(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        said = self._text[start:end]
        left = len(said) - len(said.lstrip())
        if said.strip():
            yield start + left, start + len(said.rstrip())
