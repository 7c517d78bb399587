"""How many, how much in all, on average; of each what; which share."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.lexicon import LEXICON
from bot.reader.rules.instead import reckoned_instead
from bot.reader.rules.targets import of_each, row_key, set_aside
from bot.reader.rules.work import Owned, Work
from bot.reader.sketch import Belief, Shown, Sketch, Tally, Vertex
from bot.stored.amounts import Number


def counted(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield a sketch that asks how many with its count."""
    if sketch.form != "count":
        yield sketch
        return
    if sketch.having is not None or sketch.tally is not None:
        # Of groups, those that pass are counted.
        yield sketch
        return
    # What goes on from a count says nothing of it.
    start, end = next(iter(work.anchors.countings), (0, 0))
    if work.anchors.forms[start:end] == ("how", "much"):
        yield from _how_much(work, sketch, (1 << end) - (1 << start))
    cover = (1 << end) - (1 << start)
    yield from _named_amount(work, sketch, end, cover)
    shown = sketch.columns[0] if sketch.whole and sketch.columns else None
    if shown is None or shown.property is None:
        ref = -1 if sketch.way == "link" else sketch.target
        yield sketch.but(tally=Tally("count", ref, None), whole=False, columns=(), cover=cover)
        return
    tally = Tally("count", shown.ref, shown.property)
    different = sketch.but(tally=tally, whole=False, columns=(), cover=cover)
    figure = work.ground.measures[sketch.owner(shown.ref), shown.property].number
    yield different.believe(work.weights, ["form.count_of_figure"]) if figure else different
    if figure:
        # How many employees there are is told by each company.
        tally = Tally("sum", shown.ref, shown.property)
        added = sketch.but(tally=tally, whole=False, columns=(), cover=cover)
        yield added.believe(work.weights, ["form.count_as_sum"])


_PLAINLY = ("exact", "synonym", "told")


def _named_amount(work: Work, sketch: Sketch, end: int, cover: int) -> Iterator[Sketch]:
    """What is told in figures is not counted, but added up: how many weekly flights leave."""
    start = (cover & -cover).bit_length() - 1
    if any(one.end == start for one in work.anchors.ranks):
        # The largest number of pages is of one.
        return
    cover |= sum(1 << at for at, function in work.anchors.aggregates if function == "sum")
    fits = [m for m in work.ground.measures.values() if m.number]
    for owned in work.owned(sketch, end, fits, span=2, behind=True)[:3]:
        mention = owned.mention
        if mention is None or mention.start != end or mention.how not in _PLAINLY:
            continue
        counted = any(m.start == end and m.element[0] == "label" for m in work.anchors.mentions)
        again = owned.ref == sketch.target and sketch.whole
        if counted or again or work.by_identifier(owned.measure, mention):
            continue
        for joined, ref in work.with_owner(sketch, owned, end):
            joined.tally = Tally("sum", ref, owned.measure.name)
            joined.whole, joined.columns = False, ()
            joined.covered |= cover | mention.mask
            said: list[Belief] = ["sum.counted", ("sum.named", mention.score)]
            said.append("sum.of_link" if ref < 0 else "sum.of_node")
            said += ["sum.new_owner"] * (owned.ref is None)
            if sketch.given and work.each is not None:
                # How many votes each has is told beside it.
                beside = joined.but(form="list", tally=None, cover=1 << work.each)
                beside.columns = (Shown(ref, owned.measure.name),)
                yield beside.believe(work.weights, ["past.each_amount"])
            yield joined.believe(work.weights, said)


def _how_much(work: Work, sketch: Sketch, cover: int) -> Iterator[Sketch]:
    """What is paid, weighed, or spent in all."""
    measures = LEXICON.measures_asked.get(("how", "much"), ())
    asked = [("sum", 0), *((f, 1 << at) for at, f in work.anchors.aggregates if f != "sum")]
    for ref in sketch.refs():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            mentions = work.anchors.of_property.get((measure.owner, measure.name), ())
            named = next((one for one in mentions if one.sure), None)
            like = work.ground.measure_named(measure, measures)
            kept = sketch.asked_before(ref, measure.name)
            if not measure.number or sketch.group_of(ref) or not (like or named or kept):
                continue
            on = "target" if ref == sketch.target else "link" if ref < 0 else "other"
            said: list[Belief] = ["sum.asked", f"sum.of_{on}", ("sum.like", like)]
            said += [("sum.named", named.score)] if named is not None else []
            said += ["sum.of_kept"] if kept else []
            words = cover | (named.mask if named is not None else 0)
            for function, word in asked:
                # On average, or in all.
                tally = Tally(function, ref, measure.name)
                told = sketch.but(tally=tally, whole=False, columns=(), cover=words | word)
                yield told.believe(work.weights, [*said, f"sum.asked_{function}"])


