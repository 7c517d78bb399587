"""Whom the words of a message point at: pronouns, ordinals, the two, there.

They compete with the values that a message names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.reader.anchors import Anchors, ValueAnchor, mask_of
from bot.reader.ground import Ground
from bot.reader.lexicon import LEXICON
from bot.reader.past import MOST_NAMES, Before
from bot.reader.returning import place_of
from bot.reader.words import parts_of_speech
from memory.conversation import Mention
from memory.schema import LinkedValue
from memory.text import fold

# A part of a name has at least so many letters; it may be that of so many.
_SHORTEST, _CALLED = 3, 4


def pointed(found: Anchors, past: Sequence[Before], ground: Ground) -> Iterator[ValueAnchor]:
    """Yield what pronouns and ordinals of a message may stand for."""
    if not past:
        return
    # Who "they" are is told by the answer that is named.
    past = sorted(past, key=lambda one: not one.recalled)
    back = past[0].recalled & ~past[0].leads
    called = {form for at, form in enumerate(found.forms) if back >> at & 1}
    until = 0
    for at, form in enumerate(found.forms):
        if at < until:
            # These two, they both: one set.
            continue
        if (some := _some(found, at)) is not None:
            yield from _few(found, at, past, *some)
        elif (end := _left_one(found, at)) and (left := _left_over(past)):
            if len(left) == 1:
                yield from _anchor(found, at, end, [(left[0], "past_other")])
            elif end == at + 1:
                yield _several(found, at, left, "past_other")
        elif form in LEXICON.sames and (kinds := kinds_at(found, at + 1)):
            alike = [(one, "past_same") for one, _ in individuals(past) if one.label in kinds]
            yield from _anchor(found, at, max(kinds.values()), alike)
        elif (nth := _ordinal(found, at)) is not None:
            place, end = nth
            yield from _anchor(found, at, end, _nth(past, place))
        elif _points(found, at):
            end = at + 2 if found.forms[at + 1 : at + 2] == ("one",) else at + 1
            fits = [
                (one, _how(one, how, called, _fits(form, one.label, ground)))
                for one, how in _asked_about(past)
            ]
            kinds = kinds_at(found, end) if form in ("that", "this") else {}
            fits = [fit for fit in fits if fit[0].label in kinds] or fits
            yield from _anchor(found, at, end, sorted(fits, key=_likeliest))
            until = end
        elif form == "there" and not {*found.before(at, 1)} & {"is", "are", "was", "were"}:
            places = [one for one in individuals(past) if one[0].label in ground.placed]
            places.sort(key=lambda one: one[0].label not in ground.places)
            told = ((one, "past_told") for one in _told(past[0]))
            yield from _anchor(found, at, at + 1, [*places, *told])
        elif form in LEXICON.plurals or _so_many(found, at):
            until = _end_of_set(found, at)
            if found.forms[until - 1] == "both" and "and" in found.forms[until + 1 : until + 5]:
                # Both this and that.
                continue
            yield from _set(found, at, until, past)
            if form in LEXICON.pronouns and form not in _KINDRED:
                # They, of one: a company, or somebody of whom one knows no more.
                alone = (one for one in individuals(past[:1]) if one[1] == "past_only")
                yield from _anchor(found, at, at + 1, ((one, "past_they") for one, _ in alone))


def _told(last: Before) -> Iterator[Mention]:
    """Yield the one text that an answer told of something: the town that it is in."""
    shown = last.whole.columns if last.whole is not None else ()
    value = last.answer.value
    if last.whole is not None and len(shown) == 1 and isinstance(value, str):
        ref, name = shown[0].ref, shown[0].property
        if ref >= 0 and name is not None:
            yield Mention(last.whole.owner(ref), name, value)


def called_in_part(found: Anchors, past: Sequence[Before]) -> Iterator[ValueAnchor]:
    """Yield whom of those that were spoken of words may name in part: Ann, of Ann Roe."""
    spoken = dict[tuple[Any, ...], Mention]()
    for before in past:
        for one in (*before.answer.mentions, *_linked(before)):
            spoken.setdefault((one.label, one.property, one.value), one)
    names = [(one, fold(str(one.value)).split()) for one in spoken.values()]
    names = [(one, words) for one, words in names if len(words) > 1]
    at = 0
    while at < len(found.forms):
        end, some = _in_part(found, at, names)
        if some:
            how = "spoken_part" if len(some) == 1 else "spoken_part_of_several"
            yield from _anchor(found, at, end, [(one, how) for one in some[:_CALLED]])
        at = max(end, at + 1)


def _in_part(
    found: Anchors, at: int, names: Sequence[tuple[Mention, list[str]]]
) -> tuple[int, list[Mention]]:
    """Where words end that names have in them, and whose names."""
    some, end = list[tuple[Mention, list[str]]](), at
    for place in range(at, len(found.forms)):
        form, token = fold(found.tokens[place].text), found.tokens[place]
        if token.kind != "word" or len(form) < _SHORTEST or form in LEXICON.function_words:
            break
        more = [(one, words) for one, words in (some or names) if form in words]
        if not more:
            break
        some, end = more, place + 1
    return end, [one for one, _ in some]


def kinds_at(found: Anchors, at: int) -> dict[str, int]:
    """Return the labels that words name from a place on, and where they end: the same cook."""
    named = (m for m in found.mentions if m.start == at and m.sure)
    return {m.element[1]: m.end for m in named if m.element[0] == "label"}


def _left_one(found: Anchors, at: int) -> int:
    """Where words end for who was not picked: the other one, the others; 0 for other words."""
    following = found.forms[at + 1 : at + 2]
    if found.forms[at] not in LEXICON.others or found.before(at, 1) != ("the",):
        return 0
    alone = not following or found.tokens[at + 1].kind in ("mark", "genitive")
    return at + 2 if following == ("one",) else at + 1 if alone else 0


def _left_over(past: Sequence[Before]) -> list[Mention]:
    """Return who was spoken of beside some who have been asked about since."""
    last = [x for x in (past[0].answer.mentions, past[0].answer.linked) if 0 < len(x) < 4]
    asked = {(one.label, one.property, one.value) for some in last for one in some}
    for earlier in past:
        kinds: dict[tuple[str, str], dict[Any, Mention]] = {}
        for one in (*earlier.answer.mentions, *_linked(earlier)):
            kinds.setdefault((one.label, one.property), {})[one.value] = one
        for kind, pair in kinds.items():
            left = [one for value, one in pair.items() if (*kind, value) not in asked]
            if 0 < len(left) < len(pair):
                return left
    return []


def _likeliest(fit: tuple[Mention, str]) -> tuple[bool, bool, bool]:
    # The first of many is rather not meant than who was asked about.
    return fit[1] != "past_called", "unlike" in fit[1], "first" in fit[1]


def _how(one: Mention, how: str, called: set[str], fits: bool) -> str:
    """How somebody was spoken of, whom the words that lead back may name: back to Linnet."""
    if called & {*fold(str(one.value)).split()}:
        return "past_called"
    return how if fits else f"{how}_unlike"


def _points(found: Anchors, at: int) -> bool:
    """Return whether a word points at one: not the dearest one, nor the ones that are new."""
    form = found.forms[at]
    if form == "one" and any(one.end == at for one in found.ranks):
        return False
    if form in ("that", "this") and any(
        m.start == at + 1 and m.element[0] == "property" and m.score > found.named[at + 1] - 0.01
        for m in found.mentions
    ):
        # That year: what somebody had of it (`same`).
        return False
    relative = form == "that" and at > 0 and found.forms[at - 1] in LEXICON.plurals
    return form in LEXICON.singulars and not relative


def _ordinal(found: Anchors, at: int) -> tuple[int, int] | None:
    """(which, end) of an ordinal that stands alone or before *one*: the second; the last one.

    So do the first of them, and number two.
    """
    forms, following = found.forms, found.forms[at + 1 : at + 2]
    if forms[at] in LEXICON.numberings and following:
        nth = found.tokens[at + 1].number
        return (nth, at + 2) if isinstance(nth, int) and nth > 0 else None
    place = place_of(found, at)
    if place is None or any(0 <= at - one.end <= 2 for one in found.ranks):
        # The newest first is an order.
        return None
    if following == ("one",):
        return place, at + 2
    if forms[at] in LEXICON.tops:
        # At the top is an order.
        return None
    if following == ("of",) and set(forms[at + 2 : at + 3]) & LEXICON.plurals:
        return place, at + 3
    alone = not following or found.tokens[at + 1].kind in ("mark", "genitive")
    # Who died first names an order, the first somebody.
    named = at == 0 or forms[at - 1] in _NAMING or found.tokens[at - 1].kind == "mark"
    closed = alone or following[0] in _PLEASE or _does(found, at)
    return (place, at + 1) if closed and named else None


def _does(found: Anchors, at: int) -> bool:
    """Return whether a verb is what follows: when did the third come out."""
    asks = {*found.before(at, 3)} & LEXICON.auxiliaries
    named = any(m.start == at + 1 and m.sure and m.element[0] == "label" for m in found.mentions)
    return bool(asks) and not named and "VERB" in parts_of_speech(found.forms[at + 1])


def _some(found: Anchors, at: int) -> tuple[int, int] | None:
    """(how many, from which end) of words for a few of an answer: the first two, the last 3."""
    place, following = place_of(found, at), found.tokens[at + 1 : at + 2]
    count = following[0].number if following else None
    closed = at + 2 >= len(found.forms) or found.tokens[at + 2].kind == "mark"
    if place not in (1, -1) or not isinstance(count, int) or count < 2 or not closed:
        return None
    return count, place


def _few(
    found: Anchors, at: int, past: Sequence[Before], count: int, end: int
) -> Iterator[ValueAnchor]:
    for one in past[:1]:
        mentions = one.answer.mentions
        if count < len(mentions) and len({(m.label, m.property) for m in mentions}) == 1:
            some = mentions[:count] if end > 0 else mentions[-count:]
            yield _several(found, at, some, "past_some", 2)


def _nth(past: Sequence[Before], place: int) -> list[tuple[Mention, str]]:
    for nth, one in enumerate(past):
        mentions = one.answer.mentions
        at = place - 1 if place > 0 else place
        if len(mentions) > 1 and -len(mentions) <= at < len(mentions):
            return [(mentions[at], "past_nth" if nth == 0 else "past_nth_earlier")]
    return []


def _linked(one: Before) -> list[Mention]:
    """Return whom a question named."""
    links = one.answer.linked
    return [Mention(x.label, x.property, x.value, nodes=x.nodes) for x in links]


def individuals(past: Sequence[Before], back: int = 2) -> Iterator[tuple[Mention, str]]:
    """Who one may be: the only one of an answer, the first, who was named in the question."""
    seen = set[tuple[str, str, object, object]]()
    for nth, one in enumerate(past[:back]):
        mentions = one.answer.mentions
        options = [(m, "only" if len(mentions) == 1 else "first") for m in mentions[:1]]
        options += [(mention, "linked") for mention in _linked(one)[:3]]
        for mention, how in options:
            key = (mention.label, mention.property, mention.value, mention.nodes)
            if key not in seen:
                seen.add(key)
                yield mention, f"past_{how}" if nth == 0 else f"past_{how}_earlier"


def _asked_about(past: Sequence[Before]) -> Iterator[tuple[Mention, str]]:
    """Yield who one may be, without those of whom the only one of an answer was picked."""
    answer = past[0].answer
    only = {(one.label, one.property) for one in answer.mentions} if answer.row_count == 1 else ()
    for one, how in individuals(past):
        if how != "past_linked" or (one.label, one.property) not in only:
            yield one, how


def _fits(form: str, label: str, ground: Ground) -> bool:
    person = label in ground.persons
    if form in LEXICON.personal:
        return person or not ground.persons
    return not (form in ("it", "its") and person)


def _end_of_set(found: Anchors, at: int) -> int:
    """Return where words end that point at one set: these two, they both, the two of them."""
    end = at + 1
    while end < len(found.forms):
        of = found.forms[end] == "of" and set(found.forms[end + 1 : end + 2]) & LEXICON.plurals
        if not (of or found.forms[end] in LEXICON.plurals or _so_many(found, end)):
            break
        end += 1
    return end


def _set(found: Anchors, at: int, end: int, past: Sequence[Before]) -> Iterator[ValueAnchor]:
    """Yield the sets that words may point at; of the kind that is named behind, if one is."""
    forms, numbers = found.forms[at:end], [_so_many(found, n) for n in range(at, end)]
    count = 2 if "both" in forms else next((n for n in numbers if n), None)
    sets = [(some, "past_all") for some in _all_of(past, count)]
    sets += [(some, "past_pair") for some in _pairs(past) if count in (None, 2)]
    kinds = kinds_at(found, end) if numbers[-1] or forms[-1] in _KINDRED else {}
    fit = [one for one in sets if one[0][0].label in kinds]
    for some, how in fit or sets:
        yield _several(found, at, some, how, end - at)


def _all_of(past: Sequence[Before], count: float | None) -> Iterator[Sequence[Mention]]:
    """All of an answer by name, where all its names are known: them; the two, if they are two."""
    answer = past[0].answer
    kinds = {(one.label, one.property) for one in answer.mentions}
    whole = answer.row_count is not None and answer.row_count <= MOST_NAMES
    if len(kinds) != 1 or not whole or len(answer.mentions) < 2:
        return
    if count is not None and count != len(answer.mentions):
        return
    yield answer.mentions


def _pairs(past: Sequence[Before]) -> Iterator[Sequence[Mention]]:
    """The last two of one kind that were spoken of, one after the other: both, the two."""
    kinds: dict[tuple[str, str], list[Mention]] = {}
    for one, _ in individuals(past, back=len(past)):
        known = kinds.setdefault((one.label, one.property), [])
        if not any(x.value == one.value and (x.nodes == one.nodes or not x.nodes) for x in known):
            known.append(one)
    for same in kinds.values():
        if len(same) > 1:
            yield same[:2]


def _several(
    found: Anchors, at: int, some: Sequence[Mention], how: str, words: int = 1
) -> ValueAnchor:
    token, first = found.tokens[at], some[0]
    values: Any = tuple(one.value for one in some)
    place = (first.label, first.property, values, token.start, token.end)
    ids = (id_ for one in some for id_ in one.nodes)
    nodes = tuple(dict.fromkeys(ids)) if all(one.nodes for one in some) else ()
    link = LinkedValue(token.text, *place, 1.0, how, len(values), nodes)
    return ValueAnchor(at, at + words, (link,), False, False)


def _anchor(
    found: Anchors, at: int, end: int, options: Iterable[tuple[Mention, str]]
) -> Iterator[ValueAnchor]:
    first, last = found.tokens[at], found.tokens[end - 1]
    text = found.message[first.start : last.end]
    links = tuple(
        LinkedValue(text, m.label, m.property, m.value, first.start, last.end, 1.0, how, 1, m.nodes)
        for m, how in options
    )
    if links:
        yield ValueAnchor(at, end, links, False, False)


PLACED = {"past_nth", "past_other", "past_same"}
_NAMING, _PLEASE = {"the", "and", "or", "no", "number"}, {"pls", "please", "plz", "then", "now"}
_KINDRED = {"these", "those", "both", "all"}


def _so_many(found: Anchors, at: int) -> int:
    """Return how many a number stands for that may be those of before: the two, those 3; or 0."""
    token, before = found.tokens[at], found.before(at, 1)
    number = LEXICON.numbers.get(token.form)
    if token.use == "" and before and (before[0] in LEXICON.plurals or before[0] == "the"):
        number = number or token.number
    return number if isinstance(number, int) and number > 1 else 0


def pronouns(found: Anchors, rows: int | None = None) -> int:
    """Return the words that stand for a set of so many."""
    mask = 0
    for at, form in enumerate(found.forms):
        plural = form in LEXICON.plurals and (form != "both" or rows in (None, 2))
        if plural or (rows is not None and rows > 1 and _so_many(found, at) == rows):
            # Those people, these ladies.
            people = found.forms[at + 1 : at + 2] and found.forms[at + 1] in LEXICON.people
            mask |= mask_of(at, at + 2 if people else at + 1)
    return mask
