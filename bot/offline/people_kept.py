"""Somebody who is only a name in a property: the chairman of a club, the referee of a match."""

from __future__ import annotations

from bot.offline.data import load
from bot.offline.kinds import kind_of
from bot.offline.lexicon import Lexicon, PropertyTarget, RelationTarget
from bot.offline.property_words import is_somebody
from bot.offline.vocabulary import agent_nouns
from bot.offline.words import lemmas, parts
from memory.text import fold

_SAID = frozenset(load("phrases")["auxiliaries"])
_EXACT = 0.05


def doers(lexicon: Lexicon, verb: str) -> list[tuple[str, frozenset[str]]]:
    """What whoever does it is called, and the properties that tell who: owns, the owner."""
    if not is_free(lexicon, verb):
        return []
    nouns = dict.fromkeys(one for form in lemmas(fold(verb)) for one in agent_nouns(form))
    found = ((" ".join(noun), kept(lexicon, " ".join(noun))) for noun in nouns)
    return [(noun, names) for noun, names in found if names]


def is_free(lexicon: Lexicon, word: str) -> bool:
    """Whether a word is for doing something, and no relationship is called so."""
    form = fold(word)
    known = lexicon.lookup((form,))
    joined = any(isinstance(t, RelationTarget) and known[t] < _EXACT for t in known)
    return form not in _SAID and any("VERB" in parts(one) for one in lemmas(form)) and not joined


def kept(lexicon: Lexicon, words: str) -> frozenset[str]:
    """The properties that tell who somebody is, where words are for them, and for no more."""
    *before, last = fold(words).split()
    known = {
        target: cost
        for form in dict.fromkeys((last, *lemmas(last)))
        for target, cost in lexicon.lookup((*before, form)).items()
    }
    if not all(isinstance(target, PropertyTarget) for target in known):
        return frozenset()
    # The contact at a shop is its contact_name, and not its contact_title.
    closest = [t for t in known if known[t] == min(known.values())]
    named = [t for t in closest if isinstance(t, PropertyTarget) and _is_somebody(lexicon, t)]
    return frozenset(t.property for t in named) if len(named) == len(closest) else frozenset()


def _is_somebody(lexicon: Lexicon, target: PropertyTarget) -> bool:
    """Whether a property is a text, and called after somebody."""
    kept = lexicon.property(target.owner, target.property)
    return kept is not None and kind_of(kept) == "text" and is_somebody(target.property)