def aggregated(work: Work, sketch: Sketch, cue: tuple[int, str]) -> Iterator[Sketch]:
    """Yield the sketch with the aggregate that a word asks for, and without it."""
    position, function = cue
    # A small word adds up only what was spoken of: both together; not who acted together.
    small = work.anchors.forms[position] in LEXICON.function_words and not work.past
    if sketch.covered >> position & 1 or small:
        yield sketch
        return
    yield sketch.but().believe(work.weights, [f"aggregate.skipped_{function}"])
    if (rest := set_aside(sketch)) is not None:
        sketch = rest.believe(work.weights, ["held.used"])
    yield from reckoned_instead(work, sketch, position, function)
    if sketch.tally is not None and (sketch.tally.function != "count" or sketch.form != "count"):
        return
    fits = [
        m
        for m in work.ground.measures.values()
        if m.number or (m.dated and (function in ("min", "max") or m.kind == "year"))
    ]
    options = work.owned(sketch, position, fits, span=7, behind=True)
    kept = [o for o in options[5:] if o.before(sketch)]
    for owned in [*options[:5], *kept]:
        known = owned.before(sketch) or (sketch.given and owned.ref == sketch.target)
        if owned.mention is None and function != "sum" and not known:
            continue
        yield from _of_property(work, sketch, owned, position, function)


def _of_property(
    work: Work, sketch: Sketch, owned: Owned, position: int, function: str
) -> Iterator[Sketch]:
    for joined, ref in work.with_owner(sketch, owned, position):
        said: list[Belief] = [f"aggregate.{function}"]
        if work.by_identifier(owned.measure, owned.mention):
            said.append("aggregate.identifier")
        joined.covered |= 1 << position
        if owned.mention is not None:
            joined.covered |= owned.mention.mask
            said += [
                ("aggregate.named", owned.mention.score),
                ("aggregate.distance", float(owned.distance)),
                f"aggregate.{owned.mention.how}",
            ]
        else:
            said += ["aggregate.unnamed", *(["aggregate.kept"] if owned.before(sketch) else [])]
        joined.tally = Tally(function, ref, owned.measure.name)
        joined.form = "list" if joined.form == "count" else joined.form
        plain = joined.but(whole=False, columns=())
        plain.said, plain.score = joined.said, joined.score
        other_property = sketch.whole and sketch.columns[0].property != owned.measure.name
        if ref != sketch.target or other_property:
            grouped = joined.but(key=row_key(sketch), whole=False, columns=())
            how = "aggregate.of_each_target" if ref != sketch.target else "aggregate.of_each_value"
            yield grouped.believe(work.weights, [*said, how])
        yield from _held(work, joined, sketch, ref, owned.measure.name, said)
        if not sketch.held:
            yield plain.believe(work.weights, [*said, "aggregate.of_all"])


def _held(
    work: Work, joined: Sketch, sketch: Sketch, ref: int, name: str, said: list[Belief]
) -> Iterator[Sketch]:
    """What was read as a test of each is one of them together: an average rating above 4."""
    for test in joined.tests:
        if (test.ref, test.property, test.part) != (ref, name, "amount") or ref == sketch.target:
            continue
        amount, upper = test.value
        if upper is not None or not isinstance(amount, Number):
            continue
        rest = tuple(t for t in joined.tests if t is not test)
        held = joined.but(
            key=row_key(sketch),
            whole=False,
            columns=(),
            tests=rest,
            having=(test.operator, amount.value),
        )
        held.said, held.score = joined.said, joined.score
        yield held.believe(work.weights, [*said, "aggregate.held"])


