"""Words that are a telling *part* of a stored name, and names of states put in other words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory.spans import Question
from memory.value_found import Found, Stored, found_at

_SMALLEST_PART = 0.25


def free_words(question: Question, found: Sequence[Found]) -> list[int]:
    """Positions of words in no match, that may be part of a name: neither numbers nor function."""
    taken = {i for f in found for i in range(f.first, f.last)}
    return [
        i
        for i, word in enumerate(question.words)
        if i not in taken
        and not (word.functional and not word.marked)
        and not any(c.isdigit() for c in word.folded)
    ]


def part_matches(question: Question, free: Sequence[int], stored: Iterable[Stored]) -> list[Found]:
    """Links of words that are a part of a stored name: "Hanks" for Tom Hanks."""
    free_set = set(free)
    return [f for value in stored if (f := _part(question, free_set, value)) is not None]


def _part(question: Question, free: set[int], value: Stored) -> Found | None:
    best: tuple[int, int] | None = None
    words = value.keys[0].split()
    for first in free:
        for last in range(min(len(question.words), first + len(words)), first, -1):
            if last - 1 not in free or question.splits_quotation(first, last):
                continue
            run = question.folded(first, last).split()
            if _within(run, words):
                if best is None or last - first > best[1] - best[0]:
                    best = first, last
                break
    if best is None or not _tells_part(question, *best):
        return None
    text = question.folded(*best)
    share = len(text) / len(value.keys[0])
    if share < _SMALLEST_PART:
        return None
    return found_at(question, *best, value, 0.5 + 0.4 * share, "partial")


def _within(run: list[str], words: list[str]) -> bool:
    return any(words[i : i + len(run)] == run for i in range(len(words) - len(run) + 1))


def _tells_part(question: Question, first: int, last: int) -> bool:
    """One ordinary word is no name ("love"); two in a row of a name's words are."""
    content = [w for w in question.words[first:last] if not w.functional or w.marked]
    return len(content) > 1 or any(not word.known for word in content)
