"""Which stretches of a question stand for which stored values: the judgement, without the look-up.

Three ways, surest first: the words *are* the value once case, accents, punctuation, spaces, a
possessive or a plural are set aside; they are a distinctive *part* of a name; they are a name
*misspelt*. The later ways only look at words that the earlier ones left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from rapidfuzz.distance import OSA, Indel

from memory.english import BOUNDS, MEASURED_BY, noun_singular
from memory.schema import LinkedValue, Scalar
from memory.spans import Question, Span
from memory.text import fold, split_name
from memory.value_entries import decoded

MOST_NAMES = 10
_SIMILAR = 0.85
_SHORTEST_MISSPELT = 5
_PAIRED = 0.6
_SAME_LETTERS = 0.93
_SMALLEST_PART = 0.25
_SMALLEST_MISSPELT_PART = 0.4
# "the living" is no plural of the name Livings.
_VERBAL = ("ing", "ed")

_Rank: TypeAlias = tuple[float, bool, int]


@dataclass(frozen=True, slots=True)
class Stored:
    """A value of the index that was found, with the keys it is kept under."""

    label: str
    name: str
    value: Scalar
    count: int
    keys: tuple[str, ...]

    @classmethod
    def from_payload(cls, payload: Mapping[str, Any]) -> Stored:
        """Read an entry's payload."""
        keys = tuple(payload["keys"])
        return cls(payload["label"], payload["property"], decoded(payload), payload["count"], keys)

    @property
    def place(self) -> tuple[str, str]:
        """Label and property."""
        return self.label, self.name


@dataclass(frozen=True, slots=True)
class Found:
    """A link, with the positions of its words in the question."""

    first: int
    last: int
    link: LinkedValue

    def inside(self, other: Found) -> bool:
        """Whether its words are some, but not all, of the other's."""
        longer = other.last - other.first > self.last - self.first
        return longer and other.first <= self.first and self.last <= other.last


def whole_matches(
    question: Question, spans: Mapping[str, Sequence[Span]], stored: Iterable[Stored]
) -> list[Found]:
    """Links of stretches (by key) that are a stored value under one of its keys."""
    best: dict[tuple[int, int, tuple[str, str], str], Found] = {}
    for value in stored:
        for position, key in enumerate(value.keys):
            for span in spans.get(key, ()):
                found = _whole(question, span, value, 1.0 if position == 0 else 0.97)
                if found is None:
                    continue
                at = (found.first, found.last, value.place, str(value.value))
                if at not in best or found.link.score > best[at].link.score:
                    best[at] = found
    return _prune(question, list(best.values()))


def _whole(question: Question, span: Span, value: Stored, quality: float) -> Found | None:
    text = str(value.value)
    start, end = _extended(question.text, span, text)
    raw = question.text[start:end]
    exact = raw == text
    if any(c.isalpha() for c in text):
        allowed = exact or _word_allowed(question, span, value)
    else:
        allowed = exact or span.moment or (span.quality == 1 and _signed(text) == _signed(raw))
        allowed = allowed and (span.moment or _is_code(question, span, value))
    if not allowed:
        return None
    score = 1.0 if exact else min(span.quality, quality)
    link = LinkedValue(
        raw,
        value.label,
        value.name,
        value.value,
        start,
        end,
        score,
        "exact" if exact else "folded",
        value.count,
    )
    return Found(span.first, span.last, link)


def _singular_key(value: Stored) -> str | None:
    """The key that a plural value is also kept under."""
    return value.keys[-1] if value.keys[0] == value.keys[-1] + "s" else None


def _extended(text: str, span: Span, value: str) -> tuple[int, int]:
    """Take in the marks around the words that belong to the value (C#, £550)."""
    inner = text[span.start : span.end]
    at = value.find(inner)
    if at >= 0 and len(value) > len(inner):
        start = span.start - at
        if start >= 0 and text[start : start + len(value)] == value:
            return start, start + len(value)
    return span.start, span.end


def _signed(text: str) -> bool:
    return text.strip().startswith("-")


def _is_code(question: Question, span: Span, value: Stored) -> bool:
    """Whether digits are meant as this value, and not as an amount, a rank or a bound."""
    words = question.words
    if span.last - span.first > 1 or question.quoted(span.first, span.last):
        return True
    if span.first and words[span.first - 1].folded in BOUNDS:
        return False
    if len(span.key) >= 4:
        return True
    named = {*split_name(value.name)} - {*split_name(value.label)}
    if any(word.bare in named for word in words):
        return True
    units = (word.bare for word in words[span.last : span.last + 2])
    return any(named & MEASURED_BY.get(noun_singular(unit), frozenset()) for unit in units)