def averaged(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with a number told on average of those that have it, and as it is."""
    yield sketch
    tally, cues = (
        sketch.tally,
        [c for c in work.anchors.aggregates if c[1] in ("avg", "max", "min")],
    )
    if tally is None or tally.function != "count" or tally.property is not None or not cues:
        return
    position, function = cues[0]
    if sketch.covered >> position & 1 or sketch.having or sketch.order or sketch.form == "yes_no":
        return
    owners = [sketch.key.ref] if sketch.key is not None else range(len(sketch.vertices))
    for owner in owners:
        vertex = sketch.vertices[owner] if owner >= 0 else None
        keyed = sketch.key is not None and sketch.key.property is not None
        if vertex is None or vertex.group or vertex.implied or owner == tally.ref or keyed:
            continue
        told = sketch.but(
            form="average_count",
            tally=tally._replace(function=f"{function}_count"),
            key=Shown(owner, None),
            cover=1 << position,
        )
        cue = "each" if sketch.key is not None else "bare"
        yield told.believe(work.weights, ["average_count.used", f"average_count.{cue}"])


def counted_beside(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with a number beside each row: films and how many actors each has."""
    yield sketch
    countings = [c for c in work.anchors.countings if c[0] > 1]
    if not countings or sketch.form != "list" or sketch.tally is not None:
        return
    start, end = countings[0]
    if sketch.covered & (1 << start):
        return
    for number in [*range(len(sketch.vertices)), *counted_links(work, sketch)]:
        vertex = sketch.vertices[number] if number >= 0 else Vertex("", None)
        if (number == sketch.target and not sketch.whole) or vertex.group:
            continue
        distance = abs((vertex.position if vertex.position is not None else start + 4) - start)
        beside = of_each(
            sketch,
            Tally("count", number, None),
            cover=(1 << end) - (1 << start),
        )
        said: list[Belief] = ["count.beside", ("count.beside_distance", float(distance))]
        if vertex.position is not None and 0 <= vertex.position - end <= 1:
            said.append("count.beside_next")
        if number < 0:
            said.append("count.of_link")
        yield beside.believe(work.weights, said)


def counted_each(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch counted, or what is named of it added up, for each: orders per year."""
    yield sketch
    if sketch.form != "list" or sketch.tally is not None or sketch.columns or sketch.key:
        return
    for at in work.anchors.groupings:
        if sketch.covered >> at & 1 or at == 0:
            continue
        cue = work.anchors.forms[at]
        for tally, mask, how in _implied(work, sketch, at):
            told = sketch.but(tally=tally, form="count", cover=mask)
            for by in grouped(work, told):
                if by.key is not None and (by.key.ref != sketch.target or by.key.property):
                    yield by.believe(work.weights, [f"{how}.each", f"{how}.each_{cue}"])
        return


def _implied(work: Work, sketch: Sketch, at: int) -> Iterator[tuple[Tally, int, str]]:
    """(what may be told of each, the words that name it, how): a number, or a sum."""
    yield Tally("count", sketch.target, None), 0, "count"
    for ref in sketch.refs():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            mentions = work.anchors.of_property.get((measure.owner, measure.name), ())
            named = next((one for one in mentions if one.sure and one.end <= at), None)
            if measure.number and named is not None and not sketch.group_of(ref):
                yield Tally("sum", ref, measure.name), named.mask, "sum"


def counted_links(work: Work, sketch: Sketch) -> list[int]:
    """Return the links that may be counted themselves: words name them, and the target has them."""
    return [
        -1 - number
        for number, link in enumerate(sketch.links)
        if sketch.target in (link.start, link.end)
        and number not in sketch.deep
        and not sketch.group_of(-1 - number)
        and any(one.sure for one in work.anchors.of_type.get(link.type, ()))
    ]


def grouped(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with its aggregate for each of something, and as it is."""
    yield sketch
    tally = sketch.tally
    if tally is None or sketch.having is not None or sketch.key is not None or sketch.held:
        return
    for number, vertex in enumerate(sketch.vertices):
        position = _place(work, sketch, number)
        if vertex.group or tally.ref == number or position is None:
            continue
        cues = [at for at in work.anchors.groupings if 0 < position - at <= 2]
        cover = sum(1 << at for at in cues)
        name = "group.by_vertex" if cues else "group.by_vertex_uncued"
        said = [name, *(f"group.by_vertex_{work.anchors.forms[at]}" for at in cues[:1])]
        if "all" in work.anchors.before(position, 2):
            # Across all books: in all of them together.
            said.append("group.by_all")
        by = sketch.but(key=Shown(number, None), form="list", cover=cover)
        yield by.believe(work.weights, said)
        if cues and tally.function == "count" and tally.property is None and tally.ref >= 0:
            # Those that have none are some of each, too.
            every = sketch.but(key=Shown(number, None), form="list", cover=cover, none=True)
            cue = f"count.with_none_{work.anchors.forms[cues[0]]}"
            yield every.believe(work.weights, [*said, "count.with_none", cue])
    yield from _by_part(work, sketch)
    for at in work.anchors.groupings:
        for one in work.anchors.mentions:
            if one.element[0] != "property" or not 0 < one.start - at <= 3 or not one.sure:
                continue
            for ref in sketch.refs():
                if sketch.owner(ref) != one.element[1] or sketch.group_of(ref):
                    continue
                if tally.ref == ref and tally.property == one.element[2]:
                    continue
                if work.by_identifier(work.ground.measures[one.element[1], one.element[2]], one):
                    continue
                by = sketch.but(
                    key=Shown(ref, one.element[2]), form="list", cover=one.mask | 1 << at
                )
                asked = {end for _, end in work.anchors.countings} & {at, one.start}
                counted = ["group.by_counted"] if asked else []
                told: list[Belief] = [
                    "group.by_property",
                    ("group.by_property_named", one.score),
                    *counted,
                ]
                yield by.believe(work.weights, told)


def _place(work: Work, sketch: Sketch, number: int) -> int | None:
    """Return the word that names a vertex, or the part it plays: per director."""
    if (position := sketch.vertices[number].position) is not None:
        return position
    played = (
        role.start
        for role in work.anchors.roles
        for link in sketch.links
        if link.type == role.type and (link.start if role.forward else link.end) == number
    )
    return next(played, None)


def grouped_twice(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch told of each of two things together: films per genre and year."""
    yield sketch
    key, tally, forms = sketch.key, sketch.tally, work.anchors.forms
    if key is None or tally is None or sketch.columns or sketch.having is not None:
        return
    for at in work.anchors.groupings:
        join = next((n for n in range(at + 2, min(at + 5, len(forms))) if forms[n] == "and"), None)
        if join is None or sketch.covered >> join & 1:
            continue
        for other, cover in _second(work, sketch, join + 1):
            if (other.ref, other.property) != (key.ref, key.property) and other.ref != tally.ref:
                both = sketch.but(columns=(other,), cover=cover)
                yield both.believe(work.weights, ["group.twice"])
            elif other.property is not None and other.ref == tally.ref:
                both = sketch.but(columns=(other,), cover=cover)
                yield both.believe(work.weights, ["group.twice", "group.twice_counted"])
        return


def _second(work: Work, sketch: Sketch, start: int) -> Iterator[tuple[Shown, int]]:
    """What is named there that rows may be told apart by, and its words."""
    there = range(start, start + 2)
    for number, vertex in enumerate(sketch.vertices):
        if vertex.position in there and not vertex.group:
            yield Shown(number, None), 0
    for one in work.anchors.mentions:
        if one.element[0] == "property" and one.sure and one.start in there:
            for ref in sketch.refs():
                if sketch.owner(ref) == one.element[1] and not sketch.group_of(ref):
                    yield Shown(ref, one.element[2]), one.mask
    part = LEXICON.parts.get(work.anchors.forms[start]) if start < len(work.anchors.forms) else None
    for ref in sketch.refs() if part is not None else ():
        for measure in work.ground.by_owner.get(sketch.owner(ref), ()):
            yearly = measure.kind in ("year", "year_text")
            if measure.dated and not sketch.group_of(ref) and not (yearly and part != "year"):
                yield Shown(ref, measure.name, "" if yearly else str(part)), 1 << start


def _by_part(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """By the year or month of a time: orders per month."""
    forms = work.anchors.forms
    for at in work.anchors.groupings:
        part = next((LEXICON.parts[f] for f in forms[at + 1 : at + 3] if f in LEXICON.parts), None)
        if part is None:
            continue
        end = next(n for n in range(at + 1, at + 3) if forms[n] in LEXICON.parts) + 1
        for ref in sketch.refs():
            times = [m for m in work.ground.by_owner.get(sketch.owner(ref), ()) if m.dated]
            for measure in times[:3]:
                yearly = measure.kind in ("year", "year_text")
                if sketch.group_of(ref) or (yearly and part != "year"):
                    continue
                mentions = work.anchors.of_property.get((measure.owner, measure.name), ())
                like = max((one.score for one in mentions), default=0.0)
                key = Shown(ref, measure.name, "" if yearly else part)
                by = sketch.but(key=key, form="list", cover=(1 << end) - (1 << at))
                on = "counted" if sketch.tally and ref == sketch.tally.ref else "other"
                alone = "only" if len(times) == 1 else "one_of_several"
                said: list[Belief] = [
                    "group.by_part",
                    f"group.by_part_of_{on}",
                    f"group.by_part_{alone}",
                    ("group.by_part_like", like),
                ]
                before = {t for t in sketch.kept if (t.ref, t.property) == (ref, measure.name)}
                if before:
                    # Per year: of every year, not of the one asked for before.
                    tests = tuple(t for t in by.tests if t not in before)
                    every = by.but(tests=tests, kept=sketch.kept - before)
                    yield every.believe(work.weights, [*said, "past.every_part"])
                yield by.believe(work.weights, said)
