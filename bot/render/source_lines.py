"""The sources of an answer from documents as short lines of text."""

from __future__ import annotations

from bot.events import Outcome, Source
from memory.catalogue import in_quotes, say

_ITEMS, _LONGEST = 20, 240


def source_lines(outcome: Outcome) -> list[str]:
    """A line an item with the first sentence that says so, then passages that may tell more."""
    told = [one for one in outcome.items if one.sources]
    lines = []
    for item in told[:_ITEMS]:
        name = item.name
        if item.found_by == "passages":
            name = say("{name} (in passages alone)", name=name)
        lines.append(f"{name}: {source_line(item.sources[0])}")
    if len(told) > _ITEMS:
        lines.append(say("The sources of {count} more are left out.", count=len(told) - _ITEMS))
    if lines:
        lines.insert(0, say("Sources:"))
    if outcome.near:
        lines.append(say("Passages that may tell more:"))
        lines += [source_line(one) for one in outcome.near]
    return lines


def source_line(source: Source) -> str:
    """A sentence and where it stands.

    >>> source_line(Source("a.pdf", "Ada  sues Byte.", 3))
    '“Ada sues Byte.” (a.pdf, page 3)'
    """
    flat = " ".join(source.words.split())
    words = flat if len(flat) <= _LONGEST else f"{flat[:_LONGEST].rsplit(' ', 1)[0]} …"
    return f"{in_quotes(words)} ({place(source)})"


def place(source: Source) -> str:
    """The document of a source, and its page where it has pages."""
    return place_of(source.document, source.page)


def place_of(document: str, page: int | None) -> str:
    """A document, and a page of it where it has pages."""
    return (
        document
        if page is None
        else say("{document}, page {page}", document=document, page=str(page))
    )
