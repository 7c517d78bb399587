"""Words in quotation marks that are a part of a text rather than a stored value."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Owned, Work
from bot.reader.sketch import Belief, Sketch, Test
from memory.text import fold

# Words that may say more than that of a text.
_LOOSE = {"with", "like", "include", "includes", "including", "featuring", "end", "ends", "start"}
_CUES = frozenset(LEXICON.text_tests) - _LOOSE - {"starts", "say", "says", "begin", "mention"}


def quotations(work: Work) -> list[int]:
    """Return the positions of quoted words."""
    anchors = work.anchors
    quoted = [n for n, token in enumerate(anchors.tokens) if token.kind == "quote"]
    return quoted or [n for n in range(len(anchors.tokens)) if _bare(work, n)]


def _bare(work: Work, at: int) -> bool:
    """Return whether a word is told to be part of a text: with certificate in the title."""
    anchors = work.anchors
    form, before = anchors.forms[at], anchors.before(at, 2)
    begins = before[1:] in (("with",), ("in",)) and LEXICON.text_tests.get(before[0], "CONTAINS")
    if begins and begins != "CONTAINS" and anchors.tokens[at].kind == "word":
        # Films that begin with The.
        return True
    if anchors.tokens[at].kind != "word" or form in LEXICON.function_words or form in _CUES:
        return False
    if any(one.start <= at < one.end and one.sure for one in anchors.mentions):
        return False
    if before and before[-1] in ("with", *_CUES) and set(before) & _CUES:
        return True
    behind = anchors.forms[at + 1 : at + 4]
    named = at + 2 + (behind[1:2] in (("the",), ("their",), ("its",)))
    if behind[:1] == ("in",) and set(anchors.forms[named : named + 1]) & {"name", "names"}:
        return True
    return behind[:1] == ("in",) and any(
        one.start == named
        and one.element[0] == "property"
        and one.how in ("exact", "synonym")
        and work.ground.measures[one.element[1], one.element[2]].kind in ("text", "list")
        for one in anchors.mentions
    )


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
    ends = [cue for cue in cues if cue != "CONTAINS"]
    operator = ends[-1] if ends else "CONTAINS"
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
