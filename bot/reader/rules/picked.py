"""What is picked before the rest is asked: boats in the race with the most entries."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import RankAnchor
from bot.reader.rules.work import Owned, Work
from bot.reader.sketch import Belief, Inner, Link, Shown, Sketch, Sorting, Tally

_BEFORE, _BEHIND = 5, 2


def towards(sketch: Sketch, number: int) -> int | None:
    """Return what a vertex is joined to on its way to the target; None where it is joined to none.

    Args:
        sketch: Whose links are gone along.
        number: Where to begin.
    """
    came, level = {sketch.target: sketch.target}, [sketch.target]
    while level and number not in came:
        following = [
            (there, here)
            for here in level
            for link in sketch.links
            if here in (link.start, link.end)
            for there in (link.start, link.end)
            if there not in came and not sketch.vertices[there].group
        ]
        level = [there for there, _ in following]
        came |= dict(following)
    return came.get(number) if number != sketch.target else None


def of_many(
    work: Work, sketch: Sketch, counted: int, having: tuple[str, int | float]
) -> Sketch | None:
    """Return the sketch of what goes on from those that have so many of something."""
    via = towards(sketch, counted)
    if via is None or sketch.inner is not None:
        return None
    if via == sketch.target and not work.anchors.aggregates:
        return None
    return sketch.but(inner=Inner(via, Tally("count", counted, None), having))


def both(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch of all that something has that is told by one of them, and as it is.

    All films of the director of one film, and not only the others.
    """
    yield sketch
    if sketch.inner is not None or sketch.order is not None or sketch.form == "yes_no":
        return
    label = sketch.owner(sketch.target)
    for via, other in ((x.start, x.end) for link in sketch.links for x in (link, _turned(link))):
        if via == sketch.target or other != sketch.target or sketch.vertices[via].group:
            continue
        ends = [
            x.end if x.start == via else x.start for x in sketch.links if via in (x.start, x.end)
        ]
        if any(n != other and sketch.vertices[n].label == label for n in ends):
            yield sketch.but(inner=Inner(via)).believe(work.weights, ["inner.both"])


def _turned(link: Link) -> Link:
    return Link(link.end, link.type, link.start)


def picked(work: Work, sketch: Sketch, one: RankAnchor) -> Iterator[Sketch]:
    """Yield the sketch of what goes on from the first of something in an order."""
    if sketch.inner is not None or sketch.form == "yes_no" or sketch.covered & one.mask:
        return
    down = one.ranking.descending
    for via, vertex in enumerate(sketch.vertices):
        if via == sketch.target or vertex.group or vertex.position is None:
            continue
        side, far = "behind", vertex.position - one.end
        if far < 0:
            side, far = "before", one.start - vertex.position
        if far > (_BEHIND if side == "behind" else _BEFORE):
            continue
        said: list[Belief] = ["inner.picked", f"inner.{side}", ("inner.distance", float(far))]
        for owned, named in _measures(work, sketch, one, via):
            if side == "before" and owned.mention is None:
                continue
            order = Sorting(Shown(via, owned.measure.name), down)
            first = sketch.but(inner=Inner(via, order=order, limit=1), cover=one.mask)
            told = [*said, "inner.by_property", ("rank.measure", named)]
            if owned.mention is not None:
                first.covered |= owned.mention.mask
                told += [("rank.named", owned.mention.score)]
                told += [("rank.distance", float(owned.distance))]
            yield first.believe(work.weights, told)
        for number, other in enumerate(sketch.vertices):
            if side == "before" and other.position is None:
                continue
            if other.group or towards(sketch, number) != via or number == sketch.target:
                continue
            tally = Tally("count", number, None)
            inner = Inner(via, tally, order=Sorting(None, down), limit=1)
            most = sketch.but(inner=inner, cover=one.mask)
            told = [*said, "inner.by_count"]
            if other.position is not None:
                told.append(("rank.count_distance", float(min(abs(other.position - one.end), 8))))
            else:
                told.append("rank.count_of_implied")
            yield most.believe(work.weights, told)


def _measures(
    work: Work, sketch: Sketch, one: RankAnchor, via: int
) -> Iterator[tuple[Owned, float]]:
    """The two likeliest properties to rank by, and how well the superlative speaks for them."""
    owner = sketch.owner(via)
    fits = [m for m in work.ground.by_owner.get(owner, ()) if m.number or m.dated]
    options: list[tuple[float, float, Owned]] = []
    for owned in work.owned(sketch, one.start, fits, span=6, behind=True):
        named = work.ground.measure_named(owned.measure, one.ranking.measures)
        if not named and one.ranking.time and owned.measure.dated:
            named = 0.45
        if owned.ref == via and (named or owned.mention is not None):
            options.append((owned.score + named, named, owned))
    options.sort(key=lambda option: -option[0])
    yield from ((owned, named) for _, named, owned in options[:2])
