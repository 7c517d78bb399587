"""Words for relationships that nothing has used yet."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Mention, mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Link, Sketch

# So many words behind a verb something that it leads to may stand.
_CLAUSE = 3
_DETERMINERS = {"the", "a", "its", "their", "his", "her", "'s"}


def verb_places(work: Work) -> list[list[Mention]]:
    """Return the mentions of types that compete, place by place."""
    places: dict[tuple[int, int], list[Mention]] = {}
    for one in work.anchors.mentions:
        if one.element[0] == "type" and (one.sure or one.score > 0.36):
            places.setdefault((one.start, one.end), []).append(one)
    return [places[place] for place in sorted(places)]


def verb(work: Work, sketch: Sketch, place: list[Mention]) -> Iterator[Sketch]:
    """Yield the sketch with the relationship that a word names, and without."""
    mask = place[0].mask
    types = {link.type for link in sketch.links}
    used = [one for one in place if one.element[1] in types]
    if used:
        yield from _denied(work, sketch, used[0])
        name = "verb.used" if used[0].sure else "verb.used_by_vector"
        yield sketch.but(cover=mask).believe(work.weights, [(name, used[0].score)])
        return
    if sketch.covered & mask:
        yield sketch
        return
    skipped = "verb.skipped" if place[0].sure else "verb.skipped_vector"
    yield sketch.but().believe(work.weights, [(skipped, place[0].score)])
    negated = work.negation(sketch, place[0].start, 4)
    for one in place[:3]:
        added = "verb.added" if one.sure else "verb.added_by_vector"
        for joined, _ in work.link_on(sketch, one.element[1]):
            joined.covered |= mask
            yield joined.believe(work.weights, [(added, one.score), f"join.{one.how}"])
        yield from _closing(work, sketch, one)
        if negated is not None:
            grouped, group = work.new_group(sketch, "not")
            for joined, _ in work.link_on(grouped, one.element[1], group=group):
                joined.covered |= mask | 1 << negated
                yield joined.believe(work.weights, [(added, one.score), "negation.used"])


def _denied(work: Work, sketch: Sketch, one: Mention) -> Iterator[Sketch]:
    """A relationship that is there by what it leads to, and is not to be: does not appear in."""
    at, ends = work.negation(sketch, one.start, 3), range(one.end, one.end + _CLAUSE)
    nouns = {m.start for m in work.anchors.mentions if m.element[0] == "label" and m.sure}
    nouns |= {value.start for value in work.anchors.values}
    led_on = nouns | {n for n, form in enumerate(work.anchors.forms) if (form,) in LEXICON.agains}
    if at is None or led_on & {*ends}:
        return
    for number, link in enumerate(sketch.links):
        if link.type != one.element[1] or sketch.group_of(-1 - number):
            continue
        far = _beyond(sketch, number)
        if sketch.target in far or any(sketch.vertices[n].group for n in far):
            continue
        grouped, group = work.new_group(sketch, "not")
        grouped.vertices = tuple(
            v._replace(group=group) if n in far else v for n, v in enumerate(sketch.vertices)
        )
        grouped.covered |= one.mask | 1 << at
        yield grouped.believe(
            work.weights, ["negation.used", f"negation.verb:{work.anchors.forms[at]}"]
        )


def _beyond(sketch: Sketch, number: int) -> set[int]:
    """The vertices that only one relationship joins to the target."""
    near, grown = {sketch.target}, True
    while grown:
        reached = {
            end
            for n, link in enumerate(sketch.links)
            if n != number and {link.start, link.end} & near
            for end in (link.start, link.end)
        }
        grown = not reached <= near
        near |= reached
    return {n for n in range(len(sketch.vertices)) if n not in near} or near


def deepened(work: Work, sketch: Sketch, words: tuple[int, int]) -> Iterator[Sketch]:
    """Yield the sketch with relationships that lead on and on: directly or indirectly."""
    mask = mask_of(*words)
    yield sketch.but().believe(work.weights, ["deep.skipped"])
    used = {test.ref for test in sketch.tests}
    for number, link in enumerate(sketch.links):
        same = sketch.vertices[link.start].label == sketch.vertices[link.end].label
        if same and -1 - number not in used:
            deep = sketch.but(deep=sketch.deep | {number}, cover=mask)
            yield deep.believe(work.weights, ["deep.used"])


def _closing(work: Work, sketch: Sketch, one: Mention) -> Iterator[Sketch]:
    """The relationship between two that are there already."""
    type_ = one.element[1]
    for join in work.ground.schema.relationships[type_].joins:
        for a, start in enumerate(sketch.vertices):
            for b, end in enumerate(sketch.vertices):
                if a == b or (start.label, end.label) != (join.start, join.end):
                    continue
                if start.group or end.group:
                    continue
                if not any({x.start, x.end} == {a, b} and x.type == type_ for x in sketch.links):
                    closed = sketch.but(links=(*sketch.links, Link(a, type_, b)), cover=one.mask)
                    said: list[Belief] = ["verb.closes", ("verb.closes_score", one.score)]
                    noun = {*work.anchors.before(one.start, 1)} & _DETERMINERS
                    yield closed.believe(work.weights, [*said, *["verb.closes_noun"] * bool(noun)])
