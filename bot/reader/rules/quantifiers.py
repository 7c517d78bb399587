"""That something holds of all that there are: publications that only print long articles."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.rules.work import Work
from bot.reader.sketch import Link, Sketch, Test, Vertex

OTHERWISE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "<>", "<>": "="}


def only(work: Work, sketch: Sketch, position: int) -> Iterator[Sketch]:
    """Yield the sketch in which nothing is otherwise than a test says, and as it is."""
    yield sketch
    if sketch.covered >> position & 1:
        return
    for test in sketch.tests:
        if test in sketch.kept:
            continue
        otherwise = _otherwise(test)
        every = none_such(work, sketch, test, otherwise) if otherwise is not None else None
        if every is not None:
            every.covered |= 1 << position
            yield every.believe(work.weights, ["only.used"])


def _otherwise(test: Test) -> Test | None:
    if test.part == "flag":
        return test._replace(value=not test.value)
    if test.operator not in OTHERWISE or (test.part == "amount" and test.value[1] is not None):
        return None
    return test._replace(operator=OTHERWISE[test.operator])


def none_such(work: Work, sketch: Sketch, test: Test, otherwise: Test) -> Sketch | None:
    """Return a copy in which nothing is as told, instead of a test of what is at an end of it."""
    vertex = test.ref if test.ref >= 0 else sketch.links[-1 - test.ref].end
    if vertex == sketch.target and test.ref < 0:
        vertex = sketch.links[-1 - test.ref].start
    touching = [one for one in sketch.links if vertex in (one.start, one.end)]
    if vertex == sketch.target or sketch.group_of(test.ref) or len(touching) != 1:
        return None
    link = touching[0]
    grouped, group = work.new_group(sketch, "not")
    grouped, new = grouped.vertex(Vertex(sketch.vertices[vertex].label, None, True, group))
    ends = (new, link.type, link.end) if link.start == vertex else (link.start, link.type, new)
    grouped.links = (*grouped.links, Link(*ends))
    ref = new if test.ref >= 0 else -len(grouped.links)
    kept = tuple(one for one in grouped.tests if one is not test)
    grouped.tests = (*kept, otherwise._replace(ref=ref))
    return grouped
