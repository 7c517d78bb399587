"""What was spoken of before, again: their own questions, not followed back, from the same country.

Two that are in the pattern already are joined once more, or share a property.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.reader.anchors import ValueAnchor, mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import MOST_VERTICES, Work
from bot.reader.sketch import Belief, Shown, Sketch, Test, Vertex
from bot.reader.ways import Step, Way
from memory.query import Comparison, Entity, Function
from memory.text import fold

_BESIDE, _NEAR, _MOST = 3, 6, 5
# What a word leads back to is behind it, or before; the first is the strongest.
_KINDS, _AHEAD = ("back", "own", "their", "they"), ("own", "their")


@dataclass(frozen=True, slots=True)
class Again:
    """Words that lead back.

    `kind` is own, their, they or back, or named for a value that is told twice.
    """

    start: int
    mask: int
    kind: str
    value: ValueAnchor | None = None


def agains(work: Work) -> list[Again]:
    """Return the words that lead back to what was spoken of."""
    forms, found = work.anchors.forms, list[Again]()
    for at, form in enumerate(forms):
        kind = LEXICON.agains.get(forms[at : at + 2]) or LEXICON.agains.get((form,))
        if kind is None or at == 0 or work.anchors.tokens[at].kind == "quote":
            continue
        length = 2 if forms[at : at + 2] in LEXICON.agains else 1
        mask = mask_of(at, at + length)
        if found and found[-1].start >= at - 2:
            # Their own, also they, back by her, with her yet: the words of one.
            before = found.pop()
            kind = next(k for k in _KINDS if k in (kind, before.kind))
            start = at if kind in _AHEAD else before.start
            found.append(Again(start, before.mask | mask, kind))
        else:
            found.append(Again(at, mask, kind))
    told = dict[str, ValueAnchor]()
    for value in work.anchors.values:
        text = fold(str(value.links[0].text)) if value.links else ""
        if text in told and told[text].end <= value.start:
            found.append(Again(value.start, value.mask, "named", value))
        told.setdefault(text, value)
    return sorted(found, key=lambda one: one.start)


def again(work: Work, sketch: Sketch, one: Again) -> Iterator[Sketch]:
    """Yield the sketch in which two are joined once more, and as it is."""
    yield sketch
    if len(sketch.vertices) < 2 or (sketch.covered & one.mask and one.value is None):
        return
    yield from _alike(work, sketch, one)
    if one.kind == "back" and any(x.type in work.ground.undirected for x in sketch.links):
        yield from _pairs(work, sketch.but(cover=one.mask), ["again.used"])
    negated = work.negation(sketch, one.start, _NEAR)
    options = list[tuple[float, int, int, Way]]()
    for there in _meant(work, sketch, one):
        for here, vertex in enumerate(sketch.vertices):
            if here == there or vertex.group:
                continue
            for score, way in _ways(work, sketch, here, there, one):
                if len(sketch.vertices) + len(way) - 1 > MOST_VERTICES:
                    continue
                options.append((score + 0.5 * (here == sketch.target), here, there, way))
    options.sort(key=lambda option: -option[0])
    for _, here, there, way in options[:_MOST]:
        word = f"again.{one.kind}:{work.anchors.forms[one.start]}"
        word = word if one.value is None else "again.named"
        said: list[Belief] = ["again.used", word, ("again.steps", len(way) - 1.0)]
        said.append("again.of_target" if sketch.target in (here, there) else "again.of_others")
        opened, group = sketch, 0
        if negated is not None:
            opened, group = work.new_group(sketch, "not")
            said += ["negation.used", f"negation.again:{work.anchors.forms[negated]}"]
        closed = _closed(work, opened, here, way, there, one.start, group)
        closed.covered |= one.mask | (1 << negated if negated is not None else 0)
        yield closed.believe(work.weights, said)
        if one.kind == "back" and not group:
            yield from _pairs(work, closed, [])


def _pairs(work: Work, sketch: Sketch, said: list[Belief]) -> Iterator[Sketch]:
    """Yield the sketch of two that are joined, each two once: users who follow each other."""
    target, label = sketch.target, sketch.owner(sketch.target)
    others = [n for n, v in enumerate(sketch.vertices) if n != target and v.label == label]
    if sketch.form != "list" or sketch.tests or len(others) != 1 or sketch.whole:
        return
    first, last = (Function("elementId", (Entity(f"@{n}"),)) for n in (target, others[0]))
    once = Test(target, f"{target},{others[0]}", "raw", "", Comparison(first, "<", last))
    two = sum(n.mask for n in work.anchors.numbers if n.value == 2 and n.operator is None)
    told = sketch.but(tests=(once,), columns=(Shown(others[0], None),), cover=two)
    yield told.believe(work.weights, [*said, "again.pairs"])


def _closed(
    work: Work, sketch: Sketch, start: int, way: Way, end: int, position: int, group: int
) -> Sketch:
    """Return a copy in which a way leads from one vertex to another that is there."""
    at, joined = start, sketch.but()
    for nth, step in enumerate(way):
        new = end
        if nth < len(way) - 1:
            joined, new = joined.vertex(Vertex(step.to, None, True, group))
        said = work.linked(joined, step, at, new, position, group=group)
        joined.believe(work.weights, [*said, "join.step", "join.step_again"])
        at = new
    return joined


def _meant(work: Work, sketch: Sketch, one: Again) -> list[int]:
    """The vertices that words lead back to: what is named behind *own*, or before *they*."""
    if one.kind == "named" and one.value is not None:
        values = {link.value for link in one.value.links}
        told = [t.ref for t in sketch.tests if t.ref >= 0 and not t.part and t.value in values]
        return told if len(told) == 1 else []
    spoken = [
        (v.position, n)
        for n, v in enumerate(sketch.vertices)
        if v.position is not None and not v.group
    ]
    if one.kind in _AHEAD:
        return [n for at, n in spoken if 0 < at - one.start <= _BESIDE]
    return [n for _, n in sorted((x for x in spoken if x[0] < one.start), reverse=True)[:2]]


def _ways(
    work: Work, sketch: Sketch, here: int, there: int, one: Again
) -> Iterator[tuple[float, Way]]:
    """The ways that are not gone yet, and how well the words speak for each."""
    start, end = sketch.vertices[here].label, sketch.vertices[there].label
    gone = {(x.type, x.start, x.end) for x in sketch.links}
    if one.kind == "back":
        for type_, a, b in gone:
            forward = (a, b) == (there, here)
            if type_ in work.ground.undirected:
                continue
            if {a, b} == {here, there} and (type_, forward, start, end) in work.ground.counts:
                yield 1.0, (Step(type_, forward, end),)
        return
    for score, way in work.good_ways(start, end, one.start):
        ends = (here, there) if way[0].forward else (there, here)
        if len(way) == 1 and (way[0].type, *ends) in gone:
            continue
        # What the words name is rather what is there already.
        worn = sum(step.type in {type_ for type_, _, _ in gone} for step in way)
        yield score - 0.5 * (len(way) - 1) - 0.5 * (worn if len(way) > 1 else 0), way


def _alike(work: Work, sketch: Sketch, one: Again) -> Iterator[Sketch]:
    """Two that have the same of a property: supplied from their own country."""
    if one.kind != "own":
        return
    near = [m for m in work.anchors.mentions if m.sure and 0 < m.start - one.start <= _BESIDE]
    labels = {m.start: m.score for m in near if m.element[0] == "label"}
    names = {
        m.element[2]: m
        for m in near
        if m.element[0] == "property" and m.score > labels.get(m.start, 0.0)
    }
    for name, mention in names.items():
        have = [
            n
            for n, v in enumerate(sketch.vertices)
            if not v.group and (v.label, name) in work.ground.measures
        ]
        for nth, here in enumerate(have):
            for there in have[nth + 1 :]:
                test = Test(there, name, "", "=", ("property", here, name))
                told = sketch.but(tests=(*sketch.tests, test), cover=one.mask | mention.mask)
                on = "target" if sketch.target in (here, there) else "others"
                said: list[Belief] = ["again.alike", f"again.alike_{on}"]
                yield told.believe(work.weights, [*said, ("again.alike_named", mention.score)])
