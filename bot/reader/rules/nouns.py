"""Labels, roles and values join the pattern, in the order of their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from bot.reader.anchors import Mention, Role, ValueAnchor
from bot.reader.lexicon import LEXICON
from bot.reader.rules.roles import role
from bot.reader.rules.twice import another, not_that
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Link, Sketch, Test
from memory.schema import LinkedValue
from memory.text import split_name

# How one is pointed at who may be of the set itself that is gone on from.
_ITS_OWN = {"past_all", "past_only", "past_first", "past_they"}

Noun: TypeAlias = Mention | Role | ValueAnchor


def noun_places(work: Work) -> list[list[Noun]]:
    """Return the nouns that compete, place by place."""
    places: dict[int, list[Noun]] = defaultdict(list)
    for one in work.anchors.mentions:
        if one.element[0] == "label" and (one.sure or one.score > 0.34):
            places[one.start].append(one)
    for one_role in work.anchors.roles:
        places[one_role.start].append(one_role)
    for value in work.anchors.values:
        places[value.start].append(value)
    return [places[start] for start in sorted(places)]


def noun(work: Work, sketch: Sketch, place: list[Noun]) -> Iterator[Sketch]:
    """Yield the sketch with each of the nouns of one place, and without."""
    acts = False
    for one in place:
        if isinstance(one, Mention):
            yield from not_that(work, sketch, one)
        if sketch.covered & one.mask and not _heads(sketch, one):
            continue
        acts = True
        if isinstance(one, ValueAnchor):
            yield from _value(work, sketch, one)
        elif isinstance(one, Role):
            yield from role(work, sketch, one)
        else:
            yield from _label(work, sketch, one)
    if acts and any(isinstance(one, ValueAnchor) for one in place):
        yield sketch.but().believe(work.weights, ["value.skipped"])
    else:
        yield sketch


def _heads(sketch: Sketch, one: Noun) -> bool:
    """Return whether a value ends in the noun that is asked for: principal investigators."""
    at = sketch.vertices[sketch.target].position
    longer = isinstance(one, ValueAnchor) and one.end - one.start > 1
    return longer and at == one.end - 1 and sketch.covered & one.mask == 1 << at


def _label(work: Work, sketch: Sketch, one: Mention) -> Iterator[Sketch]:
    label, how = one.element[1], f"label.{one.how}"
    for number, vertex in enumerate(sketch.vertices):
        if vertex.label != label or vertex.group:
            continue
        vertices = list(sketch.vertices)
        if vertex.implied:
            vertices[number] = vertex._replace(implied=False, position=one.start)
            said = ["label.was_implied", how]
        else:
            near = one.start - (vertex.position or 0) <= 4
            said = ["label.again", "label.again_near" if near else "label.again_far", how]
        yield sketch.but(vertices=tuple(vertices), cover=one.mask).believe(work.weights, said)
    for joined, _ in work.attach(sketch, label, one.start):
        joined.covered |= one.mask
        yield joined.believe(work.weights, ["label.new", how])
    for group in range(1, len(sketch.groups) + 1):
        inside = [n for n, v in enumerate(sketch.vertices) if v.group == group]
        for joined, _ in work.attach(sketch, label, one.start, group=group, sources=inside, most=1):
            joined.covered |= one.mask
            yield joined.believe(work.weights, ["label.new", "group.chained", how])
    for grouped, group in _two_ways(work, sketch, one.start):
        for joined, _ in work.attach(
            grouped, label, one.start, group=group, sources=[sketch.target], most=2
        ):
            joined.covered |= one.mask
            yield joined.believe(work.weights, ["label.new", how, "either.labels"])
    if (word := work.negation(sketch, one.start)) is not None:
        grouped, group = work.new_group(sketch, "not")
        for joined, _ in work.attach(grouped, label, one.start, group=group):
            joined.covered |= one.mask | 1 << word
            yield joined.believe(work.weights, ["negation.used", how])


def _value(work: Work, sketch: Sketch, anchor: ValueAnchor) -> Iterator[Sketch]:
    seen = set[tuple[object, ...]]()
    for link in anchor.links:
        # Two of one kind may have been spoken of.
        told = str(link.value) if link.method.startswith("past_") else ""
        if (link.label, link.property, told) in seen:
            continue
        seen.add((link.label, link.property, told))
        if not work.ground.is_label(link.label):
            yield from _on_link(work, sketch, anchor, link)
            continue
        negated = work.negation(sketch, anchor.start, 4)
        for number, vertex in enumerate(sketch.vertices):
            if vertex.label == link.label:
                yield from _on_vertex(work, sketch, anchor, link, number, negated)
        for joined, new in work.attach(sketch, link.label, anchor.start, why="value"):
            forms = work.anchors.forms[anchor.start : anchor.end]
            both = isinstance(link.value, tuple) and "both" in forms
            if both:
                yield from _both(work, joined, anchor, link, new)
            said = ["value.new", *(["value.one_of_both"] if both else [])]
            yield _named(work, joined, anchor, link, new, said)
        for group in range(1, len(sketch.groups) + 1):
            inside = [n for n, v in enumerate(sketch.vertices) if v.group == group]
            options = work.attach(
                sketch, link.label, anchor.start, group=group, sources=inside, most=2, why="value"
            )
            for joined, new in options:
                yield _named(work, joined, anchor, link, new, ["value.new", "group.chained"])
        if negated is not None:
            grouped, group = work.new_group(sketch, "not")
            for joined, new in work.attach(
                grouped, link.label, anchor.start, group=group, why="value"
            ):
                joined.covered |= 1 << negated
                said = ["value.new", "negation.used"]
                # Rather what is told of them is denied: not the retired ones.
                said += ["negation.of_all"] if link.method == "past_all" else []
                yield _named(work, joined, anchor, link, new, said)
        yield from _alternative(work, sketch, anchor, link)


def _both(
    work: Work, joined: Sketch, anchor: ValueAnchor, link: LinkedValue, new: int
) -> Iterator[Sketch]:
    """Each of two that were spoken of, joined in the same way: missions where both searched."""
    values: Any = link.value
    if len(values) == 2:
        nodes = link.nodes if len(link.nodes) == 2 else ()
        first = replace(link, value=values[0], nodes=nodes[:1])
        one = _named(work, joined.but(), anchor, first, new, ["value.each_of_both"])
        yield from another(work, one, Test(new, link.property, "", "=", values[1], nodes[1:]))


def _on_vertex(
    work: Work,
    sketch: Sketch,
    anchor: ValueAnchor,
    link: LinkedValue,
    number: int,
    negated: int | None,
) -> Iterator[Sketch]:
    vertex = sketch.vertices[number]
    same = [
        t for t in sketch.tests if t.ref == number and t.property == link.property and not t.part
    ]
    if same and same[0] in sketch.kept:
        yield from _of_before(work, sketch, anchor, link, same[0], negated)
    if same:
        if same[0].value == link.value:
            # The same again (`again`).
            again = sketch.but(cover=anchor.mask)
            yield again.believe(work.weights, [f"value.{link.method}", "value.again"])
        yield from _one_more(work, sketch, anchor, link, same[0])
        return
    yield from _called_otherwise(work, sketch, anchor, link, number)
    said = ["value.on_vertex"]
    if number == sketch.target:
        said.append(f"value.on_target:{sketch.way}")
    changed = sketch.but()
    if vertex.implied:
        vertices = list(sketch.vertices)
        vertices[number] = vertex._replace(implied=False, position=anchor.start)
        changed.vertices = tuple(vertices)
        said.append("value.on_implied")
    if negated is not None and not vertex.group:
        other = Test(number, link.property, "", "<>", link.value)
        unlike = changed.but(
            tests=(*changed.tests, other), cover=anchor.mask | 1 << negated
        ).believe(work.weights, [*said, f"value.{link.method}", "negation.unequal"])
        if link.method == "past_all":
            unlike.believe(work.weights, ["negation.of_all"])
        yield unlike
    yield _named(work, changed, anchor, link, number, said)


def _of_before(
    work: Work,
    sketch: Sketch,
    anchor: ValueAnchor,
    link: LinkedValue,
    test: Test,
    negated: int | None,
) -> Iterator[Sketch]:
    """A value beside one that was asked for before, instead of it, or the same that is no more."""
    if _also(work, anchor):
        # Men, too: as well as the women.
        values = (test.value,) if test.operator == "=" else ()
        both = test._replace(operator="IN", value=(*values, link.value), nodes=())
        wider = sketch.but(
            tests=tuple(both if t is test else t for t in sketch.tests),
            kept=sketch.kept - {test},
            cover=anchor.mask,
        )
        if values and not isinstance(link.value, tuple) and link.value != test.value:
            yield wider.believe(work.weights, ["past.added", f"value.{link.method}"])
    if negated is not None:
        yield from _taken_out(work, sketch, anchor, link, test, negated)
    # Not Norway any more: Sweden.
    rest = tuple(t for t in sketch.tests if t is not test)
    again = sketch.but(tests=rest, kept=sketch.kept - {test})
    to_go = negated is not None and negated in work.anchors.removals
    how = ["past.replaced", *(["past.replaced_to_go"] if to_go else [])]
    yield _named(work, again, anchor, link, test.ref, how)
    if negated is not None and test.value == link.value:
        # Not Norway: what is, may stand elsewhere.
        cover = anchor.mask | 1 << negated
        yield sketch.but(cover=cover).believe(work.weights, ["past.corrected"])
        other = test._replace(operator="<>")
        denied = again.but(tests=(*rest, other), cover=cover)
        yield denied.believe(work.weights, ["past.turned", f"value.{link.method}"])


def _called_otherwise(
    work: Work, sketch: Sketch, anchor: ValueAnchor, link: LinkedValue, number: int
) -> Iterator[Sketch]:
    """Instead of what was asked about by its name another that is called by what it has: Lyon's."""
    kept = [t for t in sketch.tests if t.ref == number and t in sketch.kept]
    if len(kept) == 1 and kept[0].operator == "=" and isinstance(kept[0].value, str):
        rest = tuple(t for t in sketch.tests if t is not kept[0])
        again = sketch.but(tests=rest, kept=sketch.kept - {kept[0]})
        yield _named(
            work, again, anchor, link, number, ["past.replaced", "past.replaced_otherwise"]
        )


