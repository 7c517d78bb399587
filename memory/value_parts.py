"""Words that are a telling *part* of a stored name, and names of states put in other words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memory.english import FUNCTION_WORDS, stem
from memory.spans import Question
from memory.value_found import Found, Stored, found_at

_SMALLEST_PART, _HALF = 0.25, 0.5
_MOST_STEMS = 0.6
_SPREAD = 2


def free_words(question: Question, found: Sequence[Found]) -> list[int]:
    """Positions of words that may yet be part of a name: neither numbers nor function words.

    An ordinary word that is a value by itself ("prison") may still be part of a longer one.
    """
    taken = {
        i
        for f in found
        for i in range(f.first, f.last)
        if f.last - f.first > 1 or not question.words[i].known
    }
    return [
        i
        for i, word in enumerate(question.words)
        if i not in taken and word.telling and not any(c.isdigit() for c in word.folded)
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
    part, name = question.folded(*best), value.keys[0]
    # A short first name is half of a name, however long the other half is.
    by_words = len(part.split()) / len(name.split())
    if len(part) / len(name) < _SMALLEST_PART and by_words < _HALF:
        return None
    return found_at(question, *best, value, part_score(part, name), "partial")


def part_score(part: str, name: str) -> float:
    """By the share of words, not letters: of two people of one surname neither is likelier."""
    return 0.5 + 0.4 * len(part.split()) / len(name.split())


def _within(run: list[str], words: list[str]) -> bool:
    return any(words[i : i + len(run)] == run for i in range(len(words) - len(run) + 1))


def _tells_part(question: Question, first: int, last: int) -> bool:
    """One ordinary word is no name ("love"); two in a row of a name's words are."""
    content = [w for w in question.words[first:last] if not w.functional or w.marked]
    return len(content) > 1 or any(not word.known for word in content)


def reworded_matches(
    question: Question, free: Sequence[int], stored: Iterable[Stored]
) -> list[Found]:
    """Links of words that share most of their stems with the name of a state or kind.

    "Violent and sexual crimes" for Violence and sexual offences: most of the name's stems close
    together; of a name with two stems both, in order and joined alike, because "vehicles in
    crimes" are no Vehicle crime, but "theft from a person" is Theft from the person.
    """
    asked = {i: stem(question.words[i].bare) for i in free}
    return [f for value in stored if (f := _reworded(question, asked, value)) is not None]


def _reworded(question: Question, asked: Mapping[int, str], value: Stored) -> Found | None:
    wanted = [stem(w) for w in value.keys[0].split() if w not in FUNCTION_WORDS]
    places = sorted(i for i, form in asked.items() if form in wanted)
    best: tuple[float, int, int] | None = None
    for first in places:
        inside = _near(places, first, _SPREAD * len(wanted))
        share = len({asked[i] for i in inside}) / len(wanted)
        enough = share >= _MOST_STEMS and len(wanted) > 2
        if enough or _same_pair(question, asked, inside, value.keys[0].split()):
            best = max(best or (0.0, 0, 0), (share, -inside[-1], first))
    if best is None:
        return None
    first, last = _whole_quotation(question, best[2], -best[1] + 1)
    if question.splits_quotation(first, last):
        return None
    return found_at(question, first, last, value, 0.4 + 0.35 * best[0], "partial")


def _same_pair(
    question: Question, asked: Mapping[int, str], places: Sequence[int], name: Sequence[str]
) -> bool:
    """Whether two places hold the name's two stems in order, with words between them as there."""
    content = [i for i, word in enumerate(name) if word not in FUNCTION_WORDS]
    if len(places) < 2 or len(content) != 2:
        return False
    first, second = places[:2]
    between = question.words[first + 1 : second]
    return (
        [asked[first], asked[second]] == [stem(name[i]) for i in content]
        and all(word.functional for word in between)
        and bool(between) == (content[1] - content[0] > 1)
    )


def _near(places: Sequence[int], first: int, most: int) -> list[int]:
    """The places from `first` on, at most so many words away."""
    return [i for i in places if first <= i < first + most]


def _whole_quotation(question: Question, first: int, last: int) -> tuple[int, int]:
    """The whole of the quotation that the stretch begins in, if it does."""
    quote = question.words[first].quote
    inside = [
        i for i, word in enumerate(question.words) if quote is not None and word.quote == quote
    ]
    return (inside[0], inside[-1] + 1) if inside and last <= inside[-1] + 1 else (first, last)
