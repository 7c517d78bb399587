"""What a whole reading leaves unread, and how plausible it is as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.rules.beside import late_words
from bot.reader.rules.deeds import deeds
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Sketch

_SURELY, _CLAUSE = 0.8, 4
_SMALL = {"left.or", "left.function_word", "left.grouping", "left.other", "left.negation"}


def judged(work: Work, sketch: Sketch) -> Sketch:
    """Return a finished sketch with features of what is left over and of its form."""
    anchors = work.anchors
    said = [*_unread(work, sketch)]
    said += _size(work, sketch)
    leaves = _idle_leaves(sketch)
    if leaves:
        said.append(("size.idle_leaves", float(leaves)))
    if sketch.order is not None:
        said.append("whole.ordered")
    if sketch.tally is not None:
        said.append(f"whole.{sketch.tally.function}:{anchors.opening}")
        if sketch.key is not None:
            said.append("whole.grouped")
    if sketch.whole:
        said.append(f"whole.properties:{anchors.opening}")
    if sketch.columns:
        said.append(("whole.columns", float(len(sketch.columns))))
    if any(g == "not" for g in sketch.groups):
        said += ["whole.negated", *_denied(work, sketch)]
    if anchors.opening in ("who", "whom", "whose") and sketch.tally is None:
        person = sketch.owner(sketch.target) in work.ground.persons
        said.append("whole.who_is_person" if person else "whole.who_is_none")
    people = sketch.owner(sketch.target) in work.ground.persons
    if anchors.opening == "what" and people and not sketch.columns:
        at = sketch.vertices[sketch.target].position
        said += ["whole.what_is_person"] if at is None or at > 3 else []
    if _echoes(work, sketch):
        said.append("whole.echo")
    if _contradicts(sketch):
        said.append("whole.contradicts")
    if _tested_twice(sketch):
        said.append("whole.tested_twice")
    if _same_twice(sketch):
        said.append("whole.same_twice")
    return sketch.but().believe(work.weights, said)


def _denied(work: Work, sketch: Sketch) -> Iterator[Belief]:
    """Whether what is not to be there is what the verb says, and of what was spoken of."""
    nots = {n for n, kind in enumerate(sketch.groups, 1) if kind == "not"}
    inside = {n for n, vertex in enumerate(sketch.vertices) if vertex.group in nots}
    links = [one for one in sketch.links if {one.start, one.end} & inside or one.group in nots]
    types = {one.type for one in links}
    for at in work.anchors.negations:
        verbs = [
            m
            for m in work.anchors.mentions
            if m.element[0] == "type" and m.score >= _SURELY and 0 < m.start - at <= _CLAUSE
        ]
        if verbs and sketch.covered >> at & 1:
            first = min(m.start for m in verbs)
            heard = types & {m.element[1] for m in verbs if m.start == first}
            yield "negation.verb_heard" if heard else "negation.verb_unheard"
    roots = {end for one in links for end in (one.start, one.end)} - inside - {sketch.target}
    if any(sketch.vertices[n].implied for n in roots):
        yield "negation.of_implied"


def _unread(work: Work, sketch: Sketch) -> Iterator[Belief]:
    """What is left over of the words."""
    anchors = work.anchors
    gone = any(sketch.covered >> at & 1 for at in anchors.removals)
    for position, (token, form) in enumerate(zip(anchors.tokens, anchors.forms, strict=True)):
        said = sketch.covered >> position & 1 or (gone and form in LEXICON.leftovers)
        if said or token.kind in ("mark", "genitive"):
            continue
        left = _left(work, position, form, token.kind, token.capital)
        if left == "left.negation" and anchors.tokens[position + 1 : position + 2] and not position:
            # No, the director.
            closed = anchors.tokens[1].kind == "mark"
            left = "left.function_word" if closed else left
        yield left
        if left in _SMALL:
            yield f"left.small:{form}"
    counting = [x for x in anchors.countings if not _amount(work, sketch, x[1])]
    if any(not sketch.covered & mask_of(*one) for one in counting):
        yield "left.counting"
    if any(not sketch.covered >> at & 1 for at in late_words(work)):
        yield "left.asked"


def _amount(work: Work, sketch: Sketch, at: int) -> bool:
    """Return whether what is read there tells a number itself: by number of votes."""
    there = [m for m in work.anchors.mentions if m.start == at and m.element[0] == "property"]
    return any(m.sure and not m.mask & ~sketch.covered for m in there)


def _size(work: Work, sketch: Sketch) -> list[Belief]:
    """How much there is in it beside what an earlier answer gave."""
    new, tests = sketch.vertices[sketch.given :], {*sketch.tests} - sketch.kept
    said: list[Belief] = [
        ("size.vertices", float(len(new))),
        ("size.implied", float(sum(v.implied for v in new))),
        ("size.tests", float(len(tests))),
    ]
    if sketch.inner is not None:
        said.append("whole.inner")
    if work.past and _names_again(work, sketch):
        said.append("past.names_again")
    if work.past and not sketch.given and _unheard(work, sketch):
        said.append("past.unheard")
    if sketch.given:
        known = [one.whole for one in work.past if not one.recalled]
        said += ["past.repeats"] if any(_repeats(sketch, one) for one in known) else []
        said.append("past.dropped" if sketch.kept - {*sketch.tests} else "past.all_kept")
        said += [] if new or tests else ["past.no_more"]
        said += deeds(work, sketch)
    return said


def _unheard(work: Work, sketch: Sketch) -> bool:
    """Return whether a pronoun is left, which somebody who was spoken of would be."""
    forms = work.anchors.forms
    # In "Rowena Ostrey, her children" she has just been named.
    named = [v.end for v in work.anchors.values if not v.links[0].method.startswith("past_")]
    until = min(named, default=len(forms))
    left = (at for at, form in enumerate(forms[:until]) if form in LEXICON.pronouns)
    return any(not sketch.covered >> at & 1 for at in left)


def _repeats(sketch: Sketch, earlier: Sketch | None) -> bool:
    """Return whether nothing else is asked than what was answered."""
    if earlier is None or earlier.target != sketch.target or {*sketch.tests} != {*earlier.tests}:
        return False
    return sketch.but(tests=earlier.tests).identity() == earlier.identity()


def _names_again(work: Work, sketch: Sketch) -> bool:
    """Return whether those that an answer named are named, and nothing is asked of them."""
    plain = sketch.form == "list" and not (sketch.columns or sketch.links or sketch.order)
    names = work.ground.display.get(sketch.owner(sketch.target), ())
    held = [t.operator for t in sketch.tests if t.property in names]
    alone = len(sketch.tests) == 1 and sketch.tally is None and not sketch.groups
    return plain and alone and held == ["IN"]


def _left(work: Work, position: int, form: str, kind: str, capital: bool) -> str:
    if kind == "quote":
        return "left.quote"
    if kind in ("number", "date"):
        return "left.number"
    if form in LEXICON.negations:
        return "left.negation"
    if form in LEXICON.corrections:
        return "left.correction"
    if any(one.start <= position < one.end and not one.of_two for one in work.anchors.ranks):
        return "left.rank"
    if form in LEXICON.aggregates:
        asked = any(at == position for at, _ in work.anchors.aggregates)
        asked = asked and form not in LEXICON.function_words
        return "left.aggregate" if asked else "left.function_word"
    if form == "or":
        return "left.or"
    if form in LEXICON.others:
        return "left.other"
    if form in LEXICON.groupings:
        return "left.grouping"
    if (form,) in LEXICON.comparisons and form not in LEXICON.function_words:
        return "left.operator"
    if form in LEXICON.function_words:
        return "left.function_word"
    over = [v for v in work.anchors.values if v.start <= position < v.end]
    if over:
        sure = max((v.links[0].score for v in over), default=0.0) >= 0.9
        name = any(v.end - v.start > 1 or (v.capital and v.start) for v in over)
        return "left.value_name" if sure and name else "left.value"
    if work.anchors.named[position] >= 0.7:
        return "left.schema_word"
    if capital and position:
        return "left.capital"
    return "left.content"


def _idle_leaves(sketch: Sketch) -> int:
    """How many vertices at the ends do nothing: untested, unasked, uncounted."""
    busy = {*(t.ref for t in sketch.tests), *(c.ref for c in sketch.columns)}
    # Of what only something else is told, nothing is asked.
    busy |= set() if sketch.whole and sketch.tally is None else {sketch.target}
    busy |= {t.ref for t in sketch.shared}
    if sketch.tally is not None:
        busy.add(sketch.tally.ref)
    if sketch.key is not None:
        busy.add(sketch.key.ref)
    if sketch.order is not None and sketch.order.by is not None:
        busy.add(sketch.order.by.ref)
    if sketch.inner is not None and sketch.inner.tally is not None:
        busy.add(sketch.inner.tally.ref)
    ends = [e for link in sketch.links for e in (link.start, link.end)]
    return sum(
        v.implied and not v.group and ends.count(n) == 1 and n not in busy
        for n, v in enumerate(sketch.vertices)
    )


def _echoes(work: Work, sketch: Sketch) -> bool:
    """Return whether the answer is no more than a name that the question has."""
    if sketch.form != "list" or sketch.tally is not None or (sketch.columns and not sketch.whole):
        return False
    display = work.ground.display.get(sketch.owner(sketch.target), ())
    shown = {c.property for c in sketch.columns} if sketch.whole else {*display}
    told = {
        t.property
        for t in sketch.tests
        if t.ref == sketch.target and t.operator == "=" and not t.part
    }
    return bool(told & shown) and shown <= told


def _contradicts(sketch: Sketch) -> bool:
    """Return whether the same is to be one thing and another."""
    equal = [(t.ref, t.property) for t in sketch.tests if t.operator == "=" and t.part != "raw"]
    return len(equal) > len(set(equal))


def _tested_twice(sketch: Sketch) -> bool:
    """Return whether two figures are told of one property that need not be both."""
    told = [t for t in sketch.tests if t.part == "amount" and t not in sketch.ors]
    same = [(a, b) for n, a in enumerate(told) for b in told[n + 1 :] if a[:2] == b[:2]]
    return any(a.operator[0] == b.operator[0] or "=" in (a.operator, b.operator) for a, b in same)


def _same_twice(sketch: Sketch) -> bool:
    """Return whether one label hangs twice by one type on the same vertex."""
    seen = set()
    for link in sketch.links:
        for here, there in ((link.start, link.end), (link.end, link.start)):
            key = (here, link.type, sketch.vertices[there].label, here == link.start)
            if key in seen and not sketch.vertices[there].group:
                return True
            seen.add(key)
    return False