def _also(work: Work, anchor: ValueAnchor) -> bool:
    """Return whether a value is told to come on top: men too; also the men."""
    near = {*work.anchors.before(anchor.start, 2), *work.anchors.forms[anchor.end : anchor.end + 2]}
    return bool(near & LEXICON.additions)


def _taken_out(
    work: Work, sketch: Sketch, anchor: ValueAnchor, link: LinkedValue, test: Test, negated: int
) -> Iterator[Sketch]:
    """One of several values is to go: councils or treaties, without the treaties."""
    if test.operator != "IN" or link.value not in test.value or test.nodes:
        return
    rest = tuple(value for value in test.value if value != link.value)
    stays = test._replace(operator="=" if len(rest) == 1 else "IN")
    stays = stays._replace(value=rest[0] if len(rest) == 1 else rest)
    tests = tuple(stays if t is test else t for t in sketch.tests)
    cover = anchor.mask | 1 << negated
    fewer = sketch.but(tests=tests, kept=sketch.kept - {test}, cover=cover)
    yield fewer.believe(work.weights, ["past.taken_out", f"value.{link.method}"])


def _one_more(
    work: Work, sketch: Sketch, anchor: ValueAnchor, link: LinkedValue, test: Test
) -> Iterator[Sketch]:
    """A second value of the same property: either of them."""
    before = work.anchors.before(anchor.start, 3)
    if link.method.startswith("past_") and work.anchors.forms[anchor.start] in LEXICON.singulars:
        # The second one, where was that: who has been named.
        yield sketch.but(cover=anchor.mask).believe(work.weights, ["value.past_again"])
        return
    if test.operator == "HAS" and {"and", ","} & set(before):
        both = Test(test.ref, test.property, "", "HAS", link.value)
        listed = sketch.but(tests=(*sketch.tests, both), cover=anchor.mask)
        yield listed.believe(work.weights, [f"value.{link.method}", "value.both_of_list"])
    if test.operator == "HAS" and "or" in before and sketch.ors <= {test}:
        other = test._replace(value=link.value, nodes=())
        listed = sketch.but(tests=(*sketch.tests, other), ors=frozenset((test, other)))
        listed.covered |= anchor.mask | _or_before(work, anchor.start)
        yield listed.believe(work.weights, [f"value.{link.method}", "value.either"])
    if {"and", "well"} & set(work.anchors.before(anchor.start, 6)):
        second = test._replace(operator="=", value=link.value, nodes=link.nodes)
        for twice in another(work, sketch, second):
            twice.covered |= anchor.mask
            yield twice.believe(work.weights, [f"value.{link.method}", "twice.value"])
    if test.operator == "<>" and {"or", "and", "nor", ","} & set(before):
        # Neither Norway nor Chile; other than these two.
        nor = test._replace(value=link.value, nodes=())
        neither = sketch.but(tests=(*sketch.tests, nor), cover=anchor.mask)
        yield neither.believe(work.weights, [f"value.{link.method}", "value.neither"])
    if test.operator not in ("=", "IN") or not {"or", "and", "nor", ",", "either"} & set(before):
        return
    value: Any = link.value
    values = test.value if test.operator == "IN" else (test.value,)
    more = value if isinstance(value, tuple) else (value,)
    either = test._replace(operator="IN", value=(*values, *more), nodes=())
    tests = tuple(either if t is test else t for t in sketch.tests)
    apart = bool(LEXICON.boths & {*work.anchors.forms})
    listed_as = "value.both_listed:apart" if apart else "value.both_listed"
    said = [f"value.{link.method}", "value.either" if "or" in before else listed_as]
    cover = anchor.mask | _or_before(work, anchor.start)
    yield sketch.but(tests=tests, cover=cover).believe(work.weights, said)


