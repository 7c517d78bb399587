"""Picking one of the questions that the last turn offered: "1", "the first one", "the director"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.conversation import Exchange
from memory.english import FUNCTION_WORDS, number_of, ordinal_of
from memory.text import fold

_FILLER_WORDS = """
    the one number no nr option choice please i mean meant yes ok okay let take choose pick want go
    with and a an of it is that this question
    """
_FILLER = frozenset(_FILLER_WORDS.split())
_ANEW = re.compile(
    r"^(?:which|what|who|whom|whose|when|where|why|how)\b.*"
    r"\b(?:it|its|they|them|their|he|him|his|she|her|those|these|there)\b"
)
_YES = frozenset(["yes", "yeah", "yep", "sure", "ok", "okay", "right", "exactly", "correct"])


def picked(message: str, last: Exchange | None) -> str | None:
    """The offered question that a message picks, or None where it picks none."""
    words = fold(message).split()
    if last is None or not last.choices or not words:
        return None
    offered = last.choices
    content = [word for word in words if word not in _FILLER]
    if words == ["one"]:
        content = ["1"]
    if not content:
        yes = any(word in _YES for word in words)
        return offered[0] if yes and len(offered) == 1 else None
    if len(content) == 1:
        place = ordinal_of(content[0]) or number_of(content[0])
        if place is not None and place <= len(offered):
            return offered[place - 1 if place > 0 else place]
    # "Who acted in it?" asks anew, whatever of it an offered question has.
    anew = _ANEW.match(" ".join(words))
    return _by_words(content, offered) if last.verdict == "ambiguous" and not anew else None


def _by_words(content: Sequence[str], offered: Sequence[str]) -> str | None:
    """The only offered question that has all the words, and words that the others lack."""
    words = {word for word in content if word not in FUNCTION_WORDS}
    if not words or len(content) > 6:
        return None
    fits = [question for question in offered if words <= set(fold(question).split())]
    return fits[0] if len(fits) == 1 else None
