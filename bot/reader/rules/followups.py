"""What goes on from an earlier answer: more of it, something else of it, who else."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.past import cues, pronouns
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Sketch, Test

_MOST_NAMED = 4


def onward(work: Work) -> Iterator[Sketch]:
    """Yield sketches that begin with an earlier answer instead of nothing."""
    said_of = cues(work.anchors)
    covered = pronouns(work.anchors)
    for back, earlier in enumerate(work.past):
        for kind, base in (("kept", earlier.whole), ("set", earlier.set)):
            if base is None:
                continue
            told: list[Belief] = [f"past.{kind}", f"past.back_{back}"]
            told += [f"past.{kind}:{cue}" for cue in said_of]
            begun = base.but(cover=covered)
            begun.way = "past"
            yield begun.believe(work.weights, told)
            if kind == "set":
                yield from _counted(work, base.but(cover=covered), told)
                yield from _elsewhere(work, base.but(cover=covered), back, said_of)


def _counted(work: Work, base: Sketch, told: list[Belief]) -> Iterator[Sketch]:
    for form, cue in (("count", work.anchors.countings), ("share", work.anchors.shares)):
        if cue:
            counted = base.but(form=form)
            yield counted.believe(work.weights, [*told, f"past.{form}"])


def _elsewhere(work: Work, base: Sketch, back: int, said_of: list[str]) -> Iterator[Sketch]:
    """Something that the earlier ones have to do with: who directed them."""
    told: list[Belief] = ["past.onward", f"past.back_{back}"]
    told += [f"past.onward:{cue}" for cue in said_of]
    anchors, goals = work.anchors, list[tuple[str, int, int, str]]()
    named = [m for m in anchors.mentions if m.element[0] == "label" and m.sure]
    for one in sorted(named, key=lambda one: (-one.score, one.start))[:_MOST_NAMED]:
        goals.append((one.element[1], one.start, one.mask, f"target.{one.how}"))
    if "where" in anchors.forms[:3]:
        at = anchors.forms.index("where")
        goals += [
            (label, at, mask_of(at, at + 1), "target.where") for label in work.ground.places[:4]
        ]
    for label, position, mask, how in goals:
        for joined, new in work.attach(base, label, position, sources=[base.target], why="onward"):
            joined.target = new
            joined.covered |= mask
            yield joined.believe(work.weights, [*told, how])
    types = [m for m in anchors.mentions if m.element[0] == "type" and (m.sure or m.score > 0.36)]
    for one in sorted(types, key=lambda one: -one.score)[:_MOST_NAMED]:
        for joined, _ in work.link_on(base, one.element[1], only=base.target):
            joined.target = len(joined.vertices) - 1
            joined.covered |= one.mask
            said: list[Belief] = [*told, "past.onward_by_verb", f"join.{one.how}"]
            yield joined.believe(work.weights, said)
    for role in anchors.roles[:_MOST_NAMED]:
        for joined, _ in work.link_on(base, role.type, only=base.target):
            link = joined.links[-1]
            if (link.start == base.target) == role.forward:
                continue
            joined.target = len(joined.vertices) - 1
            joined.covered |= role.mask
            yield joined.believe(work.weights, [*told, "past.onward_by_role", f"label.{role.how}"])


def others(work: Work) -> list[int]:
    """Return the words for what is not who was spoken of: who else, the other films."""
    return [at for at, form in enumerate(work.anchors.forms) if form in LEXICON.others]


def other(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch without those who were spoken of, and as it is."""
    yield sketch
    label, ref = sketch.owner(sketch.target), sketch.target
    for nth, earlier in enumerate(work.past[:2]):
        known = [(x.property, x.value) for x in earlier.answer.linked if x.label == label]
        mentions = [(m.property, m.value) for m in earlier.answer.mentions if m.label == label]
        for how, options in (("linked", known), ("answered", mentions)):
            names = {name for name, _ in options}
            if len(names) != 1:
                continue
            values = tuple(dict.fromkeys(value for _, value in options))
            name = names.pop()
            if any(t.ref == ref and t.property == name and t.operator == "=" for t in sketch.tests):
                continue
            tests = tuple(Test(ref, name, "", "<>", value) for value in values[: _MOST_NAMED * 2])
            told = sketch.but(tests=(*sketch.tests, *tests), cover=1 << at)
            yield told.believe(work.weights, [f"other.{how}", f"other.back_{nth}"])
