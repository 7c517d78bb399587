"""A property held against another one, of the same or of another thing, or against its average."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.reader.anchors import Mention, mask_of
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.pointing import individuals
from bot.reader.rules.multiples import multiples
from bot.reader.rules.reckonings import named
from bot.reader.rules.targets import of_each
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Sketch, Tally, Test, Vertex
from memory.schema import LinkedValue

_SPAN, _MOST = 5, 3
# So well a property is named that "that" before it stands for what somebody had of it.
_NAMED = 0.7
# What holds times only to each other.
_TIMES = {"after": ">", "before": "<"}


@dataclass(frozen=True, slots=True)
class Comparator:
    """A word that compares; `than` ends it, `measures` are what it compares by itself.

    What is `behind` counts `factor` times, which `more` words tell: more than twice.
    """

    start: int
    than: int
    operator: str
    measures: tuple[str, ...]
    behind: int
    factor: float | None = None
    more: int = 0

    @property
    def mask(self) -> int:
        """Return the tokens it stands on, without what may stand between."""
        between = mask_of(self.than, self.behind)
        return mask_of(self.start, self.start + 1) | between | self.more


@dataclass(frozen=True, slots=True)
class Side:
    """A property of something in the sketch, and how well the words speak for it."""

    ref: int
    measure: Measure
    score: float
    mention: Mention | None


def comparators(work: Work) -> list[Comparator]:
    """Return the words that hold two things against each other: higher … than, exceeds, below."""
    forms, found = work.anchors.forms, list[Comparator]()
    for start, end, sign, measures, factor, more in multiples(work.anchors):
        found.append(Comparator(start, end, sign, measures, end + 1, factor, more))
    taken = [range(one.start, one.than + 1) for one in found]
    for at, form in enumerate(forms):
        told = LEXICON.comparatives.get(forms[at : at + 2]) or LEXICON.comparatives.get((form,))
        dated = any(one.mask >> at & 1 for one in work.anchors.numbers)
        between = None if dated else _TIMES.get(form)
        operator = told[0] if told else LEXICON.against.get(form) or between
        if operator is None or any(at in there for there in taken):
            continue
        than = next((n for n in range(at, min(at + _SPAN, len(forms))) if forms[n] == "than"), at)
        if than == at and (told or (form, "than") in LEXICON.comparisons):
            # The more of two.
            continue
        found.append(Comparator(at, than, operator, told[1] if told else (), than + 1))
    return found


def compared(work: Work, sketch: Sketch, one: Comparator) -> Iterator[Sketch]:
    """Yield the sketch with what a comparison holds against each other, and as it is."""
    yield sketch
    if sketch.covered & one.mask:
        return
    forms = work.anchors.forms
    behind = range(one.behind, min(one.behind + 3, len(forms)))
    average = next((n for n in behind if LEXICON.aggregates.get(forms[n]) == "avg"), None)
    yield from _numbers(work, sketch, one, average)
    for left in _left(work, sketch, one):
        base = one.mask | (left.mention.mask if left.mention is not None else 0)
        said, times = _said(sketch, left), () if one.factor is None else (one.factor,)
        if times:
            said.append("compared.times")
        name = left.measure.name
        if average is not None:
            for value, cover, how in _means(work, sketch, left, average):
                test = Test(left.ref, name, "", one.operator, (*value, *times))
                held = sketch.but(tests=(*sketch.tests, test), cover=base | cover)
                yield held.believe(work.weights, [*said, how])
            continue
        yield from _with_named(work, sketch, one, left, said)
        for right, how in _right(work, sketch, one, left):
            other = ("property", right.ref, right.measure.name, *times)
            cover = base | (right.mention.mask if right.mention is not None else 0)
            test = Test(left.ref, name, "", one.operator, other)
            held = sketch.but(tests=(*sketch.tests, test), cover=cover)
            yield held.believe(work.weights, [*said, how, ("compared.with_named", right.score)])


def _numbers(work: Work, sketch: Sketch, one: Comparator, average: int | None) -> Iterator[Sketch]:
    """How many there are of something, held to what is usual or to another's: more films than."""
    if sketch.having is not None or sketch.tally is not None or sketch.whole:
        return
    owner, times = sketch.owner(sketch.target), () if one.factor is None else (one.factor,)
    others: list[tuple[tuple[Any, ...], int, str]] = []
    if average is not None:
        others.append((("average",), 1 << average, "average"))
    others += [
        (("of", link.property, link.value), value.mask, "named")
        for value in work.anchors.values
        for link in value.links
        if link.label == owner and 0 < value.start - one.than <= 3
    ][:1]
    for number, vertex in enumerate(sketch.vertices):
        if number == sketch.target or vertex.group or vertex.position is None:
            continue
        if not one.start < vertex.position <= one.than + 5:
            continue
        for value, mask, how in others:
            told = {t.value for t in sketch.tests if isinstance(t.value, str)}
            if sketch.covered & mask or (how == "named" and value[2] in told):
                continue
            held = of_each(
                sketch,
                Tally("count", number, None),
                having=(one.operator, value if not times else ("times", *times, value)),
                cover=one.mask | mask,
            )
            side = "between" if vertex.position < one.than else "behind"
            yield held.believe(work.weights, [f"number.to_{how}", f"number.{side}"])


