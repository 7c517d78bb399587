"""That something holds of all that there are: publications that only print long articles."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.lexicon import LEXICON
from bot.reader.rules.targets import of_each
from bot.reader.rules.work import Work
from bot.reader.sketch import Link, Sketch, Tally, Test, Vertex

OTHERWISE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "<>", "<>": "="}


def only(work: Work, sketch: Sketch, position: int) -> Iterator[Sketch]:
    """Yield the sketch in which nothing is otherwise than a test says, and as it is."""
    yield sketch
    behind = [f for f in work.anchors.forms[position + 1 : position + 3] if f != "the"]
    if sketch.covered >> position & 1 or set(behind[:1]) & LEXICON.plurals:
        # Only the ones after 2010 are some of them, not those of which all is so.
        return
    if work.past and (not behind or set(work.anchors.forms[:position]) <= LEXICON.joiners):
        # So are only libraries, of what was answered: nobody was named who has nothing else.
        return
    for test in sketch.tests:
        if test in sketch.kept:
            continue
        otherwise = _otherwise(test)
        every = none_such(work, sketch, test, otherwise) if otherwise is not None else None
        if every is not None:
            every.covered |= 1 << position
            yield every.believe(work.weights, ["only.used", *_said(work, sketch, test, position)])


def _said(work: Work, sketch: Sketch, test: Test, at: int) -> Iterator[str]:
    """What the place of a word says of a condition that is to hold of all: every one has."""
    before = work.anchors.before(at, 1)
    of = "of" if before and before[0] in LEXICON.within and before[0] != "than" else "bare"
    yield f"only.word:{work.anchors.forms[at]}"
    target = sketch.vertices[sketch.target].position
    if target is not None and 0 < target - at <= 3:
        # All flights that somebody has are rather those flights.
        yield "only.of_target"
    said = next((v.position for n, v in enumerate(sketch.vertices) if n == test.ref), None)
    if said is not None and 0 < said - at <= 2:
        yield f"only.noun_{of}"
    spot = spot_of(work, sketch, test)
    if spot is not None and 0 < spot[0] - at <= 2:
        yield f"only.test_{of}"


def every(work: Work, sketch: Sketch, position: int) -> Iterator[Sketch]:
    """Yield the sketch of those that have all there are, or whether all are so; and as it is."""
    yield sketch
    free = not sketch.covered >> position & 1 and sketch.having is None and sketch.tally is None
    if not free or sketch.groups or work.anchors.forms[position] not in _EVERY:
        return
    for number, vertex in enumerate(sketch.vertices):
        at = vertex.position if vertex.position is not None else -1
        if vertex.group or not 0 < at - position <= 3:
            continue
        if number != sketch.target and sketch.form == "list" and not sketch.order:
            tally = Tally("count", number, None)
            held = of_each(sketch, tally, having=("=", ("all", number)), cover=1 << position)
            yield held.believe(work.weights, ["every.had"])
        none = _none_fails(sketch, number) if sketch.form == "yes_no" else None
        if number == sketch.target and none is not None:
            none.covered |= 1 << position
            yield none.believe(work.weights, ["every.so"])


def _none_fails(sketch: Sketch, target: int) -> Sketch | None:
    """The sketch of whether there is none that is otherwise; None where that is not simple."""
    if len(sketch.vertices) == 1:
        turned = [_otherwise(test) for test in sketch.tests]
        if len(turned) != 1 or turned[0] is None:
            return None
        return sketch.but(form="none", tests=tuple(turned))
    beyond = tuple(v if n == target else v._replace(group=1) for n, v in enumerate(sketch.vertices))
    if any(test.ref == target for test in sketch.tests):
        return None
    return sketch.but(form="none", vertices=beyond, groups=("not",))


_EVERY = {"all", "every", "each"}


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


def spot_of(work: Work, sketch: Sketch, test: Test) -> tuple[int, int] | None:
    """Return the words that a condition was read from."""
    if test in sketch.kept or test.part == "raw" or sketch.group_of(test.ref):
        return None
    anchors, owner, mask = work.anchors, sketch.owner(test.ref), 0
    for value in anchors.values:
        if any(
            (x.label, x.property, x.value) == (owner, test.property, test.value)
            for x in value.links
        ):
            mask |= value.mask
    if test.part == "amount":
        for figure in anchors.numbers:
            mask |= figure.mask if figure.amounts == test.value else 0
    if not mask:
        for one in anchors.of_property.get((owner, test.property), ()):
            mask |= one.mask if one.sure else 0
    mask &= sketch.covered
    return ((mask & -mask).bit_length() - 1, mask.bit_length()) if mask else None
