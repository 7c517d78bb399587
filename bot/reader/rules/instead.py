"""What stands in place of something that an earlier answer told: the attackers, not the kings."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Mention
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.quantifiers import OTHERWISE
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Shown, Sketch, Tally, Test, Vertex

_DENIED = 3


def relabelled(work: Work, base: Sketch, told: list[Belief]) -> Iterator[Sketch]:
    """Yield the same of another kind, which has all that was asked: knights, not kings."""
    ref, label = base.target, base.owner(base.target)
    touching = [link for link in base.links if ref in (link.start, link.end)]
    asked = {t.property for t in base.tests if t.ref == ref and t.part != "raw"}
    asked |= {one.property for one in _shown(base) if one.ref == ref and one.property is not None}
    if base.tally is not None and base.tally.ref == ref and base.tally.property is not None:
        asked.add(base.tally.property)
    # What is told of it by a pattern may hold of nothing else.
    held = any(t.part == "raw" and str(ref) in t.property.split(",") for t in base.tests)
    for one in work.likeliest("label"):
        other = one.element[1]
        if other == label or any((other, name) not in work.ground.measures for name in asked):
            continue
        vertices = (*base.vertices[:ref], Vertex(other, one.start), *base.vertices[ref + 1 :])
        joins = work.ground.schema.relationships
        ends = [(vertices[x.start].label, x.type, vertices[x.end].label) for x in touching]
        if any((a, b) not in {(j.start, j.end) for j in joins[t].joins} for a, t, b in ends):
            continue
        kinds = work.ground.schema.labels
        within = label in kinds[other].implies or other in kinds[label].implies
        if held and not within:
            continue
        changed = base.but(vertices=vertices, cover=one.mask | _denied(work, ("label", label)))
        changed.way = "past"
        how = "within" if within else "beside"
        said: list[Belief] = [*told, "past.relabelled", f"past.relabelled_{how}"]
        yield changed.believe(work.weights, [*said, f"label.{one.how}"])


def _shown(sketch: Sketch) -> list[Shown]:
    order = sketch.order.by if sketch.order is not None else None
    return [one for one in (*sketch.columns, sketch.key, sketch.each, order) if one is not None]


def _denied(work: Work, element: tuple[str, ...]) -> int:
    """Return the words that name what is no more meant, and deny it: instead of likes."""
    mask = 0
    for one in work.anchors.mentions:
        before = [at for at in work.anchors.negations if 0 < one.start - at <= _DENIED]
        if one.element == element and before:
            mask |= one.mask | 1 << before[-1]
    return mask


def told_instead(
    work: Work, sketch: Sketch, one: Mention, ref: int, base: list[Belief]
) -> Iterator[Sketch]:
    """Yield the sketch with a named property in place of another that was told or asked before."""
    name = one.element[2]
    measure = work.ground.measures[one.element[1], name]
    tally = sketch.tally
    if tally is not None and tally.ref == ref and measure.number and of_before(work, tally):
        if tally.property not in (None, name):
            changed = _covered(work, sketch, one, str(tally.property))
            changed.tally = tally._replace(property=name)
            yield changed.believe(work.weights, [*base, "instead.used", "instead.tally"])
        return
    for test in sorted(sketch.kept, key=str):
        if test.ref == ref and test.part != "raw" and _alike(work, sketch, test, measure):
            changed = _covered(work, sketch, one, test.property)
            new = test._replace(property=name)
            changed.tests = tuple(new if t is test else t for t in sketch.tests)
            changed.kept = sketch.kept - {test}
            yield changed.believe(work.weights, [*base, "instead.used", "instead.test"])
    before = {c for past in work.past if past.whole is not None for c in past.whole.columns}
    for shown in sketch.columns:
        if shown not in before or shown.ref != ref or shown.property in (None, name):
            continue
        changed = _covered(work, sketch, one, str(shown.property))
        new_shown = Shown(ref, name)
        changed.columns = tuple(new_shown if c is shown else c for c in sketch.columns)
        if sketch.order is not None and sketch.order.by == shown:
            changed.order = sketch.order._replace(by=new_shown)
        yield changed.believe(work.weights, [*base, "instead.used", "instead.shown"])


def _alike(work: Work, sketch: Sketch, test: Test, measure: Measure) -> bool:
    """Return whether what was asked of a property can be asked of another of its kind."""
    old = work.ground.measures.get((sketch.owner(test.ref), test.property))
    if old is None or test.property == measure.name or test not in sketch.tests:
        return False
    held = measure.number or measure.dated or measure.kind == "flag"
    return held and old.kind == measure.kind


def _covered(work: Work, sketch: Sketch, one: Mention, old: str) -> Sketch:
    return sketch.but(cover=one.mask | _denied(work, ("property", one.element[1], old)))


def of_before(work: Work, tally: Tally) -> bool:
    """Return whether a tally is that of an earlier answer."""
    return any(one.whole is not None and one.whole.tally == tally for one in work.past)


def reckoned_instead(work: Work, sketch: Sketch, at: int, function: str) -> Iterator[Sketch]:
    """Yield the sketch with another reckoning than before: the average, not the total."""
    tally = sketch.tally
    if tally is None or not sketch.given or sketch.having is not None or tally.property is None:
        return
    denied = work.negation(sketch, at, _DENIED)
    if of_before(work, tally):
        if function != tally.function and denied is None:
            changed = sketch.but(tally=tally._replace(function=function), cover=1 << at)
            yield changed.believe(work.weights, ["past.other_function"])
    elif denied is not None:
        # Not the total: what was reckoned before, and is no more.
        yield sketch.but(cover=1 << at | 1 << denied).believe(work.weights, ["past.corrected"])


def held_instead(
    work: Work, sketch: Sketch, value: int | float, operator: str | None, mask: int
) -> Iterator[Sketch]:
    """Yield the sketch whose number of each is held to a figure: only those above twelve."""
    tally = sketch.tally
    if tally is None or sketch.key is None or not sketch.given or not of_before(work, tally):
        return
    kept = sketch.having[0] if sketch.having is not None else None
    if (sign := operator or kept) is not None:
        held = sketch.but(having=(sign, value), cover=mask)
        how = "anew" if kept is None else "again"
        yield held.believe(work.weights, ["past.held", f"past.held_{how}"])


def otherwise_led(work: Work, base: Sketch, told: list[Belief]) -> Iterator[Sketch]:
    """Yield the same of what a named relationship leads to: bookmarked, not reviewed."""
    sources = {t.ref for t in base.tests if t.ref != base.target}
    plain = base.form == "list" and not (base.groups or base.inner or base.columns or base.order)
    raw = any(t.part == "raw" or isinstance(t.value, tuple) for t in base.tests)
    if not plain or raw or len(sources) != 1 or len(base.links) < 1 or min(sources) < 0:
        return
    source, target = sources.pop(), base.owner(base.target)
    gone = {link.type for link in base.links}
    for one in work.likeliest("type"):
        if one.element[1] in gone:
            continue
        alone = base.but(vertices=(base.vertices[source],), links=(), tests=(), deep=frozenset())
        alone.target, alone.way = 0, "past"
        for joined, new in work.attach(alone, target, one.start, sources=[0], why="onward"):
            if all(link.type != one.element[1] for link in joined.links):
                continue
            places = {source: 0, base.target: new}
            joined.tests = tuple(t._replace(ref=places[t.ref]) for t in base.tests)
            joined.kept, joined.given = frozenset(joined.tests), len(joined.vertices)
            joined.target = new
            yield joined.believe(work.weights, [*told, "past.other_way", f"join.{one.how}"])


def denials(work: Work) -> list[int]:
    """Return the words at an end that deny what was said before: which ones don't."""
    forms, tokens = work.anchors.forms, work.anchors.tokens
    ends = {at for at, token in enumerate(tokens) if token.kind == "mark"} | {len(forms)}
    at_ends = [at for at in work.anchors.negations if at + 1 in ends and at]
    return [at for at in at_ends if forms[at] in LEXICON.denials] if work.past else []


def denied(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch of those of whom what was last asked does not hold, and as it is."""
    yield sketch
    if sketch.covered >> at & 1:
        return
    kept = [t for t in reversed(sketch.tests) if t in sketch.kept and t.part != "raw"]
    for nth, test in enumerate(kept[:2]):
        if test.operator in _TURNED:
            turned = test._replace(operator=_TURNED[test.operator])
        elif test.operator == "=" and isinstance(test.value, bool):
            turned = test._replace(value=not test.value)
        elif test.operator in OTHERWISE and not isinstance(test.value, tuple):
            turned = test._replace(operator=OTHERWISE[test.operator])
        else:
            continue
        tests = tuple(turned if t is test else t for t in sketch.tests)
        told = sketch.but(tests=tests, kept=sketch.kept - {test}, cover=1 << at)
        how = "last" if not nth else "before"
        yield told.believe(work.weights, ["past.denied", f"past.denied_{how}"])


_TURNED = {"IS NULL": "IS NOT NULL", "IS NOT NULL": "IS NULL"}