def _with_named(
    work: Work, sketch: Sketch, one: Comparator, left: Side, said: list[Belief]
) -> Iterator[Sketch]:
    """What a thing that is named has of it: more followers than Graph Weekly."""
    owner, times = sketch.owner(left.ref), () if one.factor is None else (one.factor,)
    for value in work.anchors.values:
        link = next((x for x in value.links if x.label == owner), None)
        if link is None or not 0 < value.start - one.than <= 3 or sketch.covered & value.mask:
            continue
        held, other = sketch.vertex(Vertex(owner, value.start))
        held.tests = (
            *held.tests,
            Test(other, link.property, "", "=", link.value),
            Test(
                left.ref,
                left.measure.name,
                "",
                one.operator,
                (*_property(other, left.measure), *times),
            ),
        )
        held.covered |= one.mask | value.mask | (left.mention.mask if left.mention else 0)
        yield held.believe(
            work.weights, [*said, "compared.with_value", f"value.{link.method}", "value.new"]
        )


def _property(ref: int, measure: Measure) -> tuple[str, int, str]:
    return ("property", ref, measure.name)


def _means(
    work: Work, sketch: Sketch, left: Side, average: int
) -> Iterator[tuple[tuple[object, ...], int, str]]:
    """(what it is held against, its words, how): the average of all, or of those it is among."""
    cover = 1 << average
    yield ("average", None, None), cover, "compared.average"
    if left.ref < 0:
        return
    for link in sketch.links:
        other = link.end if link.start == left.ref else link.start
        vertex = sketch.vertices[other]
        if left.ref in (link.start, link.end) and not vertex.group and vertex.position is not None:
            place = "behind" if vertex.position > average else "before"
            yield ("average", other, None), cover, f"compared.average_of_those_{place}"
    for one in work.anchors.mentions:
        if one.element[0] != "property" or not one.sure or not 0 < one.start - average <= 5:
            continue
        _, owner, name = one.element
        if work.by_identifier(work.ground.measures[owner, name], one):
            continue
        if owner == sketch.owner(left.ref) and name != left.measure.name:
            yield ("average", left.ref, name), cover | one.mask, "compared.average_of_alike"


def sames(work: Work) -> list[int]:
    """Return the words that ask for the same of a property: the same age; that year; share a."""
    that = [
        one.start - 1
        for one in work.anchors.mentions
        if work.past and one.element[0] == "property" and one.sure and one.score > _NAMED
    ]
    spoken = {at for at in that if at >= 0 and work.anchors.forms[at] == "that"}
    shared = {at for at, form in enumerate(work.anchors.forms) if form in LEXICON.sharing}
    return sorted({*work.anchors.sames, *spoken, *shared})


