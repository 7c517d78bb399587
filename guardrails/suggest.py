"""Questions that a graph can answer, in plain English, made from its schema and stored values.

They are only proposals: whoever shows one first proves that it is read and returns rows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from guardrails.measures import above, average, is_scaled, measure, measures, most
from guardrails.nouns import a, plural, spoken
from guardrails.phrases import Tie, asked_of, each_of, happened, is_participle, most_of
from guardrails.portrait import dates, labels_about, name_property, numbers
from memory.schema import Label, LinkedValue, Property, Scalar, Schema
from memory.text import split_name

# A property with at most so many values is a category worth asking by.
_FEW = 60
# So many labels are worth beginning with.
_LIKELIEST = 4
_FIRST_TIES = 3
_LONGEST_VALUE = 30
# So many bars are taken in at a glance.
_BARS = range(3, 41)
# A stored text with such marks is no name that a question can be asked with.
# Names by the label that bears them and the type of a relationship that leads to it.
Known: TypeAlias = Mapping[tuple[str, str], Sequence[str]]
_SENTENCE = re.compile(r"[?!#:;\"]|\. |(?:\w+ ){3}\w+\.$")


def candidates(
    schema: Schema,
    about: Sequence[str] = (),
    named: Sequence[LinkedValue] = (),
    *,
    seed: int = 0,
    turn: int = 0,
    known: Known | None = None,
) -> Iterator[str]:
    """Questions in an order to show them: those about the named things first, kinds mixed.

    Args:
        schema: with example values.
        about: words of a refused question; labels they name come first.
        named: stored values of a refused question; what is asked of them comes before all.
        seed: another seed, other example values.
        turn: another turn begins with other kinds of questions, and another label.
        known: names that are worth asking with.
    """
    chance = random.Random(f"{seed + turn} {' '.join(about)}")
    first = labels_about(schema, about)
    rest = [label for label in _by_interest(schema) if label not in first]
    if turn:
        rest = [*chance.sample(rest[:_LIKELIEST], len(rest[:_LIKELIEST])), *rest[_LIKELIEST:]]
    groups = [[list(_of_values(named, schema))]]
    for group in (first, rest):
        given = (schema, _Names(chance, known or {}))
        groups.append([_of_label(one, *given, n, turn) for n, one in enumerate(group)])
    seen: set[str] = set()
    for lists in groups:
        for question in _mixed(lists):
            if question not in seen:
                seen.add(question)
                yield question


def drawn(schema: Schema) -> Iterator[str]:
    """Questions whose answers are charts: how many there are of each of a few things."""
    ties = [
        tie
        for label in schema.labels.values()
        if label.count in _BARS and not any(name in schema.labels for name in label.implies)
        for tie in _varied(list(_ties(label, schema)))
        if tie.count > label.count and tie.other is not label
    ]
    for tie in sorted(ties, key=lambda tie: -tie.count):
        yield f"{each_of(tie)}?"


def _of_values(named: Sequence[LinkedValue], schema: Schema) -> Iterator[str]:
    """What is joined with things that were named: “Which people were born in France?”."""
    for link in named:
        other = schema.labels.get(link.label)
        name = name_property(other) if other else None
        if name is None or name.name != link.property:
            continue
        told = set[str]()
        for label in _by_interest(schema):
            for tie in _ties(label, schema):
                question = asked_of(tie, str(link.value)) if tie.other is other else None
                if question and tie.type not in told:
                    told.add(tie.type)
                    yield f"Which {question}?"


def _of_label(label: Label, schema: Schema, names: _Names, place: int, turn: int) -> list[str]:
    """The questions about one label; each next label begins with another kind of question."""
    ties = _varied(list(_ties(label, schema)))
    kinds = [
        list(_by_value(label, ties, names)),
        list(_superlatives(label)),
        list(_most(label, ties)),
        list(_ranges(label)),
        list(_counts(label, ties, names)),
    ]
    if turn:
        names.chance.shuffle(kinds)
    at = place % len(kinds)
    return list(_mixed(kinds[at:] + kinds[:at]))


def _mixed(lists: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in zip_longest(*lists):
        yield from (question for question in row if question)


def _by_interest(schema: Schema) -> list[Label]:
    """Labels with names, properties and joins; the middle of things rather than lists of values."""

    def interest(label: Label) -> tuple[int, int]:
        joins = sum(label.name in (j.start, j.end) for _, j in schema.joins())
        measured = len(numbers(label)) + len(dates(label))
        special = any(name in schema.labels for name in label.implies)
        named = 2 * bool(name_property(label))
        return (min(joins, 6) + 2 * min(measured, 5) + named - 6 * special, label.count)

    return sorted(schema.labels.values(), key=interest, reverse=True)


def _ties(label: Label, schema: Schema) -> Iterator[Tie]:
    """The joins of a label, commonest first."""
    found = []
    for type_, join in schema.joins():
        for here, there, forward in ((join.start, join.end, True), (join.end, join.start, False)):
            if here == label.name and there in schema.labels:
                found.append(Tie(label, type_, schema.labels[there], forward, join.count))
    yield from sorted(found, key=lambda tie: -tie.count)


def _varied(ties: Sequence[Tie]) -> list[Tie]:
    """One tie for each other label first, then the rest."""
    first: dict[str, Tie] = {}
    for tie in ties:
        first.setdefault(tie.other.name, tie)
    return [*first.values(), *(tie for tie in ties if tie not in first.values())]


@dataclass(frozen=True, slots=True)
class _Names:
    """Stored names that read well in a sentence, those that are known before others."""

    chance: random.Random
    known: Known

    def of(self, tie: Tie) -> str | None:
        """One for what a relationship leads to."""
        prop, label = name_property(tie.other), tie.other.name
        names = self.known.get((label, tie.type)) or next(
            (names for (one, _), names in self.known.items() if one == label), ()
        )
        well_known = _pick(names, self.chance)
        if well_known or prop is None:
            return well_known
        return _pick(prop.values or prop.examples, self.chance)


def first_ties(schema: Schema) -> list[Tie]:
    """The relationships that the first questions are about."""
    return [
        tie
        for label in _by_interest(schema)[:_LIKELIEST]
        for tie in _varied(list(_ties(label, schema)))[:_FIRST_TIES]
    ]


def _pick(values: Sequence[Scalar], chance: random.Random) -> str | None:
    good = [
        value
        for value in values
        if isinstance(value, str) and 2 < len(value) <= _LONGEST_VALUE and value[:1].isalpha()
    ]
    plain = [value for value in good if not _SENTENCE.search(value)]
    return chance.choice(plain) if plain else None


def _by_value(label: Label, ties: Sequence[Tie], names: _Names) -> Iterator[str]:
    """Such as “Which films did Tom Hanks act in?” and “Which films have the genre Comedy?”."""
    for tie in ties:
        value = names.of(tie)
        question = asked_of(tie, value) if value else None
        if question:
            yield f"Which {question}?"
    for prop in label.properties.values():
        if prop.values and len(prop.values) <= _FEW and prop is not name_property(label):
            value = _pick(prop.values, names.chance)
            if value:
                yield f"Which {_many(label)} have the {spoken(prop.name)} {value}?"


def _superlatives(label: Label) -> Iterator[str]:
    ranked = measures(label)
    for prop in ranked[:4]:
        yield f"Which {spoken(label.name)} has {most(prop)}?"
        yield f"What are the top 5 {_many(label)} by {measure(prop)}?"
    for prop in ranked[:3]:
        yield f"What is the {average(prop)} of {_many(label)}?"


def _most(label: Label, ties: Sequence[Tie]) -> Iterator[str]:
    for tie in ties:
        # Of its own kind who does it to whom is too easily misread: no person "has" people.
        if tie.count > tie.label.count and tie.other is not label:
            yield f"{most_of(tie)}?"
            yield f"{each_of(tie)}?"


def _counts(label: Label, ties: Sequence[Tie], names: _Names) -> Iterator[str]:
    yield f"How many {_many(label)} are there?"
    for tie in ties:
        value = names.of(tie)
        question = asked_of(tie, value) if value else None
        if question:
            yield f"How many {question}?"


def _ranges(label: Label) -> Iterator[str]:
    many = _many(label)
    for prop in (*dates(label)[:2], *numbers(label)[:3]):
        bound = _middle(prop)
        if bound is None:
            continue
        event, dated = prop.name, split_name(prop.name)
        if len(dated) == 2 and dated[1] in ("year", "date"):
            event = dated[0]  # foundedYear
        if is_participle(event):
            yield f"Which {many} {happened(event)} after {bound}?"
        elif dated[-1] in ("since", "until"):
            continue
        elif _is_time(prop):
            yield f"Which {many} have {a(spoken(prop.name))} after {bound}?"
        elif prop in measures(label) and not is_scaled(prop):
            yield f"Which {many} have {above(prop, bound)}?"


def _is_time(prop: Property) -> bool:
    return prop.type not in ("INTEGER", "FLOAT") or "year" in split_name(prop.name)


def _middle(prop: Property) -> str | None:
    """A round value inside the range of a property."""
    low, high = prop.minimum, prop.maximum
    if isinstance(low, (int, float)) and isinstance(high, (int, float)):
        return _round_between(float(low), float(high), prop) if low < high else None
    years = [str(bound)[:4] for bound in (low, high) if bound is not None]
    if len(years) == 2 and all(year.isdigit() for year in years):
        return str((int(years[0]) + int(years[1])) // 2)
    return None


def _round_between(low: float, high: float, prop: Property) -> str:
    middle = low + (high - low) * 0.6
    if _is_time(prop) or is_participle(prop.name):
        return str(int(round(middle, -1)))
    if high - low > 20:
        return f"{int(round(middle, 1 - len(str(int(abs(middle)))))):,}"
    return f"{middle:.1f}" if prop.type == "FLOAT" else str(round(middle))


def _many(label: Label) -> str:
    return plural(spoken(label.name))
