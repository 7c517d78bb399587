"""Verified questions as they are asked: in their own words, with other values in their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, ClassVar

from rapidfuzz import fuzz

from bot.cypher.literals import inline
from bot.events import Verification
from bot.layer.form import GAP, Layer, Value, Verified
from bot.steps.bind import forms, stored_value
from bot.steps.lift import SURE, Stretch
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import text_tests
from bot.steps.revalidate import fault
from guardrails.cypher import parse
from guardrails.tokens import Unreadable
from memory.english import BESIDE_ORDERS, FUNCTION_WORDS, ORDERS
from memory.lessons import Slot
from memory.question_form import question_form, same_question
from memory.schema import LinkedValue, Schema
from memory.text import fold

_LONGEST_VALUE = 100
# What a thing is asked for with: "show me the best films" and "best films" are one question.
_LEAD = rf"(?:(?:{'|'.join(sorted((ORDERS - {'count'}) | BESIDE_ORDERS))})\b[\s,]+)*"
_PLEASE = rf"(?:[\s,]+(?:{'|'.join(sorted(BESIDE_ORDERS))}))*"
_BARE = re.compile(rf"{_LEAD}(.*?){_PLEASE}", re.IGNORECASE | re.DOTALL)
# Words that a question has in common with another one, in percent, from which on it is an example.
_ALIKE = 60


@dataclass(frozen=True, slots=True)
class VerifiedPair:
    """A verified statement with the values of a question."""

    cypher: str
    parameters: Mapping[str, Any]
    verified: Verification
    # It is no lesson that could be withdrawn, and people vouch for it.
    lesson: ClassVar[str] = ""
    by_people: ClassVar[bool] = True


class VerifiedQuestions:
    """The verified questions of one graph."""

    def __init__(self, layer: Layer, schema: Schema) -> None:
        patterns = (_Pattern(one, schema) for one in layer.verified)
        self._patterns = sorted(patterns, key=lambda one: len(one.verified.gaps))
        self._schema = schema
        self._faults: dict[str, str] = {}

    async def match(self, question: str, linked: Sequence[LinkedValue]) -> VerifiedPair | None:
        """The pair that a question is, by its own values or others; the most literal one first.

        Never one whose statement may not run: it may name what is hidden by now.
        """
        if not self._patterns:
            return None
        asked = bare(question)
        own = [one for one in self._patterns if asked == bare(one.verified.example)]
        possible = {bare(form): found for form, found in forms(question, linked).items()}
        for one in (*own, *self._patterns):
            pair = one.pair({}) if one in own else one.bind(question, possible, linked)
            if pair is not None and not await self._fault(one):
                return pair
        return None

    async def examples(self) -> dict[str, VerifiedPair]:
        """Each question with its own values, as far as it may be asked of this graph."""
        return {
            one.verified.example: one.pair({})
            for one in self._patterns
            if not await self._fault(one)
        }

    def about(self, words: Sequence[str]) -> Iterator[str]:
        """The questions that have one of these words, with their own values."""
        wanted = {word for one in words for word in fold(one).split()} - FUNCTION_WORDS
        for one in self._patterns:
            if wanted & set(fold(one.verified.example).split()):
                yield one.verified.example

    async def nearest(self, question: str, values: Sequence[str], k: int) -> list[tuple[str, str]]:
        """(question, Cypher) of the verified ones most like a question, best first."""
        asked = question_form(question, values).masked
        scored = []
        for question_of, pair in (await self.examples()).items() if self._patterns else ():
            own = question_form(question_of, [str(v) for v in pair.parameters.values()]).masked
            scored.append((fuzz.token_set_ratio(asked, own), question_of, pair))
        best = sorted(scored, key=lambda one: -one[0])[:k]
        return [(q, inline(p.cypher, p.parameters)) for alike, q, p in best if alike >= _ALIKE]

    async def _fault(self, one: _Pattern) -> str:
        """Why a statement may not run, or cannot; asked once."""
        cypher = one.verified.cypher
        if cypher not in self._faults:
            self._faults[cypher] = await fault(cypher, one.verified.parameters, self._schema)
        return self._faults[cypher]


class _Pattern:
    """One verified question, and what may stand in its gaps."""

    def __init__(self, verified: Verified, schema: Schema) -> None:
        self.verified, self._schema = verified, schema

    def pair(self, values: Mapping[str, Any]) -> VerifiedPair:
        """The pair with these values in place of its own."""
        one = self.verified
        vouched = Verification(one.verified_by, one.verified_on.isoformat())
        return VerifiedPair(one.cypher.strip(), {**one.parameters, **values}, vouched)

    def bind(
        self,
        question: str,
        possible: Mapping[str, tuple[Stretch, ...]],
        linked: Sequence[LinkedValue],
    ) -> VerifiedPair | None:
        """The pair with the values of a question; None where it is another question."""
        for stretches in self._fillings(question, possible):
            values = {
                gap: self._value(gap, stretch, question, linked)
                for gap, stretch in zip(self.verified.gaps, stretches, strict=True)
            }
            if all(value is not None for value in values.values()):
                return self.pair(values)
        return None

    def _fillings(
        self, question: str, possible: Mapping[str, tuple[Stretch, ...]]
    ) -> Iterator[tuple[Stretch, ...]]:
        """The stretches that may stand in the gaps: stored values and numbers, else any words."""
        if (known := possible.get(self._form)) is not None and len(known) == len(
            self.verified.gaps
        ):
            yield known
        found = self._words.fullmatch(question)
        if found is not None:
            spans = (found.span(gap) for gap in self.verified.gaps)
            yield tuple(Stretch(*span, question[slice(*span)]) for span in spans)

    @cached_property
    def _form(self) -> str:
        return bare(GAP.sub("{}", self.verified.question))

    @cached_property
    def _words(self) -> re.Pattern[str]:
        """What matches the question with any words in its gaps."""
        text = " ".join(self.verified.question.split()).rstrip("?!. ")
        found = _BARE.fullmatch(text)
        text = found[1] if found is not None and found[1] else text
        written = ""
        for at, part in enumerate(GAP.split(text)):
            if at % 2:
                written += rf"(?P<{part}>\S(?:.{{0,{_LONGEST_VALUE}}}?\S)?)"
            else:
                written += re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(part)).replace("'", "['’]")
        return re.compile(rf"\s*{_LEAD}{written}{_PLEASE}[\s?!.]*", re.IGNORECASE)

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        """The gaps that stored values of one property fill, by parameter."""
        given = self.verified
        try:
            statement = parse(inline(given.cypher, given.parameters).strip().rstrip("; \n"))
        except Unreadable:
            return {}
        tests = list(text_tests(statement, Known(self._schema)))
        slots = {}
        for gap in given.gaps:
            kinds = {(t.name, t.owners) for t in tests if t.value == given.parameters[gap]}
            if len(kinds) == 1:
                name, owners = kinds.pop()
                slots[gap] = Slot(gap, "value", name, owners)
        return slots

    def _value(
        self, gap: str, stretch: Stretch, question: str, linked: Sequence[LinkedValue]
    ) -> Value | None:
        """What words of the question put into a gap; None where they are nothing of the kind."""
        words = question[stretch.start : stretch.end]
        match self.verified.parameters[gap]:
            case int() | float():
                return _number(words)
            case date():
                return _date(words)
        if (slot := self._slots.get(gap)) is not None:
            return stored_value(slot, stretch, linked, self._schema)
        return _spelling(words, stretch, linked)


def bare(question: str) -> str:
    """The form in which two questions are one, without what they are asked with.

    >>> bare("Show me the best films, please!"), bare("Could you list best films"), bare("Find")
    ('best films', 'best films', 'find')
    """
    text = same_question(question)
    found = _BARE.fullmatch(text)
    return found[1] if found is not None and found[1] else text


def _number(words: str) -> int | float | None:
    """The number that words are: "1,500" is, "5 million" is not.

    >>> _number("1,500"), _number("8.5"), _number("5 million")
    (1500, 8.5, None)
    """
    plain = re.fullmatch(r"-?(?:\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?", words)
    if plain is None:
        return None
    told = words.replace(",", "")
    return float(told) if plain[1] else int(told)


def _date(words: str) -> date | None:
    try:
        return date.fromisoformat(words)
    except ValueError:
        return None


def _spelling(words: str, stretch: Stretch, linked: Sequence[LinkedValue]) -> str:
    """The words, spelt as the one stored value that they are, if they are one."""
    over = (v for v in linked if (v.start, v.end) == (stretch.start, stretch.end))
    stored = {str(v.value) for v in over if v.score >= SURE and fold(str(v.value)) == fold(words)}
    return stored.pop() if len(stored) == 1 else words
