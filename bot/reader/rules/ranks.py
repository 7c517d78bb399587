"""Superlatives, and what rows are sorted by."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import RankAnchor, mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.rules.instead import reckoned_instead
from bot.reader.rules.picked import picked
from bot.reader.rules.tallies import counted_links
from bot.reader.rules.targets import of_each, set_aside
from bot.reader.rules.work import Owned, Work
from bot.reader.sketch import Belief, Shown, Sketch, Sorting, Tally, Vertex
from bot.reader.words import lemmas

_WORDS = (
    "most",
    "top",
    "first",
    "last",
    "least",
    "fewest",
    "highest",
    "lowest",
    "recent",
    "largest",
    "more",
    "less",
    "fewer",
)
# So many words behind a superlative it may be told to come first.
_BESIDE = 4
# A number that is kept as text, in so many ways, rather tells things apart.
_IDENTIFIES = 30
_SORTS = {
    "sorted",
    "sort",
    "order",
    "ordered",
    "rank",
    "ranked",
    "arranged",
    "alphabetically",
    "alphabetical",
}
_ALPHABETIC = {"alphabetically", "alphabetical"}


def rank(work: Work, sketch: Sketch, one: RankAnchor) -> Iterator[Sketch]:
    """Yield the sketch ranked by what a superlative may mean, and without it."""
    if sketch.covered & one.mask:
        yield sketch
        return
    word = "of_two" if one.of_two else one.word if one.word in _WORDS else "other"
    skipped = sketch.but().believe(work.weights, ["rank.skipped", f"rank.skipped_{word}"])
    if one.word in ("top", "first", "last") and sketch.limit:
        skipped.covered |= one.mask
    yield skipped
    # The last one is one of those that were told, rather than the latest.
    told = (
        work.past
        and one.word in ("first", "last")
        and work.anchors.forms[one.end :][:1] == ("one",)
    )
    for ranked in _all(work, sketch, one, word):
        yield ranked.believe(work.weights, ["rank.before_one"]) if told else ranked


def _all(work: Work, sketch: Sketch, one: RankAnchor, word: str) -> Iterator[Sketch]:
    yield from picked(work, sketch, one)
    if sketch.given and sketch.tally is not None and sketch.key is None and not one.of_two:
        # And the highest, of what an average was told of.
        function = "max" if one.ranking.descending else "min"
        for changed in reckoned_instead(work, sketch, one.start, function):
            yield changed.but(cover=one.mask)
    if sketch.order is not None and _of_before(work, sketch):
        if sketch.limit and one.ranking.plain and not one.ranking.measures:
            # Only the top 3 of them, as they are ordered.
            cut = sketch.but(cover=one.mask)
            yield cut.believe(work.weights, ["rank.in_kept_order"])
            if one.ranking.descending and not sketch.order.descending:
                # The top of what rose is its end.
                turned = cut.but(order=sketch.order._replace(descending=True))
                yield turned.believe(work.weights, ["rank.turned"])
        if not sketch.limit and one.ranking.descending != sketch.order.descending:
            # And the fewest: the other way around.
            around = sketch.but(order=sketch.order._replace(descending=one.ranking.descending))
            around.covered |= one.mask
            yield around.believe(work.weights, ["rank.turned_all"])
        # In another order now.
        sketch = sketch.but(order=None)
    if sketch.order is not None or sketch.form == "yes_no":
        return
    descending = one.ranking.descending
    if sketch.tally is not None and sketch.key is not None:
        ordered = sketch.but(order=Sorting(None, descending))
        ordered.believe(work.weights, ["rank.by_tally", *_limits(sketch)])
        yield from _ranked(work, ordered, one)
        if (rest := set_aside(sketch)) is not None:
            sketch = rest.believe(work.weights, ["held.used"])
    if sketch.tally is None:
        yield from _by_count(work, sketch, one, word)
        yield from _by_aggregate(work, sketch, one, word)
        yield from _by_ratio(work, sketch, one)
        yield from _by_part(work, sketch, one)
    yield from _by_property(work, sketch, one, word)
    yield from _by_length(work, sketch, one)


def _of_before(work: Work, sketch: Sketch) -> bool:
    """Return whether the order is that of an earlier answer."""
    told = (one.whole for one in work.past if one.whole is not None)
    return sketch.way == "past" and any(one.order is sketch.order for one in told)


def _ranked(work: Work, sketch: Sketch, one: RankAnchor) -> Iterator[Sketch]:
    """Yield the sketch, which nobody else holds, cut to so many rows, or with all in order."""
    cover, how = _unlimited(work, sketch, one)
    if how and sketch.limit is None:
        whole = sketch.but(cover=cover | one.mask)
        yield whole.believe(work.weights, ["rank.unlimited", f"rank.unlimited_{how}"])
    nth = LEXICON.ordinals.get(work.anchors.forms[one.start - 1], 0) if one.start else 0
    token = work.anchors.tokens[one.start - 1]
    if one.start and token.use == "ordinal" and isinstance(token.number, int):
        nth = token.number
    sketch.covered |= one.mask
    if nth > 1 and sketch.limit is None:
        sketch.skip, sketch.limit = nth - 1, 1
        sketch.covered |= 1 << one.start - 1
        yield sketch.believe(work.weights, ["rank.nth"])
        return
    sketch.limit = sketch.limit or 1
    yield sketch


def _unlimited(work: Work, sketch: Sketch, one: RankAnchor) -> tuple[int, str]:
    """Return the words, and how they say, that all are asked for in an order."""
    forms = work.anchors.forms
    for other in work.anchors.ranks:
        if other.ranking.descending != one.ranking.descending and 0 < other.start - one.end <= 7:
            return other.mask, "both_ends"
    if one.word != "first":
        for at in range(one.end, min(one.end + _BESIDE, len(forms))):
            if forms[at] == "first":
                return 1 << at, "first"
            if forms[at] == "top" and forms[at - 1] in ("on", "at", "the"):
                return mask_of(one.end, at + 1) if at - one.end < 2 else 1 << at, "first"
    if set(forms[max(0, one.start - 6) : one.start]) & _SORTS:
        return 0, "sorted"
    named = sketch.vertices[sketch.target].position
    noun = forms[named] if named is not None else ""
    if noun.endswith("s") and min(lemmas(noun), key=len) != noun:
        # The longest films; which film is the longest.
        return 0, "plural"
    return 0, ""


def ranked_within(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with its rank within each of something, and as it is."""
    yield sketch
    if sketch.order is None or sketch.limit is None or sketch.skip or sketch.form != "list":
        return
    if sketch.held:
        return
    for at in work.anchors.groupings:
        if sketch.covered >> at & 1:
            continue
        for number, vertex in enumerate(sketch.vertices):
            away = (vertex.position if vertex.position is not None else -1) - at
            if vertex.group or number == sketch.target or not 0 < away <= 2:
                continue
            within = sketch.but(each=Shown(number, None), cover=1 << at)
            cue = f"rank.within_{work.anchors.forms[at]}"
            yield within.believe(work.weights, ["rank.within_vertex", cue, *_amount(work, sketch)])
        for one in work.anchors.mentions:
            if one.element[0] != "property" or not 0 < one.start - at <= 2 or not one.sure:
                continue
            for ref in sketch.refs():
                if sketch.owner(ref) == one.element[1] and not sketch.group_of(ref):
                    if work.by_identifier(
                        work.ground.measures[one.element[1], one.element[2]], one
                    ):
                        continue
                    key = Shown(ref, one.element[2])
                    within = sketch.but(each=key, cover=one.mask | 1 << at)
                    yield within.believe(work.weights, ["rank.within_property"])


