"""Figures and dates: a test of a property, how many there must be, or how many rows are asked."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import NumberAnchor, mask_of
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.instead import held_instead
from bot.reader.rules.picked import of_many
from bot.reader.rules.quantifiers import OTHERWISE, none_such
from bot.reader.rules.tallies import counted_links
from bot.reader.rules.targets import of_each, set_aside
from bot.reader.rules.twice import another
from bot.reader.rules.work import Owned, Work
from bot.reader.sketch import Belief, Sketch, Tally, Test, Vertex
from bot.stored.amounts import Number
from bot.stored.comparing import conditions
from memory.query import Constant
from memory.schema import Property

_MOST_ROWS = 200


def figure(work: Work, sketch: Sketch, one: NumberAnchor) -> Iterator[Sketch]:
    """Yield the sketch with each thing that a figure may say, and without it."""
    if sketch.covered & one.core:
        yield sketch
        return
    said = ["figure.skipped", f"figure.skipped_{one.kind}"]
    yield sketch.but().believe(work.weights, said)
    # The two of them are those who were spoken of.
    pointed = any(
        v.start == one.start and v.links[0].method.startswith("past") for v in work.anchors.values
    )
    if (at := work.negation(sketch, one.start, 2)) is not None and _asked_before(work, one):
        # 2020, not 2022: what was asked for before, and is no more.
        corrected = sketch.but(cover=one.mask | 1 << at)
        yield corrected.believe(work.weights, ["past.corrected", "past.corrected_figure"])
    for read in _read(work, sketch, one):
        yield read.believe(work.weights, ["figure.pointed"]) if pointed else read


def _asked_before(work: Work, one: NumberAnchor) -> bool:
    """Return whether an earlier answer was asked for by a figure or a time."""
    told = [t.value for earlier in work.past[:2] if earlier.set for t in earlier.set.tests]
    return any(
        value == one.value or (one.kind == "year" and getattr(value, "year", None) == one.value)
        for value in told
    )


def _read(work: Work, sketch: Sketch, one: NumberAnchor) -> Iterator[Sketch]:
    yield from _limit(work, sketch, one)
    yield from _threshold(work, sketch, one)
    if one not in work.fitting:
        work.fitting[one] = _fitting(work, one)
    options = work.owned(sketch, one.start, work.fitting[one])
    options = sorted(options, key=lambda o: -o.score - _unit(work, one, o))
    # What goes on from an answer says it of that: since 2022, whatever else is called since.
    timed = any(o.measure.dated and (o.ref is not None or not sketch.given) for o in options)
    if timed and one.kind == "year" and {*work.anchors.before(one.start, 1)} & LEXICON.temporal:
        # After 2010: when it was, and not what it cost.
        options = [o for o in options if o.measure.dated or o.mention or o.before(sketch)]
    if one.kind != "number" and not timed:
        options += list(_elsewhere(work, sketch, one))
    # What an answer before showed or was held to may be held to another figure now.
    held = [o for o in options[6:] if o.before(sketch)]
    beside = any(rank.end == one.start and not rank.of_two for rank in work.anchors.ranks)
    for owned in [*options[:6], *held]:
        for tested in _test(work, sketch, one, owned):
            # The dearest three are so many.
            yield tested.believe(work.weights, ["figure.behind_rank"]) if beside else tested


def _elsewhere(work: Work, sketch: Sketch, one: NumberAnchor) -> Iterator[Owned]:
    """The times that what is next to the target tells, which has none of its own."""
    label = sketch.owner(sketch.target)
    near = {step.to for step in work.ground.steps.get(label, ())}
    near |= {step.type for step in work.ground.steps.get(label, ())}
    for measure in work.fitting[one]:
        if measure.dated and measure.owner in near:
            yield Owned(-0.9, None, measure, None, 0)


def _tested(sketch: Sketch, owned: Owned) -> list[Test]:
    """What an earlier answer asked of a property."""
    return [
        t
        for t in sorted(sketch.kept, key=str)
        if (t.ref, t.property) == (owned.ref, owned.measure.name)
    ]


def _fitting(work: Work, one: NumberAnchor) -> list[Measure]:
    """The properties that such an amount can be compared with."""
    return [m for m in work.ground.measures.values() if _held(m, one) is not None]


def _held(measure: Measure, one: NumberAnchor) -> object:
    amount, upper = one.amounts
    operator = "=" if upper is not None else one.operator or "="
    if one.cue == "sign" and not (measure.number and _signed(measure.stored)):
        return None
    if measure.kind == "text" and (operator != "=" or one.kind != "number"):
        return None
    held = conditions(Constant(0), measure.kind, measure.stored, operator, amount, upper)
    if held is None and one.kind == "year" and one.month is None and not one.decade:
        # 2000 may be an amount, too.
        return _as_number(measure, one)
    return held


def _signed(stored: Property) -> bool:
    """Return whether a property holds what is below nothing and above."""
    low, high = stored.minimum, stored.maximum
    return all(isinstance(x, int | float) for x in (low, high)) and low < 0 < high  # type: ignore[operator]


def _as_number(measure: Measure, one: NumberAnchor) -> object:
    if measure.kind != "number":
        return None
    return conditions(
        Constant(0),
        measure.kind,
        measure.stored,
        one.operator or "=",
        Number(int(one.value)),  # type: ignore[arg-type]
        None,
    )


def _unit(work: Work, one: NumberAnchor, owned: Owned) -> float:
    measured = work.ground.measure_named(owned.measure, one.measures) if one.measures else 0.0
    times = one.kind != "number" and owned.mention is None
    return measured + (0.35 if times and owned.measure.dated else 0.0)


def _test(work: Work, sketch: Sketch, one: NumberAnchor, owned: Owned) -> Iterator[Sketch]:
    measure = owned.measure
    amount, upper = one.amounts
    if one.kind == "year" and measure.kind == "number" and not measure.dated:
        amount = Number(int(one.value))  # type: ignore[arg-type]
        upper = Number(int(one.upper)) if one.upper is not None else None  # type: ignore[arg-type]
    for joined, ref in work.with_owner(sketch, owned, one.start):
        said: list[Belief] = [
            "figure.test",
            f"figure.{one.kind}:{measure.kind}",
            work.whose(joined, ref, one.start),
        ]
        if owned.mention is not None:
            mention = owned.mention
            side = "behind" if mention.start >= one.end else "before"
            said += [
                ("figure.named", mention.score),
                ("figure.distance", float(owned.distance)),
                f"figure.{mention.how}",
                f"figure.named_{side}",
            ]
            joined.covered |= mention.mask
        else:
            said += ["figure.unnamed", f"figure.unnamed_{one.kind}"]
            said += ["figure.own_time"] if work.ground.is_own_time(measure) else []
            shown = work.told_before(measure.owner, measure.name)
            said += ["figure.of_kept"] if shown else []
        if one.measures:
            said.append(("figure.unit", work.ground.measure_named(measure, one.measures)))
        if owned.ref is None:
            said.append("figure.new_owner")
            said += ["figure.beside_past"] if sketch.given and one.kind != "number" else []
        if ref < 0:
            said.append("figure.on_link")
        if measure.reckoned:
            said.append("figure.reckoned")
        said += _identified(work, one, owned)
        if one.operator is None:
            said.append("figure.no_operator")
        if one.cue == "sign":
            said.append("figure.sign")
        joined.covered |= one.mask
        # Films from 1994 are of that year, or of all years since.
        operators = ("=", ">=") if one.cue == "from" and upper is None else (one.operator or "=",)
        for operator in operators:
            test = Test(ref, measure.name, "amount", operator, (amount, upper))
            told = joined.but(tests=(*joined.tests, test))
            told.said, told.score = joined.said, joined.score
            how = [f"figure.from:{operator}"] if len(operators) > 1 else []
            if before := _tested(joined, owned):
                yield _instead(told, test, before).believe(
                    work.weights, [*said, *how, "past.replaced", "past.replaced_figure"]
                )
                kept = before[0].operator
                if len(before) == 1 and one.operator is None and kept in OTHERWISE:
                    # Make that 25: more than that, as before.
                    again = _instead(told, test._replace(operator=kept), [*before, test])
                    yield again.believe(work.weights, [*said, *how, "past.replaced_amount"])
                how.append("past.figure_beside")
            yield told.believe(work.weights, [*said, *how])
        such = Test(ref, measure.name, "amount", one.operator or "=", (amount, upper))
        yield from _denied(work, joined, one, such, said)
        for twice in another(work, joined, such) if _told(joined, such) else ():
            yield twice.believe(work.weights, [*said, "twice.figure"])


def _identified(work: Work, one: NumberAnchor, owned: Owned) -> list[str]:
    """Whether something is called by its number: order 10250, PR #502; or else would be."""
    measure = owned.measure
    start = one.start - (work.anchors.forms[one.start - 1] == "#")
    named = [m for m in work.anchors.mentions if m.end == start and m.sure]
    of = any(m.element == ("label", measure.owner) for m in named)
    if of and one.operator is None and one.upper is None and measure.identifies:
        return ["figure.called"]
    return ["figure.identifier"] if work.by_identifier(measure, owned.mention) else []


