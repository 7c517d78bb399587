"""Properties that nothing has used yet: shown, true or false, there or missing."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Mention, mask_of
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.instead import told_instead
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Shown, Sketch, Test
from bot.reader.words import is_done, lemmas
from bot.stored.ages import AGE, LIFESPAN
from bot.stored.amounts import Number
from memory.text import split_name

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
    "names",
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
        held = [r for r in sketch.refs() if sketch.owner(r) == owner]
        refs = [r for r in held if not sketch.group_of(r)]
        for ref in held:
            if sketch.group_of(ref):
                yield from _tested_there(work, sketch, one, ref, name)
        if not refs:
            continue
        used += 1
        if used > 4:
            break
        for ref in refs[:2]:
            yield from _used(work, sketch, one, ref, name)


def _tested_there(
    work: Work, sketch: Sketch, one: Mention, ref: int, name: str
) -> Iterator[Sketch]:
    """Of what is not to be there: no accepted answer."""
    measure = work.ground.measures[one.element[1], name]
    if _flag(measure.kind, measure.stored.values):
        test = Test(ref, name, "flag", "=", True)
    elif measure.stored.null_share > 0:
        test = Test(ref, name, "", "IS NOT NULL", None)
    else:
        return
    if test not in sketch.tests:
        told = sketch.but(tests=(*sketch.tests, test), cover=one.mask)
        yield told.believe(work.weights, [f"property.{one.how}", "property.in_group"])


def _used(work: Work, sketch: Sketch, one: Mention, ref: int, name: str) -> Iterator[Sketch]:
    measure = work.ground.measures[one.element[1], name]
    negated = work.negation(sketch, one.start, 4)
    cover = one.mask | (1 << negated if negated is not None else 0)
    whose = work.whose(sketch, ref, one.start)
    base: list[Belief] = [f"property.{one.how}", whose]
    if work.by_identifier(measure, one):
        base.append("property.identifier")
    if sketch.given and 0 <= ref != sketch.target and ref < sketch.given:
        base.append("past.said_aside")
    if sketch.given:
        yield from told_instead(work, sketch, one, ref, base)
    if _flag(measure.kind, measure.stored.values):
        false = negated is not None
        if negated is not None and (twice := _removed(work, sketch, negated)) is not None:
            # Drop those that are not active: the active ones stay.
            false, cover = False, cover | 1 << twice
        if (one.start, one.element) in work.anchors.denied:
            # The dead are not alive; who is not dead is.
            false = not false
            base.append("property.opposite")
        test = Test(ref, name, "flag", "=", not false)
        if test in sketch.tests:
            yield sketch.but(cover=cover).believe(work.weights, base)
            return
        said = [*base, "property.flag", *(["negation.flag"] if negated is not None else [])]
        old = {t for t in sketch.kept if (t.ref, t.property, t.part) == (ref, name, "")}
        rest = tuple(t for t in sketch.tests if t not in old)
        said += ["past.replaced_flag"] if old else []
        flagged = sketch.but(tests=(*rest, test), kept=sketch.kept - old, cover=cover)
        yield flagged.believe(work.weights, said)
    if sketch.form == "list" and sketch.tally is None:
        shown = Shown(ref, name)
        only = sketch.but(columns=(*sketch.columns, shown), whole=True, cover=one.mask)
        beside = sketch.but(columns=(*sketch.columns, shown), cover=one.mask)
        before = set(work.anchors.before(one.start, 2))
        start = one.start - work.anchors.begins
        cue = "cued" if before & _SHOWING or start <= 3 else "uncued"
        place = "early" if start <= 4 else "late"
        on = "target" if ref == sketch.target else "link" if ref < 0 else "other"
        told = [*base, f"shown.{cue}", f"shown.{place}", f"shown.of_{on}", f"shown.{measure.kind}"]
        told += [f"shown.{manner}"] if (manner := _manner(work, one)) else []
        if not sketch.whole:
            yield only.believe(work.weights, [*told, "shown.only"])
            yield beside.believe(work.weights, [*told, "shown.beside"])
        else:
            yield only.believe(work.weights, [*told, "shown.more"])
    if sketch.tally is not None and sketch.key is not None and ref == sketch.key.ref:
        also = sketch.but(columns=(*sketch.columns, Shown(ref, name)), cover=one.mask)
        yield also.believe(work.weights, [*base, "shown.in_group"])
    yield from _amounts(work, sketch, one, ref, negated)
    unknown = _unknown(work, one)
    negated, cover = (unknown, one.mask | 1 << unknown) if unknown is not None else (negated, cover)
    if measure.stored.null_share > 0 or not measure.stored.distinct:
        operator = "IS NULL" if negated is not None else "IS NOT NULL"
        test = Test(ref, name, "", operator, None)
        there = "missing" if negated is not None else "there"
        said = [*base, f"property.{there}", f"property.{there}_in_{sketch.form}"]
        if manner := _manner(work, one):
            said.append(f"property.there_{manner}")
        yield sketch.but(tests=(*sketch.tests, test), cover=cover).believe(work.weights, said)


def named_beside(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with what else is to be told by name: films and their directors."""
    yield sketch
    if sketch.form != "list" or sketch.tally is not None or sketch.whole or sketch.held:
        return
    told = dict[int, tuple[int, str]]()
    told_how = dict[int, list[str]]()
    # What is one by its name is the same in each row.
    one = {t.ref for t in sketch.tests if t.operator == "=" and not t.part}
    for ref, vertex in enumerate(sketch.vertices):
        if ref == sketch.target or vertex.group or ref in one:
            continue
        places = [(m.start, m.mask) for m in work.anchors.mentions if _names(m, vertex.label)]
        if vertex.position is not None:
            places.append((vertex.position, 1 << vertex.position))
        for start, mask in places:
            before = work.anchors.before(start, 4)
            before = before if {"names", "of"} <= {*before} else before[-3:]
            words = [w for w in before if w not in ("the", "a", "all", "of")]
            cue = next((w for w in reversed(words) if w in _SHOWING), None)
            if cue is not None and start > 1:
                told[ref] = mask, f"shown.named_{cue}"
                told_how[ref] = [*_told_how(work, start)]
    for ref, (mask, how) in told.items():
        more = sketch.but(columns=(*sketch.columns, Shown(ref, None)), cover=mask)
        yield more.believe(work.weights, ["shown.named", how, *told_how[ref]])
    if len(told) > 1:
        every = sketch.but(columns=(*sketch.columns, *(Shown(ref, None) for ref in told)))
        yield every.believe(work.weights, [("shown.named", float(len(told))), "shown.named_all"])


