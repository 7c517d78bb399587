"""What lists and patterns find where no model reads: names, identifiers, what a sentence joins.

It knows no grammar: two things that the schema joins count as joined where they stand in one
sentence and, if the relationship has words, one of these does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import regex

from bot.documents.found import Fact, Found, Mention, Ref
from bot.documents.names import Names
from bot.documents.normal import Normal, amounts, dates, normal
from bot.documents.passages import Passage
from bot.documents.schema import DocumentSchema, Relationship
from bot.errors import UsageError
from memory.text import fold
from memory.text_sentences import Sentences

# An identifier belongs to the name before it, where no more than this stands between.
_NEAR = 60
# A pattern takes a thousandth of this on a sentence, unless it is one that never ends.
_PATTERN_SECONDS = 1.0


class ByLists:
    """Reads passages by the lists and patterns of a schema, and the names that a graph has."""

    name = "lists"

    def __init__(self, schema: DocumentSchema, names: Names) -> None:
        self._schema, self._names = schema, names
        self._patterns = [
            (label, key, regex.compile(rf"(?<!\w)(?:{prop.pattern})(?!\w)"))
            for label, one in schema.labels.items()
            for key, prop in one.properties.items()
            if prop.pattern
        ]

    def read(self, text: str, passage: Passage, sentences: Sentences) -> Found:
        """What a passage of a text says."""
        found = Found()
        for start, end in sentences.spans(passage.start, passage.end):
            self._sentence(text, start, end, found)
        return found

    def _sentence(self, text: str, start: int, end: int, found: Found) -> None:
        named = [Mention(n.thing, n.start, n.end) for n in self._names.find(text, start, end)]
        facts: list[Fact] = []
        for label, key, pattern in self._patterns:
            for match in _matches(pattern, text, start, end, f"{label}.{key}"):
                one = normal(match[0], "identifier")
                if one is None or any(
                    m.start < match.end() and match.start() < m.end for m in named
                ):
                    continue
                owner = _before(named, label, match.start())
                if owner is None:
                    owner = (label, str(one.value))
                    named.append(Mention(owner, match.start(), match.end()))
                facts.append(Fact(owner, key, start, end, value=one, written=match[0]))
        found.mentions += named
        found.facts += facts
        found.facts += self._values(text, start, end, named)
        found.facts += self._joined(text, start, end, named)

    def _values(self, text: str, start: int, end: int, named: list[Mention]) -> Iterator[Fact]:
        """Dates and amounts beside a property's word, where one thing can have them."""
        told = text[start:end]
        for label, one in self._schema.labels.items():
            owners = {m.thing for m in named if m.thing[0] == label}
            for key, prop in one.properties.items():
                if len(owners) != 1 or not prop.words or prop.pattern:
                    continue
                near = _after(told, prop.words)
                values: list[tuple[int, int, Normal]] = []
                if near is not None and prop.type == "date":
                    values = [(a, b, Normal(day)) for a, b, day in dates(told) if a >= near]
                elif near is not None and prop.type in ("amount", "number", "integer"):
                    values = [v for v in amounts(told) if v[0] >= near]
                    values = (
                        [v for v in values if v[2].currency] if prop.type == "amount" else values
                    )
                if values:
                    a, b, value = values[0]
                    owner = next(iter(owners))
                    yield Fact(owner, key, start, end, value=value, written=told[a:b])

    def _joined(self, text: str, start: int, end: int, named: list[Mention]) -> Iterator[Fact]:
        told, seen = text[start:end], set[tuple[Ref, str, Ref]]()
        for type_, rel in self._schema.relationships.items():
            word = _after(told, rel.words) if rel.words else None
            if rel.words and word is None:
                continue
            for one, other in self._pairs(type_, rel, named, start + (word or 0)):
                if (one, type_, other) not in seen and one != other:
                    seen.add((one, type_, other))
                    yield Fact(one, type_, start, end, object=other)

    def _pairs(
        self, type_: str, rel: Relationship, named: list[Mention], word: int
    ) -> Iterator[tuple[Ref, Ref]]:
        """What a relationship may join; of two with one label the one before its word is first."""
        for one in named:
            for other in named:
                if one.thing[0] not in rel.start or other.thing[0] not in rel.end:
                    continue
                if one.thing[0] == other.thing[0]:
                    if not rel.words or not one.end <= word <= other.end:
                        continue
                elif not rel.words and self._rivals(type_, one.thing[0], other.thing[0]):
                    continue
                yield one.thing, other.thing

    def _rivals(self, type_: str, start: str, end: str) -> bool:
        """Whether the schema joins two labels in more ways than one, so that a word has to tell."""
        return any(
            name != type_ and {(start, end), (end, start)} & {(a, b)}
            for a, name, b in self._schema.joins
        )


def _matches(
    pattern: regex.Pattern[str], text: str, start: int, end: int, where: str
) -> list[regex.Match[str]]:
    """Where a pattern fits; one that goes on for ever is ended.

    Raises:
        UsageError: it takes too long.
    """
    try:
        return list(pattern.finditer(text, start, end, timeout=_PATTERN_SECONDS))
    except TimeoutError:
        raise UsageError(
            f"The pattern of {where} takes too long on these texts; write it with fewer "
            "repetitions inside repetitions."
        ) from None


def _taken(named: list[Mention], start: int, end: int) -> bool:
    """Whether a span is, in part, a name already."""
    return any(one.start < end and start < one.end for one in named)


def _before(named: list[Mention], label: str, at: int) -> Ref | None:
    """The thing of a label that stands last before an offset, near it and with no other between."""
    before = [m for m in named if m.end <= at]
    last = max(before, key=lambda m: m.end, default=None)
    near = last is not None and last.thing[0] == label and at - last.end <= _NEAR
    return last.thing if last is not None and near else None


def _after(text: str, words: list[str]) -> int | None:
    """Where the first of some words ends in a text, whatever its case; None where none stands."""
    ends = [
        found.end()
        for word in words
        if fold(word)
        for found in [re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)]
        if found
    ]
    return min(ends, default=None)