def _or_before(work: Work, start: int) -> int:
    """Return the bit of the *or* shortly before a place."""
    before = range(max(0, start - 4), start)
    return sum(1 << at for at in before if work.anchors.forms[at] == "or")


def _alternative(
    work: Work, sketch: Sketch, anchor: ValueAnchor, link: LinkedValue
) -> Iterator[Sketch]:
    """A value joined in another way than the one before *or*: at the Prado or by El Greco."""
    for grouped, second in _two_ways(work, sketch, anchor.start):
        for joined, new in work.attach(
            grouped, link.label, anchor.start, group=second, sources=[sketch.target]
        ):
            yield _named(work, joined, anchor, link, new, ["value.new", "either.patterns"])


def _two_ways(work: Work, sketch: Sketch, start: int) -> Iterator[tuple[Sketch, int]]:
    """Yield the sketch in which what was last spoken of is one of two, and the other's group."""
    if "or" not in work.anchors.before(start, 4):
        return
    last = max((v.position for v in sketch.vertices if v.position is not None), default=None)
    leaf = next(
        (
            n
            for n, v in enumerate(sketch.vertices)
            if v.position == last and n != sketch.target and not v.group
        ),
        None,
    )
    if leaf is None or sketch.groups or len(_touching(sketch, leaf)) != 1:
        return
    grouped, first = work.new_group(sketch, "any")
    grouped.covered |= _or_before(work, start)
    vertices = list(grouped.vertices)
    vertices[leaf] = vertices[leaf]._replace(group=first)
    grouped.vertices = tuple(vertices)
    yield work.new_group(grouped, "any")