def _told_how(work: Work, start: int) -> Iterator[str]:
    """What else says that something is to be told by name: which, together with, the names of."""
    before = work.anchors.before(start, 5)
    if before and before[-1] in LEXICON.question_words:
        yield "shown.named_asked"
    if {*before[-3:]} & _TOGETHER and {*before[-1:]} & _TOLD_OF:
        yield "shown.named_together"
    if "names" in before[-3:] and "of" in before[-2:]:
        yield "shown.named_names"


def _names(one: Mention, label: str) -> bool:
    return one.sure and one.element == ("label", label)


def _amounts(
    work: Work, sketch: Sketch, one: Mention, ref: int, negated: int | None
) -> Iterator[Sketch]:
    """Yield the sketch of those that have some of what is counted, or none: no parking spaces."""
    measure = work.ground.measures[one.element[1], one.element[2]]
    least = measure.stored.minimum
    counts = measure.kind == "list" or (measure.number and least in (None, 0))
    if not counts or not (negated is not None or set(work.anchors.before(one.start, 2)) & _HAVE):
        return
    operator, cover = (">", one.mask) if negated is None else ("=", one.mask | 1 << negated)
    test = Test(ref, measure.name, "amount", operator, (Number(0), None))
    some = "none" if negated is not None else "some"
    said = [f"property.{one.how}", f"amount.{some}", f"amount.{some}_{measure.kind}"]
    yield sketch.but(tests=(*sketch.tests, test), cover=cover).believe(work.weights, said)


def _unknown(work: Work, one: Mention) -> int | None:
    """Return the word that says that a property is not told: whose hamlet is unknown."""
    near = [*range(max(0, one.start - 2), one.start), *range(one.end, one.end + 3)]
    forms = work.anchors.forms
    said = (n for n in near if n < len(forms))
    unknowns = LEXICON.unknowns
    return next(
        (n for n in said if forms[n] in unknowns or " ".join(forms[n : n + 2]) in unknowns), None
    )


_TOGETHER = {"together", "along", "alongside"}
_TOLD_OF = {"its", "their", "his", "her", "the"}
_HAVE = {"with", "have", "has", "having", "had", "any"}


def _removed(work: Work, sketch: Sketch, negated: int) -> int | None:
    """Return the word by which something is to go, where another one denies it."""
    free = (at for at in work.anchors.removals if not sketch.covered >> at & 1)
    return next((at for at in free if at < negated), None)


_BE = {"be", "been", "being", "is", "are", "was", "were", "get", "got", "gets", "not", "never"}


