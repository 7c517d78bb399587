"""Properties that nothing has used yet: shown, true or false, there or missing."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Mention
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Shown, Sketch, Test

_SHOWING = {
    "show",
    "list",
    "name",
    "give",
    "return",
    "display",
    "and",
    "with",
    ",",
    "their",
    "its",
    "the",
    "what",
    "include",
    "along",
}


def property_places(work: Work) -> list[list[Mention]]:
    """Return the mentions of properties that compete, place by place."""
    places: dict[tuple[int, int], list[Mention]] = {}
    for one in work.anchors.mentions:
        if one.element[0] == "property" and (one.sure or one.score > 0.34):
            places.setdefault((one.start, one.end), []).append(one)
    return [
        sorted(places[place], key=lambda m: -m.score)
        for place in sorted(places, key=lambda p: (p[0], -p[1]))
    ]


def property_(work: Work, sketch: Sketch, place: list[Mention]) -> Iterator[Sketch]:
    """Yield the sketch with what a named property may say, and without it."""
    mask = place[0].mask
    if sketch.covered & mask:
        yield sketch
        return
    skipped = "property.skipped" if place[0].sure else "property.skipped_vector"
    yield sketch.but().believe(work.weights, [(skipped, place[0].score)])
    used = 0
    for one in place:
        _, owner, name = one.element
        refs = [r for r in sketch.refs() if sketch.owner(r) == owner and not sketch.group_of(r)]
        if not refs:
            continue
        used += 1
        if used > 4:
            break
        for ref in refs[:2]:
            yield from _used(work, sketch, one, ref, name)


def _used(work: Work, sketch: Sketch, one: Mention, ref: int, name: str) -> Iterator[Sketch]:
    measure = work.ground.measures[one.element[1], name]
    negated = work.negation(sketch, one.start, 4)
    cover = one.mask | (1 << negated if negated is not None else 0)
    whose = work.whose(sketch, ref, one.start)
    base: list[Belief] = [f"property.{one.how}", whose]
    if _flag(measure.kind, measure.stored.values):
        false = negated is not None
        test = Test(ref, name, "flag", "=", not false)
        said = [*base, "property.flag", *(["negation.flag"] if false else [])]
        yield sketch.but(tests=(*sketch.tests, test), cover=cover).believe(work.weights, said)
    if sketch.form == "list" and sketch.tally is None:
        shown = Shown(ref, name)
        only = sketch.but(columns=(*sketch.columns, shown), whole=True, cover=one.mask)
        beside = sketch.but(columns=(*sketch.columns, shown), cover=one.mask)
        before = set(work.anchors.before(one.start, 2))
        cue = "cued" if before & _SHOWING or one.start <= 3 else "uncued"
        place = "early" if one.start <= 4 else "late"
        on = "target" if ref == sketch.target else "link" if ref < 0 else "other"
        told = [*base, f"shown.{cue}", f"shown.{place}", f"shown.of_{on}", f"shown.{measure.kind}"]
        if not sketch.whole:
            yield only.believe(work.weights, [*told, "shown.only"])
            yield beside.believe(work.weights, [*told, "shown.beside"])
        else:
            yield only.believe(work.weights, [*told, "shown.more"])
    if sketch.tally is not None and sketch.key is not None and ref == sketch.key.ref:
        also = sketch.but(columns=(*sketch.columns, Shown(ref, name)), cover=one.mask)
        yield also.believe(work.weights, [*base, "shown.in_group"])
    if measure.stored.null_share > 0:
        operator = "IS NULL" if negated is not None else "IS NOT NULL"
        test = Test(ref, name, "", operator, None)
        said = [*base, "property.missing" if negated is not None else "property.there"]
        yield sketch.but(tests=(*sketch.tests, test), cover=cover).believe(work.weights, said)


def _flag(kind: str, values: object) -> bool:
    if kind == "flag":
        return True
    if not isinstance(values, tuple) or len(values) != 2:
        return False
    return set(map(str, values)) in ({"0", "1"}, {"no", "yes"}, {"N", "Y"}, {"false", "true"})


def asked(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with a property that the question word asks for: when, how old, how long."""
    yield sketch
    cue = _question(work)
    if cue is None or sketch.form != "list" or sketch.tally is not None or sketch.whole:
        return
    end, measures = cue
    options: list[tuple[float, int, Measure]] = []
    for ref in sketch.refs():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            fits = measure.dated if not measures else work.ground.measure_named(measure, measures)
            if not fits or sketch.group_of(ref):
                continue
            mentions = work.anchors.of_property.get((measure.owner, measure.name), ())
            like = max((one.score for one in mentions), default=0.0)
            options.append((like + float(fits), ref, measure))
    options.sort(key=lambda option: -option[0])
    for like, ref, measure in options[:5]:
        on = "target" if ref == sketch.target else "link" if ref < 0 else "other"
        shown = sketch.but(columns=(Shown(ref, measure.name),), whole=True, cover=(1 << end) - 1)
        told: list[Belief] = [f"asked.{'measure' if measures else 'time'}", ("asked.like", like)]
        others = sum(option[0] > like - 0.1 for option in options)
        said: list[Belief] = [*told, f"asked.of_{on}", ("asked.rivals", min(others, 5) - 1.0)]
        yield shown.believe(work.weights, said)


def _question(work: Work) -> tuple[int, tuple[str, ...]] | None:
    """Return (the word behind it, the measures that it asks for; none for a time)."""
    forms = work.anchors.forms
    for at in range(min(3, len(forms))):
        for length in (3, 2):
            measures = LEXICON.measures_asked.get(forms[at : at + length])
            if measures:
                return at + length, measures
        if forms[at] == "when":
            return at + 1, ()
    return None