def _touching(sketch: Sketch, number: int) -> list[Link]:
    return [one for one in sketch.links if number in (one.start, one.end)]


def _on_link(
    work: Work, sketch: Sketch, anchor: ValueAnchor, link: LinkedValue
) -> Iterator[Sketch]:
    there = [-1 - n for n, one in enumerate(sketch.links) if one.type == link.label]
    for ref in there:
        same = [t for t in sketch.tests if t.ref == ref and t.property == link.property]
        if same:
            yield from _one_more(work, sketch, anchor, link, same[0])
        else:
            yield _named(work, sketch.but(), anchor, link, ref, ["value.on_link"])
        if same and same[0] in sketch.kept:
            negated = work.negation(sketch, anchor.start, 4)
            yield from _of_before(work, sketch, anchor, link, same[0], negated)
    if link.label not in work.ground.schema.relationships:
        return
    if not there:
        for joined, ref in work.link_on(sketch, link.label):
            yield _named(work, joined, anchor, link, ref, ["value.new"])
    if (at := work.negation(sketch, anchor.start, 4)) is not None:
        # Bookings, but none in Economy.
        grouped, group = work.new_group(sketch, "not")
        for joined, ref in work.link_on(grouped, link.label, group=group):
            joined.covered |= 1 << at
            yield _named(work, joined, anchor, link, ref, ["value.new", "negation.used"])