def _amount(work: Work, sketch: Sketch) -> list[str]:
    """Return what says that an amount is asked, not what has it: the earliest date for each."""
    by = sketch.order.by if sketch.order is not None else None
    if by is None or by.property is None:
        return []
    owner = sketch.owner(by.ref)
    named = work.anchors.of_property.get((owner, by.property), ())
    at = sketch.vertices[sketch.target].position
    behind = {one.end for one in work.anchors.ranks if at is None or one.start <= at}
    near = any(m.sure and {m.start, m.start - 1} & behind for m in named)
    return ["rank.within_of_amount"] if near else []


def _limits(sketch: Sketch) -> list[str]:
    said = ["rank.several" if sketch.limit else "rank.one", f"rank.in_{sketch.form}"]
    listed = [t.ref for t in sketch.tests if t.operator == "IN" and t not in sketch.kept]
    if listed and sketch.tally is None and not sketch.limit:
        # The higher of those that are named.
        said.append("rank.of_named" if sketch.target in listed else "rank.of_named_aside")
    return said


def _by_count(work: Work, sketch: Sketch, one: RankAnchor, word: str) -> Iterator[Sketch]:
    ends = {end for _, end in work.anchors.countings}
    for number in [*range(len(sketch.vertices)), *counted_links(work, sketch)]:
        vertex = sketch.vertices[number] if number >= 0 else Vertex("", None)
        if (number == sketch.target and not sketch.whole) or vertex.group:
            continue
        distance = vertex.position - one.end if vertex.position is not None else 3
        ranked = of_each(
            sketch,
            Tally("count", number, None),
            order=Sorting(None, one.ranking.descending),
        )
        said: list[Belief] = [
            "rank.by_count",
            ("rank.count_distance", float(min(abs(distance), 8))),
            f"rank.by_count_{word}",
            *_limits(sketch),
        ]
        if vertex.implied:
            said.append("rank.count_of_implied")
        if number < 0:
            said.append("count.of_link")
        if 0 <= distance <= 3:
            said.append("rank.count_beside")
        if vertex.position is not None and vertex.position in ends:
            said.append("rank.count_asked")
        if sketch.whole:
            said.append("rank.count_of_property")
        yield from _ranked(work, ranked.believe(work.weights, said), one)
    if sketch.whole:
        # The commonest value.
        ranked = sketch.but(
            tally=Tally("count", sketch.target, None),
            key=sketch.columns[0],
            order=Sorting(None, one.ranking.descending),
            whole=False,
            columns=(),
        )
        ranked.believe(work.weights, ["rank.commonest_value", *_limits(sketch)])
        yield from _ranked(work, ranked, one)


