"""Words that are a stored name, or a part of one, *misspelt*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz.distance import OSA, Indel

from memory.spans import Question
from memory.value_found import Found, Stored, found_at
from memory.value_parts import part_score

_SIMILAR = 0.85
_SHORTEST = 5
_PAIRED = 0.6
_SAME_LETTERS = 0.93
_SMALLEST_PART = 0.4


def misspelt_matches(
    question: Question, free: Sequence[int], stored: Iterable[Stored]
) -> list[Found]:
    """Links of words that are nearly a stored name, or nearly a part of one."""
    free_set = set(free)
    found = []
    for value in stored:
        best = max(_misspelt(question, free_set, value), key=lambda f: f.link.score, default=None)
        if best is not None:
            found.append(best)
    return found


def _misspelt(question: Question, free: set[int], value: Stored) -> Iterable[Found]:
    words = value.keys[0].split()
    for first in free:
        for last in range(first + 1, min(len(question.words), first + len(words) + 1) + 1):
            if last - 1 not in free or question.splits_quotation(first, last):
                continue
            if all(word.known for word in question.words[first:last]):
                continue
            yield from _nearly(question, first, last, value, words)


def _nearly(
    question: Question, first: int, last: int, value: Stored, words: list[str]
) -> Iterable[Found]:
    asked = question.folded(first, last)
    if len(asked) < _SHORTEST:
        return
    likeness = _likeness(asked, value.keys[0])
    if likeness >= _SIMILAR and _word_by_word(asked, value.keys[0]):
        yield found_at(question, first, last, value, likeness * 0.97, "fuzzy")
    size = last - first
    for i in range(len(words) - size + 1) if size < len(words) else ():
        part = " ".join(words[i : i + size])
        likeness = _likeness(asked, part)
        share = len(part) / len(value.keys[0])
        if _SIMILAR <= likeness < 1 and share >= _SMALLEST_PART:
            score = likeness * part_score(part, value.keys[0])
            yield found_at(question, first, last, value, score, "fuzzy")


def _word_by_word(asked: str, stored: str) -> bool:
    """Whether the words pair up; where a space is missing or too many, letters must agree more."""
    ours, theirs = asked.split(), stored.split()
    if len(ours) != len(theirs):
        squashed = asked.replace(" ", ""), stored.replace(" ", "")
        return OSA.normalized_similarity(*squashed) >= _SAME_LETTERS
    return all(
        OSA.normalized_similarity(a, b) >= _PAIRED for a, b in zip(ours, theirs, strict=True)
    )


def _likeness(asked: str, stored: str) -> float:
    """Similarity 0 to 1; a swap of neighbours is one slip; digits must agree."""
    if [c for c in asked if c.isdigit()] != [c for c in stored if c.isdigit()]:
        return 0.0
    cutoff = _SIMILAR
    return max(
        OSA.normalized_similarity(asked, stored, score_cutoff=cutoff),
        Indel.normalized_similarity(asked, stored, score_cutoff=cutoff),
    )
