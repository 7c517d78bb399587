"""What the question says of a number: more than, at least, under...

A draft that writes `{revenue: {revenue: 50000000}}` has lost the comparison; the question has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from bot.reader.wanted import heard
from memory.english import stem
from memory.text import fold, split_name

# Two words that begin alike for as long as this are taken for one another.
_BEGINNING = 4
_UNEQUAL = ("<", "<=", ">", ">=")
_BREAK = re.compile(r",\s|;|\b(?:and|or|but|with|while)\b", re.I)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A number that the question compares with; `about` are the words right around it, folded."""

    operator: str
    value: float
    about: str


def comparison_asked(question: str | None, number: float | None = None) -> tuple[str, float] | None:
    """The comparison in the question with that number, or with the only number it compares.

    >>> comparison_asked("revenue above 50 million?", 50000000)
    ('>', 50000000.0)
    >>> comparison_asked("with a score of 0.8 or higher"), comparison_asked("in 1995")
    (('>=', 0.8), None)
    """
    found = {
        (each.operator, each.value)
        for each in _comparisons(question)
        if number is None or each.value == number
    }
    return found.pop() if len(found) == 1 else None


def comparison_of(
    question: str | None, name: str, *, alone: bool = True
) -> tuple[str, float] | None:
    """What the question compares a property with: the number beside its name, or the only one.

    Args:
        question: as asked.
        name: of the property.
        alone: whether no other property is looked for, so that the only number must be meant.

    >>> comparison_of("more than 10,000 votes and a runtime under 90 minutes", "imdbVotes")
    ('>', 10000.0)
    >>> comparison_of("a high revenue and many employees", "revenue")
    >>> comparison_of("more than 10,000 votes", "runtime", alone=False)
    """
    found = _comparisons(question)
    words = {stem(word) for word in split_name(name)}
    near = [each for each in found if words & {stem(word) for word in each.about.split()}]
    meant = {(each.operator, each.value) for each in near or (found if alone else [])}
    return meant.pop() if len(meant) == 1 else None


def text_asked(question: str | None) -> str | None:
    """The one text that stands in quotes in the question.

    >>> text_asked("a poster that includes 'smile'?"), text_asked("the actor's films")
    ('smile', None)
    """
    found = re.findall(r"(?<!\\w)(['\"“‘])(.+?)(?:['\"”’])(?!\\w)", question or "")
    return found[0][1] if len(found) == 1 else None


def mentioned(question: str, text: str) -> bool:
    """Whether the question has a word of the text, or one that begins like it.

    >>> mentioned("films in French", "fr"), mentioned("the oldest films", "Action")
    (True, False)
    """
    asked, words = fold(question).split(), fold(text).split()
    return any(_alike(one, other) for one in asked for other in words)


def _alike(a: str, b: str) -> bool:
    shorter = min(len(a), len(b))
    beginning = min(shorter, _BEGINNING)
    return a == b or (shorter > 1 and a[:beginning] == b[:beginning])


def _comparisons(question: str | None) -> list[Comparison]:
    """The numbers that a question compares with, as the reader hears them."""
    heard_, found = heard(question or ""), []
    for one in heard_.numbers:
        if one.operator not in _UNEQUAL or isinstance(one.value, date) or one.cue == "sign":
            continue
        start, end = heard_.tokens[one.start].start, heard_.tokens[one.end - 1].end
        about = _around(question or "", start, end)
        found.append(Comparison(one.operator, float(one.value), about))
    return found


def _around(question: str, start: int, end: int) -> str:
    """The words before and behind a number, up to the next comma or "and"."""
    return fold(f"{_BREAK.split(question[:start])[-1]} {_BREAK.split(question[end:])[0]}")


def plain_number(value: float) -> str:
    """A number as Cypher writes it.

    >>> plain_number(5e7), plain_number(0.8)
    ('50000000', '0.8')
    """
    return str(int(value)) if value == int(value) else repr(value)