def _told(sketch: Sketch, test: Test) -> bool:
    """Return whether something was asked of the same already."""
    return any((t.ref, t.property) == (test.ref, test.property) for t in sketch.tests)


def _denied(
    work: Work, sketch: Sketch, one: NumberAnchor, test: Test, said: list[Belief]
) -> Iterator[Sketch]:
    """Nobody above ten; drop everything below ten; never five stars."""
    if one.upper is not None or (at := work.negation(sketch, one.start)) is None:
        return
    unlike = test._replace(operator=OTHERWISE[test.operator])
    told = sketch.but(tests=(*sketch.tests, unlike), cover=1 << at)
    told.said, told.score = sketch.said, sketch.score
    if (none := none_such(work, sketch, test, test)) is not None:
        # There is none such.
        none.covered |= 1 << at
        yield none.believe(work.weights, [*said, f"negation.figure_none:{work.anchors.forms[at]}"])
    kind = "removal" if at in work.anchors.removals else "no"
    yield told.believe(work.weights, [*said, f"negation.figure_{kind}"])


def _instead(sketch: Sketch, test: Test, before: list[Test]) -> Sketch:
    """A copy that asks a figure of a property in place of what was asked of it before."""
    tests = (*(t for t in sketch.tests if t is not test and t not in before), test)
    other = sketch.but(tests=tests, kept=sketch.kept - {*before})
    other.said, other.score = sketch.said, sketch.score
    return other


