"""What kind of question it is: its words without its values, and what it wants done.

"Films with Tom Hanks after 1995" and "ports that the Vega called at before 2010" have little in
common but their form, and their Cypher has just that in common, too. Words that tell a form (most,
each, how many) are function words to a search engine, so they are marked by words of our own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from memory.codec import storable

_NAME, _NUMBER, _YEAR = "something", "number", "year"
_QUOTED = re.compile(r"\"[^\"]+\"|“[^”]+”|(?<!\w)'[^']+'(?!\w)")
_YEARS = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_NUMBERS = re.compile(r"[$€£]?\b\d[\d,.]*\d%?|[$€£]?\b\d%?")
_MARKS = {
    "countform": r"how many|(?:the )?(?:number|count) of|count",
    "averageform": r"average|mean|avg|on average",
    "sumform": r"total|sum|combined|altogether|in all",
    "topform": (
        r"top|most|least|highest|lowest|largest|smallest|biggest|greatest|best|worst|longest|"
        r"shortest|oldest|youngest|newest|latest|earliest|fewest|cheapest|maximum|minimum|\w{3,}iest"
    ),
    "eachform": r"each|every|per|grouped|breakdown|distribution|for all|by each",
    "overform": (
        r"(?:more|greater|older|longer|higher|larger|later|bigger) than|over|above|at least|"
        r"after|since|exceed(?:s|ing)?|or more"
    ),
    "underform": (
        r"(?:less|fewer|younger|shorter|lower|smaller|earlier) than|under|below|at most|before|"
        r"until|or less|or fewer"
    ),
    "betweenform": r"between|from (?:number|year) (?:to|through)",
    "inyearform": r"(?:in|during|of) (?:the )?(?:year )?year",
    "notform": r"no|not|never|without|except|neither|nor|\w+n['’]t|other than|missing",
    "bothform": r"both",
    "orform": r"or|either",
    "containsform": r"contain(?:s|ing)?|start(?:s|ing)? with|end(?:s|ing)? with|the word",
    "distinctform": r"different|distinct|unique",
    "manyform": r"(?:more than|at least|fewer than|over) number (?!year)\w+s",
}
_MARKED = {mark: re.compile(rf"\b(?:{words})\b") for mark, words in _MARKS.items()}


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """`masked` is the question without values; `text` has marks of what is wanted behind it."""

    masked: str
    text: str


def question_form(question: str, values: Iterable[str] = ()) -> QuestionForm:
    """The form of a question.

    Args:
        question: As asked, standalone.
        values: The stretches of it that are names of stored things.

    >>> question_form("How many films did Tom Hanks make after 1995?", ["Tom Hanks"]).text
    'how many films did something make after year? countform overform'
    >>> question_form("What are the top 5 ports by tonnage?").text
    'what are the top number ports by tonnage? topform'
    """
    text = _QUOTED.sub(_NAME, question)
    for value in sorted(set(values), key=len, reverse=True):
        if value.strip():
            text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", _NAME, text, flags=re.IGNORECASE)
    text = _NUMBERS.sub(_NUMBER, _YEARS.sub(_YEAR, text)).lower()
    marks = [mark for mark, words in _MARKED.items() if words.search(text)]
    return QuestionForm(text, " ".join([text, *marks]))


def same_question(question: str) -> str:
    """The form in which two questions are the same one.

    Symbols stay: "rated > 8" and "rated < 8" are different questions.

    >>> same_question("  Which films are rated > 8.5? ")
    'which films are rated > 8.5'
    """
    text = unicodedata.normalize("NFKC", storable(question)).casefold().replace("’", "'")
    return re.sub(r"\s+", " ", text).strip().rstrip("?!. ")
