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
from memory.conversation import Mention
from memory.schema import LinkedValue
from memory.text import fold


def pointed(found: Anchors, past: Sequence[Before], ground: Ground) -> Iterator[ValueAnchor]:
    """Yield what pronouns and ordinals of a message may stand for."""
    if not past:
        return
    # Who "they" are is told by the answer that is named.
    past = sorted(past, key=lambda one: not one.recalled)
    back = past[0].recalled & ~past[0].leads
    called = {form for at, form in enumerate(found.forms) if back >> at & 1}
    for at, form in enumerate(found.forms):
        if (some := _some(found, at)) is not None:
            yield from _few(found, at, past, *some)
        elif (nth := _ordinal(found, at)) is not None:
            place, end = nth
            yield from _anchor(found, at, end, _nth(past, place))
        elif _points(found, at):
            end = at + 2 if found.forms[at + 1 : at + 2] == ("one",) else at + 1
            fits = [
                (one, _how(one, how, called, _fits(form, one.label, ground)))
                for one, how in individuals(past)
            ]
            yield from _anchor(found, at, end, sorted(fits, key=_likeliest))
        elif form == "there" and not {*found.before(at, 1)} & {"is", "are", "was", "were"}:
            places = [one for one in individuals(past) if one[0].label in ground.placed]
            places.sort(key=lambda one: one[0].label not in ground.places)
            yield from _anchor(found, at, at + 1, places)
        elif form in LEXICON.plurals or (LEXICON.numbers.get(form) or 0) > 1:
            count = 2 if form == "both" else LEXICON.numbers.get(form)
            if form == "both" and "and" in found.forms[at + 2 : at + 6]:
                # Both this and that.
                continue
            yield from _all_of(found, at, past, count)
            yield from _pair(found, at, past) if count in (None, 2) else ()


def _likeliest(fit: tuple[Mention, str]) -> tuple[bool, bool]:
    return fit[1] != "past_called", "unlike" in fit[1]


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
    if following == ("of",) and set(forms[at + 2 : at + 3]) & LEXICON.plurals:
        return place, at + 3
    alone = not following or found.tokens[at + 1].kind in ("mark", "genitive")
    # Who died first names an order, the first somebody.
    named = at == 0 or forms[at - 1] in _NAMING or found.tokens[at - 1].kind == "mark"
    closed = alone or following[0] in _PLEASE
    return (place, at + 1) if closed and named else None


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


def individuals(past: Sequence[Before], back: int = 2) -> Iterator[tuple[Mention, str]]:
    """Who one may be: the only one of an answer, the first, who was named in the question."""
    seen = set[tuple[str, str, object, object]]()
    for nth, one in enumerate(past[:back]):
        mentions, linked = one.answer.mentions, one.answer.linked
        options = [(m, "only" if len(mentions) == 1 else "first") for m in mentions[:1]]
        named = (Mention(x.label, x.property, x.value, nodes=x.nodes) for x in linked[:3])
        options += [(mention, "linked") for mention in named]
        for mention, how in options:
            key = (mention.label, mention.property, mention.value, mention.nodes)
            if key not in seen:
                seen.add(key)
                yield mention, f"past_{how}" if nth == 0 else f"past_{how}_earlier"


def _fits(form: str, label: str, ground: Ground) -> bool:
    person = label in ground.persons
    if form in LEXICON.personal:
        return person or not ground.persons
    return not (form in ("it", "its") and person)


def _all_of(
    found: Anchors, at: int, past: Sequence[Before], count: float | None
) -> Iterator[ValueAnchor]:
    """All of an answer by name, where all its names are known: them; the two, if they are two."""
    answer = past[0].answer
    kinds = {(one.label, one.property) for one in answer.mentions}
    whole = answer.row_count is not None and answer.row_count <= MOST_NAMES
    if len(kinds) != 1 or not whole or len(answer.mentions) < 2:
        return
    if count is not None and count != len(answer.mentions):
        return
    yield _several(found, at, answer.mentions, "past_all")


def _pair(found: Anchors, at: int, past: Sequence[Before]) -> Iterator[ValueAnchor]:
    """The last two of one kind that were spoken of, one after the other: both, the two."""
    kinds: dict[tuple[str, str], list[Mention]] = {}
    for one, _ in individuals(past, back=len(past)):
        kinds.setdefault((one.label, one.property), []).append(one)
    for same in kinds.values():
        if len(same) > 1:
            yield _several(found, at, same[:2], "past_pair")


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


def cues(found: Anchors) -> list[str]:
    """Return what in a message speaks for or against that it goes on from what was before."""
    words = [f for f, t in zip(found.forms, found.tokens, strict=True) if t.kind != "mark"]
    said = []
    if words[:1] and words[0] in LEXICON.joiners:
        said.append(f"opens_{words[0]}")
    if set(words) & LEXICON.plurals:
        said.append("plural")
    if set(words) & LEXICON.singulars:
        said.append("singular")
    length = len(words)
    said.append("short" if length <= 3 else "middle" if length <= 7 else "long")
    if found.opening in ("who", "what", "which", "where", "when", "how", "how_many", "auxiliary"):
        said.append("question")
    return [*said, *_going_on(found, words)]


def _going_on(found: Anchors, words: Sequence[str]) -> Iterator[str]:
    """What says how it goes on: those of them that; the same for; the newest first; not these."""
    for at, word in enumerate(words[:-1]):
        behind, asks = words[at + 1 : at + 4], {*words[: min(at, 2)]} & _CHOOSING
        if (word == "of" and at < 4 and asks and set(behind) & _THESE) or (
            word in ("which", "who") and at < 2 and behind[0] in _THESE
        ):
            yield "of_them"
            break
    if words[:2] in (["which", "ones"], ["what", "ones"]) and len(words) < 5:
        yield "ones"
    if set(words[:4]) & LEXICON.sames or words[-1:] in (["same"], ["too"]):
        yield "same"
    if set(words[:4]) & LEXICON.others:
        yield "else"
    if set(words) & LEXICON.corrections:
        yield "corrects"
    if found.removals and not set(words) & LEXICON.question_words:
        yield "removes"
    if len(words) > 1 and (words[-1] in _ORDERED):
        yield "orders"
    if len(words) > 1 and (words[-1] in _ONLY or words[0] in _ONLY):
        yield "only"
    if words[-1:] == ["each"]:
        yield "each"


_NAMING, _PLEASE = {"the", "and", "or", "no", "number"}, {"pls", "please", "plz", "then", "now"}
_CHOOSING = {"which", "who", "whom", "what", "any", "anyone", "anybody"}
_THESE = {"them", "these", "those", "they"}
_ORDERED, _ONLY = {"first", "top"}, {"only", "just"}


def pronouns(found: Anchors, rows: int | None = None) -> int:
    """Return the words that stand for a set of so many."""
    mask = 0
    for at, form in enumerate(found.forms):
        plural = form in LEXICON.plurals and (form != "both" or rows in (None, 2))
        if plural or (rows is not None and rows > 1 and LEXICON.numbers.get(form) == rows):
            # Those people, these ladies.
            people = found.forms[at + 1 : at + 2] and found.forms[at + 1] in LEXICON.people
            mask |= mask_of(at, at + 2 if people else at + 1)
    return mask
