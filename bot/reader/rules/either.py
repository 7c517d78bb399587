"""What *or* holds apart: two verbs, or two conditions of different kinds."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Mention, mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.rules.quantifiers import spot_of
from bot.reader.rules.twice import way_to
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Sketch, Test

_ORS, _NEAR, _FAR = {"or", "nor"}, 4, 6


def ors(work: Work) -> list[int]:
    """Return the words that hold two things apart, without those of figures: 3 or more."""
    anchors = work.anchors
    taken = 0
    for one in anchors.numbers:
        taken |= one.mask
    for start, end in anchors.depths:
        taken |= mask_of(start, end)
    years = [one for one in anchors.numbers if one.kind == "year" and one.operator in (None, "=")]
    listed = {one.end for one in years} & {one.start - 1 for one in years}
    listed -= listed if LEXICON.boths & {*anchors.forms} else set()
    found = [n for n, form in enumerate(anchors.forms) if form in _ORS and not taken >> n & 1]
    found += [n for n in listed if anchors.forms[n] == "and" and not taken >> n & 1]
    return [n for n in found if anchors.tokens[n].kind == "word"]


def either_verb(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch joined by either of two relationships, and as it is: repaired or tested."""
    yield sketch
    types = {link.type for link in sketch.links}
    for number, link in enumerate(sketch.links):
        mine = [m for m in work.anchors.of_type.get(link.type, ()) if m.sure and _beside(m, at)]
        if not mine or number in sketch.deep or any(n == number for n, _ in sketch.either):
            continue
        ends = sketch.owner(link.start), sketch.owner(link.end)
        for one in work.anchors.mentions:
            other = one.element[1]
            if one.element[0] != "type" or not one.sure or other in types or not _beside(one, at):
                continue
            own = next((m for m in mine if m.start < at < one.start), None)
            joins = work.ground.schema.relationships[other].joins
            if own is None or own.score <= 0.3 or one.score <= 0.3:
                continue
            if not any((j.start, j.end) == ends for j in joins):
                continue
            both = sketch.but(either=sketch.either | {(number, other)})
            both.covered |= own.mask | one.mask | 1 << at
            yield both.believe(work.weights, ["either.verbs", ("either.verbs_named", one.score)])


def _beside(one: Mention, at: int) -> bool:
    """Return whether words stand shortly before a place or behind it."""
    return 0 <= at - one.end < _NEAR if one.start < at else one.start - at <= _NEAR


def either_test(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch in which one of two conditions holds, and as it is: retracted or old."""
    yield sketch
    if sketch.covered >> at & 1 or sketch.ors or "any" in sketch.groups:
        return
    spots = [(spot, test) for test in sketch.tests if (spot := spot_of(work, sketch, test))]
    before = [(at - end, test) for (_, end), test in spots if end <= at]
    behind = [(start - at, test) for (start, _), test in spots if start > at]
    if not before or not behind:
        return
    (near, first), (far, second) = min(before, key=_distance), min(behind, key=_distance)
    if near > _FAR or far > _FAR or (alternatives := _apart(sketch, first, second)) is None:
        return
    kinds = "alike" if first.part == second.part and first.ref == second.ref else "unlike"
    alternatives.covered |= 1 << at
    said: list[Belief] = [
        "either.tests",
        f"either.tests_{kinds}",
        ("either.distance", float(near + far - 1)),
    ]
    yield alternatives.believe(work.weights, said)


def _distance(one: tuple[int, Test]) -> int:
    return one[0]


def _apart(sketch: Sketch, first: Test, second: Test) -> Sketch | None:
    """Return a copy in which one of two conditions must hold, with what leads to each."""
    ways = [_led_to(sketch, test.ref) for test in (first, second)]
    if first.ref == second.ref or set(ways[0]) & set(ways[1]):
        return sketch.but(ors=frozenset((first, second)))
    held, vertices, groups = set[Test](), list(sketch.vertices), list(sketch.groups)
    for test, way in zip((first, second), ways, strict=True):
        if not way:
            held.add(test)
            continue
        apart = {*way, sketch.target}
        if _busy(sketch, test) & {*way} or any(
            {one.start, one.end} & {*way} and not {one.start, one.end} <= apart
            for one in sketch.links
        ):
            return None
        groups.append("any")
        for number in way:
            vertices[number] = vertices[number]._replace(group=len(groups))
    return sketch.but(ors=frozenset(held), vertices=tuple(vertices), groups=tuple(groups))


def _led_to(sketch: Sketch, ref: int) -> list[int]:
    """The vertices from the target to what a condition is of."""
    if ref < 0:
        link = sketch.links[-1 - ref]
        ref = link.start if link.end == sketch.target else link.end
    return [vertex for _, vertex in way_to(sketch, ref)]


def _busy(sketch: Sketch, but: Test) -> set[int]:
    """The vertices of which something else is told than one condition."""
    told = [sketch.tally, sketch.key, sketch.each, sketch.order.by if sketch.order else None]
    refs = {one.ref for one in (*sketch.columns, *told) if one is not None}
    refs |= {test.ref for test in sketch.tests if test is not but}
    refs |= {held[0].ref for held in sketch.held}
    refs |= {e for r in refs if r < 0 for e in sketch.links[-1 - r][::2] if isinstance(e, int)}
    refs |= {n for n, v in enumerate(sketch.vertices) if v.group}
    return refs - {sketch.target}
