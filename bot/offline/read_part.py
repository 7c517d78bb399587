"""Of a question that rules decline: a reading of most of its words, and the words left out.

No answer, but a draft: a model completes one more often than it writes one. Words that hardly
matter where they stand (sitting in no rack) are dropped first, names and negations last.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import lemminflect

from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.offline.terms import edited
from memory.english import (
    FUNCTION_WORDS,
    NEGATIONS,
    NUMBER_WORDS,
    ORDERS,
    ORDINALS,
    TELLING,
    singular,
)
from memory.schema import LinkedValue, Schema
from memory.text import fold, split_name

_WORD = re.compile(r"\s*([^\s?!]*[^\s?!.,;:])")
# So many words next to each other are left out, beside those that nothing accounts for.
_LONGEST = 4
# So many parts are read; one takes some ten milliseconds.
_TRIES = 48
# What a word is worth: names, numbers, negations and degrees, nouns that are labels, other words of
# the schema, telling small words, others, those that nothing accounts for, and small words.
_NAME, _LABEL, _SCHEMA, _TELLING, _WORTH, _UNREAD, _SMALL = 3.0, 2.0, 1.0, 1.2, 0.6, 0.3, 0.2
# With more left out, or believed, a draft leads astray.
_MOST = 2.4
# Of readings of a part that believe more of their own one of eight was right.
_BELIEVED = 1.0
# One word of three that say something may be left out.
_SHARE = 3
# Links below this are guesses.
_SURE = 0.8
# Without the noun behind it such a word would deny the next one: with no location given.
_DETERMINERS = frozenset(["no", "without", "except", "neither", "nor"])
# Words that say what is reckoned, or that two things are one, and those that join.
_RECKONED_WORDS = """
    much many average mean percentage percent proportion share ratio difference same
    """
_RECKONED = frozenset(_RECKONED_WORDS.split())
_JOINING = frozenset(["or", "both", "either"])


@dataclass(frozen=True, slots=True)
class Part:
    """A reading of what is left of a question without some words; `left_out` is how they stand."""

    reading: Reading
    left_out: str


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int
    worth: float
    unread: bool
    small: bool


def read_part(
    parser: Parser,
    question: str,
    linked: Sequence[LinkedValue],
    unread: Collection[str],
    schema_words: Collection[str],
) -> Part | None:
    """The reading that leaves out and believes the least; None where that is too much.

    Args:
        parser: What declined.
        question: What it declined.
        linked: The stored values in it.
        unread: Its words that nothing accounts for.
        schema_words: Those that a schema element does.
    """
    least = _MOST
    priced = _Priced(parser.schema, unread, schema_words)
    words = priced.words(question, linked)
    best: Part | None = None
    for worth, runs in _left_out(words):
        if worth >= least:
            break
        rest = edited(question, linked, [(start, end, "") for start, end in runs])
        reader = parser if runs else parser.guessing()
        made = reader.parse(rest.question, rest.linked).readings
        if len(made) != 1 or (runs and made[0].cost > _BELIEVED):
            continue
        if worth + made[0].cost < least:
            least = worth + made[0].cost
            dropped = " … ".join(question[start:end].strip() for start, end in runs)
            best = Part(made[0], dropped)
    return best


class _Priced:
    """What the words of a question are worth."""

    def __init__(
        self, schema: Schema, unread: Collection[str], schema_words: Collection[str]
    ) -> None:
        self._unread, self._known = set(map(fold, unread)), set(map(fold, schema_words))
        self._labels = {singular(word) for label in schema.labels for word in split_name(label)}

    def words(self, question: str, linked: Sequence[LinkedValue]) -> list[_Word]:
        """The words in order; each takes the space before it along."""
        names = [(v.start, v.end) for v in linked if v.score >= _SURE]
        found = []
        for match in _WORD.finditer(question):
            word, end = fold(match[0]), match.end()
            named = any(start < end and match.start(1) < stop for start, stop in names)
            unread = bool(self._unread & {word, *word.split()})
            worth = _NAME if named or _says_much(word) else self._worth(word, unread)
            small = word in FUNCTION_WORDS | ORDERS or _adverb(word)
            found.append(_Word(word, match.start(), end, worth, unread, small))
        return found

    def _worth(self, word: str, unread: bool) -> float:
        if unread:
            return _UNREAD
        if word in self._known:
            return _LABEL if singular(word) in self._labels else _SCHEMA
        if word in TELLING:
            return _TELLING
        return _SMALL if word in FUNCTION_WORDS else _WORTH


def _adverb(word: str) -> bool:
    return word.endswith("ly") and "ADV" in lemminflect.getAllLemmas(word)


def _says_much(word: str) -> bool:
    """Whether it is a negation, a number or a degree: without it another thing is asked."""
    if word in NEGATIONS or word in ORDINALS or word in NUMBER_WORDS:
        return True
    plain = lemminflect.getAllLemmas(word).get("ADJ", (word,))
    degree = word.endswith(("er", "est")) and word not in plain
    return degree or any(letter.isdigit() for letter in word)


def _left_out(words: Sequence[_Word]) -> list[tuple[float, list[tuple[int, int]]]]:
    """What can be left out, and what it is worth, the cheapest first."""
    must = frozenset(i for i, word in enumerate(words) if word.unread)
    sets = {must} | {
        must | frozenset(range(first, first + size))
        for size in range(1, _LONGEST + 1)
        for first in range(len(words) - size + 1)
    }
    # What is left of the words has to say more than what is not.
    telling = {i for i, word in enumerate(words) if not word.small}
    sets = {
        out for out in sets if len(out & telling) * _SHARE <= len(telling) and _keeps(words, out)
    }
    priced = [(round(sum(words[i].worth for i in out), 2), sorted(out)) for out in sets]
    priced.sort(key=lambda one: (one[0], len(one[1]), one[1]))
    return [(worth, list(_runs(words, out))) for worth, out in priced[:_TRIES]]


def _keeps(words: Sequence[_Word], out: frozenset[int]) -> bool:
    """Whether what turns a question into another one stays.

    Its opening, words that say what is reckoned, the noun of a negation, and "or" between what is
    left.
    """
    if 0 in out and words[0].text in TELLING:
        return False
    for i in out:
        alone = i - 1 not in out
        if words[i].text in _RECKONED or (alone and i and words[i - 1].text in _DETERMINERS):
            return False
        if words[i].text in _JOINING and alone and i + 1 not in out:
            return False
    return True


def _runs(words: Sequence[_Word], out: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the words stand that are left out, those next to each other together."""
    for _, group in groupby(enumerate(out), key=lambda one: one[1] - one[0]):
        run = [i for _, i in group]
        yield words[run[0]].start, words[run[-1]].end
