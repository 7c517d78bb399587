"""A deployment's own words, and what they mean: for the lexicon, the links and a model alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from memory.english import singulars
from memory.schema import LinkedValue, Schema
from memory.text import fold

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True)
class Terminology:
    """Words that people use, each with its meaning.

    `elements` mean a label, a relationship type or `Label.property`; `values` a stored value;
    `phrases` are said in other words ("blockbuster": "film with a revenue over 100 million").
    `set_aside` are terms for what the graph lacks, each with the reason. `notes` say what elements
    mean, `rules` what else the people of the graph want known.
    """

    elements: Mapping[str, str]
    values: Mapping[str, LinkedValue]
    phrases: Mapping[str, str]
    set_aside: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()

    def links(self, question: str) -> list[LinkedValue]:
        """The stored values that terms in a question mean."""
        found = [
            replace(value, text=question[start:end], start=start, end=end)
            for term, value in self.values.items()
            for start, end in places(term, question)
        ]
        return sorted(found, key=lambda link: link.start - link.end)

    def told(self, question: str) -> str:
        """The terms of a question with their meanings, a line each, for a model."""
        return "\n".join(
            f"{term}: {meaning}"
            for term, meaning in self._told.items()
            if any(places(term, question))
        )

    def for_model(self, question: str, slice_: Schema) -> str:
        """What a model is told beside the schema: terms, what elements mean, and the rules.

        >>> from memory.schema import Label
        >>> terms = Terminology({}, {}, {}, notes={"Film": "A feature film"}, rules=("Be brief.",))
        >>> print(terms.for_model("?", Schema({"Film": Label("Film", 1)})))
        Film: A feature film
        Rule: Be brief.
        """
        held = {name: label.properties for name, label in slice_.labels.items()}
        held |= {name: rel.properties for name, rel in slice_.relationships.items()}
        names = {*held, *(f"{owner}.{prop}" for owner, own in held.items() for prop in own)}
        lines = [f"{name}: {note}" for name, note in self.notes.items() if name in names]
        lines += [f"Rule: {rule}" for rule in self.rules]
        return "\n".join(filter(None, (self.told(question), *lines)))

    def meaning(self, term: str) -> str:
        """What a term means, as terminology.yaml has it; "" where it is none."""
        return self._told.get(term, "")

    @cached_property
    def _told(self) -> dict[str, str]:
        values = {
            term: f"{link.label}.{link.property} = {link.value}"
            for term, link in self.values.items()
        }
        return {**self.elements, **values, **self.phrases}


NO_TERMS = Terminology({}, {}, {})


@dataclass(frozen=True, slots=True)
class Expanded:
    """A question in which phrases stand for terms; `linked` are its links, in their new places.

    `origin` tells which link of the question as typed each of them was.
    """

    question: str
    linked: tuple[LinkedValue, ...]
    origin: Mapping[LinkedValue, LinkedValue]

    def as_typed(self, used: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        """The links, where they stand in the question as typed."""
        return tuple(self.origin.get(link, link) for link in used)


def expand(
    question: str,
    linked: Sequence[LinkedValue],
    phrases: Mapping[str, str],
    within: Mapping[str, Sequence[LinkedValue]] | None = None,
) -> Expanded | None:
    """The question with each term said in its other words; None where it has none.

    `within` has the stored values that such words name, by the words.

    >>> found = expand("How many talkies are there?", (), {"talkie": "films after 1927"})
    >>> found.question if found else None
    'How many films after 1927 are there?'
    """
    edits = list(_edits(question, phrases))
    return edited(question, linked, edits, within) if edits else None


def edited(
    question: str,
    linked: Sequence[LinkedValue],
    edits: Sequence[tuple[int, int, str]],
    within: Mapping[str, Sequence[LinkedValue]] | None = None,
) -> Expanded:
    """The question with other words in places, which come from left to right.

    >>> edited("Big hits?", (), [(0, 3, "Large")]).question
    'Large hits?'
    """
    origin: dict[LinkedValue, LinkedValue] = {}
    for link in linked:
        if not any(start < link.end and link.start < end for start, end, _ in edits):
            before = (edit for edit in edits if edit[1] <= link.start)
            moved = sum(len(words) - (end - start) for start, end, words in before)
            origin[replace(link, start=link.start + moved, end=link.end + moved)] = link
    shift = 0
    for start, end, words in edits:
        for link in (within or {}).get(words, ()):
            placed = replace(link, start=start + shift + link.start, end=start + shift + link.end)
            origin[placed] = replace(link, text=question[start:end], start=start, end=end)
        shift += len(words) - (end - start)
    for start, end, words in reversed(edits):
        question = question[:start] + words + question[end:]
    return Expanded(question, tuple(origin), origin)


def places(term: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a term stands in a text: in any case, in singular or plural, as whole words.

    >>> list(places("big hit", "Which Big Hits?"))
    [(6, 14)]
    """
    wanted = fold(term).split()
    words = list(_WORD.finditer(text))
    for first in range(len(words) - len(wanted) + 1):
        stretch = words[first : first + len(wanted)]
        if wanted and _same([fold(word[0]) for word in stretch], wanted):
            yield stretch[0].start(), stretch[-1].end()


def _same(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether words are those of a term; the last one may be in the plural, or both."""
    one, other = ({last, *singulars(last)} for last in (words[-1], wanted[-1]))
    return words[:-1] == wanted[:-1] and bool(one & other)


def _edits(question: str, phrases: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """(start, end, words instead), from left to right; of two that overlap the longer one."""
    found = [
        (start, end, words)
        for term, words in phrases.items()
        for start, end in places(term, question)
    ]
    kept: list[tuple[int, int, str]] = []
    for edit in sorted(found, key=lambda one: one[0] - one[1]):
        if not any(edit[0] < other[1] and other[0] < edit[1] for other in kept):
            kept.append(edit)
    yield from sorted(kept)
