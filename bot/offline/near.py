"""Words that the schema does not have, near to one that it has: researchers, for authors.

The lists of near.toml are wider than synonyms, so they count only where a word means nothing else,
and a noun only where it leads to one label alone: a wrong guess is worse than a declined question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from bot.words.data import load
from bot.words.vocabulary import Phrase, variants
from memory.text import fold

if TYPE_CHECKING:
    from bot.offline.lexicon import Target

_FOUND = 0.2
_PRICE = 0.3


@cache
def _lists(kind: str) -> dict[Phrase, tuple[tuple[Phrase, ...], ...]]:
    """Phrase -> the lists of near.toml that hold it."""
    found: dict[Phrase, list[tuple[Phrase, ...]]] = {}
    for listed in load("near")[kind]:
        phrases = tuple(tuple(fold(word).split()) for word in listed)
        for phrase in phrases:
            found.setdefault(phrase, []).append(phrases)
    return {phrase: tuple(lists) for phrase, lists in found.items()}


@cache
def near_words() -> frozenset[str]:
    """Every word of the lists, to tell them from misspelt ones."""
    return frozenset(w for kind in ("nouns", "verbs") for phrase in _lists(kind) for w in phrase)


def near(words: Phrase, known: Callable[[Phrase], Mapping[Target, float]]) -> dict[Target, float]:
    """Schema elements that words of the same lists mean, each with its cost.

    Args:
        words: A phrase that means nothing by itself.
        known: What a phrase means by itself.
    """
    from bot.offline.lexicon import NounTarget, RelationTarget

    labels: dict[Target, float] = {}
    types: dict[Target, float] = {}
    for variant in dict.fromkeys(variants(words)):
        for others in _lists("nouns").get(variant, ()):
            for other in others:
                for target, cost in known(other).items():
                    if isinstance(target, NounTarget) and cost <= _FOUND:
                        labels[target] = min(_PRICE + cost, labels.get(target, 9.0))
        for others in (*_lists("verbs").get(variant, ()), *_converse().get(variant, ())):
            for other in others:
                for target, cost in known(other).items():
                    verbal = isinstance(target, RelationTarget) and target.form == "verb"
                    if verbal and cost <= _FOUND:
                        types[target] = min(_PRICE + cost, types.get(target, 9.0))
    return {**(labels if len(labels) == 1 else {}), **types}


@cache
def _converse() -> dict[Phrase, tuple[tuple[Phrase, ...], ...]]:
    """Verb -> the verbs that say the same from the other side: employ, work."""
    found: dict[Phrase, list[tuple[Phrase, ...]]] = {}
    both, one_way = load("near")["converse"], load("near")["said_of"]
    for said, of in (*both, *(pair[::-1] for pair in both), *one_way):
        for verb in said:
            others = tuple(tuple(fold(word).split()) for word in of)
            found.setdefault(tuple(fold(verb).split()), []).append(others)
    return {verb: tuple(others) for verb, others in found.items()}


def converse(words: Phrase, verb: str) -> bool:
    """Whether words say from the other side what a type's own verb does.

    >>> converse(("employs",), "works"), converse(("worked",), "works")
    (True, False)
    """
    own = variants((verb,))
    return any(
        other in own
        for variant in variants(words)
        for others in _converse().get(variant, ())
        for other in others
    )


def end_nouns(verb: str, tail: Phrase = ()) -> tuple[tuple[Phrase, str], ...]:
    """Nouns for what stands at the ends of a relationship by its verb: (words, start or end).

    >>> end_nouns("benefit"), end_nouns("benefit", ("from",))
    (((('beneficiary',), 'end'),), ((('beneficiary',), 'start'),))
    """
    found = []
    for group in load("near")["ends"]:
        ends = ("end", "start") if {*group.get("turned_by", ())} & {*tail} else ("start", "end")
        if any(verb == lemma for word in group["verbs"] for lemma in word.split()[:1]):
            told = zip(("start", "end"), ends, strict=True)
            found += [(tuple(noun.split()), end) for kept, end in told for noun in group[kept]]
    return tuple(found)


def counterparts(noun: str) -> tuple[Phrase, ...]:
    """Nouns for who stands at the other end of what a noun names.

    >>> counterparts("parent")[0]
    ('child',)
    """
    found: list[Phrase] = []
    for pair in load("near")["counterparts"]:
        for own, other in (("one", "other"), ("other", "one")):
            if noun in pair[own]:
                found += [tuple(word.split()) for word in pair[other]]
    return tuple(found)
