"""A property held against another one, of the same or of another thing, or against its average."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.reader.anchors import Mention, mask_of
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Shown, Sketch, Test, Vertex

_SPAN, _MOST = 5, 3


@dataclass(frozen=True, slots=True)
class Comparator:
    """A word that compares; `than` ends it, `measures` are what it compares by itself."""

    start: int
    than: int
    operator: str
    measures: tuple[str, ...]

    @property
    def mask(self) -> int:
        """Return the tokens it stands on, without what may stand between."""
        return mask_of(self.start, self.start + 1) | mask_of(self.than, self.than + 1)


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
    for at, form in enumerate(forms):
        told = LEXICON.comparatives.get(forms[at : at + 2]) or LEXICON.comparatives.get((form,))
        operator = told[0] if told else LEXICON.against.get(form)
        if operator is None:
            continue
        than = next((n for n in range(at, min(at + _SPAN, len(forms))) if forms[n] == "than"), at)
        found.append(Comparator(at, than, operator, told[1] if told else ()))
    return found


def compared(work: Work, sketch: Sketch, one: Comparator) -> Iterator[Sketch]:
    """Yield the sketch with what a comparison holds against each other, and as it is."""
    yield sketch
    if sketch.covered & one.mask:
        return
    forms = work.anchors.forms
    behind = range(one.than + 1, min(one.than + 4, len(forms)))
    average = next((n for n in behind if LEXICON.aggregates.get(forms[n]) == "avg"), None)
    for left in _left(work, sketch, one):
        base = one.mask | (left.mention.mask if left.mention is not None else 0)
        said = _said(sketch, left)
        name = left.measure.name
        if average is not None:
            for value, cover, how in _means(work, sketch, left, average):
                test = Test(left.ref, name, "", one.operator, value)
                held = sketch.but(tests=(*sketch.tests, test), cover=base | cover)
                yield held.believe(work.weights, [*said, how])
            continue
        yield from _with_named(work, sketch, one, left, said)
        for right, how in _right(work, sketch, one, left):
            other = ("property", right.ref, right.measure.name)
            cover = base | (right.mention.mask if right.mention is not None else 0)
            test = Test(left.ref, name, "", one.operator, other)
            held = sketch.but(tests=(*sketch.tests, test), cover=cover)
            yield held.believe(work.weights, [*said, how, ("compared.with_named", right.score)])


def _with_named(
    work: Work, sketch: Sketch, one: Comparator, left: Side, said: list[Belief]
) -> Iterator[Sketch]:
    """What a thing that is named has of it: more followers than Graph Weekly."""
    owner = sketch.owner(left.ref)
    for value in work.anchors.values:
        link = next((x for x in value.links if x.label == owner), None)
        if link is None or not 0 < value.start - one.than <= 3 or sketch.covered & value.mask:
            continue
        held, other = sketch.vertex(Vertex(owner, value.start))
        held.tests = (
            *held.tests,
            Test(other, link.property, "", "=", link.value),
            Test(left.ref, left.measure.name, "", one.operator, _property(other, left.measure)),
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
    yield ("average",), cover, "compared.average"
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
        if owner == sketch.owner(left.ref) and name != left.measure.name:
            yield ("average", left.ref, name), cover | one.mask, "compared.average_of_alike"


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
        for value in work.anchors.values:
            link = next((x for x in value.links if x.label == owner), None)
            if link is None or value.start <= at or link.property == one.element[2]:
                continue
            kept = tuple(t for t in sketch.tests if t.value != link.value)
            alike, other = sketch.but(tests=kept).vertex(Vertex(owner, value.start))
            alike.tests = (
                *kept,
                Test(other, link.property, "", "=", link.value),
                Test(sketch.target, one.element[2], "", "=", ("property", other, one.element[2])),
                Test(sketch.target, link.property, "", "<>", link.value),
            )
            alike.covered |= one.mask | value.mask | 1 << at
            yield alike.believe(work.weights, ["same.property", f"value.{link.method}"])


def ratio(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with a figure for each of another: rent per square metre; and as it is."""
    yield sketch
    forms = work.anchors.forms
    at = next((n for n, f in enumerate(forms) if f in ("per", "/", "by") and n), None)
    if at is None or sketch.tally is not None or sketch.columns or sketch.form != "list":
        return
    if forms[at] == "by" and forms[at - 1] != "divided":
        return
    for ref in sketch.refs():
        measures = [m for m in work.ground.by_owner.get(sketch.owner(ref), ()) if m.number]
        above = _beside(work, measures, at - 4, at)
        below = _beside(work, measures, at + 1, at + 4)
        if above is None or below is None or above[0] is below[0] or sketch.group_of(ref):
            continue
        shown = Shown(ref, above[0].name, against=("per", below[0].name))
        cover = above[1].mask | below[1].mask | 1 << at
        told = sketch.but(columns=(shown,), cover=cover)
        yield told.believe(work.weights, ["ratio.used", ("ratio.named", above[1].score)])


