"""Words in quotation marks that are a part of a text rather than a stored value."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Owned, Work
from bot.reader.sketch import Belief, Sketch, Test
from memory.text import fold


def quotations(work: Work) -> list[int]:
    """Return the positions of quoted words."""
    return [n for n, token in enumerate(work.anchors.tokens) if token.kind == "quote"]


def quotation(work: Work, sketch: Sketch, position: int) -> Iterator[Sketch]:
    """Yield the sketch with a text that contains, begins or ends with what is quoted."""
    token, before = work.anchors.tokens[position], work.anchors.before(position, 5)
    cues = [LEXICON.text_tests[word] for word in before if word in LEXICON.text_tests]
    used = bool(sketch.covered >> position & 1)
    if used:
        strong = bool(cues)
        plain = sketch.but().believe(work.weights, ["text.value_despite_cue"]) if strong else sketch
        yield plain
        if not strong:
            return
    else:
        yield sketch.but().believe(work.weights, ["text.skipped"])
    base = _without_value(sketch, token.form) if used else sketch
    operator = cues[-1] if cues else "CONTAINS"
    texts = [m for m in work.ground.measures.values() if m.kind in ("text", "list")]
    for owned in work.owned(base, position, texts)[:5]:
        displayed = owned.measure.name in work.ground.display.get(owned.measure.owner, ())
        if owned.mention is None and not displayed:
            continue
        yield from _tested(work, base, owned, position, operator, bool(cues), displayed)


def _tested(
    work: Work,
    sketch: Sketch,
    owned: Owned,
    position: int,
    operator: str,
    cued: bool,
    displayed: bool,
) -> Iterator[Sketch]:
    text = work.anchors.tokens[position].form
    for joined, ref in work.with_owner(sketch, owned, position):
        said: list[Belief] = [
            f"text.{operator.lower().replace(' ', '_')}",
            "text.cued" if cued else "text.uncued",
            work.whose(joined, ref, position),
        ]
        if owned.mention is not None:
            said += [("text.named", owned.mention.score), ("text.distance", float(owned.distance))]
            joined.covered |= owned.mention.mask
        if displayed:
            said.append("text.display")
        how = "HAS" if owned.measure.kind == "list" else operator
        joined.tests = (*joined.tests, Test(ref, owned.measure.name, "", how, text))
        joined.covered |= 1 << position
        for n in range(max(0, position - 4), position):
            if work.anchors.forms[n] in LEXICON.text_tests:
                joined.covered |= 1 << n
        yield joined.believe(work.weights, said)


def _without_value(sketch: Sketch, text: str) -> Sketch:
    kept = tuple(
        t
        for t in sketch.tests
        if not (t.operator == "=" and isinstance(t.value, str) and fold(t.value) == fold(text))
    )
    return sketch.but(tests=kept)
