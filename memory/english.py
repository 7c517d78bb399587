"""The little English that matching of values needs: function words, the dictionary, singulars."""

from __future__ import annotations

from functools import lru_cache

import lemminflect

# Closed classes: articles, pronouns, prepositions, conjunctions, auxiliaries, question words. None
# of them points at a value, and none is a content word of a name.
_FUNCTION = """
    a an the this that these those some any each every all both either neither no none such same
    other another many much few more most less least several enough own only just also too very
    i me my mine myself we us our ours you your yours he him his she her hers it its they them
    their theirs themselves itself one ones who whom whose which what where when why how whatever
    aboard about above across after against along among amongst around as at before behind below
    beneath beside besides between beyond by despite down during except for from in inside into
    like near of off on onto out outside over past per since than through throughout to toward
    towards under until up upon versus via with within without
    and or but nor so yet if then else because while though although whether not
    am is are was were be been being do does did done doing have has had having will would shall
    should can could may might must dont doesnt didnt isnt arent wasnt werent hasnt havent whats
    whos there here again ever never always now today please
    """
FUNCTION_WORDS = frozenset(_FUNCTION.split())

# The verbs with which people order an answer: alone they point at no value, in a name they may.
_ORDERS = """
    show list find give tell get return display name count identify provide retrieve fetch want
    need know see let make
    """
ORDERS = frozenset(_ORDERS.split())

# What stands before a number that is an amount, a rank or a bound and not a stored value.
_BOUNDS = """
    than over under above below least most exactly about around approximately top first last next
    bottom best worst after before since until between to by up and within
    """
BOUNDS = frozenset(_BOUNDS.split())


@lru_cache(maxsize=65536)
def in_dictionary(word: str) -> bool:
    """Whether a folded word is an ordinary English word (names and misspellings are not).

    >>> in_dictionary("directed"), in_dictionary("tarantino")
    (True, False)
    """
    return word in FUNCTION_WORDS or bool(lemminflect.getAllLemmas(word))


@lru_cache(maxsize=65536)
def singular(word: str, *, guess: bool = True) -> str:
    """The singular of a folded word, or the word itself.

    Args:
        word: One folded word.
        guess: Also strip the endings of words that are in no dictionary.

    >>> singular("comedies"), singular("thrillers"), singular("hanks", guess=False)
    ('comedy', 'thriller', 'hanks')
    """
    nouns = lemminflect.getAllLemmas(word, upos="NOUN").get("NOUN", ())
    if nouns:
        return str(nouns[0])
    if not guess or len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]
