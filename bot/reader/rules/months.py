"""A month of whatever year: orders of December; and in January?"""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Sketch, Test
from bot.stored.comparing import as_date
from memory.query import Attribute, Comparison, Constant, Function

# What may be another word, too, is a month behind such a word, or where it is typed so.
_AMBIGUOUS, _BEFORE, _MOST = {"may", "mar", "march", "sun"}, {"in", "of", "during"}, 4


def months(work: Work) -> list[int]:
    """Return the months that no year and no day stands beside."""
    taken = sum({one.mask for one in work.anchors.numbers})
    found = list[int]()
    for at, (form, token) in enumerate(zip(work.anchors.forms, work.anchors.tokens, strict=True)):
        if form not in LEXICON.months or taken >> at & 1:
            continue
        near = {*work.anchors.before(at, 1)} & _BEFORE
        if form not in _AMBIGUOUS or near or (token.capital and at):
            found.append(at)
    return found


def in_month(work: Work, sketch: Sketch, at: int) -> Iterator[Sketch]:
    """Yield the sketch with what is only of one month, and as it is."""
    yield sketch
    if sketch.covered >> at & 1:
        return
    month = LEXICON.months[work.anchors.forms[at]]
    before_it = work.anchors.before(at, 1)
    operator = LEXICON.comparisons.get(before_it, "=")
    led = before_it in LEXICON.comparisons or {*before_it} & _BEFORE
    cover = 1 << at | (1 << at - 1 if led else 0)
    given = 0
    for ref in sketch.refs():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            if not measure.dated or measure.kind in ("year", "year_text") or measure.reckoned:
                continue
            if sketch.group_of(ref) or given >= _MOST:
                continue
            given += 1
            test = _test(ref, measure, month, operator)
            before = {t for t in sketch.kept if _is_month(t, measure, ref)}
            rest = tuple(t for t in sketch.tests if t not in before)
            on = "target" if ref == sketch.target else "link" if ref < 0 else "other"
            said: list[Belief] = ["month.used", f"month.of_{on}"]
            said += ["month.own_time"] if work.ground.is_own_time(measure) else []
            said += ["past.replaced"] if before else []
            mentions = work.anchors.of_property.get((measure.owner, measure.name), ())
            named = max((m for m in mentions if m.sure), key=lambda m: m.score, default=None)
            said += [("month.named", named.score)] if named is not None else []
            told = sketch.but(tests=(*rest, test), kept=sketch.kept - before, cover=cover)
            told.covered |= named.mask if named is not None else 0
            yield told.believe(work.weights, said)


def _test(ref: int, measure: Measure, month: int, operator: str) -> Test:
    moment = Function("month", (as_date(Attribute(f"@{ref}", measure.name), measure.kind),))
    return Test(ref, str(ref), "raw", "", Comparison(moment, operator, Constant(month)))  # type: ignore[arg-type]


def _is_month(test: Test, measure: Measure, ref: int) -> bool:
    """Return whether a month of a time was asked for before."""
    held = test.value if test.part == "raw" else None
    return isinstance(held, Comparison) and any(
        test == _test(ref, measure, n, held.operator) for n in range(1, 13)
    )
