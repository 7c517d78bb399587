"""Stored values in quotation marks, as follow-ups put them in: read also as names without marks.

A frame is looked for in the words as people say them: "who acted with Tom Hanks?".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.offline.reading import Parse
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue
from memory.text import fold

_OPEN, _CLOSE = '"“', '"”'


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A question without the marks around its values; `typed` has each link as it was."""

    question: str
    linked: tuple[LinkedValue, ...]
    typed: dict[LinkedValue, LinkedValue]

    def as_typed(self, parse: Parse) -> Parse:
        """The readings with their links where they stand in the question as it was typed."""
        readings = (
            replace(r, used=tuple(self.typed.get(link, link) for link in r.used))
            for r in parse.readings
        )
        return replace(parse, readings=tuple(readings))


def either_way(
    question: str,
    linked: Sequence[LinkedValue],
    read: Callable[[str, Sequence[LinkedValue]], Parse],
) -> Parse:
    """What a question means with its quotation marks, or else without those around values.

    Marks that nobody typed, around what can only be a name, are taken off first.
    """
    if not any(mark in question for mark in _OPEN):
        return read(question, linked)
    first = _unmarked(question, linked, put_in=True)
    found = first.as_typed(read(first.question, first.linked)) if first else Parse()
    if not found.readings:
        found = read(question, linked)
    if not found.readings:
        bare = _unmarked(question, linked)
        again = bare.as_typed(read(bare.question, bare.linked)) if bare else found
        found = again if again.readings else found
    return found


def _unmarked(
    question: str, linked: Sequence[LinkedValue], *, put_in: bool = False
) -> Unmarked | None:
    """The question without the marks around values; None where there are none to take off."""
    told = {
        (link.start, link.end)
        for link in linked
        if _marked(question, link) and (_name(link) if put_in else _worded(link))
    }
    if not told:
        return None
    marks = sorted(at for start, end in told for at in (start - 1, end))
    text = "".join(char for at, char in enumerate(question) if at not in marks)
    typed = {}
    for link in linked:
        over = [span for span in told if link.start < span[1] and span[0] < link.end]
        if over and over != [(link.start, link.end)]:
            continue
        start, end = (at - sum(mark < at for mark in marks) for at in (link.start, link.end))
        typed[replace(link, start=start, end=end)] = link
    return Unmarked(text, tuple(typed), typed)


def _marked(question: str, link: LinkedValue) -> bool:
    before, after = question[: link.start][-1:], question[link.end : link.end + 1]
    return before != "" and before in _OPEN and after != "" and after in _CLOSE


def _worded(link: LinkedValue) -> bool:
    """Whether some word of it is no word that any question has, and no number."""
    return any(w.isalpha() and w not in FUNCTION_WORDS for w in fold(link.text).split())


def _name(link: LinkedValue) -> bool:
    """Whether it was put in, and reads as a name: two words or more, each with a capital."""
    words = link.text.split()
    return (
        link.method == "chosen"
        and len(words) > 1
        and all(w[0].isupper() and fold(w) not in FUNCTION_WORDS for w in words)
    )
