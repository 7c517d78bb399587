"""Words that *are* a stored value, once case, accents, marks, spaces and endings are set aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from memory.english import BOUNDS, MEASURED_BY, noun_singular
from memory.schema import LinkedValue
from memory.spans import Question, Span
from memory.text import split_name
from memory.value_found import Found, Stored

# "the living" is no plural of the name Livings.
_VERBAL = ("ing", "ed")

_Rank: TypeAlias = tuple[float, bool]


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
                at = (found.link.start, found.link.end, value.place, str(value.value))
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
    sure = [f for f in found if f.link.score >= 0.97 and _is_sure(question, f)]
    kept = [f for f in found if not any(f.inside(s) for s in sure)]
    best: dict[tuple[int, int, str, str], _Rank] = {}
    for f in kept:
        best[_at(f)] = max(best.get(_at(f), (0.0, False)), _rank(f))
    return [f for f in kept if _rank(f) == best[_at(f)]]


def _at(found: Found) -> tuple[int, int, str, str]:
    link = found.link
    return link.start, link.end, link.label, link.property


def _rank(found: Found) -> _Rank:
    return found.link.score, found.link.method == "exact"


def _is_sure(question: Question, found: Found) -> bool:
    words = question.words[found.first : found.last]
    exact = found.link.method == "exact"
    return exact or words[0].quote is not None or any(not word.known for word in words)
