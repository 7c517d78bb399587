"""Two that are alike but for one thing: a film by one director, and one by another."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Mention
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import MOST_VERTICES, Work
from bot.reader.sketch import Link, Sketch, Test, Vertex

# A way of three steps may be gone twice.
_MOST_TWICE = MOST_VERTICES + 1


def another(work: Work, sketch: Sketch, test: Test) -> Iterator[Sketch]:
    """Yield the sketch with a second of what leads to a test's place, and the test on that."""
    end, cue = test.ref, next((f for f in work.anchors.forms if f in LEXICON.boths), None)
    if cue is None:
        return
    if end < 0:
        link = sketch.links[-1 - end]
        end = link.start if link.end == sketch.target else link.end
    way = way_to(sketch, end)
    if not way or sketch.group_of(test.ref) or len(sketch.vertices) + len(way) > _MOST_TWICE:
        return
    copy, new = sketch.but(), {sketch.target: sketch.target}
    for number, at in way:
        vertex = sketch.vertices[at]
        copy, new[at] = copy.vertex(Vertex(vertex.label, None, True))
        link = sketch.links[number]
        copy.links = (*copy.links, Link(new[link.start], link.type, new[link.end]))
        if -1 - number == test.ref:
            test = test._replace(ref=-len(copy.links))
    if test.ref >= 0:
        test = test._replace(ref=new[end])
    copy.tests = (*copy.tests, test)
    yield copy.believe(work.weights, ["twice.used", f"twice.{cue}"])


def not_that(work: Work, sketch: Sketch, one: Mention) -> Iterator[Sketch]:
    """What leads to one that is named, and to another: in both Norway and another country."""
    if not {*work.anchors.before(one.start, 1)} & LEXICON.others:
        return
    for test in sketch.tests:
        named = test.operator == "=" and not test.part and test not in sketch.kept
        if named and sketch.owner(test.ref) == one.element[1] and test.ref != sketch.target:
            unlike = test._replace(operator="<>", nodes=())
            for twice in another(work, sketch, unlike):
                twice.covered |= one.mask | 1 << one.start - 1
                yield twice.believe(work.weights, ["twice.of_others", f"label.{one.how}"])


def from_target(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch in which of no way to something there is any, and as it is.

    Who never mentioned anybody has no post that does; a post that does not is not enough.
    """
    yield sketch
    for group, kind in enumerate(sketch.groups, 1):
        inside = {n for n, v in enumerate(sketch.vertices) if v.group == group}
        roots = {
            end
            for link in sketch.links
            for end in (link.start, link.end)
            if {link.start, link.end} & inside and end not in inside
        }
        if kind != "not" or len(roots) != 1 or sketch.target in roots or not inside:
            continue
        root = roots.pop()
        way = way_to(sketch, root)
        if not way or sketch.vertices[root].group:
            continue
        if len(sketch.vertices) + len(way) > MOST_VERTICES + 1:
            continue
        copy, new = sketch.but(), {sketch.target: sketch.target}
        for number, at in way:
            copy, new[at] = copy.vertex(Vertex(sketch.vertices[at].label, None, True, group))
            link = sketch.links[number]
            copy.links = (*copy.links, Link(new[link.start], link.type, new[link.end]))
        copy.links = tuple(
            link._replace(start=new[root] if link.start == root else link.start)._replace(
                end=new[root] if link.end == root else link.end
            )
            if {link.start, link.end} & inside
            else link
            for link in copy.links
        )
        yield copy.believe(work.weights, ["negation.from_target", ("join.step", 0.5 * len(way))])


def way_to(sketch: Sketch, end: int) -> list[tuple[int, int]]:
    """Return (link, vertex it leads to) on the way from the target to a vertex."""
    ways: dict[int, list[tuple[int, int]]] = {sketch.target: []}
    reached = [sketch.target]
    for at in reached:
        for number, link in enumerate(sketch.links):
            other = link.end if link.start == at else link.start
            if at in (link.start, link.end) and other not in ways:
                ways[other] = [*ways[at], (number, other)]
                reached.append(other)
    return ways.get(end, [])


def besides(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch of the others that one which is named leads back to, and as it is.

    What else the cook of one dish made: the way there and back never comes to the same.
    """
    yield sketch
    label = sketch.owner(sketch.target)
    gone = {n for n in work.anchors.negations if not sketch.covered >> n & 1}
    named = {value.start - n for value in work.anchors.values for n in gone}
    if sketch.covered >> at & 1 or sketch.given or named & {1, 2}:
        return
    for test in sketch.tests:
        back = sketch.vertices[test.ref] if test.ref >= 0 else None
        if back is None or test.ref == sketch.target or back.group or back.label != label:
            continue
        if test.operator != "=" or test.part or len(way := way_to(sketch, test.ref)) != 2:
            continue
        first, last = sketch.links[way[0][0]], sketch.links[way[1][0]]
        through = way[0][1]
        if first.type == last.type and (first.start == through) == (last.start == through):
            told = sketch.but(cover=1 << at)
            yield told.believe(work.weights, ["other.than_named"])
            return