def _word_allowed(question: Question, span: Span, value: Stored) -> bool:
    """Function words alone ("It") are only meant in their own case or in quotes."""
    if span.key == _singular_key(value) and span.key.endswith(_VERBAL):
        return False
    if question.quoted(span.first, span.last):
        return True
    return not all(word.functional for word in question.words[span.first : span.last])


def _prune(question: Question, found: list[Found]) -> list[Found]:
    """Drop what the surest longer match makes unlikely, and doubles of one place."""
    sure = [
        f for f in found if f.link.score >= 0.97 and _is_sure(question, f) and f.last - f.first > 1
    ]
    kept = [f for f in found if not any(f.inside(s) for s in sure)]
    best: dict[tuple[int, int, str, str], _Rank] = {}
    for f in kept:
        at = (f.first, f.last, f.link.label, f.link.property)
        best[at] = max(best.get(at, (0.0, False, 0)), _rank(f))
    return [f for f in kept if _rank(f) == best[f.first, f.last, f.link.label, f.link.property]]


def _rank(found: Found) -> _Rank:
    link = found.link
    return link.score, link.method == "exact", link.end - link.start


def _is_sure(question: Question, found: Found) -> bool:
    words = question.words[found.first : found.last]
    exact = found.link.method == "exact"
    return exact or words[0].quote is not None or any(not word.known for word in words)


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
    return _found(question, *best, value, 0.5 + 0.4 * share, "partial")


def _within(run: list[str], words: list[str]) -> bool:
    return any(words[i : i + len(run)] == run for i in range(len(words) - len(run) + 1))


def _tells_part(question: Question, first: int, last: int) -> bool:
    """One ordinary word is no name ("love"); two in a row of a name's words are."""
    content = [w for w in question.words[first:last] if not w.functional or w.marked]
    return len(content) > 1 or any(not word.known for word in content)


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
    if len(asked) < _SHORTEST_MISSPELT:
        return
    likeness = _likeness(asked, value.keys[0])
    if likeness >= _SIMILAR and _word_by_word(asked, value.keys[0]):
        yield _found(question, first, last, value, likeness * 0.97, "fuzzy")
    size = last - first
    for i in range(len(words) - size + 1) if size < len(words) else ():
        part = " ".join(words[i : i + size])
        likeness = _likeness(asked, part)
        share = len(part) / len(value.keys[0])
        if _SIMILAR <= likeness < 1 and share >= _SMALLEST_MISSPELT_PART:
            yield _found(question, first, last, value, likeness * (0.5 + 0.4 * share), "fuzzy")


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


def _found(
    question: Question, first: int, last: int, value: Stored, score: float, method: str
) -> Found:
    start, end = question.words[first].start, question.words[last - 1].bare_end
    link = LinkedValue(
        question.text[start:end],
        value.label,
        value.name,
        value.value,
        start,
        end,
        round(score, 3),
        method,
        value.count,
    )
    return Found(first, last, link)


def without_weaker(parts: Iterable[Found], misspelt: Iterable[Found]) -> list[Found]:
    """Both, with each value kept only where most of its words are found: forest gump, not gump."""
    kept: dict[tuple[str, str, str], Found] = {}
    for f in (*parts, *misspelt):
        at = (f.link.label, f.link.property, str(f.link.value))
        if at not in kept or f.link.score > kept[at].link.score:
            kept[at] = f
    return list(kept.values())


def ranked(question: Question, found: Iterable[Found]) -> list[LinkedValue]:
    """Longest words first, then by place in the question, then best first; few names a stretch.

    Of equally good ones those come first whose label or property the question names.
    """
    said = {form for w in question.words for form in (w.bare, noun_singular(w.bare))}

    def order(f: Found) -> tuple[Any, ...]:
        link = f.link
        named = len(said.intersection((*split_name(link.label), *split_name(link.property))))
        return (
            f.first - f.last,
            link.start,
            link.end,
            -link.score,
            -named,
            link.method != "exact",
            fold(str(link.value)),
            link.label,
            link.property,
        )

    links: list[LinkedValue] = []
    by_words = groupby(sorted(found, key=order), key=lambda f: (f.link.start, f.link.end))
    for _, group in by_words:
        names: set[str] = set()
        for f in group:
            names.add(str(f.link.value))
            if len(names) > MOST_NAMES:
                break
            links.append(f.link)
    return links
