"""Does a message lean on an earlier answer's individuals? "only those after 2010", "how many?"."""

from __future__ import annotations

import re

from memory.english import FUNCTION_WORDS, singular
from memory.rewrite.grammar import (
    ADD,
    ANY,
    AUXILIARIES,
    CLAUSE,
    COUNT,
    COUNT_OF,
    DEFINITE,
    FRAGMENT_START,
    IMPERATIVE,
    INVERTED,
    LIST,
    OF_THE,
    ONLY,
    ORDER,
    PREPOSITIONS,
    RESTRICT,
    SET,
    SHOW,
    TOP,
    WH,
    WH_ALONE,
    WHICH_VERB,
    bare_verb,
    past_verb,
    plural_noun,
    superlative,
)
from memory.rewrite.kinds import names_label, names_property
from memory.rewrite.utterance import Utterance, word_set
from memory.schema import Schema

_LONGEST_FRAGMENT = 7
_THEIR = re.compile(r"\b(?:their|they|themselves)\b")
MEASURES = word_set("""
    average mean median total sum minimum maximum min max highest lowest overall combined number
    range typical
    """)
_OPENING = AUXILIARIES | {"which", "who", "what", "one", "the", "and"}
_NOUN_OF_SET = re.compile(r"\b(?:those|these|of the|all the) (\w+)\b")


def group_noun(said: Utterance) -> str:
    """The noun after "those" or "these": which earlier group is meant.

    >>> from memory.rewrite.utterance import utterance
    >>> group_noun(utterance("Which of those films are comedies?"))
    'films'
    """
    found = OF_THE.match(said.plain) or _NOUN_OF_SET.search(said.plain)
    return found[1] if found and plural_noun(found[1]) else ""


def means_group(said: Utterance) -> bool:
    """Whether words such as "those" and "their" stand for individuals of an earlier answer."""
    plain = said.plain
    of_the = OF_THE.match(plain)
    if of_the and plural_noun(of_the[1]):
        return True
    if not SET.search(plain):
        return False
    found = _THEIR.search(plain)
    others = SET.sub("", _THEIR.sub("", plain)) != _THEIR.sub("", plain)
    return others or found is None or not _bound(plain[: found.start()], plain[found.start() :])


def _bound(before: str, rest: str) -> bool:
    """Whether "their" means a noun of its own sentence: "directors and their films"."""
    words = before.split()
    if rest.startswith("their own"):
        return True
    if not words or words[-1] in AUXILIARIES or words[-1] in ("which", "what", "who"):
        return False
    return any(plural_noun(word) for word in words)


def is_fragment(said: Utterance, schema: Schema | None, *, joined: bool) -> bool:
    """Whether a message is too little to stand alone: it has no subject of its own."""
    plain = said.plain
    if any(
        pattern.search(plain)
        for pattern in (ORDER, ADD, COUNT, COUNT_OF, WHICH_VERB, WH_ALONE, ANY, TOP, LIST)
    ):
        return True
    if _superlative_fragment(said) or _bare_kind(said):
        return True
    if ONLY.search(plain) and not WH.search(plain):
        return True
    if names_subject(said, schema):
        return joined and len(said.tokens) <= 3 and not _clause(said)
    if SHOW.search(plain):
        return True
    if RESTRICT.search(plain) and not WH.search(plain):
        return True
    if FRAGMENT_START.search(plain) and not CLAUSE.search(plain):
        return True
    if _headless_count(said):
        return True
    short = len(said.tokens) <= _LONGEST_FRAGMENT
    return short and not _clause(said) and not bare_verb(said.forms[0])


def _clause(said: Utterance) -> bool:
    """Whether it has the shape of a sentence: a question word, an order, a verb in front."""
    plain = said.plain
    return bool(WH.search(plain) or IMPERATIVE.search(plain) or INVERTED.search(plain))


def _headless_count(said: Utterance) -> bool:
    """Such as "how many came out in 1999": a number of what?"""
    forms = said.forms
    return forms[:2] == ("how", "many") and len(forms) > 2 and past_verb(forms[2])


def _bare_kind(said: Utterance) -> bool:
    """Such as "which journals?" and "in which countries?": those of what was answered."""
    words = said.forms[1:] if said.forms[0] in PREPOSITIONS else said.forms
    nouns = words[1:]
    return (
        words[:1] in (("which",), ("what",))
        and 0 < len(nouns) <= 2
        and plural_noun(nouns[-1])
        and not any(form in FUNCTION_WORDS for form in nouns)
    )


def _superlative_fragment(said: Utterance) -> bool:
    """Such as "the oldest?", "who is the youngest", "what is the longest one"."""
    words = list(said.forms)
    while words and words[0] in _OPENING:
        words.pop(0)
    if not words or not superlative(words[0]) or words[0] in ("top",):
        return False
    tail = words[1:]
    if words[0] in ("most", "least") and tail:
        tail = tail[1:]
    return all(word in FUNCTION_WORDS for word in tail)


def ranks(said: Utterance) -> bool:
    """Whether it sorts or picks by rank what then must be a list: "the longest"."""
    plain = said.plain
    if plain.startswith("how many"):
        return False
    return bool(ORDER.search(plain) or TOP.search(plain)) or any(map(superlative, said.forms))


def names_subject(said: Utterance, schema: Schema | None) -> bool:
    """Whether the message names a label of the graph: what it asks about."""
    return any(names_label(form, schema) for form in said.forms if form not in FUNCTION_WORDS)


def asks_definite(said: Utterance) -> bool:
    """Whether it asks for "the star" or "the directors" without saying of what.

    >>> from memory.rewrite.utterance import utterance
    >>> asks_definite(utterance("who was the star?"))
    True
    >>> asks_definite(utterance("who is the mayor of Rome?"))
    False
    """
    return bool(DEFINITE.match(said.plain)) and not any(map(superlative, said.forms))


def asks_property(said: Utterance, schema: Schema | None) -> bool:
    """Whether it asks for a property without saying of what: "what is the average rating?"."""
    content = [f for f in said.forms if f not in FUNCTION_WORDS | MEASURES | {"'s"}]
    content = [f for f in content if f not in ("show", "give", "tell", "list", "display")]
    if not content or names_subject(said, schema):
        return False
    return all(names_property(singular(form), schema) for form in content)