def _by_aggregate(work: Work, sketch: Sketch, one: RankAnchor, word: str) -> Iterator[Sketch]:
    """What is told of another thing, added up or on average for each: the best rated hotel."""
    fits = [m for m in work.ground.measures.values() if m.number]
    options: list[tuple[float, float, Owned]] = []
    for owned in work.owned(sketch, one.start, fits, span=6, behind=True):
        named = work.ground.measure_named(owned.measure, one.ranking.measures)
        if owned.mention is not None or named:
            options.append((owned.score + named, named, owned))
    options.sort(key=lambda option: -option[0])
    for _, named, owned in options[:3]:
        for joined, ref in work.with_owner(sketch, owned, one.start):
            if joined.group_of(ref) or (ref == joined.target and not joined.whole):
                continue
            for function in ("sum", "avg"):
                tally = Tally(function, ref, owned.measure.name)
                order = Sorting(None, one.ranking.descending)
                cover = owned.mention.mask if owned.mention is not None else 0
                ranked = of_each(joined, tally, order=order, cover=cover)
                ranked.said, ranked.score = joined.said, joined.score
                said: list[Belief] = [
                    f"rank.by_{function}",
                    f"rank.by_{function}_{word}",
                    f"rank.by_{function}_of_{'link' if ref < 0 else 'node'}",
                    *_limits(sketch),
                ]
                if owned.mention is not None:
                    said += [
                        ("rank.named", owned.mention.score),
                        ("rank.distance", float(owned.distance)),
                    ]
                if named:
                    said.append(("rank.measure", named))
                if owned.ref is None:
                    said.append("rank.new_owner")
                yield from _ranked(work, ranked.believe(work.weights, said), one)