def _manner(work: Work, one: Mention) -> str:
    """Return whether a property is named by what was done: were corrected, corrected."""
    if one.end - one.start > 1 or not is_done(work.anchors.forms[one.start]):
        return ""
    return "been_done" if set(work.anchors.before(one.start, 2)) & _BE else "done"


def _flag(kind: str, values: object) -> bool:
    if kind == "flag":
        return True
    if not isinstance(values, tuple) or len(values) != 2:
        return False
    return set(map(str, values)) in ({"0", "1"}, {"no", "yes"}, {"N", "Y"}, {"false", "true"})


def still(work: Work, sketch: Sketch, words: tuple[int, int]) -> Iterator[Sketch]:
    """Yield the sketch with what still goes on: its end is not there yet; and as it is."""
    yield sketch
    mask = mask_of(*words)
    if sketch.covered & mask:
        return
    ended = {t.property for t in sketch.tests if t.operator == "IS NULL"}
    for ref in sketch.refs():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            ends = any(f in LEXICON.ending for w in split_name(measure.name) for f in lemmas(w))
            gaps = measure.dated and measure.stored.null_share > 0
            if not (ends and gaps) or sketch.group_of(ref) or measure.name in ended:
                continue
            on = "target" if ref == sketch.target else "link" if ref < 0 else "other"
            test = Test(ref, measure.name, "", "IS NULL", None)
            word = work.anchors.forms[words[0]]
            said = ["still.used", f"still.of_{on}", f"still.{word}"]
            yield sketch.but(tests=(*sketch.tests, test), cover=mask).believe(work.weights, said)


def asked(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with a property that the question word asks for: when, how old, how long."""
    yield sketch
    cue = _question(work)
    if cue is None or sketch.form != "list" or sketch.tally is not None or sketch.whole:
        return
    end, measures, part = cue
    options: list[tuple[float, int, Measure]] = []
    for ref in sketch.refs():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            fits = _fits(work, measure, measures)
            if not fits or sketch.group_of(ref):
                continue
            mentions = work.anchors.of_property.get((measure.owner, measure.name), ())
            like = max((one.score for one in mentions), default=0.0)
            options.append((like + float(fits), ref, measure))
    options.sort(key=lambda option: -option[0])
    for like, ref, measure in options[:5]:
        on = "target" if ref == sketch.target else "link" if ref < 0 else "other"
        yearly = measure.kind in ("year", "year_text")
        said_part = part if measure.dated and not yearly else ""
        told_of = Shown(ref, measure.name, said_part)
        shown = sketch.but(columns=(told_of,), whole=True, cover=(1 << end) - 1)
        kind = "place" if measures == ("where",) else "measure" if measures else "time"
        told: list[Belief] = [f"asked.{kind}", ("asked.like", like)]
        if kind == "place" and on == "target" and sketch.owner(ref) in work.ground.placed:
            # Where somebody is based is in a country, not on its continent.
            told.append("asked.place_of_place")
        others = sum(option[0] > like - 0.1 for option in options)
        said: list[Belief] = [*told, f"asked.of_{on}", ("asked.rivals", min(others, 5) - 1.0)]
        each = {at for at in work.anchors.groupings if work.anchors.forms[at] == "each"}
        if each and sketch.given:
            # Since when each: told beside those of before.
            beside = shown.but(whole=False, cover=sum(1 << at for at in each))
            yield beside.believe(work.weights, [*said, "past.each"])
        yield shown.believe(work.weights, said)


def _fits(work: Work, measure: Measure, measures: tuple[str, ...]) -> float:
    if measures == ("where",):
        return float(work.ground.is_place(measure))
    if measure.reckoned and measure.name == LIFESPAN and AGE in measures:
        # How old somebody became.
        return 0.8
    return work.ground.measure_named(measure, measures) if measures else float(measure.dated)


def _question(work: Work) -> tuple[int, tuple[str, ...], str] | None:
    """Return (the word behind it, the measures that it asks for, none for a time; which part)."""
    forms = work.anchors.forms
    begins = work.anchors.begins
    for at in range(begins, min(begins + 3, len(forms))):
        for length in (3, 2):
            measures = LEXICON.measures_asked.get(forms[at : at + length])
            if measures:
                return at + length, measures, ""
        if forms[at] in LEXICON.parts and forms[at - 1] in ("which", "what") and at:
            return at + 1, (), LEXICON.parts[forms[at]]
        if forms[at] == "when":
            return at + 1, (), ""
        if forms[at] == "where" and not work.goes_on(at):
            return at + 1, ("where",), ""
    return None
