"""What a person says a word means, held against the graph: what is kept of it, or why not."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz import fuzz, process

from bot.offline.lexicon import FlagTarget, NounTarget, PropertyTarget, RelationTarget, Target
from bot.offline.parser import Parser
from bot.offline.phrases import function_words, nouns_in_phrases
from bot.offline.terms import Terminology
from bot.steps.link import ValueLookup
from bot.terminology import NotATerm, TermReader
from memory.catalogue import in_quotes, listed, say
from memory.english import FUNCTION_WORDS, ORDERS
from memory.processor import apart
from memory.schema import LinkedValue, Schema
from memory.terms import term_key
from memory.text import fold, split_name

_LONGEST_TERM, _LONGEST_MEANING = 60, 200
# How many, how much alike in percent, and how far behind the best one.
_NEAR, _ALIKE, _BESIDE = 3, 60, 15
# Meanings this much dearer than the best one are not what a word is taken for.
_CLOSE = 0.1


class TermSettler:
    """Settles terms on one graph; `parser` and `values` know those of the `file`."""

    def __init__(
        self, schema: Schema, file: Terminology, parser: Parser, values: ValueLookup
    ) -> None:
        self._schema, self._terms = schema, file
        self._parser, self._values = parser, values
        self._reader = TermReader(schema, parser, strictly=True)
        self._file = {
            term_key(term): term for term in (*file.elements, *file.values, *file.phrases)
        }

    def in_file(self, term: str) -> bool:
        """Whether the operator's files have a term: they go before what is taught."""
        return term_key(term) in self._file

    async def meaning(self, term: str, means: str) -> str:
        """What a person says a term means, as terminology.yaml would have it.

        Raises:
            NotATerm: the term has a meaning, or this one is nothing that the graph has.
        """
        self._check(term, means)
        explicit = "=" in means or self._reader.element(means) is not None
        found = self._reader.meaning(term, means) if explicit else None
        if isinstance(found, LinkedValue):
            if await self._stored(str(found.value), (found.label, found.property)) is None:
                place = f"{found.label}.{found.property}"
                raise NotATerm(f"No {place} is “{found.value}”.", self._near(str(found.value)))
            return _value(found)
        if found is not None:
            return found
        elements = self._elements(means)
        if len(elements) == 1:
            return elements[0]
        stored = None if elements else await self._stored(means)
        if stored is not None:
            return _value(stored)
        try:
            self._reader.meaning(term, means)
        except NotATerm:
            if await self.values_in(means) is None:
                raise self._unknown(term, means) from None
        return means

    async def values_in(self, means: str) -> tuple[LinkedValue, ...] | None:
        """The stored values that other words name; None where the words are not all read."""
        if len(fold(means).split()) < 2:
            return None
        linked = [link for link in await self._values.lookup(means) if link.score >= 1]
        parse = await apart(self._parser.parse, means, linked)
        return parse.readings[0].used if parse.readings else None

    def names(self, means: str) -> str | None:
        """The one element that words name, as `meaning` takes them."""
        found = self._reader.element(means)
        elements = [found] if found is not None else self._elements(means)
        return elements[0] if len(elements) == 1 else None

    def means_already(self, term: str, means: str) -> bool:
        """Whether a term means that without being taught, to the graph or terminology.yaml."""
        name = self.names(means)
        return name is not None and name in self._elements(term)

    def is_free(self, term: str, means: str) -> bool:
        """Whether a term may be given this meaning."""
        try:
            self._check(term, means)
        except NotATerm:
            return False
        return True

    def knows(self, term: str) -> bool:
        """Whether a term is one of the graph's own words."""
        return bool(self._parser.lexicon.lookup(tuple(fold(term).split())))

    def _check(self, term: str, means: str) -> None:
        """Whether a term is free to be given a meaning."""
        words = fold(term).split()
        if len(term) > _LONGEST_TERM or len(means) > _LONGEST_MEANING:
            raise NotATerm(
                say(
                    "That is too long to learn: a word may have {most} characters, its meaning "
                    "{most_meaning}.",
                    most=_LONGEST_TERM,
                    most_meaning=_LONGEST_MEANING,
                )
            )
        self._reader.check(term, means)
        of_questions = FUNCTION_WORDS | ORDERS | (function_words() - nouns_in_phrases())
        if of_questions.issuperset(words) or not any(char.isalpha() for char in term):
            raise NotATerm(
                say(
                    "“{word}” is a word that questions are made of; it keeps its meaning.",
                    word=term,
                )
            )
        if self.in_file(term):
            known = self._terms.meaning(self._file[term_key(term)])
            raise NotATerm(
                say(
                    "“{word}” means {meaning} here already: the operator's file says so.",
                    word=term,
                    meaning=known,
                )
            )
        known = listed(self._elements(term)[:2], "or")
        if known:
            raise NotATerm(
                say(
                    "“{word}” is a word of this graph already: it means {meaning}.",
                    word=term,
                    meaning=known,
                )
            )
        kind = self._listed().get(fold(term))
        if kind is not None:
            raise NotATerm(
                say("“{word}” is in this graph already, as a {kind}.", word=term, kind=kind)
            )

    def _elements(self, means: str) -> list[str]:
        """The elements that words can mean about equally well; the schema knows the words."""
        found = self._parser.lexicon.lookup(tuple(fold(means).split()))
        if not found:
            return []
        best = min(found.values())
        close = (name_of(target) for target, cost in found.items() if cost <= best + _CLOSE)
        return list(dict.fromkeys(close))

    async def _stored(self, text: str, place: tuple[str, str] | None = None) -> LinkedValue | None:
        """The stored value that a text is, as a whole."""
        for link in await self._values.lookup(text):
            whole = fold(link.text) == fold(text) and link.method in ("exact", "folded")
            here = place is None or (link.label, link.property) == place
            if whole and here and isinstance(link.value, str):
                return link
        return None

    def _listed(self) -> dict[str, str]:
        """Values of short lists, folded, each with the property that has it."""
        return {
            fold(value): " ".join(split_name(label.name))
            for label in self._schema.labels.values()
            for prop in label.properties.values()
            for value in prop.values or ()
            if isinstance(value, str)
        }

    def _unknown(self, term: str, means: str) -> NotATerm:
        near = self._near(means)
        told = {"meaning": means, "word": term}
        if not near:
            return NotATerm(
                say(
                    "I can't find “{meaning}” in this graph, so “{word}” can't mean it; say it in "
                    "words of the graph.",
                    **told,
                )
            )
        either = listed([in_quotes(item) for item in near], "or")
        return NotATerm(
            say(
                "I can't find “{meaning}” in this graph, so “{word}” can't mean it; do you mean "
                "{names}?",
                **told,
                names=either,
            ),
            near,
        )

    def _near(self, means: str) -> tuple[str, ...]:
        """What the graph has that is written like a meaning."""
        schema = self._schema
        names = {*schema.labels, *schema.relationships}
        names |= {name for label in schema.labels.values() for name in label.properties}
        names |= {name for rel in schema.relationships.values() for name in rel.properties}
        known = sorted({" ".join(split_name(name)) for name in names})
        known += sorted(set(self._listed_values()))
        found = process.extract(
            means, known, scorer=fuzz.ratio, processor=fold, score_cutoff=_ALIKE, limit=_NEAR
        )
        return tuple(name for name, ratio, _ in found if ratio >= found[0][1] - _BESIDE)

    def _listed_values(self) -> Iterator[str]:
        for label in self._schema.labels.values():
            for prop in label.properties.values():
                yield from (value for value in prop.values or () if isinstance(value, str))


def name_of(target: Target) -> str:
    """An element as terminology.yaml names it."""
    match target:
        case NounTarget(label):
            return label
        case PropertyTarget(owner, name) | FlagTarget(owner, name):
            return f"{owner}.{name}"
        case RelationTarget(type_):
            return type_


def _value(link: LinkedValue) -> str:
    return f"{link.label}.{link.property} = {link.value}"
