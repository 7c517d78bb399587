"""Values lifted out of a question and its Cypher, so that the pair fits other values, too.

"Films by Clint Eastwood" then teaches "films by Greta Gerwig". A value is lifted only where it is
sure that word and literal belong together: it stands once in the question, and each time it stands
in the statement one property is compared with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cypher.literals import inline
from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import TextTest, text_tests
from guardrails.cypher import Statement, parse
from guardrails.syntax import (
    Binary,
    Constant,
    ListOf,
    MapOf,
    Name,
    NodePattern,
    Projection,
    Property,
)
from guardrails.tokens import Unreadable
from memory.lessons import Slot
from memory.question_form import same_question
from memory.schema import LinkedValue, Schema
from memory.text import fold

GAP = "{}"
# Links below this are guesses.
SURE = 0.9
_SCALE = r"(?:hundred|thousand|million|billion|dozen|percent|k|m|bn)\b"
_NUMBER = re.compile(rf"(?<![\w.,$€£%-])\d+(?:\.\d+)?(?![\w%]|[.,:/-]\d)(?!\s*{_SCALE})", re.I)
_COMPARED = ("=", "<>", "<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of a question from `start` to `end` that name a value."""

    start: int
    end: int
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Lifted:
    """A pair without its values: see `memory.lessons.Lesson` for the fields."""

    form: str
    cypher: str
    parameters: dict[str, Any]
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class _Lift:
    """One value: its stretch of the question, its places in the statement, what may fill them."""

    stretch: Stretch
    places: tuple[tuple[int, int], ...]
    slot: Slot


def lift(
    question: str,
    cypher: str,
    parameters: dict[str, Any],
    linked: Sequence[LinkedValue],
    schema: Schema,
    *,
    reviewed: bool = False,
) -> Lifted | None:
    """The pair with its values as parameters.

    Args:
        question: The standalone question.
        cypher: The statement that answered it.
        parameters: Its parameters.
        linked: What the question's words stand for.
        schema: The whole schema.
        reviewed: Whether a person has read the pair: texts of theirs are their affair.

    Returns:
        None where the statement cannot be read, or compares something with a text that neither
        the question nor the schema tells: that may come from the rows of another answer.
    """
    text = inline(cypher, parameters).strip().rstrip("; \n")
    try:
        statement = parse(text)
    except Unreadable:
        return None
    tests = list(text_tests(statement, Known(schema)))
    if not reviewed and not _all_told(statement, tests, question, linked, schema):
        return None
    bindings = bindings_of(statement.query, schema)
    stretches = list(_named(question, linked, tests))
    lifts = [one for s in stretches if (one := _value(s, statement, tests, linked, schema))]
    taken = [one.stretch for one in lifts]
    lifts += [
        one
        for s in numbers(question)
        if not _over(s, taken) and (one := _number(s, question, statement, bindings))
    ]
    return _lifted(question, text, sorted(lifts, key=lambda one: one.stretch.start))


def numbers(question: str) -> Iterator[Stretch]:
    """The plain numbers in a question; "5 million" and "20%" are none."""
    for found in _NUMBER.finditer(question):
        told = found[0]
        yield Stretch(*found.span(), float(told) if "." in told else int(told))


def gapped(question: str, stretches: Iterable[Stretch]) -> str:
    """The form of a question: folded, a gap for each stretch."""
    for one in sorted(stretches, key=lambda one: -one.start):
        question = question[: one.start] + GAP + question[one.end :]
    return same_question(question)


def _lifted(question: str, text: str, lifts: Sequence[_Lift]) -> Lifted:
    slots: list[Slot] = []
    parameters: dict[str, Any] = {}
    edits: list[tuple[int, int, str]] = []
    for one in lifts:
        name = _free_name(one.slot.parameter, parameters)
        slots.append(Slot(name, one.slot.kind, one.slot.property, one.slot.owners))
        parameters[name] = one.stretch.value
        edits += [(start, end, f"${name}") for start, end in one.places]
    for start, end, written in sorted(edits, reverse=True):
        text = text[:start] + written + text[end:]
    form = gapped(question, (one.stretch for one in lifts))
    return Lifted(form, text, parameters, tuple(slots))


def _named(
    question: str, linked: Sequence[LinkedValue], tests: Sequence[TextTest]
) -> Iterator[Stretch]:
    """Where the texts that the statement tests for are named, each in one place only."""
    found: list[Stretch] = []
    for value in dict.fromkeys(test.value for test in tests):
        places = {
            (link.start, link.end)
            for link in linked
            if link.value == value and link.score >= SURE
            and question[link.start : link.end].casefold() == link.text.casefold()
        }  # fmt: skip
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
        written = [m.span() for m in re.finditer(pattern, question, re.IGNORECASE)]
        # Part of a name may be linked to the whole, which stands there, too.
        widest = [p for p in {*places, *written} if not _inside(p, {*places, *written})]
        if len(widest) == 1 and value.strip():
            found.append(Stretch(*widest[0], value))
    for one in found:
        if not _over(one, [other for other in found if other is not one]):
            yield one


