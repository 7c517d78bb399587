"""What goes on from an earlier answer: more of it, something else of it, who else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bot.reader.anchors import mask_of
from bot.reader.cues import kind_of_them
from bot.reader.lexicon import LEXICON
from bot.reader.pointing import pronouns
from bot.reader.rules.instead import otherwise_led, relabelled
from bot.reader.rules.targets import of_each
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Link, Shown, Sketch, Tally, Test, Vertex

_ONE = {"past_only", "past_they", "past_same", "past_called"}
_MOST_NAMED, _MOST_NEAR = 4, 3
_WHATEVER = {"what", "who", "whom", "whose", "else", "other", "others"}


def onward(work: Work) -> Iterator[Sketch]:
    """Yield sketches that begin with an earlier answer instead of nothing."""
    for back, earlier in enumerate(work.past):
        covered = pronouns(work.anchors, earlier.answer.row_count) | earlier.recalled
        # What is named by its place is as near as the last.
        near: list[Belief] = ["past.recalled"] if earlier.recalled else []
        near.append(f"past.back_{0 if earlier.recalled else back}")
        bases = ("kept", earlier.whole), ("set", earlier.set), ("counted", earlier.counted)
        for kind, base in bases:
            if base is None:
                continue
            told: list[Belief] = [f"past.{kind}", *near]
            told += work.on(kind)
            told += ["past.other_kind"] if _unlike(work, base) else []
            begun = base.but(cover=covered)
            begun.way = "past"
            yield begun.believe(work.weights, told)
            if earlier.recalled & ~earlier.leads:
                # The words that name it may say something of it, too: the treaties again.
                said = base.but(cover=covered & ~earlier.recalled | earlier.leads)
                said.way = "past"
                yield said.believe(work.weights, told)
            yield from relabelled(work, base.but(cover=covered), told)
            if kind == "counted":
                continue
            yield from _others_asked(work, base.but(cover=covered), told)
            yield from _otherwise_joined(work, base.but(cover=covered), told)
            if kind == "set":
                yield from otherwise_led(work, base.but(cover=covered), told)
                yield from _counted(work, base.but(cover=covered), told)
                yield from _elsewhere(work, base.but(cover=covered), near)


def _unlike(work: Work, base: Sketch) -> bool:
    """Return whether those are of another kind from which some are picked: which of the drugs."""
    kinds = kind_of_them(work.anchors)
    return bool(kinds) and base.owner(base.target) not in kinds


def _others_asked(work: Work, base: Sketch, told: list[Belief]) -> Iterator[Sketch]:
    """The same of something else: and the events."""
    ref, label = base.target, base.owner(base.target)
    touching = [link for link in base.links if ref in (link.start, link.end)]
    for one in work.likeliest("label"):
        other = one.element[1]
        if other == label or len(touching) != 1 or base.deep or _told_of(base, ref):
            continue
        link = touching[0]
        place = -1 - base.links.index(link)
        if _told_of(base, place):
            continue
        far = base.owner(link.end if link.start == ref else link.start)
        for step in work.ground.steps.get(far, ()):
            if step.to != other:
                continue
            vertices = list(base.vertices)
            vertices[ref] = Vertex(other, one.start)
            ends = (link.end if link.start == ref else link.start, ref)
            again = (
                Link(ends[0], step.type, ends[1])
                if step.forward
                else Link(ends[1], step.type, ends[0])
            )
            changed = base.but(
                vertices=tuple(vertices),
                links=tuple(again if x is link else x for x in base.links),
                tests=tuple(t for t in base.tests if t.ref not in (ref, place)),
                cover=one.mask,
            )
            changed.way = "past"
            how = "alike" if step.type == link.type else "unlike"
            yield changed.believe(
                work.weights, [*told, "past.other_target", f"past.other_target_{how}"]
            )


def _otherwise_joined(work: Work, base: Sketch, told: list[Belief]) -> Iterator[Sketch]:
    """The same by another relationship: and who defended."""
    for one in work.likeliest("type"):
        type_ = one.element[1]
        joins = {(j.start, j.end) for j in work.ground.schema.relationships[type_].joins}
        for nth, link in enumerate(base.links):
            ends = (base.owner(link.start), base.owner(link.end))
            if link.type == type_ or nth in base.deep or _told_of(base, -1 - nth):
                continue
            for turned in (False, True):
                if (ends[::-1] if turned else ends) not in joins:
                    continue
                again = Link(link.end, type_, link.start) if turned else link._replace(type=type_)
                changed = base.but(
                    links=tuple(again if x is link else x for x in base.links),
                    tests=tuple(t for t in base.tests if t.ref != -1 - nth),
                    cover=one.mask,
                )
                changed.way = "past"
                said: list[Belief] = ["past.other_join", ("join.named", one.score)]
                yield changed.believe(work.weights, [*told, *said, f"join.{one.how}"])


def _told_of(base: Sketch, ref: int) -> bool:
    """Return whether a property of something is shown, added up or ranked by."""
    order = base.order.by if base.order is not None else None
    told = [*base.columns, base.key, base.tally, base.each, order]
    held = [t.value for t in base.tests if t.part != "raw" and isinstance(t.value, tuple)]
    raw = [t for t in base.tests if t.part == "raw" and str(ref) in t.property.split(",")]
    return (
        any(one is not None and one.ref == ref and one.property is not None for one in told)
        or any(ref in value for value in held)
        or bool(raw)
    )


def _counted(work: Work, base: Sketch, told: list[Belief]) -> Iterator[Sketch]:
    named = {m.element[1] for m in work.anchors.mentions if m.element[0] == "label" and m.sure}
    other = bool(named) and base.owner(base.target) not in named
    asks = [work.anchors.opening] if work.anchors.opening == "auxiliary" else []
    for form, cue in (
        ("count", work.anchors.countings),
        ("share", work.anchors.shares),
        ("yes_no", asks),
    ):
        if cue:
            counted = base.but(form=form)
            said: list[Belief] = [*told, f"past.{form}"]
            yield counted.believe(
                work.weights, [*said, *(["past.count_of_other"] if other else [])]
            )


def _elsewhere(work: Work, base: Sketch, near: list[Belief]) -> Iterator[Sketch]:
    """Something that the earlier ones have to do with: who directed them."""
    told: list[Belief] = ["past.onward", *near]
    told += work.on("onward")
    anchors = work.anchors
    types = [m for m in anchors.mentions if m.element[0] == "type" and (m.sure or m.score > 0.36)]
    things = sum(1 << at for at, form in enumerate(anchors.forms) if form in LEXICON.things)
    goals = _goals(work, base)
    if not (goals or anchors.roles or any(m.sure for m in types)) and _asks(work):
        goals = [(label, anchors.begins, things, "past.unnamed") for label in _near(work, base)]
    each = work.each
    for label, position, mask, how in goals:
        for number, vertex in enumerate(base.vertices) if each is not None else ():
            if vertex.label == label and number != base.target and not vertex.group:
                cover = mask | 1 << each  # type: ignore[operator]
                beside = base.but(columns=(Shown(number, None),), cover=cover)
                yield beside.believe(work.weights, [*told, how, "past.each", "past.each_there"])
        for joined, new in work.attach(base, label, position, sources=[base.target], why="onward"):
            if each is not None:
                # On which mountain each: those of before, and what each has to do with.
                beside = joined.but(columns=(Shown(new, None),), cover=mask | 1 << each)
                yield beside.believe(work.weights, [*told, how, "past.each"])
            yield from _counted_by_each(work, joined, new, mask, [*told, how])
            joined.target = new
            joined.covered |= mask
            yield joined.believe(work.weights, [*told, how])
            if anchors.countings:
                yield joined.but(form="count").believe(work.weights, ["past.count"])
    for one in sorted(types, key=lambda one: -one.score)[:_MOST_NAMED]:
        for joined, _ in work.link_on(base, one.element[1], only=base.target):
            new = len(joined.vertices) - 1
            said: list[Belief] = [*told, "past.onward_by_verb", f"join.{one.how}"]
            yield from _counted_by_each(work, joined, new, one.mask, said)
            joined.target = new
            joined.covered |= one.mask | things
            yield joined.believe(work.weights, said)
    for role in anchors.roles[:_MOST_NAMED]:
        for joined, _ in work.link_on(base, role.type, only=base.target):
            link = joined.links[-1]
            if (link.start == base.target) == role.forward:
                continue
            new = len(joined.vertices) - 1
            said = [*told, "past.onward_by_role", f"label.{role.how}"]
            yield from _counted_by_each(work, joined, new, role.mask, said)
            joined.target = new
            joined.covered |= role.mask
            yield joined.believe(work.weights, said)


def _counted_by_each(
    work: Work, joined: Sketch, new: int, mask: int, told: list[Belief]
) -> Iterator[Sketch]:
    """How many of something each of those of before has to do with."""
    if work.each is None or not work.anchors.countings:
        return
    cover = mask | 1 << work.each | mask_of(*work.anchors.countings[0])
    by = of_each(joined, Tally("count", new, None), cover=cover)
    yield by.believe(work.weights, [*told, "past.each_counted"])


def _goals(work: Work, base: Sketch) -> list[tuple[str, int, int, str]]:
    """What may be asked of others than those of a set: (label, where, words, how it is told)."""
    anchors, goals = work.anchors, list[tuple[str, int, int, str]]()
    for one in work.likeliest("label"):
        goals.append((one.element[1], one.start, one.mask, f"target.{one.how}"))
    if "where" in anchors.forms:
        at = anchors.forms.index("where")
        there = work.ground.whereabouts(base.owner(base.target))[:3]
        goals += [(label, at, mask_of(at, at + 1), "target.whereabouts") for label in there]
        if at < 3:
            places = [label for label in work.ground.places[:4] if label not in there]
            goals += [(label, at, mask_of(at, at + 1), "target.where") for label in places]
    return goals


def _asks(work: Work) -> bool:
    """Return whether something is asked that nothing names: what was on it; anything else."""
    anchors = work.anchors
    near = anchors.forms[anchors.begins : anchors.begins + 5]
    return bool({*near} & (LEXICON.question_words | LEXICON.others) & _WHATEVER)


def _near(work: Work, base: Sketch) -> list[str]:
    """The labels that may be meant next to what is gone on from: those it has most of."""
    label = base.owner(base.target)
    steps = work.ground.steps[label]
    counts = ((work.ground.counts[s.type, s.forward, label, s.to], s.to) for s in steps)
    asked = {*work.anchors.forms} & LEXICON.people
    fit = [one for one in counts if not asked or one[1] in work.ground.persons]
    return list(dict.fromkeys(to for _, to in sorted(fit, reverse=True)))[:_MOST_NEAR]


def others(work: Work) -> list[int]:
    """Return the words for what is not who was spoken of: who else, the other films."""
    return [at for at, form in enumerate(work.anchors.forms) if form in LEXICON.others]


def other(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch without those who were spoken of, and as it is."""
    if sketch.covered >> at & 1:
        yield sketch
        return
    yield sketch.but().believe(work.weights, ["other.skipped"])
    label, ref = sketch.owner(sketch.target), sketch.target
    for nth, earlier in enumerate(work.past[:2]):
        answer = earlier.answer
        known = [(x.property, x.value, x.nodes) for x in answer.linked if x.label == label]
        mentions = [(m.property, m.value, m.nodes) for m in answer.mentions if m.label == label]
        for how, options in (("linked", known), ("answered", mentions)):
            names = {name for name, _, _ in options}
            if len(names) != 1:
                continue
            # Who else blocks him: not he, who is there already.
            there = {t.value for t in sketch.tests if t.property in names and t.ref != ref}
            values = tuple(
                dict.fromkeys((value, nodes) for _, value, nodes in options if value not in there)
            )
            if not values:
                continue
            name = names.pop()
            if any(t.ref == ref and t.property == name and t.operator == "=" for t in sketch.tests):
                continue
            tests = tuple(Test(ref, name, "", "<>", *one) for one in values[: _MOST_NAMED * 2])
            told = sketch.but(tests=(*sketch.tests, *tests), cover=1 << at)
            said: list[Belief] = [f"other.{how}", f"other.back_{nth}"]
            said += ["other.of_pointed"] if _pointed_at(work, label, values) else []
            yield told.believe(work.weights, [*said, *_unfit(work, label)])


