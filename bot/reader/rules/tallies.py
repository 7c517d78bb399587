"""How many, how much in all, on average; of each what; which share."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.rules.targets import row_key
from bot.reader.rules.work import Owned, Work
from bot.reader.sketch import Belief, Shown, Sketch, Tally


def counted(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield a sketch that asks how many with its count."""
    if sketch.form != "count":
        yield sketch
        return
    if sketch.having is not None or sketch.tally is not None:
        # Of groups, those that pass are counted.
        yield sketch
        return
    start, end = work.anchors.countings[0]
    property_ = sketch.columns[0].property if sketch.whole and sketch.columns else None
    tally = Tally("count", sketch.target, property_)
    yield sketch.but(tally=tally, whole=False, columns=(), cover=(1 << end) - (1 << start))


def aggregated(work: Work, sketch: Sketch, cue: tuple[int, str]) -> Iterator[Sketch]:
    """Yield the sketch with the aggregate that a word asks for, and without it."""
    position, function = cue
    if sketch.covered >> position & 1:
        yield sketch
        return
    yield sketch.but().believe(work.weights, [f"aggregate.skipped_{function}"])
    if sketch.tally is not None and sketch.tally.function != "count":
        return
    if sketch.tally is not None and sketch.form != "count":
        return
    fits = [
        m
        for m in work.ground.measures.values()
        if m.number or (function in ("min", "max") and m.dated)
    ]
    for owned in work.owned(sketch, position, fits, span=5, behind=True)[:5]:
        if owned.mention is None and function != "sum":
            continue
        yield from _of_property(work, sketch, owned, position, function)


def _of_property(
    work: Work, sketch: Sketch, owned: Owned, position: int, function: str
) -> Iterator[Sketch]:
    for joined, ref in work.with_owner(sketch, owned, position):
        said: list[Belief] = [f"aggregate.{function}"]
        joined.covered |= 1 << position
        if owned.mention is not None:
            joined.covered |= owned.mention.mask
            said += [
                ("aggregate.named", owned.mention.score),
                ("aggregate.distance", float(owned.distance)),
                f"aggregate.{owned.mention.how}",
            ]
        else:
            said.append("aggregate.unnamed")
        joined.tally = Tally(function, ref, owned.measure.name)
        joined.form = "list" if joined.form == "count" else joined.form
        plain = joined.but(whole=False, columns=())
        plain.said, plain.score = joined.said, joined.score
        other_property = sketch.whole and sketch.columns[0].property != owned.measure.name
        if ref != sketch.target or other_property:
            grouped = joined.but(key=row_key(sketch), whole=False, columns=())
            how = "aggregate.of_each_target" if ref != sketch.target else "aggregate.of_each_value"
            yield grouped.believe(work.weights, [*said, how])
        yield plain.believe(work.weights, [*said, "aggregate.of_all"])


def counted_beside(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with a number beside each row: films and how many actors each has."""
    yield sketch
    countings = [c for c in work.anchors.countings if c[0] > 1]
    if not countings or sketch.form != "list" or sketch.tally is not None:
        return
    start, end = countings[0]
    if sketch.covered & (1 << start):
        return
    for number, vertex in enumerate(sketch.vertices):
        if (number == sketch.target and not sketch.whole) or vertex.group:
            continue
        distance = abs((vertex.position if vertex.position is not None else start + 4) - start)
        beside = sketch.but(
            tally=Tally("count", number, None),
            key=row_key(sketch),
            whole=False,
            columns=(),
            cover=(1 << end) - (1 << start),
        )
        said: list[Belief] = ["count.beside", ("count.beside_distance", float(distance))]
        yield beside.believe(work.weights, said)


def grouped(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with its aggregate for each of something, and as it is."""
    yield sketch
    tally = sketch.tally
    if tally is None or sketch.having is not None or sketch.key is not None:
        return
    for number, vertex in enumerate(sketch.vertices):
        if vertex.group or tally.ref == number or vertex.position is None:
            continue
        cues = [at for at in work.anchors.groupings if 0 < vertex.position - at <= 2]
        cover = sum(1 << at for at in cues)
        name = "group.by_vertex" if cues else "group.by_vertex_uncued"
        yield sketch.but(key=Shown(number, None), form="list", cover=cover).believe(
            work.weights, [name]
        )
    for at in work.anchors.groupings:
        for one in work.anchors.mentions:
            if one.element[0] != "property" or not 0 < one.start - at <= 3 or not one.sure:
                continue
            for ref in sketch.refs():
                if sketch.owner(ref) != one.element[1] or sketch.group_of(ref):
                    continue
                if tally.ref == ref and tally.property == one.element[2]:
                    continue
                by = sketch.but(
                    key=Shown(ref, one.element[2]), form="list", cover=one.mask | 1 << at
                )
                yield by.believe(
                    work.weights, ["group.by_property", ("group.by_property_named", one.score)]
                )
