"""For how many of all something holds: what percentage of orders was cancelled."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.rules.quantifiers import spot_of
from bot.reader.rules.tallies import grouped
from bot.reader.rules.work import Work
from bot.reader.sketch import Sketch, Tally, Test


def shared(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """Yield a sketch that asks for a share with each test that may be what is shared."""
    if sketch.form != "share":
        yield sketch
        return
    plain = [test for test in sketch.tests if not sketch.group_of(test.ref)]
    # In the order of their words: of the 2024 flights those that were cancelled.
    plain.sort(key=lambda test: spot_of(work, sketch, test) or (-1, -1))
    start, end = work.anchors.shares[0]
    options = {frozenset(plain): "share.of_all", frozenset(plain[-1:]): "share.of_last"}
    for test in plain[:-1]:
        options.setdefault(frozenset([test]), "share.of_earlier")
    tested = {test.ref for test in plain}
    for ref, vertex in enumerate(sketch.vertices):
        if ref != sketch.target and ref not in tested and not vertex.group:
            # Those that have one at all.
            there = frozenset([Test(ref, "", "there", "", None)])
            options[there] = "share.of_implied" if vertex.implied else "share.of_there"
    for option, how in options.items():
        if option:
            told = sketch.but(shared=option, whole=False, columns=(), cover=mask_of(start, end))
            told.tally = told.key = told.order = told.limit = None
            for form, said in _forms(work):
                one = told.but(form=form)
                one.said, one.score = told.said, told.score
                yield one.believe(work.weights, [how, *said])
                yield from _of_each(work, one)


def _forms(work: Work) -> list[tuple[str, list[str]]]:
    """In percent, where that is said; else rather from 0 to 1."""
    said = [work.anchors.forms[start:end] for start, end in work.anchors.shares]
    if any(words not in LEXICON.fractions for words in said):
        return [("share", [])]
    word = said[0][0]
    return [("share", [f"share.in_percent:{word}"]), ("fraction", [f"share.to_one:{word}"])]


def _of_each(work: Work, sketch: Sketch) -> Iterator[Sketch]:
    """The share within each: of each year, for every carrier."""
    held = {test.property for test in sketch.shared}
    counted = sketch.but(tally=Tally("count", sketch.target, None))
    counted.said, counted.score = sketch.said, sketch.score
    for by in grouped(work, counted):
        key = by.key
        if key is not None and key.property not in held and (key.property or key.ref):
            by.tally, by.form = None, sketch.form
            yield by.believe(work.weights, ["share.of_each"])
