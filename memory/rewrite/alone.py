"""A message without a verb that is a question of its own: "dramas with Meryl Streep"."""

from __future__ import annotations

from memory.english import FUNCTION_WORDS
from memory.rewrite.ellipsis import MEASURES
from memory.rewrite.grammar import (
    ADD,
    CLAUSE,
    FRAGMENT_START,
    IMPERATIVE,
    INVERTED,
    ORDER,
    PREPOSITIONS,
    RESTRICT,
    SET,
    SHOW,
    WH,
    number_of,
    past_verb,
    plural_noun,
    superlative,
)
from memory.rewrite.utterance import Utterance, word_set

# What these open is said of what was answered, or changes it.
_LEANING = (WH, IMPERATIVE, INVERTED, CLAUSE, SET, ORDER, RESTRICT, ADD, SHOW, FRAGMENT_START)
_INSTEAD = word_set("instead too also then again else other others same rest")
_RANKS = word_set("top bottom")
_AFTER = PREPOSITIONS | word_set("starring featuring involving made")


def own_noun_phrase(said: Utterance) -> bool:
    """Whether it is a noun phrase that says itself what is wanted, and of which.

    Its noun is told of by what follows, or ranked by what is before: a noun alone ("comedies") may
    as well narrow what was answered, and so may all that opens with "only" or a preposition.

    >>> from memory.rewrite.utterance import utterance
    >>> own_noun_phrase(utterance("dramas with Meryl Streep"))
    True
    >>> own_noun_phrase(utterance("best rated thrillers")), own_noun_phrase(utterance("comedies"))
    (True, False)
    >>> own_noun_phrase(utterance("total beds in the Dolomites"))
    True
    >>> own_noun_phrase(utterance("only dramas with Meryl Streep"))
    False
    """
    words = said.drop(2) if said.forms[:2] == ("how", "many") else said
    if _INSTEAD & set(words.forms) or any(p.search(words.plain) for p in _LEANING):
        return False
    head = _head(words)
    if head is None:
        return False
    before, after = words.forms[:head], words.forms[head + 1 :]
    if after:
        return len(after) > 1 and (after[0] in _AFTER or past_verb(after[0]))
    return any(superlative(form) or form in _RANKS for form in before)


def measured(said: Utterance) -> bool:
    """Whether a figure is asked for, and so perhaps of what was answered: "average runtime"."""
    return said.forms[:1] != () and said.forms[0] in MEASURES


def _head(said: Utterance) -> int | None:
    """Where the noun stands: in the plural, or what a measure is of ("average runtime")."""
    for at, token in enumerate(said.tokens):
        following = said.forms[at + 1] if at + 1 < len(said.tokens) else ""
        ends = not following or following in _AFTER or past_verb(following)
        named = at > 0 and token.text[0].isupper()
        if token.quoted or named or (at and token.form in PREPOSITIONS):
            return None
        if ends and (plural_noun(token.form) or (at and measured(said))):
            return at
        ranked = superlative(token.form) or token.form in MEASURES
        if token.form in FUNCTION_WORDS and not ranked and number_of(token.form) is None:
            return None
    return None
