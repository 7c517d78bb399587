"""Questions that a graph can answer, in plain English, made from its schema and stored values.

They are only proposals: whoever shows one first proves that it is read and returns rows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from lemminflect import getAllLemmas

from guardrails.nouns import plural, spoken
from guardrails.portrait import dates, labels_about, name_property, numbers
from memory.schema import Label, Property, Scalar, Schema
from memory.text import split_name

_PREPOSITIONS = frozenset("in of on at to for from by with about".split())  # noqa: SIM905
_FEW = 60


@dataclass(frozen=True, slots=True)
class Tie:
    """A join seen from one of its ends: `label` asks, `other` is what it is joined with."""

    label: Label
    type: str
    other: Label
    forward: bool
    count: int


def candidates(schema: Schema, about: Sequence[str] = (), seed: int = 0) -> Iterator[str]:
    """Questions in an order to show them: those about the named things first, kinds mixed.

    Args:
        schema: with example values.
        about: words of a refused question; labels they name come first.
        seed: another seed, other example values.
    """
    chance = random.Random(seed)
    first = labels_about(schema, about)
    ranked = first + [label for label in _by_interest(schema) if label not in first]
    ties = [tie for label in ranked for tie in _ties(label, schema)]
    by_label: list[list[str]] = []
    for label in ranked:
        own = [tie for tie in ties if tie.label is label]
        makers: tuple[Callable[[], Iterator[str]], ...] = (
            lambda label=label, own=own: _by_value(label, own, chance),  # type: ignore[misc]
            lambda label=label: _superlatives(label),  # type: ignore[misc]
            lambda label=label, own=own: _most(label, own),  # type: ignore[misc]
            lambda label=label, own=own: _counts(label, own, chance),  # type: ignore[misc]
            lambda label=label: _ranges(label),  # type: ignore[misc]
        )
        by_label.append(list(_mixed([list(make()) for make in makers])))
    lead = by_label[: max(len(first), 1)] if first else []
    rest = by_label[len(lead) :]
    seen: set[str] = set()
    for question in (*_mixed(lead), *_mixed(rest)):
        if question not in seen:
            seen.add(question)
            yield question


def _mixed(lists: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in zip_longest(*lists):
        yield from (question for question in row if question)


def _by_interest(schema: Schema) -> list[Label]:
    """Labels with names, properties and joins; the middle of things rather than lists of values."""

    def interest(label: Label) -> tuple[int, int]:
        joins = sum(label.name in (j.start, j.end) for _, j in schema.joins())
        measured = len(numbers(label)) + len(dates(label))
        return (min(joins, 6) + min(measured, 6) + 2 * bool(name_property(label)), label.count)

    return sorted(schema.labels.values(), key=interest, reverse=True)


def _ties(label: Label, schema: Schema) -> Iterator[Tie]:
    """The joins of a label, commonest first; what a more general label does is its own too."""
    found = []
    for type_, join in schema.joins():
        for here, there, forward in ((join.start, join.end, True), (join.end, join.start, False)):
            if here == label.name and there in schema.labels:
                found.append(Tie(label, type_, schema.labels[there], forward, join.count))
    yield from sorted(found, key=lambda tie: -tie.count)


def _example(label: Label, chance: random.Random) -> str | None:
    """A stored name that reads well in a sentence."""
    prop = name_property(label)
    if prop is None:
        return None
    known: Sequence[Scalar] = prop.values or prop.examples
    good = [v for v in known if isinstance(v, str) and 2 < len(v) <= 30 and v[:1].isalpha()]
    good = [v for v in good if not v.isnumeric() and v == v.strip()]
    return chance.choice(good) if good else None


def _by_value(label: Label, ties: Sequence[Tie], chance: random.Random) -> Iterator[str]:
    """Such as “Which films did Tom Hanks act in?” and “Which films have the genre Comedy?”."""
    for tie in _varied(ties):
        value = _example(tie.other, chance)
        if value is None:
            continue
        yield _with_value(tie, value)
    for prop in label.properties.values():
        values = [v for v in prop.values or () if isinstance(v, str) and 2 < len(v) <= 30]
        if values and len(values) <= _FEW and prop is not name_property(label):
            chosen = chance.choice(values)
            yield f"Which {_many(label)} have the {spoken(prop.name)} {chosen}?"


def _varied(ties: Sequence[Tie]) -> list[Tie]:
    """One tie for each other label first, then the rest."""
    first: dict[str, Tie] = {}
    for tie in ties:
        first.setdefault(tie.other.name, tie)
    return [*first.values(), *(tie for tie in ties if tie not in first.values())]


def _with_value(tie: Tie, value: str) -> str:
    verb, rest = _verb(tie.type)
    many = _many(tie.label)
    if verb and not tie.forward:
        return f"Which {many} did {value} {' '.join([verb, *rest])}?"
    if verb and tie.forward and tie.label is not tie.other:
        past = " ".join(split_name(tie.type))
        return f"Which {many} {past} {value}?"
    return f"Which {many} have the {spoken(tie.other.name)} {value}?"


def _verb(type_: str) -> tuple[str, list[str]]:
    """The base form of the verb that a relationship type begins with, and the words behind it.

    >>> _verb("ACTED_IN"), _verb("IN_GENRE")
    (('act', ['in']), ('', []))
    """
    first, *rest = split_name(type_) or [""]
    lemmas = getAllLemmas(first, upos="VERB").get("VERB", ())
    if not lemmas or first in _PREPOSITIONS or first in ("has", "have", "is", "was"):
        return "", []
    if any(word not in _PREPOSITIONS for word in rest) or not first.endswith(("ed", "t", "e", "s")):
        return "", []
    return str(lemmas[0]), rest


def _superlatives(label: Label) -> Iterator[str]:
    one = spoken(label.name)
    for prop in numbers(label)[:4]:
        name = spoken(prop.name)
        yield f"Which {one} has the highest {name}?"
        yield f"What are the top 5 {_many(label)} by {name}?"
    for prop in numbers(label)[:3]:
        yield f"What is the average {spoken(prop.name)} of {_many(label)}?"


def _most(label: Label, ties: Sequence[Tie]) -> Iterator[str]:
    for tie in _varied(ties):
        if tie.count > tie.label.count or not tie.count:
            yield f"Which {spoken(label.name)} has the most {_many(tie.other)}?"
            yield f"How many {_many(tie.other)} are there per {spoken(label.name)}?"


def _counts(label: Label, ties: Sequence[Tie], chance: random.Random) -> Iterator[str]:
    yield f"How many {_many(label)} are there?"
    for tie in _varied(ties):
        value = _example(tie.other, chance)
        if value is not None:
            question = _with_value(tie, value)
            yield "How many " + question.removeprefix("Which ")


def _ranges(label: Label) -> Iterator[str]:
    for prop in (*numbers(label)[:3], *dates(label)[:2]):
        bound = _middle(prop)
        if bound is not None:
            comparison = "after" if _is_time(prop) else "above"
            yield f"Which {_many(label)} have a {spoken(prop.name)} {comparison} {bound}?"


def _is_time(prop: Property) -> bool:
    return prop.type not in ("INTEGER", "FLOAT") or "year" in split_name(prop.name)


def _middle(prop: Property) -> str | None:
    """A round value inside the range of a property."""
    low, high = prop.minimum, prop.maximum
    if isinstance(low, (int, float)) and isinstance(high, (int, float)) and low < high:
        middle = low + (high - low) * 0.6
        if high - low > 20:
            digits = -1 if _is_time(prop) else 1 - len(str(int(abs(middle))))
            return str(int(round(middle, digits)))
        return f"{middle:.1f}" if prop.type == "FLOAT" else str(round(middle))
    years = [str(bound)[:4] for bound in (low, high) if bound is not None]
    if len(years) == 2 and all(year.isdigit() for year in years):
        return str((int(years[0]) + int(years[1])) // 2)
    return None


def _many(label: Label) -> str:
    return plural(spoken(label.name))
