"""Quotes inside a value that would end it: `'O'Neil'`, `'O''Neil'`, `"The "Admiral" Smith"`.

A quote ends a value where the statement can go on behind it: with a bracket, a comma, an operator,
a word of the language, or not at all. Any other stands inside the value and is escaped.
"""

from __future__ import annotations

import re

from bot.draft_text import reads
from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from memory.catalogue import say

_GOES_ON = re.compile(
    r"\s*(?:[,)\]}:;|+*/%^=<>!.-]|\Z|//)"
    r"|\s+(?:[A-Z]{2,}\b|(?i:and|or|xor|in|is|as|not|with|where|return|order|limit|skip|starts|ends"
    r"|contains|match|optional|union|unwind|call|then|else|when|end|asc|desc)\b)"
)
# What a value may stand behind.
_BEFORE = re.compile(
    r"(?:[=~(\[{,:+<>|]|\b(?:IN|WITH|CONTAINS|RETURN|THEN|ELSE|WHEN|AND|OR|NOT|AS))\s*\Z", re.I
)


def inner_quotes(text: str, known: Known) -> list[Fix]:
    """Escape the quotes that stand inside a value."""
    del known
    if reads(text):
        return []
    edits, told, at = [], "", 0
    while at < len(text):
        if text[at] not in "'\"":
            at = text.find("`", at + 1) + 1 or len(text) if text[at] == "`" else at + 1
            continue
        if not _BEFORE.search(text, max(0, at - 12), at):
            return []
        end, inner = _value(text, at)
        if end is None:
            return []
        if inner:
            edits += inner
            told = told or " ".join(text[at : end + 1].split())
        at = end + 1
    told = say("a quote inside of {text}", text=told[:60])
    return [Fix("quote", told, tuple(edits))] if edits else []


def _value(text: str, at: int) -> tuple[int | None, list[Edit]]:
    """Where the value that begins there ends (None: nowhere), and the quotes inside, escaped."""
    quote, inner, place = text[at], list[Edit](), at + 1
    while place < len(text):
        if text[place] == "\\":
            place += 2
            continue
        if text[place] == quote:
            if _GOES_ON.match(text, place + 1):
                return place, inner
            doubled = text.startswith(quote, place + 1)
            inner.append(Edit(place, place + 1 + doubled, f"\\{quote}"))
            place += doubled
        place += 1
    return None, []
