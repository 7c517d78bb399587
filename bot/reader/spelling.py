"""Words of a message that are misspelt, as they were meant: a word of the schema, or an operator.

Of all words that a reading may need, the one that a slip leads from (two letters in the wrong
order, one missing, twice or wrong; Damerau 1964). What a dictionary knows is left alone, and so is
what may be the name of a value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise

import lemminflect
from rapidfuzz.distance import OSA

from bot.reader.lexicon import LEXICON, Phrase
from bot.reader.words import Token, lemmas, stems, tokenize
from memory.english import in_dictionary
from memory.schema import LinkedValue, OncePerSchema, Schema
from memory.text import fold, split_name

# Shorter words are left alone; of short ones no letter is taken for another.
_LEAST, _SHORT, _LONG = 3, 4, 8
# What a slip costs: letters that changed places, one missing or twice, one that is wrong.
_SWAPPED, _MISSING, _WRONG, _TWO = 0.5, 0.7, 1.0, 2.0
# Values linked from this score on are meant by a word as it stands.
_LINKED = 0.8


class Spelling:
    """The words that readings over one schema need."""

    def __init__(self, schema: Schema) -> None:
        """Take the words of a schema's names and values, what stands for them, and all forms."""
        held = (one.properties for one in schema.labels.values())
        told = (one.properties for one in schema.relationships.values())
        names = {*schema.labels, *schema.relationships, *chain(*held, *told)}
        properties = chain(*(one.properties.values() for one in schema.labels.values()))
        values = chain(*(one.values or () for one in properties))
        cores = {tuple(split_name(name)) for name in names}
        # Of a property with few values each is a word of the graph: tigers.
        cores |= {(word,) for one in values if isinstance(one, str) for word in fold(one).split()}
        words = {word for core in cores for word in (*core, *_alike(core))}
        forms = {form for word in words for one in lemmas(word) for form in _inflected(one)}
        self._stems = frozenset(stem for word in words for stem in stems(word))
        # Of what is done there are several: bookings.
        forms |= {form for one in forms if one.endswith("ing") for form in _inflected(one)}
        self.names = frozenset(form for form in forms if form.isalpha())
        by_start: dict[str, set[str]] = defaultdict(set)
        for word in (*self.names, *operators()):
            # A slip may have changed the first two letters.
            by_start[word[0]].add(word)
            by_start[word[1:2]].add(word)
        self._by_start = {start: tuple(sorted(held)) for start, held in by_start.items()}

    def mended(self, message: str, linked: Sequence[LinkedValue] = ()) -> str:
        """Return a message with its misspelt words as they were meant.

        Args:
            message: As typed.
            linked: Stored values that its words may stand for; these are left alone.
        """
        tokens = tokenize(message)
        sure = [(link.start, link.end) for link in linked if link.score >= _LINKED]
        for nth, token in reversed([*enumerate(tokens)]):
            if any(start < token.end and token.start < end for start, end in sure):
                continue
            if self._misspelt(token, nth) and (word := self._meant(token.form, tokens, nth)):
                message = f"{message[: token.start]}{word}{message[token.end :]}"
        return message

    def _misspelt(self, token: Token, nth: int) -> bool:
        form = token.form
        plain = token.kind == "word" and len(form) >= _LEAST and token.text.isascii()
        if not plain or not token.text.isalpha() or (token.capital and nth):
            return False
        # A form of a name that no dictionary has: hashtags.
        known = form in self.names or any(stem in self._stems for stem in stems(form))
        return not known and not any(_is_a_word(one) for one in {form, *lemmas(form)})

    def _meant(self, form: str, tokens: Sequence[Token], nth: int) -> str | None:
        """The one word that is the least slip away, of several the one that fits those beside."""
        near = dict[str, float]()
        for start in {form[0], form[1:2]}:
            for word in self._by_start.get(start, ()):
                if (cost := _slip(form, word)) is not None:
                    near[word] = cost
        least = min(near.values(), default=0.0)
        # With a capital it may be a name.
        if tokens[nth].capital and least > _MISSING:
            return None
        best = [word for word, cost in near.items() if cost == least]
        if len(best) > 1:
            before, behind = (
                tokens[n].form if 0 <= n < len(tokens) else "" for n in (nth - 1, nth + 1)
            )
            pairs = _pairs()
            best = [w for w in best if (before, w) in pairs or (w, behind) in pairs] or best
        if len(best) > 1:
            best = [word for word in best if word in self.names] or best
        # Forms of one word say the same.
        return best[0] if len({min(lemmas(word)) for word in best}) == 1 else None


