"""How a message is cut into words, and which forms of a word count as the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import lemminflect

from bot.reader.lexicon import LEXICON
from memory.text import fold

Number = int | float

_TOKEN = re.compile(
    r"""
    (?P<quote>"[^"]+"|“[^”]+”|‘[^’]+’|(?<!\w)'(?:[^']|(?<=\w)'(?=\w))+'(?!\w))
    |(?P<date>\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{4})
    |(?P<number>[$€£]?\d(?:[\d,]*\d)?(?:\.\d+)?(?:st|nd|rd|th|s|k|m|bn|b)?%?(?!\w))
    |(?P<genitive>['’]s\b|(?<=s)['’](?=\s))
    |(?P<short>w/o?(?!\w))
    |(?P<word>[^\W_]+(?:['’](?!s\b)[^\W_]+|[_&][^\W_]+)*)
    |(?P<mark>[<>]=|!=|[^\w\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FIGURE = re.compile(r"[$€£]?([\d,]*\.?\d+)(st|nd|rd|th|s|k|m|bn|b)?(%)?", re.IGNORECASE)
_OLDEST_DECADE = 30
_SUFFIXES = tuple(
    [
        "ational",
        "ications",
        "ication",
        "ation",
        "ition",
        "ions",
        "ion",
        "ments",
        "ment",
        "ings",
        "ing",
        "ers",
        "ors",
        "er",
        "or",
        "ed",
        "es",
        "ists",
        "ist",
        "ances",
        "ance",
        "ence",
        "ee",
        "al",
        "ive",
        "ity",
        "ly",
        "s",
        "e",
        "y",
    ]
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `start` and `end` are character offsets in the message.

    `form` is the folded word, or what stands inside a quotation. `number` is what a figure or a
    number word stands for; `use` tells ordinals (3rd), decades (1990s) and shares (30%) apart.
    """

    text: str
    form: str
    kind: Literal["quote", "date", "number", "genitive", "word", "mark"]
    start: int
    end: int
    number: Number | None = None
    use: Literal["", "ordinal", "decade", "percent", "money"] = ""

    @property
    def capital(self) -> bool:
        """Return whether it begins with a capital letter."""
        return self.text[:1].isupper()


def tokenize(message: str) -> tuple[Token, ...]:
    """Cut a message into tokens; a magnitude joins the figure before it.

    >>> [(t.form, t.number) for t in tokenize("Top 3 films over 2 million in the 1990s")][1:4]
    [('3', 3), ('films', None), ('over', None)]
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(message):
        token = _token(match)
        worth = LEXICON.magnitudes.get(token.form)
        before = found[-1] if found else None
        if worth and before and before.number is not None and before.kind in ("number", "word"):
            text = message[before.start : token.end]
            amount = _whole(before.number * worth)
            found[-1] = Token(text, text, "number", before.start, token.end, amount, before.use)
        elif before and _continues(before, token):
            text = message[before.start : token.end]
            amount = (before.number or 0) + (token.number or 0)
            found[-1] = Token(text, text, "number", before.start, token.end, amount)
        else:
            found.append(token)
    return tuple(found)


def _continues(before: Token, token: Token) -> bool:
    """Return whether a number word goes on with the one before: sixty five."""
    tens, ones = before.number, token.number
    words = before.kind == "word" and token.kind == "word"
    return words and tens in range(20, 100, 10) and ones in range(1, 10)


def _token(match: re.Match[str]) -> Token:
    text, kind = match.group(), match.lastgroup
    span = match.span()
    if kind == "quote":
        return Token(text, text[1:-1].strip(), "quote", *span)
    if kind == "number":
        return _number(text, span)
    if kind == "short":
        return Token(text, "without" if text.lower() == "w/o" else "with", "word", *span)
    if kind == "word":
        form = fold(text) or text.lower()
        form = LEXICON.shortened.get(form, form)
        return Token(text, form, "word", *span, LEXICON.numbers.get(form))
    if kind == "genitive":
        return Token(text, "'s", "genitive", *span)
    return Token(text, text.lower(), "date" if kind == "date" else "mark", *span)


def _number(text: str, span: tuple[int, int]) -> Token:
    match = _FIGURE.fullmatch(text)
    if match is None:
        return Token(text, text.lower(), "mark", *span)
    value: Number = float(match[1].replace(",", "") or 0)
    suffix, use = (match[2] or "").lower(), ""
    if suffix in ("st", "nd", "rd", "th"):
        use = "ordinal"
    elif suffix == "s":
        use = "decade"
    elif suffix:
        value *= LEXICON.magnitudes[suffix]
    if use == "decade" and 0 <= value < 100 and value % 10 == 0:
        # The 90s are 1990 and the following.
        value += 2000 if value < _OLDEST_DECADE else 1900
    if match[3]:
        use = "percent"
    elif text[0] in "$€£":
        use = "money"
    return Token(text, text.lower(), "number", *span, _whole(value), use)  # type: ignore[arg-type]


def _whole(value: Number) -> Number:
    return int(value) if value == int(value) else value


@lru_cache(maxsize=50_000)
def lemmas(word: str) -> frozenset[str]:
    """Return the word and its dictionary forms as noun, verb or adjective.

    >>> sorted(lemmas("directed")), sorted(lemmas("people"))
    (['direct', 'directed'], ['people', 'person'])
    """
    found = {word}
    if word in LEXICON.irregular:
        found.add(LEXICON.irregular[word])
    if word.isalpha() and len(word) > 2:
        for forms in lemminflect.getAllLemmas(word).values():
            found.update(form.lower() for form in forms)
        if len(found) == 1 and word.endswith("s") and not word.endswith("ss"):
            found.add(word[:-1])
    return frozenset(found)


@lru_cache(maxsize=50_000)
def parts_of_speech(word: str) -> frozenset[str]:
    """Return what a word can be by the dictionary: NOUN, VERB, ADJ, ADV."""
    return frozenset(lemminflect.getAllLemmas(word)) if word.isalpha() else frozenset()


@lru_cache(maxsize=50_000)
def stems(word: str) -> frozenset[str]:
    """Return the stems that a word shares with its relatives: director, directed, direction."""
    return frozenset(_stem(form) for form in lemmas(word))


def _stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


def is_agent(word: str) -> bool:
    """Return whether a noun is called after what it does: director, owners, artist."""
    singular = word.removesuffix("s")
    return singular.endswith(("er", "or", "ist")) and len(singular) > 4


def is_done(word: str) -> bool:
    """Return whether a word has the form of a participle."""
    return word.endswith(("ed", "en", "ing")) or (
        "VERB" in parts_of_speech(word) and word not in lemmas(word) - {word}
    )