def _limit(work: Work, sketch: Sketch, one: NumberAnchor) -> Iterator[Sketch]:
    """So many rows: the top 3, five of them."""
    value = one.value
    if one.kind != "number" or not isinstance(value, int) or not 0 < value <= _MOST_ROWS:
        return
    if one.operator not in (None, "=") or one.upper is not None:
        return
    known = (p.whole.limit for p in work.past if p.whole is not None and sketch.way == "past")
    instead = sketch.limit is not None and sketch.limit in known
    if sketch.limit is not None and not instead:
        return
    before = work.anchors.before(one.start, 1)
    word = before[0] if before else ""
    ranked = any(
        abs(r.start - one.end) <= 2 or abs(r.end - one.start) <= 1 for r in work.anchors.ranks
    )
    early = one.start <= 3 and one.cue in ("", "only", "just")
    asked = next(
        (n for n in (1, 2, 3, 4) if set(work.anchors.before(one.start, n)) & LEXICON.limits), 0
    )
    if not (ranked or early or work.anchors.ranks or asked or instead):
        return
    if asked:
        word = "limit"
    kind = word if word in ("top", "first", "last", "any", "bottom", "limit") else "other"
    covered = one.mask if asked else one.core
    covered |= mask_of(one.start - asked, one.start) if asked else 0
    covered |= 1 << one.start - 1 if word in ("first", "any") and one.start else 0
    said = ["limit.asked", f"limit.behind_{kind}", *(["limit.ranked"] if ranked else [])]
    said += ["limit.behind_rank"] if any(r.end == one.start for r in work.anchors.ranks) else []
    said += ["limit.instead"] if instead else []
    target = sketch.vertices[sketch.target].position
    if not ranked and work.anchors.ranks:
        said.append("limit.far_from_rank")
    if target is not None and 0 <= target - one.end <= 2:
        said.append("limit.before_target")
    yield sketch.but(limit=value, cover=covered).believe(work.weights, said)
    more = next((n for n in (one.start - 1, one.end) if n >= 0 and _is_more(work, n)), None)
    if instead and more is not None and sketch.limit is not None:
        # The next three of an order.
        further = sketch.but(
            limit=value, skip=sketch.skip + sketch.limit, cover=covered | 1 << more
        )
        yield further.believe(work.weights, [*said, "limit.next"])
    if word in ("first", "last"):
        # Of some order: the first five in time.
        yield sketch.but(limit=value, cover=one.core).believe(work.weights, [*said, "limit.timed"])


