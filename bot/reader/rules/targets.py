"""What is asked for: the first sketches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bot.reader.anchors import Mention, RankAnchor, Role
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Link, Shown, Sketch, Tally, Vertex
from bot.reader.words import is_done

_DEEPEST = 3
_BEING = {"is", "are", "was", "were", "'s"}
_OWN = {"their", "a", "an", "the", "his", "her", "its"}
_DOING = {"do", "does", "did"}


def targets(work: Work) -> Iterator[Sketch]:
    """Yield a sketch for each thing that a message may ask for, in each form it may take."""
    fresh = work.on("fresh") if work.past else []
    behind = _asks_behind(work)
    for form, opens in _forms(work):
        for sketch in _asked(work, opens):
            sketch.form = form.removesuffix("_behind")
            said = [f"form.{form}:{work.anchors.opening}", *fresh]
            said += [f"form.asked_behind:{form}"] if behind else []
            yield sketch.believe(work.weights, said)


def _asks_behind(work: Work) -> bool:
    """Return whether which they are is asked behind whether there are any: Who? Name them."""
    tokens, forms = work.anchors.tokens, work.anchors.forms
    asking = LEXICON.question_words | LEXICON.listings
    ends = [n for n, token in enumerate(tokens[:-1]) if token.text == "?"]
    return work.anchors.opening == "auxiliary" and any(forms[n + 1] in asking for n in ends)


def _forms(work: Work) -> Iterator[tuple[str, int]]:
    """(form, the word from which what is asked for may follow)."""
    anchors = work.anchors
    yield "list", anchors.begins
    if anchors.countings:
        start, end = anchors.countings[0]
        yield "count", end
        told = [m for m in anchors.mentions if m.start == end and m.element[0] == "property"]
        if start > 1 and not any(m.how == "exact" for m in told):
            # Flats that nobody manages, number of.
            yield "count_behind", 0
    if anchors.shares and not _shares(work, *anchors.shares[0]):
        yield "share", anchors.shares[0][1]
    if anchors.opening == "auxiliary" and anchors.forms[:2] != ("can", "you"):
        yield "yes_no", 0


def _shares(work: Work, start: int, end: int) -> bool:
    """Return whether a word for a share says that something is had together, or is a property."""
    verb = work.anchors.forms[end : end + 1]
    there = work.anchors.forms[start:end] == ("share",) and bool({*verb} & _OWN)
    named = [m for m in work.anchors.mentions if (m.start, m.end) == (start, end)]
    return there or any(m.element[0] == "property" and m.how == "exact" for m in named)


def _asked(work: Work, opens: int) -> Iterator[Sketch]:
    anchors = work.anchors
    named: list[Mention | Role] = [one for one in anchors.mentions if one.element[0] == "label"]
    named = sorted([*named, *anchors.roles], key=lambda one: (one.start, -one.score))
    named = [one for one in named if one.start >= opens]
    places = sorted({one.start for one in named if one.how != "vector"})
    first = range(anchors.begins, min(anchors.begins + 2, len(anchors.forms)))
    who = next((n for n in first if anchors.forms[n] in ("who", "whom", "whose")), None)
    for one in named:
        rank = sum(place < one.start for place in places)
        if rank > _DEEPEST:
            continue
        said = [
            ("target.rank", float(rank)),
            (f"target.{one.how}", 1.0),
            ("target.distance", (one.start - opens) / 5),
        ]
        if who is not None and who < one.start and one.how != "people":
            said.append(("target.not_who", 1.0))
            copula = anchors.forms[who + 1 : who + 2]
            if copula and copula[0] in _BEING and one.start <= who + 4:
                said.append(("target.who_is", 1.0))
        if _does(work, one):
            said.append(("target.subject", 1.0))
        if (beside := _compound(work, one)) is not None:
            said.append((f"target.before_{beside}", 1.0))
        for sketch in _first(work, one):
            yield sketch.believe(work.weights, said)
    if who is not None:
        for label in work.ground.persons[:4]:
            yield _of(label, who).believe(work.weights, ["target.who", *work.narrow(label)])
    where = next((n for n in first if anchors.forms[n] == "where"), None)
    if where is not None and not work.goes_on(where):
        for label in work.ground.places[:4]:
            sketch = _of(label, where)
            sketch.covered = 1 << where
            yield sketch.believe(work.weights, ["target.where"])
    if work.past and "where" in anchors.forms:
        yield from _whereabouts(work, anchors.forms.index("where"))
    if opens > anchors.begins:
        yield from _by_link(work, opens, opens + 2)
    elif anchors.aggregates or anchors.ranks:
        yield from _by_link(work, 0, len(anchors.forms))
    yield from _by_value(work, named)
    yield from _by_property(work, opens)


def _whereabouts(work: Work, at: int) -> Iterator[Sketch]:
    """Where somebody is who was spoken of: what is next to them, by a relationship of places."""
    spoken = [one for one in work.anchors.values if one.links[0].method.startswith("past_")]
    labels = dict.fromkeys(link.label for one in spoken for link in one.links[:2])
    found = (place for label in labels for place in work.ground.whereabouts(label)[:3])
    for label in dict.fromkeys(found):
        sketch = _of(label, at)
        sketch.covered = 1 << at
        yield sketch.believe(work.weights, ["target.whereabouts"])


def _does(work: Work, one: Mention | Role) -> bool:
    """Return whether a noun is who does it, which is not what is asked: what did the cook make."""
    before = work.anchors.forms[: one.start]
    asked = {*before[:3]} & LEXICON.question_words and bool({*before[-3:]} & _DOING)
    return bool(asked) and not any(value.end <= one.start for value in work.anchors.values)


def _compound(work: Work, one: Mention | Role) -> str | None:
    """Return what is named right behind a noun, which is then rather of what that names."""
    behind = [
        m
        for m in work.anchors.mentions
        if m.start == one.end and m.sure and m.how not in ("part", "people", "derived")
    ]
    kinds = {m.element[0] for m in behind if m.element[1:] != getattr(one, "element", ())[1:]}
    if "label" in kinds:
        return "label"
    return "property" if "property" in kinds else None


def _of(label: str, position: int | None) -> Sketch:
    sketch = Sketch()
    sketch.vertices = (Vertex(label, position),)
    return sketch


def _first(work: Work, one: Mention | Role) -> Iterator[Sketch]:
    if isinstance(one, Mention):
        sketch = _of(one.element[1], one.start)
        sketch.covered = one.mask
        sketch.way = "label"
        yield sketch
        return
    for join in work.ground.schema.relationships[one.type].joins[:3]:
        mine, other = (join.start, join.end) if one.forward else (join.end, join.start)
        sketch = _of(mine, one.start)
        sketch.vertices = (*sketch.vertices, Vertex(other, None, True))
        sketch.links = (Link(0, one.type, 1) if one.forward else Link(1, one.type, 0),)
        sketch.covered, sketch.way = one.mask, "role"
        sign = "+" if one.forward else "-"
        said: list[Belief] = ["target.role", f"target.role{sign}", ("join.named", one.score)]
        yield sketch.believe(work.weights, said)


def _by_link(work: Work, opens: int, until: int) -> Iterator[Sketch]:
    """A relationship is what is counted or reckoned with: how many calls, bookings, mentions."""
    types = [one for one in work.anchors.mentions if one.element[0] == "type" and one.sure]
    for one in sorted(types, key=lambda one: (one.start, -one.score))[:4]:
        if not opens <= one.start <= until:
            continue
        for join in work.ground.schema.relationships[one.element[1]].joins[:2]:
            sketch = _of(join.end, None)
            ends = (Vertex(join.end, None, True), Vertex(join.start, None, True))
            sketch.vertices, sketch.way = ends, "link"
            sketch.links, sketch.covered = (Link(1, one.element[1], 0),), one.mask
            said = ["target.link", f"target.link_{one.how}"]
            yield sketch.believe(
                work.weights, [*said, *work.narrow(join.end), *work.narrow(join.start)]
            )


def _by_value(work: Work, named: list[Mention | Role]) -> Iterator[Sketch]:
    """What a value is of, or what is next to it, where nothing names what is asked for."""
    owners: Counter[str] = Counter()
    for anchor in work.anchors.values:
        # Whoever was named among things of several labels has none.
        labels = {link.label for link in anchor.links[:4]}
        owners.update(label for label in labels if work.ground.is_label(label))
    for label, _ in owners.most_common(3):
        if not any(
            one.score > 0.8 and getattr(one, "element", ("", ""))[1] == label for one in named
        ):
            sketch = _of(label, None)
            sketch.way = "value"
            yield sketch.believe(
                work.weights, ["target.value", *_chosen(work, label), *work.narrow(label)]
            )
    if any(one.how in ("exact", "synonym") and not _is_verb(work, one) for one in named[:1]):
        return
    seen = set()
    for label, _ in owners.most_common(3):
        near = [
            (max((m.score for m in work.anchors.of_type.get(s.type, ())), default=0.0), s)
            for s in work.ground.steps[label]
        ]
        for score, step in sorted(near, key=lambda one: -one[0])[:4]:
            if step.to not in seen:
                seen.add(step.to)
                sketch = _of(step.to, None)
                sketch.way = "unnamed"
                said: list[Belief] = ["target.unnamed", ("target.unnamed_type", score)]
                said += work.narrow(step.to)
                yield sketch.believe(work.weights, said)


def _is_verb(work: Work, one: Mention | Role) -> bool:
    """Return whether a word names a relationship better than what is asked for: written."""
    types = (m for m in work.anchors.mentions if m.element[0] == "type" and m.mask == one.mask)
    return is_done(work.anchors.forms[one.end - 1]) and any(m.score > one.score for m in types)


def _chosen(work: Work, label: str) -> list[str]:
    """Return what says that one of several is asked for that are named: Kale or Spinach."""
    of = [one for one in work.anchors.values if any(link.label == label for link in one.links)]
    between = {f for a, b in pairwise(of) for f in work.anchors.forms[a.end : b.start]}
    more = any(_compares(one) for one in work.anchors.ranks)
    return ["target.chosen"] if more and between & {"or", "vs", "versus", "and"} else []


def _compares(one: RankAnchor) -> bool:
    return one.of_two or (one.word,) in LEXICON.comparatives or one.word in LEXICON.against


def _by_property(work: Work, opens: int) -> Iterator[Sketch]:
    """A property is what is asked for; or whatever has one that is named."""
    mentions = [
        one
        for one in work.anchors.mentions
        if one.element[0] == "property" and one.sure and work.ground.is_label(one.element[1])
    ]
    best: dict[str, float] = {}
    for one in mentions:
        best[one.element[1]] = max(one.score, best.get(one.element[1], 0.0))
    for label in sorted(best, key=lambda name: -best[name])[:4]:
        sketch = _of(label, None)
        sketch.way = "owner"
        yield sketch.believe(work.weights, ["target.owner", *work.narrow(label)])
    near = sorted(
        (one for one in mentions if opens <= one.start <= opens + 6),
        key=lambda one: (one.start, -one.score),
    )
    places = sorted({one.start for one in mentions if one.start >= opens})
    for one in near[:8]:
        rank = sum(place < one.start for place in places)
        if rank > 1:
            continue
        _, label, name = one.element
        sketch = _of(label, None)
        sketch.columns, sketch.whole = (Shown(0, name),), True
        sketch.covered, sketch.way = one.mask, "property"
        prop = work.ground.schema.labels[label].properties[name]
        count = work.ground.schema.labels[label].count
        said = [
            ("target.property", 1.0),
            (f"target.property_{one.how}", 1.0),
            ("target.property_rank", float(rank)),
            ("target.property_distance", (one.start - opens) / 5),
        ]
        if any(m.element == ("label", label) and m.end == one.start for m in work.anchors.mentions):
            said.append(("target.property_behind_owner", 1.0))
        if prop.distinct < 0.5 * count:
            said.append(("target.property_of_few", 1.0))
        said += [(name, 1.0) for name in work.narrow(label)]
        yield sketch.believe(work.weights, said)


def row_key(sketch: Sketch) -> Shown:
    """Return what rows are told apart by: the property asked for, or the target."""
    if sketch.whole and sketch.columns:
        return sketch.columns[0]
    return Shown(sketch.target, None)


def of_each(sketch: Sketch, tally: Tally, **changes: Any) -> Sketch:
    """Return a copy that tells an aggregate of each row."""
    plain = {"key": row_key(sketch), "tally": tally, "whole": False, "columns": ()}
    return sketch.but(**{**plain, **changes})


def set_aside(sketch: Sketch) -> Sketch | None:
    """Return a copy of which something else is told than what each must have so many of."""
    tally, having, key = sketch.tally, sketch.having, sketch.key
    if tally is None or having is None or key is None or sketch.order is not None:
        return None
    if tally.function != "count" or (key.property is None and key.ref != sketch.target):
        return None
    if having[0] == "=":
        # Three of them are rather so many rows.
        return None
    rest = sketch.but(held=(*sketch.held, (tally, *having)), tally=None, having=None, key=None)
    if key.property is not None:
        rest.whole, rest.columns = True, (key,)
    return rest


def of_every_kind(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Whoever is asked for, by no name for them, may be of several labels: who owns it."""
    yield sketch
    target, label = sketch.target, sketch.owner(sketch.target)
    links = [one for one in sketch.links if target in (one.start, one.end)]
    if len(links) != 1 or links[0].start == links[0].end or label in work.labels:
        return
    link, forward = links[0], links[0].start == target
    far = sketch.owner(link.end if forward else link.start)
    kinds = work.ground.kinds_at(link.type, far, forward=forward)
    told = {t.property for t in sketch.tests if t.ref == target}
    told |= {c.property for c in sketch.columns if c.ref == target and c.property is not None}
    told |= {*work.ground.display.get(label, ())}
    owned = all((kind, name) in work.ground.measures for kind in kinds for name in told)
    if len(kinds) > 1 and owned and not sketch.vertices[target].every_kind:
        vertices = list(sketch.vertices)
        vertices[target] = vertices[target]._replace(every_kind=True)
        said = ["kinds.every", f"kinds.every:{work.anchors.opening}"]
        yield sketch.but(vertices=tuple(vertices)).believe(work.weights, said)
