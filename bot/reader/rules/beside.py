"""What is asked as well, by a question word that comes late: the longest ride, and who; where."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Shown, Sketch

_WHO, _WHERE, _WHEN = {"who", "whom"}, {"where"}, {"when"}
_OPENS = {",", "and", "-", "–", ":", "?", ".", "(", ";", "&", "by", "/"}
_MOST = 3


def late_words(work: Work) -> list[int]:
    """Return the question words that something else was asked before."""
    forms = work.anchors.forms
    if forms[:1] and forms[0] in LEXICON.within:
        # Of those, who: nothing was asked before.
        return []
    asking = _WHO | _WHERE | _WHEN
    asked = [n for n, form in enumerate(forms) if form in LEXICON.question_words]
    asked += [one.start for one in work.anchors.ranks]
    asked += [m.start for m in work.anchors.mentions if m.sure and m.element[0] == "label"]
    first = min(asked, default=0)
    if work.past and forms[:1] and forms[0] in LEXICON.additions:
        # Add who wrote them.
        return [n for n in (1,) if forms[n:] and forms[n] in asking]
    late = range(max(2, first + 1), len(forms))
    begins = work.anchors.begins
    return [n for n in late if forms[n] in asking and forms[n - 1] in _OPENS and n != begins]


def asked_beside(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch with what a late question word asks for beside, and as it is."""
    yield sketch
    form = work.anchors.forms[at]
    if sketch.covered >> at & 1 or sketch.tally is not None or sketch.held:
        return
    target = sketch.owner(sketch.target)
    if form in _WHO and target in work.ground.persons and not sketch.whole:
        # Has anybody done it, and who; the names of those.
        told = sketch.but(form="list", cover=1 << at)
        how = "beside.named" if sketch.form == "list" else "beside.named_instead"
        yield told.believe(work.weights, [how])
    if sketch.form != "list":
        return
    if form in _WHEN:
        yield from _shown(work, sketch, at)
        return
    if form in _WHO:
        yield from _doing(work, sketch, at)
    labels = work.ground.persons if form in _WHO else work.ground.places
    near = () if form in _WHO else work.ground.whereabouts(target)
    wanted = [label for label in dict.fromkeys((*near, *labels[:4])) if label != target][:_MOST]
    there = [
        n
        for n, v in enumerate(sketch.vertices)
        if n != sketch.target and not v.group and v.label in (*near, *labels)
    ]
    named = {t.ref for t in sketch.tests if t.operator == "=" and not t.part}
    for ref in there:
        if ref not in named:
            told = sketch.but(columns=(*sketch.columns, Shown(ref, None)), cover=1 << at)
            yield told.believe(work.weights, [f"beside.{form}", "beside.there"])
    if form in _WHERE:
        yield from _shown(work, sketch, at)
    for label in wanted if not there else ():
        for joined, new in work.attach(sketch, label, at, most=2, sources=[sketch.target]):
            joined.columns = (*joined.columns, Shown(new, None))
            joined.covered |= 1 << at
            yield joined.believe(work.weights, [f"beside.{form}", "beside.new"])


def _doing(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch with whoever does what is named behind: and who operated them."""
    verbs = [
        one
        for one in work.anchors.mentions
        if one.element[0] == "type" and one.sure and 0 < one.start - at <= 2
    ]
    for one in verbs[:_MOST]:
        of = [n for n, link in enumerate(sketch.links) if link.type == one.element[1]]
        joined = [(sketch.but(), -1 - n) for n in of]
        if not of:
            joined = list(work.link_on(sketch, one.element[1], only=sketch.target))[:2]
        for told, ref in joined:
            link = told.links[-1 - ref]
            other = link.start if link.end == told.target else link.end
            if told.group_of(ref) or other == told.target:
                continue
            told.columns = (*told.columns, Shown(other, None))
            told.covered |= one.mask | 1 << at
            said: list[Belief] = ["beside.who", "beside.verb", ("join.named", one.score)]
            yield told.believe(work.weights, said)


def _shown(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch with a time or place that the target, or what leads to it, tells."""
    form, given = work.anchors.forms[at], 0
    for ref in (sketch.target, *(-1 - n for n in range(len(sketch.links)))):
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            fits = measure.dated if form in _WHEN else work.ground.is_place(measure)
            if not fits or sketch.group_of(ref) or given == _MOST:
                continue
            given += 1
            shown = Shown(ref, measure.name)
            told = sketch.but(columns=(*sketch.columns, shown), cover=1 << at)
            on = "link" if ref < 0 else "target"
            said: list[Belief] = [f"beside.{form}", f"beside.property_of_{on}"]
            yield told.believe(work.weights, said)
