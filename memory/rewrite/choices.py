"""Picking one of the questions that the last turn offered: "1", "the first one", "the director"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.conversation import Exchange
from memory.english import FUNCTION_WORDS
from memory.rewrite.grammar import WH, number_of, ordinal_of
from memory.rewrite.utterance import Utterance, word_set
from memory.text import fold

_FILLER = word_set("""
    the one number no nr # option choice please i mean meant yes ok okay let take choose pick
    want go with and a an of it is that this question
    """)
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|he|him|his|she|her|those|these|there)\b")
_YES = word_set("yes yeah yep sure ok okay right exactly correct")


def picked(said: Utterance, last: Exchange | None) -> str | None:
    """The offered question that a message picks, or None where it picks none."""
    if last is None or not last.choices or not said.tokens:
        return None
    offered = last.choices
    content = [form for form in said.forms if form not in _FILLER]
    if not content and "one" in said.forms and len(said.forms) == 1:
        content = ["1"]
    if not content:
        yes = any(form in _YES for form in said.forms)
        return offered[0] if yes and len(offered) == 1 else None
    if len(content) == 1:
        place = ordinal_of(content[0]) or number_of(content[0])
        if place is not None and place <= len(offered):
            return offered[place - 1 if place > 0 else place]
    # "Who acted in it?" asks anew, whatever of it an offered question has.
    anew = WH.match(said.plain) and _PRONOUN.search(said.plain)
    return _by_words(content, offered) if last.verdict == "ambiguous" and not anew else None


def _by_words(content: Sequence[str], offered: Sequence[str]) -> str | None:
    """The only offered question that has all the words, and words that the others lack."""
    words = {form for form in content if form not in FUNCTION_WORDS}
    if not words or len(content) > 6:
        return None
    fits = [question for question in offered if words <= set(fold(question).split())]
    return fits[0] if len(fits) == 1 else None