def _slip(form: str, word: str) -> float | None:
    """What a slip from a word to a form costs; None where it is no slip."""
    if abs(len(form) - len(word)) > 1 or form == word:
        return None
    away = OSA.distance(form, word, score_cutoff=2)
    if away == 1 and sorted(form) == sorted(word):
        return _SWAPPED
    if form[0] != word[0] or len(form) == _LEAST:
        return None
    # A word that was cut short, or goes on with another letter, is another word: prio, kinda.
    if form.startswith(word) or (word.startswith(form) and len(form) <= _SHORT + 1):
        return _MISSING if _doubled(form, word) else None
    if away == 1 and (len(form) + 1 == len(word) or _doubled(form, word)):
        return _MISSING
    if away == 1 and len(form) > _SHORT:
        return _WRONG
    return _TWO if away == 2 and len(form) >= _LONG else None


def _doubled(form: str, word: str) -> bool:
    return any(
        form[n] == form[n - 1] and form[:n] + form[n + 1 :] == word for n in range(1, len(form))
    )


@cache
def _is_a_word(form: str) -> bool:
    known: Iterable[Iterable[str]] = (
        operators(), LEXICON.abbreviations, LEXICON.demonyms, LEXICON.languages,
        LEXICON.magnitudes,
    )  # fmt: skip
    return in_dictionary(form) or any(form in words for words in known)


@cache
def operators() -> frozenset[str]:
    """Return the words of the lexicon that say how things are asked for."""
    phrases = (*LEXICON.comparisons, *LEXICON.comparatives, *LEXICON.rankings, *LEXICON.counting)
    lists: Iterable[Iterable[str]] = (
        LEXICON.function_words, LEXICON.aggregates, LEXICON.groupings, LEXICON.others,
        LEXICON.negations, LEXICON.numbers, LEXICON.ordinals, LEXICON.months, LEXICON.people,
        LEXICON.units, LEXICON.onlys, LEXICON.sames, LEXICON.widenings,
    )  # fmt: skip
    found = {word for phrase in phrases for word in phrase} | {w for words in lists for w in words}
    return frozenset(word for word in found if len(word) > 2 and word.isalpha())


@cache
def _pairs() -> frozenset[Phrase]:
    """Words that stand beside each other in what the lexicon knows: how many, more than."""
    phrases = (*LEXICON.comparisons, *LEXICON.comparatives, *LEXICON.rankings, *LEXICON.counting)
    return frozenset(pair for one in phrases for pair in pairwise(one))


@cache
def _members() -> dict[str, frozenset[str]]:
    """The single words of each group of words that stand for each other."""
    found: dict[str, set[str]] = defaultdict(set)
    for phrase, groups in LEXICON.groups.items():
        if len(phrase) == 1:
            for group, tier in groups.items():
                if tier == 1:
                    found[group].add(phrase[0])
    return {group: frozenset(words) for group, words in found.items()}


def _alike(core: Phrase) -> Iterator[str]:
    """Words that stand for a name."""
    for form in {(*core[:-1], last) for last in lemmas(core[-1])}:
        for group in LEXICON.groups.get(form, {}):
            yield from _members().get(group, ())


@cache
def _inflected(lemma: str) -> frozenset[str]:
    found = lemminflect.getAllInflections(lemma)
    return frozenset({lemma, *(fold(form) for forms in found.values() for form in forms)})


# The words that may be meant over a schema.
spelling_of = OncePerSchema(Spelling)
