"""A document as it is kept: one text, in which everything else is found by character offsets.

Headings are lines that begin with `#`, rows of a table are lines with ` | ` between the cells, as
Markdown has them; what a reader makes of a file is written so, whatever the file was.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

# Control characters but tab and line break, halves of characters, marks that are not seen.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff\ud800-\udfff]")
_BREAK = re.compile("\r\n?|\x0c|\u2028|\u2029")
_BLANKS = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Kept:
    """The text of a document; `pages` are the offsets at which its pages begin, if it has any.

    `remarks` are sentences on what could not be read of it.
    """

    text: str
    pages: tuple[int, ...] = ()
    remarks: tuple[str, ...] = ()

    def page(self, offset: int) -> int | None:
        """The number of the page that an offset is on; None where there are no pages.

        >>> Kept("one two", (0, 4)).page(3), Kept("one two", (0, 4)).page(4), Kept("one").page(0)
        (1, 2, None)
        """
        return bisect_right(self.pages, offset) if self.pages else None


def plain(text: str) -> str:
    r"""Text with line breaks of one kind and without what is not seen.

    >>> plain("a\r\nb\x00c\n\n\n\nd")
    'a\nbc\n\nd'
    """
    return _BLANKS.sub("\n\n", _UNSEEN.sub("", _BREAK.sub("\n", text)))


def row(cells: list[str]) -> str:
    """A row of a table as a line.

    >>> row(["Case", " No. ", ""])
    'Case | No. |'
    """
    return " | ".join(" ".join(cell.split()) for cell in cells).strip()
