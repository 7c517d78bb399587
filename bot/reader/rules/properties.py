"""Properties that nothing has used yet: shown, true or false, there or missing, compared."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Mention
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
_COMPARING = {
    "more": ">",
    "greater": ">",
    "higher": ">",
    "larger": ">",
    "bigger": ">",
    "longer": ">",
    "exceeds": ">",
    "exceed": ">",
    "exceeded": ">",
    "above": ">",
    "over": ">",
    "less": "<",
    "fewer": "<",
    "lower": "<",
    "smaller": "<",
    "shorter": "<",
    "below": "<",
    "under": "<",
    "equals": "=",
    "equal": "=",
    "same": "=",
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


def compared(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with two properties of one thing held against each other, and as it is."""
    yield sketch
    forms = work.anchors.forms
    for at, form in enumerate(forms):
        operator = _COMPARING.get(form)
        if operator is None or sketch.covered >> at & 1:
            continue
        mentions = [m for m in work.anchors.mentions if m.element[0] == "property" and m.sure]
        right = [m for m in mentions if 0 < m.start - at <= 4]
        left = [m for m in mentions if abs(m.start - at) <= 5]
        for a in left:
            for b in right:
                if a.element[1] != b.element[1] or a.element == b.element or a.mask & b.mask:
                    continue
                if b.start < a.start or sketch.covered & (a.mask | b.mask):
                    continue
                for ref in sketch.refs():
                    if sketch.owner(ref) == a.element[1] and not sketch.group_of(ref):
                        other = ("property", ref, b.element[2])
                        test = Test(ref, a.element[2], "", operator, other)
                        held = sketch.but(
                            tests=(*sketch.tests, test), cover=a.mask | b.mask | 1 << at
                        )
                        said: list[Belief] = [
                            "property.compared",
                            ("property.compared_named", a.score + b.score),
                        ]
                        yield held.believe(work.weights, said)
