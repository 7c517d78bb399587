"""The lesson that was learnt for a question of this very form, with the question's own values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bot.steps.lift import SURE, Stretch, fits, gapped, numbers
from bot.steps.repair.known import Known
from memory.lessons import Lesson, Slot
from memory.schema import LinkedValue, Schema

# More values than that are hardly asked for at once; each doubles the forms.
_MOST_VALUES = 5


@dataclass(frozen=True, slots=True)
class Bound:
    """A lesson's statement with the values of a question; `lesson` is its identifier.

    `by_people` tells one that people confirmed from one that only rules did.
    """

    cypher: str
    parameters: Mapping[str, Any]
    lesson: str
    by_people: bool


def forms(question: str, linked: Sequence[LinkedValue]) -> dict[str, tuple[Stretch, ...]]:
    """Every form that a question can be taken for, with the stretches that are its gaps.

    The question itself is one, without gaps.
    """
    found: list[Stretch] = []
    sure = (
        link
        for link in linked
        if link.score >= SURE and question[link.start : link.end].casefold() == link.text.casefold()
    )
    named = (Stretch(link.start, link.end, str(link.value)) for link in sure)
    for stretch in (*sorted(named, key=lambda s: s.start - s.end), *numbers(question)):
        if not any(stretch.start < o.end and o.start < stretch.end for o in found):
            found.append(stretch)
    places = sorted(found[:_MOST_VALUES], key=lambda s: s.start)
    return {
        gapped(question, kept): kept
        for size in range(len(places) + 1)
        for kept in combinations(places, size)
    }


def bind(
    lessons: Iterable[Lesson],
    forms: Mapping[str, tuple[Stretch, ...]],
    linked: Sequence[LinkedValue],
    schema: Schema,
) -> Bound | None:
    """The first of the lessons whose gaps the question's values fit, the most literal one first.

    Args:
        lessons: Those that have one of the forms.
        forms: The forms of the question.
        linked: What its words stand for.
        schema: The whole schema.
    """
    for lesson in sorted(lessons, key=lambda one: len(one.slots)):
        stretches = forms.get(lesson.form, ())
        if len(stretches) != len(lesson.slots):
            continue
        values = dict(_values(lesson, stretches, linked, schema))
        if len(values) == len(lesson.slots):
            by_people = lesson.witness in ("people", "operator")
            return Bound(lesson.cypher, {**lesson.parameters, **values}, lesson.id, by_people)
    return None


def _values(
    lesson: Lesson,
    stretches: Sequence[Stretch],
    linked: Sequence[LinkedValue],
    schema: Schema,
) -> Iterator[tuple[str, Any]]:
    for slot, stretch in zip(lesson.slots, stretches, strict=True):
        value: str | int | float | None
        if slot.kind == "value":
            value = stored_value(slot, stretch, linked, schema)
        else:
            value = _number(slot, stretch.value, lesson.parameters[slot.parameter], schema)
        if value is not None:
            yield slot.parameter, value


def _number(slot: Slot, told: str | int | float, learnt: Any, schema: Schema) -> int | float | None:
    """The number, where it is one of the kind: "films over 120" are long, "over 1995" are not."""
    if isinstance(told, str) or (slot.kind == "count" and not isinstance(told, int)):
        return None
    if slot.kind == "count":
        return told
    known = Known(schema).property_of(slot.owners, slot.property)
    low, high = (known.minimum, known.maximum) if known is not None else (None, None)
    if isinstance(low, int | float) and isinstance(high, int | float):
        return told if low <= told <= high else None
    return told if _like_a_year(told) == _like_a_year(learnt) else None


def _like_a_year(number: int | float) -> bool:
    return isinstance(number, int) and 1500 <= number <= 2100


def stored_value(
    slot: Slot, stretch: Stretch, linked: Sequence[LinkedValue], schema: Schema
) -> str | None:
    """The one stored value that fits a slot and that words stand for; None where none is sure."""
    over = [link for link in linked if (link.start, link.end) == (stretch.start, stretch.end)]
    best = max((link.score for link in over), default=SURE)
    right = {
        link.value
        for link in over
        if link.score >= max(best, SURE)
        and fits(link, slot, schema)
        and isinstance(link.value, str)
    }
    # Two values over the same words: nobody knows which one is meant.
    return right.pop() if len(right) == 1 and best >= SURE else None
