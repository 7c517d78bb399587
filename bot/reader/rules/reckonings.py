"""What is reckoned of figures: one for each of another, less another, how far apart two are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.reader.anchors import Mention, RankAnchor
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Shown, Sketch, Tally, Test, Vertex

_FAR = 12


def reckoned(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with a figure reckoned of two: rent per square metre; and as it is."""
    yield sketch
    if sketch.tally is not None or sketch.columns or sketch.form != "list":
        return
    forms = work.anchors.forms
    cued = any((form,) in LEXICON.arithmetic or form in LEXICON.differences for form in forms)
    cued = cued or any(forms[at : at + 2] in LEXICON.arithmetic for at in range(len(forms)))
    for ref in sketch.refs() if cued else ():
        if sketch.group_of(ref):
            continue
        measures = [m for m in work.ground.by_owner.get(sketch.owner(ref), ()) if m.number]
        for how, above, below, cover in _pairs(work, measures, sketch.covered):
            shown = Shown(ref, above[0].name, against=(how, below[0].name))
            told = sketch.but(columns=(shown,), cover=cover | above[1].mask | below[1].mask)
            said: list[Belief] = ["ratio.used", f"ratio.{how}", ("ratio.named", above[1].score)]
            yield told.believe(work.weights, said)


Named = tuple[Measure, Mention]


def _pairs(
    work: Work, measures: list[Measure], covered: int
) -> Iterator[tuple[str, Named, Named, int]]:
    """(how, the first figure, the second, the words that say so) of what may be reckoned."""
    forms = work.anchors.forms
    for at, form in enumerate(forms):
        how = LEXICON.arithmetic.get(forms[at : at + 2]) or LEXICON.arithmetic.get((form,))
        if how is None or not at or covered >> at & 1:
            continue
        length = 2 if forms[at : at + 2] in LEXICON.arithmetic else 1
        two = _two(work, measures, (at - 4, at), (at + length, at + length + 3))
        if two is not None:
            yield how, *two, (1 << at + length) - (1 << at)
    for at, form in enumerate(forms):
        join = next((n for n in range(at, min(at + _FAR, len(forms))) if forms[n] == "and"), None)
        if form not in LEXICON.differences or join is None:
            continue
        two = _two(work, measures, (at, join), (join, join + 6))
        if two is not None:
            yield "minus", *two, 1 << at


def spread(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with how far the highest is from the lowest, and as it is."""
    yield sketch
    ends = _both_ends(work)
    cue = next((n for n, f in enumerate(work.anchors.forms) if f in _APART), None)
    if ends is None or cue is None or sketch.tally is not None or sketch.form == "yes_no":
        return
    first, second = ends
    options = list[tuple[float, int, Measure, Mention | None]]()
    for ref in sketch.refs():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            mention = named(work, measure, cue, len(work.anchors.forms))
            score = mention.score if mention is not None else 0.0
            score = max(score, work.ground.measure_named(measure, first.ranking.measures))
            score = score or 0.4 * (measure.kind == "year" and first.ranking.time)
            if (measure.number or measure.kind == "year") and score and not sketch.group_of(ref):
                options.append((score - measure.identifies, ref, measure, mention))
    for score, ref, measure, mention in sorted(options, key=lambda one: -one[0])[:3]:
        cover = first.mask | second.mask | 1 << cue | (mention.mask if mention else 0)
        tally = Tally("spread", ref, measure.name)
        told = sketch.but(tally=tally, whole=False, columns=(), form="list", cover=cover)
        yield told.believe(work.weights, ["spread.used", ("spread.named", score)])


_APART = {*LEXICON.differences, "between", "range", "span", "spread"}


def _both_ends(work: Work) -> tuple[RankAnchor, RankAnchor] | None:
    """The first superlative, and the next that goes the other way."""
    ranks = work.anchors.ranks
    for one in ranks[:1]:
        for other in ranks[1:]:
            if other.ranking.descending != one.ranking.descending:
                return one, other
    return None


def _two(
    work: Work, measures: list[Measure], before: tuple[int, int], behind: tuple[int, int]
) -> tuple[Named, Named] | None:
    """The two figures that are named best, one at each of two places."""
    above, below = (
        [(one, mention) for one in measures if (mention := named(work, one, *place))]
        for place in (before, behind)
    )
    pairs = [(a, b) for a in above for b in below if a[0] is not b[0]]
    return max(pairs, key=lambda two: two[0][1].score + two[1][1].score, default=None)


def apart(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with how far apart two are in a figure, and as it is."""
    yield sketch
    cue = _apart_cue(work)
    if cue is None or len(sketch.vertices) > 1 or sketch.tests or sketch.tally is not None:
        return
    position, measures_said, turned = cue
    owner = sketch.owner(sketch.target)
    pairs: list[tuple[int, int, str, str, str, Any]] = [
        (value.start, value.mask, x.property, "", "=", x.value)
        for value in work.anchors.values
        for x in value.links[:3]
        if x.label == owner
    ]
    years = [m for m in work.ground.by_owner.get(owner, ()) if m.kind == "year"]
    pairs += [
        (one.start, one.mask, m.name, "amount", "=", one.amounts)
        for one in work.anchors.numbers
        for m in years
        if one.kind == "year" and one.upper is None
    ]
    first = next(iter(pairs), None)
    second = next((p for p in pairs if first and p[2] == first[2] and p[0] > first[0]), None)
    if first is None or second is None:
        return
    for measure in work.ground.by_owner.get(owner, ()):
        mention = named(work, measure, 0, len(work.anchors.forms))
        score = mention.score if mention is not None else 0.0
        score = score or work.ground.measure_named(measure, measures_said)
        if not measure.number or score < 0.3 or measure.name == first[2]:
            continue
        cover = first[1] | second[1] | 1 << position | (mention.mask if mention else 0)
        both, other = sketch.but(cover=cover).vertex(Vertex(owner, second[0]))
        left, right = (other, sketch.target) if turned else (sketch.target, other)
        both.tests = (Test(sketch.target, *first[2:]), Test(other, *second[2:]))
        both.columns, both.whole = (Shown(left, measure.name, against=("less", right)),), True
        both.form = "list"
        said: list[Belief] = ["apart.used", ("apart.named", score), ("value.exact", 2.0)]
        yield both.believe(work.weights, said)


def _apart_cue(work: Work) -> tuple[int, tuple[str, ...], bool] | None:
    """(the word that asks how far apart, the measures it goes by, whether the later leads)."""
    forms = work.anchors.forms
    for at, form in enumerate(forms):
        if form in LEXICON.differences:
            return at, (), form in ("growth", "increase", "rise")
        told = LEXICON.comparatives.get((form,))
        compares = told is not None or form in LEXICON.against
        if compares and at >= 2 and forms[at - 2] == "how" and forms[at - 1] in ("much", "many"):
            return at, told[1] if told else (), False
    return None


def named(work: Work, measure: Measure, start: int, end: int) -> Mention | None:
    """Return the words between two places that name a property best."""
    there = [
        one
        for one in work.anchors.of_property.get((measure.owner, measure.name), ())
        if start <= one.start < end and (one.sure or one.score > 0.34)
    ]
    return max(there, key=lambda one: one.score, default=None)