def _beside(
    work: Work, measures: list[Measure], start: int, end: int
) -> tuple[Measure, Mention] | None:
    """The figure that is named there best, and its words."""
    found = [(one, mention) for one in measures if (mention := _named(work, one, start, end))]
    return max(found, key=lambda each: each[1].score, default=None)


def apart(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with how far apart two are in a figure, and as it is."""
    yield sketch
    cue = _apart_cue(work)
    if cue is None or len(sketch.vertices) > 1 or sketch.tests or sketch.tally is not None:
        return
    position, measures_said, turned = cue
    owner = sketch.owner(sketch.target)
    pairs: list[tuple[int, int, str, str, str, Any]] = [
        (value.start, value.mask, x.property, "", "=", x.value)
        for value in work.anchors.values
        for x in value.links[:3]
        if x.label == owner
    ]
    years = [m for m in work.ground.by_owner.get(owner, ()) if m.kind == "year"]
    pairs += [
        (one.start, one.mask, m.name, "amount", "=", one.amounts)
        for one in work.anchors.numbers
        for m in years
        if one.kind == "year" and one.upper is None
    ]
    first = next(iter(pairs), None)
    second = next((p for p in pairs if first and p[2] == first[2] and p[0] > first[0]), None)
    if first is None or second is None:
        return
    for measure in work.ground.by_owner.get(owner, ()):
        mention = _named(work, measure, 0, len(work.anchors.forms))
        score = mention.score if mention is not None else 0.0
        score = score or work.ground.measure_named(measure, measures_said)
        if not measure.number or score < 0.3 or measure.name == first[2]:
            continue
        cover = first[1] | second[1] | 1 << position | (mention.mask if mention else 0)
        both, other = sketch.but(cover=cover).vertex(Vertex(owner, second[0]))
        left, right = (other, sketch.target) if turned else (sketch.target, other)
        both.tests = (Test(sketch.target, *first[2:]), Test(other, *second[2:]))
        both.columns, both.whole = (Shown(left, measure.name, against=("less", right)),), True
        both.form = "list"
        said: list[Belief] = ["apart.used", ("apart.named", score), ("value.exact", 2.0)]
        yield both.believe(work.weights, said)


def _apart_cue(work: Work) -> tuple[int, tuple[str, ...], bool] | None:
    """(the word that asks how far apart, the measures it goes by, whether the later leads)."""
    forms = work.anchors.forms
    for at, form in enumerate(forms):
        if form in LEXICON.differences:
            return at, (), form in ("growth", "increase", "rise")
        told = LEXICON.comparatives.get((form,))
        compares = told is not None or form in LEXICON.against
        if compares and at >= 2 and forms[at - 2] == "how" and forms[at - 1] in ("much", "many"):
            return at, told[1] if told else (), False
    return None


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
            if not measure.number and not measure.dated:
                continue
            mention = _named(work, measure, one.start - _SPAN, one.than)
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
            mention = _named(work, measure, one.than + 1, one.than + _SPAN)
            alike = measure.number == left.measure.number and measure.dated == left.measure.dated
            if mention is None or not alike or (ref, measure.name) == (left.ref, left.measure.name):
                continue
            if left.mention is not None and mention.mask & left.mention.mask:
                continue
            yield Side(ref, measure, mention.score, mention), "compared.property"


def _named(work: Work, measure: Measure, start: int, end: int) -> Mention | None:
    there = [
        one
        for one in work.anchors.of_property.get((measure.owner, measure.name), ())
        if start <= one.start < end and (one.sure or one.score > 0.34)
    ]
    return max(there, key=lambda one: one.score, default=None)
