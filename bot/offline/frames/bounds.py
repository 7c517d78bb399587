"""Numbers and the words that make bounds of them: more than three, at least 5."""

from __future__ import annotations

from bot.words.data import load

_WORDS: dict[str, int] = load("scales")["numbers"]
# A number in digits or in a word, for a pattern.
NUMBER = rf"\d+|{'|'.join(_WORDS)}"
# Words -> comparison.
SIGNS = {
    phrase: sign
    for sign in (">", ">=", "<", "<=", "=")
    for phrase in load("scales")["operators"][sign]
    if phrase[0].isalpha()
}


def number_of(word: str, otherwise: int = 0) -> int:
    """What a number in digits or a word says; `otherwise` for another word.

    >>> number_of("12"), number_of("Three"), number_of("an", 1)
    (12, 3, 1)
    """
    return int(word) if word.isdigit() else _WORDS.get(word.lower(), otherwise)