def _by_ratio(work: Work, sketch: Sketch, one: RankAnchor) -> Iterator[Sketch]:
    """By a figure for each of another: the highest revenue per employee."""
    for shown in sketch.columns:
        if shown.second() is not None:
            ordered = sketch.but(order=Sorting(shown, one.ranking.descending))
            yield from _ranked(work, ordered.believe(work.weights, ["rank.by_ratio"]), one)


def _by_part(work: Work, sketch: Sketch, one: RankAnchor) -> Iterator[Sketch]:
    """The year or month in which most came to be: in which month were the most flights delayed."""
    forms = work.anchors.forms
    at = next((n for n, form in enumerate(forms[:4]) if form in LEXICON.parts), None)
    if at is None or forms[at - 1] not in ("which", "what") or sketch.whole or sketch.columns:
        return
    times = [m for m in work.ground.by_owner.get(sketch.owner(sketch.target), ()) if m.dated]
    for measure in times[:3]:
        yearly = measure.kind in ("year", "year_text")
        if yearly and LEXICON.parts[forms[at]] != "year":
            continue
        key = Shown(sketch.target, measure.name, "" if yearly else LEXICON.parts[forms[at]])
        ranked = sketch.but(
            tally=Tally("count", sketch.target, None),
            key=key,
            order=Sorting(None, one.ranking.descending),
            cover=1 << at,
        )
        alone = "only" if len(times) == 1 else "one_of_several"
        said = ["rank.part", f"group.by_part_{alone}"]
        yield from _ranked(work, ranked.believe(work.weights, said), one)


def _by_property(work: Work, sketch: Sketch, one: RankAnchor, word: str) -> Iterator[Sketch]:
    fits = [m for m in work.ground.measures.values() if m.number or m.dated]
    options: list[tuple[float, float, Owned]] = []
    for owned in work.owned(sketch, one.start, fits, span=6, behind=True):
        named = work.ground.measure_named(owned.measure, one.ranking.measures)
        if not named and one.ranking.time and owned.measure.dated:
            named = 0.45
        options.append((owned.score + named, named, owned))
    options.sort(key=lambda option: -option[0])
    # By what an earlier answer showed or was asked for by, or what joins its rows to others.
    kept = [o for o in options[6:] if o[2].before(sketch)]
    joining = [o for o in options[6:] if sketch.given and (o[2].ref or 0) < 0]
    kept += [o for o in joining if not o[2].measure.dated and o not in kept][:2]
    likest = {o.measure.owner: 0.0 for _, _, o in options}
    for _, named, owned in options:
        likest[owned.measure.owner] = max(likest[owned.measure.owner], named)
    for _, named, owned in [*options[:6], *kept]:
        measure = owned.measure
        if owned.ref is not None and sketch.group_of(owned.ref):
            continue
        sure = owned.mention is not None and owned.mention.sure
        for joined, ref in work.with_owner(sketch, owned, one.start):
            if joined.tally is not None and (joined.key is None or ref != joined.key.ref):
                continue
            descending = one.ranking.descending
            turned = {"oldest": not measure.dated, "youngest": not measure.dated}
            turned |= {"older": measure.dated, "younger": measure.dated}
            turned |= {"longest": measure.dated, "longer": measure.dated}
            if turned.get(one.word, False):
                # Who is older was born before; who is here longest came first.
                descending = not descending
            joined.order = Sorting(Shown(ref, measure.name), descending)
            said: list[Belief] = ["rank.by_property", *_limits(sketch)]
            if owned.mention is not None:
                behind = owned.mention.start >= one.end
                said += [
                    ("rank.named", owned.mention.score),
                    ("rank.distance", float(owned.distance)),
                    f"rank.{owned.mention.how}",
                    "rank.named_behind" if behind else "rank.named_before",
                ]
                joined.covered |= owned.mention.mask
                if "by" in work.anchors.before(owned.mention.start, 2):
                    said.append("rank.named_by")
            else:
                said.append("rank.unnamed")
            if named:
                said.append(("rank.measure", named))
            if named < likest[measure.owner] and not sure and not one.ranking.time:
                # The most expensive has the highest price rather than the highest cost.
                said.append("rank.measure_outdone")
            said += _kind_of(work, sketch, owned, ref)
            kind = "time" if measure.dated else "number"
            said += [f"rank.{kind}", f"rank.{word}:{kind}"]
            yield from _ranked(work, joined.believe(work.weights, said), one)