def _value(
    stretch: Stretch,
    statement: Statement,
    tests: Sequence[TextTest],
    linked: Sequence[LinkedValue],
    schema: Schema,
) -> _Lift | None:
    mine = [test for test in tests if test.value == stretch.value]
    written = [t for t in statement.tokens if t.kind == "string" and t.value == stretch.value]
    kinds = {(test.name, test.owners) for test in mine}
    if len(written) != len(mine) or len(kinds) != 1:
        return None
    name, owners = kinds.pop()
    slot = Slot(_name_of(name), "value", name, owners)
    over = [v for v in linked if (v.start, v.end) == (stretch.start, stretch.end)]
    if over and not any(fits(link, slot, schema) for link in over if link.value == stretch.value):
        return None
    return _Lift(stretch, tuple((test.start, test.end) for test in mine), slot)


def fits(link: LinkedValue, slot: Slot, schema: Schema) -> bool:
    """Whether a linked value is one that may fill a slot: of that property, on such a node."""
    if link.property != slot.property:
        return False
    known = schema.labels.get(link.label)
    also = (link.label, *known.implies, *known.together) if known else (link.label,)
    return bool(set(also) & set(slot.owners))


def _compared(other: Any, bindings: Bindings) -> Slot:
    """What a number that `other` is compared with stands for."""
    if not isinstance(other, Property):
        return Slot("number")
    owners = bindings.of(other.base.name) if isinstance(other.base, Name) else ()
    return Slot(_name_of(other.name), "number", other.name, owners)


def _number(
    stretch: Stretch, question: str, statement: Statement, bindings: Bindings
) -> _Lift | None:
    """A number that stands once in the question and once in the statement, compared or a limit."""
    if [s.value for s in numbers(question)].count(stretch.value) != 1:
        return None
    written = [
        t for t in statement.tokens if t.kind == "number" and _float(t.text) == stretch.value
    ]
    if len(written) != 1:
        return None
    at = (written[0].start, written[0].end)
    for part in statement.query.walk():
        found: Slot | None = None
        if isinstance(part, Projection) and _is(part.limit, at):
            found = Slot("limit", "count")
        elif isinstance(part, Binary) and part.operator in _COMPARED:
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if _is(one, at):
                    found = _compared(other, bindings)
        elif isinstance(part, NodePattern) and isinstance(part.properties, MapOf):
            owners = tuple(sorted(bindings.labels(part)))
            keys = (key for key, value in part.properties.entries if _is(value, at))
            found = next((Slot(_name_of(key), "number", key, owners) for key in keys), None)
        if found is not None:
            return _Lift(stretch, (at,), found)
    return None


def _is(part: Any, at: tuple[int, int]) -> bool:
    return isinstance(part, Constant) and (part.start, part.end) == at


def _all_told(
    statement: Statement,
    tests: Sequence[TextTest],
    question: str,
    linked: Sequence[LinkedValue],
    schema: Schema,
) -> bool:
    """Whether each text that something is compared with is in the question, a link or the schema.

    Numbers in a list have to be in the question: a list of keys comes from rows.
    """
    asked = f" {fold(question)} "
    stored = {str(link.value) for link in linked}
    known = Known(schema)
    for test in tests:
        prop = known.property_of(test.owners, test.name)
        listed = prop.values or () if prop is not None else ()
        told = f" {fold(test.value)} " in asked or test.value in stored or test.value in listed
        if not told:
            return False
    for part in statement.query.walk():
        if isinstance(part, ListOf):
            for item in part.items:
                number = isinstance(item, Constant) and isinstance(item.value, int | float)
                if number and f" {item.value} " not in asked:  # type: ignore[union-attr]
                    return False
    return True


def _over(stretch: Stretch, others: Iterable[Stretch]) -> bool:
    return any(stretch.start < other.end and other.start < stretch.end for other in others)


def _inside(place: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(o != place and o[0] <= place[0] and place[1] <= o[1] for o in others)


def _float(text: str) -> float | None:
    try:
        return float(text.replace("_", ""))
    except ValueError:
        return None


def _name_of(name: str) -> str:
    word = re.sub(r"\W+", "_", name)
    return word if re.match(r"[A-Za-z_]", word) else f"value_{word}"


def _free_name(name: str, taken: Iterable[str]) -> str:
    names = (name if n == 1 else f"{name}_{n}" for n in range(1, 100))
    return next(one for one in names if one not in set(taken))