def same(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch of those that share a property with what is named, and as it is."""
    yield sketch
    if sketch.covered >> at & 1:
        return
    owner = sketch.owner(sketch.target)
    named = [
        one
        for one in work.anchors.mentions
        if one.element[:2] == ("property", owner) and one.sure and 0 < one.start - at <= 3
    ]
    for one in sorted(named, key=lambda one: -one.score)[:2]:
        for link, start, mask in _alike_to(work, owner, at):
            if link.property == one.element[2] or sketch.given:
                continue
            kept = tuple(t for t in sketch.tests if t.value != link.value)
            alike, other = sketch.but(tests=kept).vertex(Vertex(owner, start))
            alike.tests = (
                *kept,
                Test(other, link.property, "", "=", link.value),
                Test(sketch.target, one.element[2], "", "=", ("property", other, one.element[2])),
                Test(sketch.target, link.property, "", "<>", link.value),
            )
            alike.covered |= one.mask | mask | 1 << at
            yield alike.believe(work.weights, ["same.property", f"value.{link.method}"])


def _alike_to(work: Work, owner: str, at: int) -> Iterator[tuple[LinkedValue, int | None, int]]:
    """(who it is, the word for it, its words): named behind a place, or spoken of before."""
    found = False
    for value in work.anchors.values:
        link = next((x for x in value.links if x.label == owner), None)
        if link is not None and value.start > at:
            found = True
            yield link, value.start, value.mask
    for one, how in individuals(work.past) if not found else ():
        if one.label == owner:
            place = (one.label, one.property, one.value, 0, 0)
            yield LinkedValue("", *place, 1.0, how, 1, one.nodes), None, _other_word(work)


def _other_word(work: Work) -> int:
    """The words for what is not who was spoken of, which this leaves out by itself."""
    return sum(1 << n for n, form in enumerate(work.anchors.forms) if form in LEXICON.others)


def _said(sketch: Sketch, left: Side) -> list[Belief]:
    on = "target" if left.ref == sketch.target else "link" if left.ref < 0 else "other"
    named = "named" if left.mention is not None else "measured" if left.score > 0 else "unnamed"
    return [f"compared.{named}", ("compared.score", left.score), f"compared.of_{on}"]


def _left(work: Work, sketch: Sketch, one: Comparator) -> list[Side]:
    """What is compared: named near, or what the word goes by."""
    found = list[Side]()
    for ref in sketch.refs():
        if sketch.group_of(ref):
            continue
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            if measure.number and work.anchors.forms[one.start] in _TIMES:
                continue
            if not measure.number and (one.factor is not None or not measure.dated):
                continue
            mention = named(work, measure, one.start - _SPAN, one.than)
            if mention is not None and work.by_identifier(measure, mention):
                continue
            score = mention.score if mention is not None else 0.0
            if mention is None and one.measures:
                score = work.ground.measure_named(measure, one.measures)
            if score > 0.3:
                found.append(Side(ref, measure, score, mention))
    return sorted(found, key=lambda side: -side.score)[:_MOST]


def _right(work: Work, sketch: Sketch, one: Comparator, left: Side) -> Iterator[tuple[Side, str]]:
    """What it is held against: the same of another thing, or another property."""
    for ref in sketch.refs():
        measure = work.ground.measures.get((sketch.owner(ref), left.measure.name))
        if ref == left.ref or measure is None or sketch.group_of(ref):
            continue
        position = sketch.vertices[ref].position if ref >= 0 else None
        place = "behind" if position is not None and position > one.than else "elsewhere"
        yield Side(ref, measure, 0.0, None), f"compared.another_{place}"
    for ref in sketch.refs():
        if sketch.group_of(ref):
            continue
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            mention = named(work, measure, one.behind, one.behind + _SPAN - 1)
            alike = measure.number == left.measure.number and measure.dated == left.measure.dated
            if mention is None or not alike or (ref, measure.name) == (left.ref, left.measure.name):
                continue
            if left.mention is not None and mention.mask & left.mention.mask:
                continue
            yield Side(ref, measure, mention.score, mention), "compared.property"