def _kind_of(work: Work, sketch: Sketch, owned: Owned, ref: int) -> Iterator[str]:
    """What speaks for or against a property as what is ranked by."""
    measure = owned.measure
    if measure.kind == "number_text" and measure.stored.distinct > _IDENTIFIES:
        yield "rank.identifier"
    if work.by_identifier(measure, owned.mention):
        yield "rank.by_identifier"
    if measure.reckoned:
        yield "rank.reckoned"
    if ref != sketch.target:
        yield "rank.of_link" if ref < 0 else "rank.of_another"
    if owned.mention is None and work.ground.is_own_time(measure):
        yield "rank.own_time"
    if sketch.asked_before(ref, measure.name):
        yield "rank.of_kept"
    if owned.ref is None:
        yield "rank.new_owner"


def _by_length(work: Work, sketch: Sketch, one: RankAnchor) -> Iterator[Sketch]:
    """By how long a text is: the longest title."""
    if "written_length" not in one.ranking.measures or sketch.tally is not None:
        return
    for mention in work.anchors.mentions:
        if mention.element[0] != "property" or not mention.sure or mention.start != one.end:
            continue
        _, owner, name = mention.element
        for ref in sketch.refs():
            text = sketch.owner(ref) == owner and not sketch.group_of(ref)
            if text and work.ground.measures[owner, name].kind == "text":
                by = Shown(ref, name, "size")
                ordered = sketch.but(order=Sorting(by, one.ranking.descending), cover=mention.mask)
                said: list[Belief] = ["rank.by_length", ("rank.named", mention.score)]
                yield from _ranked(work, ordered.believe(work.weights, said), one)


def sortings(work: Work) -> list[tuple[int, int]]:
    """Return (start, end) of words that ask for an order: sorted by, by."""
    forms, found = work.anchors.forms, list[tuple[int, int]]()
    for at, form in enumerate(forms):
        if form in _SORTS:
            until = next((n for n in range(at, min(at + 4, len(forms))) if forms[n] == "by"), at)
            found.append((at, until + 1))
        elif not (found and at - found[-1][1] <= _BESIDE):
            length = next((n for n in (3, 1) if forms[at : at + n] in LEXICON.orders), 0)
            length = length or form in _ALPHABETIC
            found += [(at, at + length)] if length else []
        if form == "by" and not any(start <= at < end for start, end in found):
            found.append((at, at + 1))
    return found


