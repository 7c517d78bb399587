"""Text for a terminal, which shows it and is not steered by it."""

from __future__ import annotations

import re

# Control characters, escape sequences among them, and marks that turn the direction of text.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    r"""The text without what steers a terminal; line ends and tabs stay.

    >>> printable("Heat\x1b]0;owned\x07\n1995")
    'Heat]0;owned\n1995'
    """
    return _STEERING.sub("", text)


def printable_line(text: str) -> str:
    r"""The text in one line, without what steers a terminal or cannot be seen.

    >>> printable_line("Heat\x1b[2J\n 1995")
    'Heat [2J 1995'
    """
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