def _pointed_at(work: Work, label: str, values: Iterable[tuple[Any, tuple[str, ...]]]) -> bool:
    """Return whether a pronoun stands for one of some: what else does she have is not who else."""
    known = {value for value, _ in values}
    pronouns = [one for one in work.anchors.values if one.links[0].method in _ONE]
    return any(
        one.links[0].value in known and all(link.label == label for link in one.links)
        for one in pronouns
    )


def _unfit(work: Work, label: str) -> list[str]:
    """Return what speaks against others of a kind: what else is nobody."""
    wrong = label in work.ground.persons and {*work.anchors.forms} & LEXICON.things
    return ["other.unfit"] if wrong else []


def widenings(work: Work) -> list[int]:
    """Return the words that may take back what was asked of an earlier answer: all years.

    Where something is to go (kill everything below ten) only what is named does: forget the year.
    """
    if work.anchors.removals:
        return work.anchors.removals
    return [at for at, form in enumerate(work.anchors.forms) if form in LEXICON.widenings]


def widened(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch without a condition of an earlier answer, and as it is."""
    yield sketch
    if not sketch.kept:
        return
    word, dropped = work.anchors.forms[at], at in work.anchors.removals
    named = {(t.ref, t.property) for t in sketch.kept if t.part != "raw"}
    for ref, name in sorted(named):
        mask, how = _spoken_of(work, sketch.owner(ref), name, at)
        values = {t.value for t in sketch.kept if (t.ref, t.property) == (ref, name)}
        if not how and (mask := _no_more(work, values, at)):
            how = "value"
        if how == "value" and dropped:
            continue
        if not how and (dropped or len(named) > _MOST_NAMED):
            continue
        rest = tuple(t for t in sketch.tests if (t.ref, t.property) != (ref, name))
        kept = frozenset(t for t in sketch.kept if (t.ref, t.property) != (ref, name))
        told = sketch.but(tests=rest, kept=kept, cover=mask | 1 << at)
        how = "dropped" if dropped else how or ("alone" if len(named) == 1 else "one_of_several")
        said = ["past.widened", f"past.widened_{how}", f"past.widened:{word}"]
        said += ["past.widened_of_place"] if sketch.owner(ref) in work.ground.places else []
        yield told.believe(work.weights, said)


def _no_more(work: Work, values: set[Any], at: int) -> int:
    """Return the words behind a place that name and deny what was asked: not just Dunmore."""
    for one in work.anchors.values:
        before = [n for n in work.anchors.negations if at < n < one.start <= n + 2]
        if before and values & {link.value for link in one.links}:
            return mask_of(before[0], one.end)
    return 0


def _spoken_of(work: Work, owner: str, name: str, at: int) -> tuple[int, str]:
    """Return the words behind a place that speak of a property or whose it is, and how."""
    for one in work.anchors.mentions:
        near = 0 < one.start - at <= 3 and one.sure
        if near and one.element == ("property", owner, name):
            return one.mask, "named"
        if near and one.element == ("label", owner) and name in work.ground.display.get(owner, ()):
            return one.mask, "label"
    measure = work.ground.measures.get((owner, name))
    if measure is not None and measure.dated:
        for after in range(at + 1, min(at + 3, len(work.anchors.forms))):
            if work.anchors.forms[after] in LEXICON.parts:
                return 1 << after, "part"
    return 0, ""
