"""The search for readings: rules are applied anchor by anchor, and the likeliest sketches kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.reader.anchors import Anchors
from bot.reader.ground import Ground
from bot.reader.operators import choices, opening_of
from bot.reader.past import Before
from bot.reader.pointing import PLACED, called_in_part, pointed
from bot.reader.returning import renewed
from bot.reader.rules.again import again, agains
from bot.reader.rules.beside import asked_beside, late_words
from bot.reader.rules.comparisons import comparators, compared, same, sames
from bot.reader.rules.either import either_test, either_verb, ors
from bot.reader.rules.figures import figure
from bot.reader.rules.followups import onward, other, others, widened, widenings
from bot.reader.rules.instead import denials, denied
from bot.reader.rules.months import in_month, months
from bot.reader.rules.nouns import noun, noun_places
from bot.reader.rules.picked import both
from bot.reader.rules.properties import asked, named_beside, property_, property_places, still
from bot.reader.rules.quantifiers import every, only
from bot.reader.rules.ranks import rank, ranked_within, sorted_by, sortings
from bot.reader.rules.reckonings import apart, reckoned, spread
from bot.reader.rules.rest import judged
from bot.reader.rules.shares import shared
from bot.reader.rules.spans import spanned, spans
from bot.reader.rules.tallies import (
    aggregated,
    averaged,
    counted,
    counted_beside,
    counted_each,
    grouped,
    grouped_twice,
)
from bot.reader.rules.targets import of_every_kind, targets
from bot.reader.rules.texts import quotation, quotations
from bot.reader.rules.twice import besides, from_target
from bot.reader.rules.verbs import deepened, verb, verb_places
from bot.reader.rules.work import Work
from bot.reader.sketch import Features, Sketch

BEAM = 30
T = TypeVar("T")


def sketches(
    ground: Ground,
    anchors: Anchors,
    weights: Features,
    past: Sequence[Before] = (),
    *,
    beam: int = BEAM,
    most: int = 50,
) -> list[Sketch]:
    """Return the likeliest readings of a message, best first, each once.

    Structure comes first (what is asked for, nouns, verbs), then what is said of it: figures,
    texts, aggregates, ranks, properties. Each anchor may be left unread, at a price.
    """
    anew = renewed(anchors)
    if past:
        spoken = [*pointed(anchors, past, ground), *called_in_part(anchors, past)]
        values = [*anchors.values, *spoken]
        values.sort(key=lambda one: (one.start, one.end))
        ranks = sorted([*anchors.ranks, *choices(anchors)], key=lambda one: one.start)
        # The first of what was answered is no rank.
        ranks = [r for r in ranks if not any(one.recalled >> r.start & 1 for one in past)]
        anchors = replace(anchors, values=values, ranks=ranks)
    led = anew or next((one.recalled for one in past if one.recalled), 0) or _fronted(anchors)
    if led and (begins := _behind(anchors, led)):
        anchors = replace(anchors, opening=opening_of(anchors, begins), begins=begins)
    work = Work(ground, anchors, weights, past)
    found = best([*targets(work), *onward(work)], beam * 3 if past else beam * 2)
    if heard := anew | sum({one.leads for one in past}):
        found = [sketch.but(cover=heard) for sketch in found]
    found = _each(found, lambda s: apart(work, s), beam * 2)
    found = _over(found, noun_places(work), lambda s, place: noun(work, s, place), beam)
    if past:
        found = _over(found, others(work), lambda s, at: other(work, s, at), beam)
        found = _over(found, denials(work), lambda s, at: denied(work, s, at), beam)
        found = _over(found, widenings(work), lambda s, at: widened(work, s, at), beam)
    apart_at = ors(work)
    found = _over(found, apart_at, lambda s, at: either_verb(work, s, at), beam)
    found = _over(found, verb_places(work), lambda s, place: verb(work, s, place), beam)
    found = _over(found, apart_at, lambda s, at: either_verb(work, s, at), beam)
    found = _over(found, agains(work), lambda s, one: again(work, s, one), beam)
    found = _over(found, others(work), lambda s, at: besides(work, s, at), beam)
    found = _over(found, anchors.depths, lambda s, words: deepened(work, s, words), beam)
    found = _over(found, spans(work), lambda s, one: spanned(work, s, one), beam)
    found = _over(found, comparators(work), lambda s, one: compared(work, s, one), beam)
    found = _over(found, sames(work), lambda s, at: same(work, s, at), beam)
    found = _over(found, anchors.numbers, lambda s, one: figure(work, s, one), beam)
    found = _over(found, months(work), lambda s, at: in_month(work, s, at), beam)
    found = _over(found, quotations(work), lambda s, at: quotation(work, s, at), beam)
    found = _each(found, lambda s: spread(work, s), beam)
    found = _each(found, lambda s: counted(work, s), beam)
    found = _each(found, lambda s: reckoned(work, s), beam)
    found = _over(found, anchors.aggregates, lambda s, cue: aggregated(work, s, cue), beam)
    found = _each(found, lambda s: counted_beside(work, s), beam)
    found = _each(found, lambda s: grouped(work, s), beam * 2)
    found = _each(found, lambda s: counted_each(work, s), beam * 2)
    found = _each(found, lambda s: grouped_twice(work, s), beam * 2)
    found = _over(found, anchors.ranks, lambda s, one: rank(work, s, one), beam * 2)
    found = _over(found, sortings(work), lambda s, words: sorted_by(work, s, words), beam * 2)
    found = _each(found, lambda s: ranked_within(work, s), beam * 2)
    found = _each(found, lambda s: asked(work, s), beam * 2)
    places = property_places(work)
    found = _over(found, places, lambda s, place: property_(work, s, place), beam * 2)
    found = _over(found, late_words(work), lambda s, at: asked_beside(work, s, at), beam * 2)
    found = _over(found, apart_at, lambda s, at: either_test(work, s, at), beam * 2)
    found = _each(found, lambda s: named_beside(work, s), beam * 2)
    found = _over(found, anchors.lasting, lambda s, words: still(work, s, words), beam * 2)
    found = _over(found, anchors.onlys, lambda s, at: only(work, s, at), beam * 2)
    found = _over(found, anchors.onlys, lambda s, at: every(work, s, at), beam * 2)
    found = _each(found, lambda s: from_target(work, s), beam * 2)
    found = _each(found, lambda s: shared(work, s), beam * 2)
    found = _each(found, lambda s: both(work, s), beam * 2)
    found = _each(found, lambda s: averaged(work, s), beam * 2)
    found = _each(found, lambda s: of_every_kind(work, s), beam * 2)
    return _once((judged(work, sketch) for sketch in found), most)


def _fronted(anchors: Anchors) -> int:
    """Return the words by which a message first says of whom it asks: the first one, …."""
    return next((v.mask for v in anchors.values if v.links[0].method in PLACED and v.start < 3), 0)


def _behind(anchors: Anchors, led: int) -> int:
    """Return where a message goes on behind a clause that it begins with; 0 where none is."""
    end = led.bit_length()
    closed = end < len(anchors.tokens) and anchors.tokens[end].kind == "mark"
    return end + 1 if closed else 0


def best(found: Iterable[Sketch], most: int) -> list[Sketch]:
    """Return the best sketches, of equal ones that account for the same words the better."""
    seen: dict[tuple[object, int], Sketch] = {}
    for sketch in found:
        key = (sketch.identity(), sketch.covered)
        if key not in seen or seen[key].score < sketch.score:
            seen[key] = sketch
    return sorted(seen.values(), key=lambda sketch: -sketch.score)[:most]


def _over(
    found: list[Sketch],
    anchors: Sequence[T],
    rule: Callable[[Sketch, T], Iterator[Sketch]],
    most: int,
) -> list[Sketch]:
    for anchor in anchors:
        found = best((new for sketch in found for new in rule(sketch, anchor)), most)
    return found


def _each(
    found: list[Sketch], rule: Callable[[Sketch], Iterator[Sketch]], most: int
) -> list[Sketch]:
    return best((new for sketch in found for new in rule(sketch)), most)


def _once(found: Iterable[Sketch], most: int) -> list[Sketch]:
    seen: dict[object, Sketch] = {}
    for sketch in sorted(found, key=lambda sketch: -sketch.score):
        seen.setdefault(sketch.identity(), sketch)
    return list(seen.values())[:most]