def _is_more(work: Work, at: int) -> bool:
    forms = work.anchors.forms
    return at < len(forms) and forms[at] in LEXICON.nexts


def _threshold(work: Work, sketch: Sketch, one: NumberAnchor) -> Iterator[Sketch]:
    """How many of something each must have."""
    if one.kind != "number" or one.percent or one.cue == "sign":
        return
    if sketch.tally is not None:
        if one.upper is None and isinstance(one.value, int | float):
            yield from held_instead(work, sketch, one.value, one.operator, one.mask)
        other = set_aside(sketch)
        if other is None:
            return
        sketch = other.believe(work.weights, ["held.used"])
    behind = work.anchors.forms[one.end : one.end + 2]
    times = behind[:1] == ("times",) and behind[1:] != ("as",)
    named = any(
        one.end <= m.start <= one.end + 2 and m.sure and m.element[0] == "type"
        for m in work.anchors.mentions
    )
    links = counted_links(work, sketch) if times or named else []
    for number in [*range(len(sketch.vertices)), *links]:
        vertex = sketch.vertices[number] if number >= 0 else Vertex("", None)
        if (number == sketch.target and not sketch.whole) or vertex.group:
            continue
        there = work.ground.schema.labels[vertex.label].count if number >= 0 else 0
        if number >= 0 and vertex.implied and one.value > there:  # type: ignore[operator]
            # Nobody speaks of them, and there are not so many.
            continue
        distance = vertex.position - one.end if vertex.position is not None else 3
        if vertex.position is not None and not -1 <= distance <= 4:
            continue
        tally = Tally("count", number, None)
        having: tuple[str, int | float] = (one.operator or "=", one.value)  # type: ignore[assignment]
        least = sketch.held
        if one.upper is not None:
            # Between two and five of them.
            least, having = (*least, (tally, ">=", one.value)), ("<=", one.upper)  # type: ignore[assignment]
        changed = of_each(
            sketch,
            tally,
            held=least,
            having=having,
            cover=one.mask | (1 << one.end if times and number < 0 else 0),
        )
        said: list[Belief] = [
            "threshold.count",
            *(["count.of_link", "threshold.times" if times else "threshold.link"] * (number < 0)),
            ("threshold.distance", float(abs(distance))),
            f"threshold.{one.operator or 'none'}",
        ]
        if vertex.implied:
            said.append("threshold.of_implied")
        if sketch.whole:
            said.append("threshold.of_property")
        yield changed.believe(work.weights, said)
        if number < 0 or one.upper is not None:
            continue
        if (first := of_many(work, sketch, number, having)) is not None:
            first.covered |= one.mask
            yield first.believe(work.weights, [*said, "inner.of_many"])
    if one.upper is None:
        yield from _different(work, sketch, one)


def _different(work: Work, sketch: Sketch, one: NumberAnchor) -> Iterator[Sketch]:
    """How many different values each must have: at least four families."""
    for mention in work.anchors.mentions:
        if mention.element[0] != "property" or not mention.sure:
            continue
        distance = mention.start - one.end
        there = [m for m in work.anchors.mentions if m.start == mention.start]
        counted = any(m.element[0] == "label" and m.score > mention.score for m in there)
        if not 0 <= distance <= 2 or counted:
            continue
        _, owner, name = mention.element
        for ref in sketch.refs():
            if sketch.owner(ref) != owner or sketch.group_of(ref) or ref == sketch.target:
                continue
            changed = of_each(
                sketch,
                Tally("count", ref, name),
                having=(one.operator or "=", one.value),
                cover=one.mask | mention.mask,
            )
            said: list[Belief] = ["threshold.values", ("threshold.distance", float(distance))]
            if work.by_identifier(work.ground.measures[owner, name], mention):
                said.append("threshold.identifier")
            yield changed.believe(work.weights, said)