def sorted_by(work: Work, sketch: Sketch, words: tuple[int, int]) -> Iterator[Sketch]:
    """Yield the sketch in the order that is asked for, and as it is."""
    start, end = words
    forms = work.anchors.forms
    strong = forms[start] != "by"
    if sketch.order is not None or (sketch.form != "list" and sketch.key is None):
        yield sketch
        return
    yield sketch.but().believe(work.weights, ["sort.skipped"]) if strong else sketch
    mask = (1 << end) - (1 << start)
    directions = _directions(work)
    if sketch.tally is not None and sketch.key is not None:
        ordered = sketch.but(order=Sorting(None, directions[0]), cover=mask)
        yield ordered.believe(work.weights, ["sort.by_tally" if strong else "sort.bare_by_tally"])
    ratio = next((one for one in sketch.columns if one.second() is not None), None)
    if ratio is not None:
        for descending in directions:
            ordered = sketch.but(order=Sorting(ratio, descending), cover=mask)
            yield ordered.believe(work.weights, ["sort.by_ratio"])
    if strong:
        yield from _by_shown(work, sketch, directions, mask)
    for owned in work.owned(sketch, end, work.ground.measures.values(), span=4, behind=True)[:4]:
        mention, ref = owned.mention, owned.ref
        if mention is None or ref is None:
            continue
        # Population descending.
        fronted = forms[start:end] in LEXICON.orders and mention.end == start
        if mention.start < end and not fronted:
            continue
        if sketch.tally is not None and (sketch.key is None or ref != sketch.key.ref):
            continue
        for descending in directions:
            order = Sorting(Shown(ref, owned.measure.name), descending)
            said: list[Belief] = [
                "sort.by_property" if strong else "sort.bare_by_property",
                ("sort.named", mention.score),
                f"sort.{mention.how}",
            ]
            if work.by_identifier(owned.measure, mention):
                said.append("sort.by_identifier")
            if len(directions) > 1:
                said.append("sort.guess_down" if descending else "sort.guess_up")
            yield sketch.but(order=order, cover=mask | mention.mask).believe(work.weights, said)
    yield from _list_by(work, sketch, words)
    named = work.ground.display.get(sketch.owner(sketch.target), ())
    if work.anchors.forms[start].startswith("alphabetical") and named and sketch.tally is None:
        order = Sorting(Shown(sketch.target, named[0]), False)
        yield sketch.but(order=order, cover=mask).believe(work.weights, ["sort.alphabetical"])


def _by_shown(work: Work, sketch: Sketch, directions: list[bool], mask: int) -> Iterator[Sketch]:
    """Yield the sketch in order of a figure that an earlier answer showed: descending."""
    for shown in sketch.columns if sketch.tally is None else ():
        measure = work.ground.measures.get((sketch.owner(shown.ref), str(shown.property)))
        if measure is None or not (measure.number or measure.dated):
            continue
        if not sketch.asked_before(shown.ref, measure.name):
            continue
        for descending in directions:
            ordered = sketch.but(order=Sorting(shown, descending), cover=mask)
            yield ordered.believe(work.weights, ["sort.by_shown"])


def _list_by(work: Work, sketch: Sketch, words: tuple[int, int]) -> Iterator[Sketch]:
    """Yield the list told thing by thing: visits by vet."""
    start, end = words
    if sketch.tally is not None or sketch.whole or sketch.columns:
        return
    for number, vertex in enumerate(sketch.vertices):
        at = vertex.position if vertex.position is not None else -1
        called = work.ground.display.get(vertex.label, ())[:1]
        if number == sketch.target or vertex.group or not called or not 0 <= at - end <= 1:
            continue
        by = sketch.but(
            columns=(Shown(number, None),),
            order=Sorting(Shown(number, called[0]), False),
            cover=mask_of(start, end),
        )
        yield by.believe(work.weights, ["sort.by_vertex"])


def _directions(work: Work) -> list[bool]:
    """Return whether an order is descending; both where nothing tells, descending first."""
    forms = work.anchors.forms
    said = {LEXICON.orders.get(forms[at : at + n]) for at in range(len(forms)) for n in (1, 3)}
    up = "up" in said or bool(_ALPHABETIC & {*forms}) or _superlative_says(work, False)
    down = "down" in said or _superlative_says(work, True)
    if up and down:
        return [False, True]
    return [down] if up or down else [True, False]


def _superlative_says(work: Work, descending: bool) -> bool:
    """Return whether *highest first* and the like tell the direction."""
    forms = work.anchors.forms
    return any(
        one.ranking.descending == descending and forms[one.end : one.end + 1] == ("first",)
        for one in work.anchors.ranks
    )
