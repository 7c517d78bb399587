"""Does a message ask for a chart of the last answer, and for which? Told by its words alone.

A message of nothing but such words is no question of the graph, unless the graph knows one of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from guardrails.words import word_lists
from memory.english import BESIDE_ORDERS, FUNCTION_WORDS
from memory.text import fold

_MOST_WORDS = 12
_WORD = re.compile(r"\w+")
_ARTICLES = frozenset(["a", "an"])


@dataclass(frozen=True, slots=True)
class ChartQuestion:
    """A question whose answer is to be a chart of some kind, "" for any."""

    question: str
    kind: str


@dataclass(frozen=True, slots=True)
class _Words:
    drawn: frozenset[str]
    drawing: frozenset[str]
    of: frozenset[str]
    before: frozenset[str]
    beside: frozenset[str]
    kinds: Mapping[str, str]

    @property
    def any(self) -> frozenset[str]:
        """Words for whichever chart."""
        return self.drawn | self.drawing

    def asking(self, known: Collection[str]) -> frozenset[str]:
        """Words that only ask for a chart, before or after a question."""
        asking = self.drawn | self.kinds.keys() | self.beside | BESIDE_ORDERS | _ARTICLES
        return asking - frozenset(known) - self.of - self.before


def asks_for_chart(message: str, known: Collection[str] = ()) -> bool:
    """Return whether all that a message asks is a chart of what was answered.

    Args:
        message: As typed.
        known: Folded words that the graph has for things of its own; alone they may be meant.

    >>> asks_for_chart("Draw me a chart!"), asks_for_chart("no, pie instead")
    (True, True)
    >>> asks_for_chart("as a line", ["line"]), asks_for_chart("as a line chart", ["line"])
    (False, True)
    >>> asks_for_chart("a chart of films per year"), asks_for_chart("and instead?")
    (False, False)
    """
    said, words = fold(message).split(), _words()
    if len(said) > _MOST_WORDS:
        return False
    kinds = [word for word in said if word in words.kinds]
    whichever = any(word in words.any for word in said)
    beside = words.any | words.beside | FUNCTION_WORDS | {"no"}
    if not (kinds or whichever) or any(w not in beside and w not in words.kinds for w in said):
        return False
    return whichever or not any(word in known for word in kinds)


def chart_question(message: str, known: Collection[str] = ()) -> ChartQuestion | None:
    """Return the question in a message that asks for its answer as a chart; None of others.

    Args:
        message: As typed.
        known: Folded words that the graph has for things of its own.

    >>> chart_question("Draw me a pie chart of films per genre")
    ChartQuestion(question='films per genre', kind='pie')
    >>> chart_question("how many beds has each ward, as bars?")
    ChartQuestion(question='how many beds has each ward', kind='bar')
    >>> chart_question("what is the plot of Jaws"), chart_question("lines of the chart of trade")
    (None, None)
    """
    words = _words()
    said = [(fold(found.group()), found.start(), found.end()) for found in _WORD.finditer(message)]
    left = [n for n, (word, _, _) in enumerate(said) if word not in words.asking(known)]
    if not left:
        return None
    first, last = left[0], left[-1]
    opening = [word for word, _, _ in said[:first]]
    if opening and opening[-1] in words.drawn and said[first][0] in words.of:
        rest = message[said[first][2] :].strip()
        return ChartQuestion(rest, chart_kind(" ".join(opening))) if _is_question(rest) else None
    closing = [word for word, _, _ in said[last + 1 :]]
    if said[last][0] in words.before and any(w in words.kinds or w in words.drawn for w in closing):
        rest = message[: said[last][1]].strip(" \t,;:-–")
        return ChartQuestion(rest, chart_kind(" ".join(closing))) if _is_question(rest) else None
    return None


def _is_question(text: str) -> bool:
    """Whether there is more than function words, and no mere chart either."""
    return not set(fold(text).split()) <= FUNCTION_WORDS and not asks_for_chart(text)


def chart_kind(message: str) -> str:
    """Return the kind of chart that a message names last; "" where it names none.

    >>> chart_kind("not a pie, bars please"), chart_kind("plot that")
    ('bar', '')
    """
    kinds = _words().kinds
    return next((kinds[word] for word in reversed(fold(message).split()) if word in kinds), "")


@cache
def _words() -> _Words:
    lists, kinds = word_lists("chart_words.toml", "kinds")
    return _Words(kinds=kinds, **lists)