def _operator(listed: bool, link: LinkedValue) -> str:
    if isinstance(link.value, tuple):
        return "IN"
    return "HAS" if listed else "="


def _parallel(work: Work, sketch: Sketch, anchor: ValueAnchor, link: LinkedValue) -> str | None:
    """Return whether what is listed beside another value is of its kind, where it may be."""
    if not {"and", "or", ",", "/"} & set(work.anchors.before(anchor.start, 1)):
        return None
    earlier = [one for one in work.anchors.values if anchor.start - 2 <= one.end < anchor.start]
    if not earlier:
        return None
    kinds = {(x.label, x.property) for x in earlier[-1].links} & {
        (x.label, x.property) for x in anchor.links
    }
    if not kinds:
        return None
    value = {x.value for x in earlier[-1].links}
    used = {
        (sketch.owner(t.ref), t.property)
        for t in sketch.tests
        if isinstance(t.value, str) and t.value in value
    }
    return "value.parallel" if (link.label, link.property) in used else "value.not_parallel"


def _named(
    work: Work,
    sketch: Sketch,
    anchor: ValueAnchor,
    link: LinkedValue,
    ref: int,
    said: list[str],
) -> Sketch:
    """The sketch, which nobody else holds, with the value on what has it."""
    anchors, start = work.anchors, anchor.start
    measure = work.ground.measures.get((link.label, link.property))
    listed = measure is not None and measure.kind == "list"
    sketch.tests = (
        *sketch.tests,
        Test(ref, link.property, "", _operator(listed, link), link.value, link.nodes),
    )
    sketch.covered |= anchor.mask
    told: list[Belief] = [
        *said,
        f"value.{link.method}",
        ("value.score", link.score),
    ]
    told.append(work.whose(sketch, ref, start))
    word = next(
        (w for w in reversed(anchors.before(start, 2)) if w not in ("the", "a", "an", "'s")), ""
    )
    if word in LEXICON.within:
        told.append(f"value.behind_{word}:{'new' if 'value.new' in said else 'there'}")
        if ref >= 0 and any(word in split_name(x.type) for x in _touching(sketch, ref)):
            told.append("value.preposition_of_type")
    if sketch.given and link.method in _ITS_OWN and "past.replaced" not in said:
        # They are of the set already that is gone on from.
        aside = "value.past_from" if sketch.target >= sketch.given else "value.past_aside"
        told.append("value.past_own" if ref == sketch.target else aside)
    if link.method == "past_all" and work.asked_for:
        told.append("value.past_all_plain")
    if len({(x.label, x.property) for x in anchor.links}) > 1:
        told.append("value.ambiguous")
    if (parallel := _parallel(work, sketch, anchor, link)) is not None:
        told.append(parallel)
    told += _typed(work, anchor)
    if start < anchor.end - 1 == sketch.vertices[sketch.target].position:
        told.append("value.with_head")
    if anchors.named[start] >= 0.8 and anchor.end - start == 1 and not anchor.quoted:
        told.append("value.also_a_name")
    for one in anchors.mentions:
        beside = 0 <= start - one.end <= 2 or 0 <= one.start - anchor.end <= 1
        if one.element == ("label", link.label) and one.sure and beside:
            told.append("value.label_beside")
            sketch.covered |= one.mask
            break
    for one in anchors.of_property.get((link.label, link.property), ()):
        if one.sure and (-1 <= start - one.end <= 3 or 0 <= one.start - anchor.end <= 1):
            told.append("value.property_beside")
            sketch.covered |= one.mask
            break
    if link.property in work.ground.display.get(link.label, ()):
        told.append("value.display")
    return sketch.believe(work.weights, told)


def _typed(work: Work, anchor: ValueAnchor) -> Iterator[str]:
    """What the way that a value is typed says of it."""
    if anchor.quoted:
        yield "value.quoted"
    elif not anchor.capital and not work.anchors.lower:
        yield "value.small"
        if anchor.end - anchor.start == 1:
            yield "value.small_word"
            if work.anchors.forms[anchor.start] in LEXICON.function_words:
                yield "value.function_word"
