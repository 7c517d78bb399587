"""What each word of a message was taken as, in the order of the words: a grammar that is learned.

A reading takes words for what is asked, a value, a figure and so on; small words are themselves.
Which of these stand beside each other in right readings and which in wrong ones is learned, so that
a reading that goes against the order of words is not sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.reader.anchors import Anchors
from bot.reader.lexicon import LEXICON
from bot.reader.sketch import Sketch
from bot.reader.words import Token

_UNREAD, _FIGURE, _FIRST, _LAST = "?", "#", "^", "$"


def taken(sketch: Sketch, anchors: Anchors) -> tuple[str, ...]:
    """Return what the words were taken as, in their order; several words of one role once."""
    roles, found = sketch.roles(), list[str]()
    for number, token in enumerate(anchors.tokens):
        if number in roles:
            role = f"[{roles[number]}]"
            if found[-1:] != [role]:
                found.append(role)
        elif token.kind in ("number", "date"):
            found.append(_FIGURE)
        elif _counts(token):
            found.append(_UNREAD)
        else:
            found.append(token.form)
    return tuple(found)


def unread(sketch: Sketch, anchors: Anchors) -> tuple[str, ...]:
    """Return the words of some weight that a sketch leaves out, as they were typed."""
    left = LEXICON.corrections | LEXICON.leftovers
    return tuple(
        token.text
        for number, token in enumerate(anchors.tokens)
        if not sketch.covered >> number & 1 and _counts(token) and token.form not in left
    )


def _counts(token: Token) -> bool:
    small = token.form in LEXICON.function_words or token.form in LEXICON.negations
    return token.kind == "word" and not small


def neighbours(roles: Sequence[str]) -> Mapping[str, float]:
    """Return how often which two and three stand beside each other, as features."""
    return {name: float(count) for name, count in Counter(_beside(roles)).items()}


def _beside(roles: Sequence[str]) -> Iterator[str]:
    told = [_FIRST, *roles, _LAST]
    for size in (2, 3):
        for start in range(len(told) - size + 1):
            yield "beside:" + " ".join(told[start : start + size])
