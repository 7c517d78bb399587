"""Adjectives of countries: German suppliers are those of Germany."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from bot.offline.written_places import signed
from bot.words.data import load
from bot.words.inflection import Token
from bot.words.pronouns import Pronouns
from memory.schema import LinkedValue, Property
from memory.text import fold, split_name

_SCORE = 0.95
# Of longer lists that are not known as a whole a few values tell that they are of countries.
_ENOUGH, _MOST = 3, 0.6
# Names that stand before a noun as an adjective does: US firms.
_SHORT = {"US": "american", "USA": "american", "UK": "british"}
_LANGUAGE = frozenset(["language", "languages", "tongue", "tongues"])
# A word of a question that speaks of languages.
_SPOKEN = _LANGUAGE | frozenset(
    ["speak", "speaks", "speaking", "spoke", "spoken", "speaker", "speakers", "fluent", "talk"]
)


class Demonyms:
    """Finds countries of the schema's listed values by their adjectives; built once for a schema.

    Of properties whose values are too many to be listed only countries of one name take part.
    """

    def __init__(self, who: Pronouns) -> None:
        named = {fold(name): word for word, names in load("demonyms").items() for name in names}
        self._known = frozenset(named.values())
        self._found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for label in who.schema.labels.values():
            for property in label.properties.values():
                for word, value in _kept(property, named):
                    self._found[word].append((label.name, property.name, value))
        places = {label for found in self._found.values() for label, _, _ in found}
        self._of_places = {
            person
            for person in who.people
            for _, join in who.schema.joins()
            if join.start == person and join.end in places
        }

    def __call__(self, tokens: Sequence[Token], linked: Sequence[LinkedValue]) -> list[LinkedValue]:
        """The links with one for each adjective that is none itself.

        A Norwegian passenger is one of Norway, where that is kept, and no speaker of the language.
        """
        kept = list(linked)
        shouted = all(token.text.isupper() for token in tokens if token.kind == "word")
        for at, token in enumerate(tokens):
            word = token.form if shouted else _SHORT.get(token.text, token.form)
            found = self._found.get(word, ())
            near = [x for x in kept if x.start < token.end and token.start < x.end]
            beside = [x for x in near if signed(x) is None]
            around = {x.form for x in (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2])}
            named = [held for held in found if around & set(split_name(held[1]))]
            # Under Norwegian flag: of no language.
            found = named or found
            if beside and not named and (word not in self._known or _spoken(tokens, at)):
                continue
            if beside and not named and not all(map(self._tongue, beside)):
                continue
            kept = [x for x in kept if x not in beside]
            kept += [
                LinkedValue(token.text, *held, token.start, token.end, _SCORE, "fuzzy")
                for held in found
            ]
        return kept

    def _tongue(self, link: LinkedValue) -> bool:
        """Whether a value is a language of someone who is also kept to be of a country."""
        named = bool(_LANGUAGE & set(split_name(link.property)))
        return named and link.label in self._of_places


def _kept(property: Property, named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The countries that a property keeps, by their adjectives."""
    texts = [x for x in property.values or property.examples if isinstance(x, str)]
    known = [(named[fold(text)], text) for text in texts if fold(text) in named]
    if property.values is not None:
        yield from known
    elif len(set(known)) >= _ENOUGH and len(known) >= _MOST * len(texts):
        for word, names in load("demonyms").items():
            if len(names) == 1:
                yield word, names[0]
            else:
                yield from (one for one in dict.fromkeys(known) if one[0] == word)


def _spoken(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word at a token is said to be spoken: speak Norwegian, Norwegian is spoken."""
    after = [token.form for token in tokens[at + 1 : at + 3]]
    before = {token.form for token in tokens[:at]}
    return bool(before & _SPOKEN) or bool(_SPOKEN & set(after[:1])) or "spoken" in after
