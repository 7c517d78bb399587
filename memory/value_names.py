"""The words of a question that may be a name nobody knows yet: to be looked up in the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from memory.english import noun_singular as singular
from memory.schema import LinkedValue
from memory.spans import Question, Word, read_question
from memory.text import fold

# A name of more words is found by the words around it; so many names are looked up at once.
_LONGEST, _MOST = 8, 24
# So many words are no sentence yet; a number of fewer digits is a number.
_FEW, _DIGITS = 5, 3
# From here on a link is the words themselves, not words like them.
_SAME = 0.95
_MISSPELT = "fuzzy"


def unknown_names(
    question: str, linked: Sequence[LinkedValue], ordinary: Collection[str] = ()
) -> tuple[str, ...]:
    """What is marked as a name (by capitals, by quotes), and is none of those that are linked.

    Of a few words that are no sentence any may be: (what about) *chai latte*? A word that is only
    like a stored one is looked up as well: it may be another's name. `ordinary` are words that are
    none, where they are not marked.

    >>> unknown_names("Which films did Ida Lupino and 'the kid' play in?", [])
    ('the kid', 'Ida Lupino', 'Ida', 'Lupino', 'kid')
    """
    read = read_question(question)
    known = _covered(read, [link for link in linked if link.method != _MISSPELT])
    like = _covered(read, [link for link in linked if link.method == _MISSPELT])
    few = len(read.words) <= _FEW and all(_is_plain(word) for word in read.words)
    wanted = {
        at
        for at, word in enumerate(read.words)
        if at not in known
        and not word.functional
        and (word.marked or word.quote is not None or (few and singular(word.bare) not in ordinary))
    }
    wanted |= like - known
    same = [link for link in linked if link.score >= _SAME]
    return _named(read, wanted, _covered(read, same))


def _is_plain(word: Word) -> bool:
    return not word.functional or word.folded in _ARTICLES


def unread_names(
    question: str, unread: Sequence[str], linked: Sequence[LinkedValue]
) -> tuple[str, ...]:
    """The names that words nobody could read may be, with the words beside them.

    >>> unread_names("who supplies chai latte?", ["chai", "latte"], [])
    ('supplies chai latte', 'supplies chai', 'chai latte', 'chai', 'latte')
    """
    read = read_question(question)
    words = set(fold(" ".join(unread)).split())
    wanted = {at for at, word in enumerate(read.words) if {word.folded, word.bare} & words}
    return _named(read, wanted, _covered(read, [one for one in linked if one.score >= _SAME]))


def _covered(read: Question, linked: Iterable[LinkedValue]) -> set[int]:
    places = [(link.start, link.end) for link in linked]
    return {
        at
        for at, word in enumerate(read.words)
        if any(start <= word.start and word.bare_end <= end for start, end in places)
    }


def _named(read: Question, wanted: set[int], known: set[int]) -> tuple[str, ...]:
    """Stretches with a wanted word in them, longest first; whole quotations before all."""
    spans = sorted(
        {span for run in _runs(read, wanted, known) for span in _spans(read, run, wanted)},
        key=lambda span: (not read.quoted(*span), span[0] - span[1], span[0]),
    )
    texts = (
        read.text[read.words[first].start : read.words[last - 1].bare_end] for first, last in spans
    )
    return tuple(dict.fromkeys(text for text in texts if not _is_small(text)))[:_MOST]


def _is_small(text: str) -> bool:
    """Whether it is a number that hardly names anything."""
    return text.isdigit() and len(text) < _DIGITS


def _runs(read: Question, wanted: set[int], known: set[int]) -> Iterator[tuple[int, int]]:
    """Stretches around wanted words, with known names beside them: *Chai* Latte.

    Between two wanted words a function word may stand, and an article before the first: *The*
    Lord *of the* Rings.
    """
    for at in sorted(wanted):
        if read.words[at].quote is not None:
            first, last = at, at + 1
            while first and read.words[first - 1].quote == read.words[at].quote:
                first -= 1
            while last < len(read.words) and read.words[last].quote == read.words[at].quote:
                last += 1
            yield first, last
            continue
        first = last = at
        while first and _joins(read, first - 1, first, wanted, known, -1):
            first -= 1
        while last + 1 < len(read.words) and _joins(read, last + 1, last, wanted, known, 1):
            last += 1
        yield first, last + 1


def _joins(
    read: Question, other: int, at: int, wanted: set[int], known: set[int], step: int
) -> bool:
    """Whether the word beside one may belong to the same name."""
    word = read.words[other]
    if word.quote is not None:
        return False
    if other in known or other in wanted or word.folded.isdigit():
        return True
    if word.functional:
        beyond = range(other + step, other + 3 * step, step)
        return word.marked or word.folded in _ARTICLES or any(one in wanted for one in beyond)
    # One plain word beside an unread one, no more: chai *latte*.
    return at in wanted and not read.words[at].marked


_ARTICLES = frozenset({"the", "a", "an"})


def _spans(read: Question, run: tuple[int, int], wanted: set[int]) -> Iterator[tuple[int, int]]:
    first, last = run
    if read.quoted(first, last):
        yield first, last
    for start in range(first, last):
        opens = read.words[start]
        if opens.functional and opens.folded not in _ARTICLES and opens.quote is None:
            continue
        for end in range(start + 1, min(last, start + _LONGEST) + 1):
            closes = read.words[end - 1]
            if closes.functional and closes.quote is None:
                continue
            if any(start <= at < end for at in wanted):
                yield start, end
