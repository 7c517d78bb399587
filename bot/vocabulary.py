"""The words of each person: the operator's files, what they taught, and what others agreed on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.offline.parser import Parser
from bot.offline.terms import Terminology, places
from bot.settle_term import TermSettler
from bot.steps.link import ValueLookup
from bot.steps.term_links import TermLinks
from bot.terminology import NotATerm, TermReader
from memory.schema import LinkedValue, Schema
from memory.terms import Term

_PEOPLE = 200


class Book(Protocol):
    """Where terms are kept. Every method raises `StoreError` where it fails."""

    async def version(self) -> int:
        """A number that grows with every change."""
        ...

    async def of(self, person: str) -> list[Term]:
        """What holds for a person, their own terms first."""
        ...

    async def teach(self, person: str, term: str, meaning: str) -> Term:
        """Keep what a term means to a person."""
        ...

    async def forget(self, person: str, term: str) -> Term | None:
        """Forget what it means to them."""
        ...


@dataclass(frozen=True, slots=True)
class Words:
    """The terms that hold for one person, and what reads and links with them."""

    terms: Terminology
    parser: Parser
    values: ValueLookup
    learnt: tuple[Term, ...] = field(default=())

    def used(self, question: str) -> Iterator[Term]:
        """The learnt terms that stand in a question."""
        yield from (term for term in self.learnt if any(places(term.term, question)))


class Vocabulary:
    """What words mean on one graph, to whom.

    `parser` and `values` know the terms of the `file`, which go before what is learnt.
    """

    def __init__(
        self, book: Book, schema: Schema, file: Terminology, parser: Parser, values: ValueLookup
    ) -> None:
        self._book = book
        self._parser, self._values = parser, values
        self._reader = TermReader(schema, parser, strictly=True)
        self._common = Words(file, parser, values)
        self.settler = TermSettler(schema, file, parser, values)
        self._known: OrderedDict[str, tuple[int, Words]] = OrderedDict()

    async def of(self, person: str) -> Words:
        """The words of a person.

        Raises:
            StoreError: the database fails.
        """
        version = await self._book.version()
        known = self._known.get(person)
        if known is None or known[0] != version:
            known = version, await self._words(await self._book.of(person) if version else [])
            self._known[person] = known
        self._known.move_to_end(person)
        if len(self._known) > _PEOPLE:
            self._known.popitem(last=False)
        return known[1]

    async def teach(self, person: str, term: str, means: str) -> Term:
        """Keep what a term means to a person; as it now holds.

        Raises:
            NotATerm: the term or its meaning cannot be used; the text says why.
            UsageError: the person has taught too many.
            StoreError: the database fails.
        """
        meaning = await self.settler.meaning(term, means)
        return await self._book.teach(person, term, meaning)

    async def forget(self, person: str, term: str) -> Term | None:
        """Forget what a term means to a person; what it meant, None where they never said.

        Raises:
            StoreError: the database fails.
        """
        return await self._book.forget(person, term)

    async def alone(self, term: Term) -> Words:
        """A term as it reads by itself; it is among what is `learnt` if the graph has it."""
        return await self._words([term])

    def forget_person(self, person: str) -> None:
        """Keep no words of a person in mind."""
        self._known.pop(person, None)

    async def _words(self, learnt: Sequence[Term]) -> Words:
        """What is learnt on top of the file, as far as the graph still has it."""
        elements: dict[str, str] = {}
        values: dict[str, LinkedValue] = {}
        phrases: dict[str, str] = {}
        within: dict[str, Sequence[LinkedValue]] = {}
        applied: list[Term] = []
        for one in learnt:
            if self.settler.in_file(one.term):
                continue
            try:
                match self._reader.meaning(one.term, one.meaning):
                    case LinkedValue() as value:
                        values[one.term] = value
                    case None:
                        phrases[one.term] = one.meaning
                    case element:
                        elements[one.term] = element
            except NotATerm:
                named = await self.settler.values_in(one.meaning)
                if not named:
                    continue
                phrases[one.term], within[one.meaning] = one.meaning, named
            applied.append(one)
        if not applied:
            return self._common
        file = self._common.terms
        terms = replace(
            file,
            elements={**file.elements, **elements},
            values={**file.values, **values},
            phrases={**file.phrases, **phrases},
        )
        own = TermLinks(Terminology({}, values, {}), self._values)
        parser = self._parser.with_terms(elements, phrases, within)
        return Words(terms, parser, own, tuple(applied))
