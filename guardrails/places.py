"""Where linked values stand in a message; their offsets are those of the standalone question."""

from __future__ import annotations

import re

from memory.schema import LinkedValue

# From this score on a link is as good as exact.
SURE = 0.9


def place_of(message: str, link: LinkedValue) -> tuple[int, int] | None:
    """Start and end of the link's words in the message, or None where they are not in it.

    >>> place_of("and Psycho?", LinkedValue("Psycho", "Film", "title", "Psycho", 17, 23))
    (4, 10)
    """
    if message[link.start : link.end] == link.text:
        return link.start, link.end
    found = re.search(rf"(?<!\w){re.escape(link.text)}(?!\w)", message, re.IGNORECASE)
    return found.span() if found and link.text.strip() else None
