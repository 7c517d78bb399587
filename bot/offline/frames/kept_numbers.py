"""Affected more than 100 passengers: a number that things have, of what was done to how many.

Where the property is named so: passengersAffected, filesChanged, units_sold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.kinds import kind_of
from bot.offline.lexicon import Lexicon
from bot.offline.telling_tree import inner_of
from bot.offline.words import inflect, is_plural, lemmas, parts
from memory.query import Query
from memory.schema import Property
from memory.text import split_name
from memory.tree_edits import attributes_of

_COST = 0.1
_BOUND = (
    r"(?:(?:(?:more|fewer|less) than|at (?:least|most)|over|under|above|below|exactly|up to) )?"
    r"(?:\d[\d,.]*(?: (?:thousand|million))?|a (?:hundred|thousand|million)|an?|one|two|three|four"
    r"|five|six|seven|eight|nine|ten|twelve|twenty|fifty)(?: or (?:more|fewer|less))?"
)
_SO_MANY = re.compile(rf"\b(?:{_BOUND}|the (?:most|fewest|least)|how many|no) [a-z]", re.I)
_BEEN = r"(?:have |has |had |did )?"
_MEAN = re.compile(r",? *\bon average\b,? *", re.I)
_ALL = re.compile(r",? *\b(?:in total|altogether|overall|in all)\b,? *", re.I)


@dataclass(frozen=True, slots=True)
class Kept:
    """A property for a number of things and what was done to them, and the forms of its verb."""

    name: str
    things: str
    done: str

    @property
    def verbs(self) -> str:
        """A pattern for the forms of the verb."""
        verb = lemmas(self.done)[-1]
        forms = {verb, self.done, *(inflect(verb, tag) for tag in ("VBD", "VBZ", "VBG"))}
        return "|".join(map(re.escape, sorted(forms)))


@cued()
def frame(asked: Asked) -> Iterator[Heard]:
    """Which delays affected more than 100 passengers, how many files did the commit change?"""
    if not _SO_MANY.search(asked.question):
        return
    for kept in _kept(asked.lexicon, asked.question.lower()):
        for edits in (*_so_many(asked, kept), *_how_many(asked, kept)):
            heard = asked.hear(*edits)
            if heard is not None and _speaks_of(heard.query, kept.name):
                yield heard.priced(_COST)
                return


def _kept(lexicon: Lexicon, question: str) -> list[Kept]:
    """Numbers kept of the things that the question names."""
    schema, found = lexicon.schema, dict[str, Kept]()
    held = [label.properties for label in schema.labels.values()]
    held += [relationship.properties for relationship in schema.relationships.values()]
    for properties in held:
        for name, property in properties.items():
            kept = _as_kept(property, question)
            if kept is not None:
                found[name] = kept
    return list(found.values())


def _as_kept(property: Property, question: str) -> Kept | None:
    *before, last = split_name(property.name)
    if not before or before[0] not in question or kind_of(property) != "number":
        return None
    verb = lemmas(last)[-1]
    if not is_plural(before[-1]) or "VERB" not in parts(verb) or inflect(verb, "VBN") != last:
        return None
    return Kept(property.name, " ".join(before), last)


def _so_many(asked: Asked, kept: Kept) -> Iterator[list[Edit]]:
    """*Affected* more than 100 passengers: had more than 100 passengers affected."""
    found = re.search(
        rf"\b{_BEEN}(?:{kept.verbs}) (?P<many>(?:{_BOUND}|the (?:most|fewest|least)) "
        rf"{kept.things})\b(?! {kept.done}\b)",
        asked.question,
        re.I,
    )
    if found is not None:
        end = found.end("many")
        yield [(found.start(), found.start("many"), "had "), (end, end, f" {kept.done}")]


def _how_many(asked: Asked, kept: Kept) -> Iterator[list[Edit]]:
    """How many passengers did it *affect*: the total of the passengers affected."""
    mean = _MEAN.search(asked.question)
    figure = "average" if mean else "total"
    head = f"What is the {figure} {kept.things} {kept.done} of "
    aside = [(*found.span(), " ") for found in (mean or _ALL.search(asked.question),) if found]
    start = rf"\bhow many {kept.things} "
    did = re.search(
        rf"{start}(?:do|does|did|has|have) (?P<what>.+?) (?:{kept.verbs})\b", asked.question, re.I
    )
    if did is not None:
        yield [(did.start(), did.start("what"), head), (did.end("what"), did.end(), ""), *aside]
    been = re.search(
        rf"{start}(?:are|were|have been|got|get) {kept.done} (?:by|in|during|at|on) ",
        asked.question,
        re.I,
    )
    if been is not None:
        yield [(*been.span(), head), *aside]


def _speaks_of(query: Query, name: str) -> bool:
    """Whether the number is shown, asked for or sorted by."""
    operands = [column.operand for column in query.columns]
    operands += [key.operand for key in query.order]
    operands += [left for test in query.pattern.where if (left := getattr(test, "left", None))]
    return any(x.property == name for one in operands for x in attributes_of(inner_of(one)))
