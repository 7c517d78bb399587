"""Values said in other words: "closed without any evidence" for a status among those listed.

Only properties whose whole list of values is known take part, for only then does a near match say
that no other value is nearer. Words match by dictionary form, shared stem or synonym group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from bot.offline.data import load
from bot.offline.kinds import kind_of
from bot.offline.phrases import function_words
from bot.offline.vocabulary import groups
from bot.offline.words import Token, lemmas, parts, tokenize
from memory.schema import LinkedValue, Schema

_SCORE = 0.85
_BEGUN = 0.95
_SHORT = 4
# So much of a value has to be said.
_SAID = 0.74
_SPARE = 5
_STEM = 5
_NEGATIVES = frozenset(
    ["no", "not", "without", "unable", "cannot", "never", "lack", "lacks", "lacking"]
)


@dataclass(frozen=True, slots=True)
class _Listed:
    """A value of a list, with the words that say it."""

    label: str
    property: str
    value: str
    words: tuple[str, ...]
    keys: tuple[frozenset[str], ...]


class Paraphrases:
    """Finds listed values of two words and more in a question; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        self._listed = [
            _Listed(label.name, property.name, value, words, tuple(map(_keys, words)))
            for label in schema.labels.values()
            for property in label.properties.values()
            if kind_of(property) == "text" and property.values
            for value in property.values
            if isinstance(value, str) and len(words := _content(tokenize(value))) >= 2
        ]
        self._short: dict[str, list[tuple[_Listed, tuple[str, ...]]]] = defaultdict(list)
        for one in self._listed:
            if len(words := _spelt(one.value)) > 1:
                self._short[words[0][:2]].append((one, words))
        self._by_key: dict[str, set[int]] = defaultdict(set)
        for number, one in enumerate(self._listed):
            for key in frozenset().union(*one.keys):
                self._by_key[key].add(number)

    def __call__(self, tokens: Sequence[Token], linked: Sequence[LinkedValue]) -> list[LinkedValue]:
        """The links that no exact one covers; none where two values are as near."""
        return [*self._shortened(tokens, linked), *self._paraphrased(tokens, linked)]

    def _shortened(
        self, tokens: Sequence[Token], linked: Sequence[LinkedValue]
    ) -> list[LinkedValue]:
        """Science fiction for Sci-Fi, or the other way: each word begins the other's."""
        found = []
        for at, token in enumerate(tokens):
            for one, words in self._short.get(token.form[:2], ()):
                said = tokens[at : at + len(words)]
                if len(said) < len(words) or not _begins([t.form for t in said], words):
                    continue
                first, last = said[0].start, said[-1].end
                if not any(x.start < last and first < x.end for x in linked):
                    text = " ".join(t.text for t in said)
                    found.append(
                        LinkedValue(
                            text, one.label, one.property, one.value, first, last, _BEGUN, "fuzzy"
                        )
                    )
        return found if len({x.value for x in found}) == 1 else []

    def _paraphrased(
        self, tokens: Sequence[Token], linked: Sequence[LinkedValue]
    ) -> list[LinkedValue]:
        said = [_keys(token.form) for token in tokens]
        if sum(1 for keys in said if any(key in self._by_key for key in keys)) < 2:
            return []
        found: list[tuple[float, int, int, _Listed]] = []
        for one in self._near(frozenset().union(*said)):
            span = _match(tokens, said, one)
            if span is not None:
                found.append((span[2], span[0], span[1], one))
        kept = []
        for share, start, end, one in found:
            first, last = tokens[start].start, tokens[end - 1].end
            if any(x.start <= first and last <= x.end for x in linked):
                continue
            rivals = [f for f in found if f[3] is not one and f[1] < end and start < f[2]]
            if any((f[0], f[2] - f[1]) >= (share, end - start) for f in rivals):
                continue
            text = "".join(
                t.text + (" " if n.start > t.end else "")
                for t, n in zip(tokens[start:end], tokens[start + 1 : end + 1], strict=False)
            )
            kept.append(
                LinkedValue(
                    text.strip(), one.label, one.property, one.value, first, last, _SCORE, "fuzzy"
                )
            )
        return kept

    def _near(self, said: frozenset[str]) -> list[_Listed]:
        """The values of which enough words are said themselves to be taken for said."""
        numbers = set().union(*(self._by_key.get(key, ()) for key in said))
        near = [self._listed[number] for number in sorted(numbers)]
        # What stands in for a word counts half of one.
        least = 2 * _SAID - 1
        return [
            one
            for one in near
            if sum(not keys.isdisjoint(said) for keys in one.keys) >= least * len(one.keys)
        ]


def _spelt(value: str) -> tuple[str, ...]:
    """The words of a value, folded."""
    return tuple(t.form for t in tokenize(value) if t.kind == "word")


def _begins(said: Sequence[str], words: Sequence[str]) -> bool:
    """Whether all of the words are short beginnings of what is said, or all the other way."""
    for short, long in ((words, said), (said, words)):
        pairs = list(zip(short, long, strict=True))
        cut = all(len(s) <= _SHORT and len(s) + 2 <= len(x) and x.startswith(s) for s, x in pairs)
        if cut and min(map(len, short)) > 1:
            return True
    return False


def _match(
    tokens: Sequence[Token], said: Sequence[frozenset[str]], one: _Listed
) -> tuple[int, int, float] | None:
    """(first token, end, share of the words said) of the best window that says enough."""
    best: tuple[int, int, float] | None = None
    words, wanted = one.words, one.keys
    for start, keys in enumerate(said):
        if all(map(keys.isdisjoint, wanted)):
            continue
        left, strange, end = list(range(len(words))), 0, start
        for at in range(start, min(len(tokens), start + len(words) + _SPARE)):
            form = tokens[at].form
            hit = next((i for i in left if not said[at].isdisjoint(wanted[i])), None)
            if hit is not None:
                left.remove(hit)
                end = at + 1
            elif at > start and (meant := [i for i in left if _stands_in(form, words[i])]):
                left.remove(meant[0])
                strange, end = strange + 1, at + 1
            elif tokens[at].kind == "word" and form not in function_words():
                break
        share = (len(words) - len(left) - 0.5 * strange) / len(words)
        if share >= _SAID and (best is None or share > best[2]):
            best = (start, end, share)
    return best


def _stands_in(form: str, word: str) -> bool:
    """Whether one participle can stand for another: found, for identified."""
    return form.endswith(("ed", "und")) and word.endswith("ed") and "VERB" in parts(word)


@cache
def _small_words() -> frozenset[str]:
    """Prepositions, auxiliaries, articles, and and or."""
    lists = load("phrases")
    small = [*lists["prepositions"], *lists["auxiliaries"], "the", "a", "an", "and", "or", "that"]
    return frozenset(word for phrase in small for word in phrase.split())


def _content(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The words that count: no articles and prepositions, but negations as one."""
    return tuple(
        t.form
        for t in tokens
        if t.kind == "word" and (t.form in _NEGATIVES or t.form not in _small_words())
    )


@lru_cache(maxsize=20_000)
def _keys(word: str) -> frozenset[str]:
    """What a word goes by: its forms, a long word's stem, its groups; negations alike."""
    if word in _NEGATIVES:
        return frozenset(["no"])
    if not word.isalpha() or len(word) < 3:
        return frozenset([word])
    found = set(lemmas(word))
    if len(word) > _STEM + 1:
        found.add(word[:_STEM] + "*")
    for form in lemmas(word):
        found |= {f"@{group}" for group in groups().get((form,), ()) if group[:6] == "things"}
    return frozenset(found)
