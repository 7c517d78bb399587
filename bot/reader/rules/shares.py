"""For how many of all something holds: what percentage of orders was cancelled."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import mask_of
from bot.reader.rules.tallies import grouped
from bot.reader.rules.work import Work
from bot.reader.sketch import Sketch, Tally


def shared(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield a sketch that asks for a share with each test that may be what is shared."""
    if sketch.form != "share":
        yield sketch
        return
    plain = [test for test in sketch.tests if not sketch.group_of(test.ref)]
    start, end = work.anchors.shares[0]
    options = {frozenset(plain): "share.of_all", frozenset(plain[-1:]): "share.of_last"}
    for test in plain[:-1]:
        options.setdefault(frozenset([test]), "share.of_earlier")
    for option, how in options.items():
        if option:
            told = sketch.but(shared=option, whole=False, columns=(), cover=mask_of(start, end))
            told.tally = told.key = told.order = told.limit = None
            yield told.believe(work.weights, [how])
            yield from _of_each(work, told)


def _of_each(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """The share within each: of each year, for every carrier."""
    held = {test.property for test in sketch.shared}
    counted = sketch.but(tally=Tally("count", sketch.target, None))
    counted.said, counted.score = sketch.said, sketch.score
    for by in grouped(work, counted):
        key = by.key
        if key is not None and key.property not in held and (key.property or key.ref):
            by.tally, by.form = None, "share"
            yield by.believe(work.weights, ["share.of_each"])
