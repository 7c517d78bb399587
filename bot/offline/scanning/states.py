"""Words for a state that an end or an amount tells: open faults, not resolved yet, out of stock."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bot.offline.items import Candidate, Noun, Stated, Undone, Value
from bot.offline.lexicon import FlagTarget
from bot.offline.phrases import heads, listed
from bot.offline.scanning.sheet import Sheet
from bot.stored.kinds import TIME_KINDS
from bot.stored.lasting import is_end
from bot.words.data import load
from bot.words.inflection import lemmas, participles
from bot.words.vocabulary import expand, type_words
from memory.text import split_name

_LONGEST = 5
_PRICE = 0.1
# The longest first.
_NOT = ("not yet ", "still un", "never ", "not ", "un")
_DENYING = ("not", "still", "never", "un")


def put_states(sheet: Sheet, at: int) -> None:
    """What the words at a token say of a thing by its end or its amount."""
    if sheet.tokens[at].kind != "word":
        return
    first = sheet.forms[at]
    listed_so = first in heads("states", "open", "closed", "none", "some")
    for size in range(1, _LONGEST + 1) if listed_so or first.startswith(_DENYING) else ():
        span = sheet.forms[at : at + size]
        if len(span) == size:
            _ended(sheet, at, span)
            _stocked(sheet, at, span)
    _dated(sheet, at)
    form = sheet.forms[at : at + 1]
    types = tuple(_holding(sheet)) if form in listed("states", "empty") else ()
    if types and not sheet.lexicon.lookup(form):
        sheet.schema.add(at)
        sheet.add(Undone(at, at + 1, 0.0, tuple((t, _PRICE) for t in types), inside=True))


def _ended(sheet: Sheet, at: int, span: tuple[str, ...]) -> None:
    """Open or over; not resolved yet, where it is kept when things were."""
    is_open, is_over = span in listed("states", "open"), span in listed("states", "closed")
    denied = _denied(span)
    if not (is_open or is_over or denied) or told(sheet, at, span):
        return
    found = [
        Candidate(owner, name, False, _PRICE)
        for owner, name, verb in _ends(sheet)
        if (denied in participles(verb) if denied else verb in load("states")["ending"])
    ]
    if found:
        sheet.schema.update(range(at, at + len(span)))
        operator = "IS NOT NULL" if is_over else "IS NULL"
        sheet.add(Stated(at, at + len(span), 0.0, tuple(found), operator))


def _dated(sheet: Sheet, at: int) -> None:
    """Decided cases: those of which it is kept when they were; of some it isn't."""
    word, after = sheet.forms[at], sheet.items[at + 1 : at + 2]
    nouns = {it.label for items in after for it in items if isinstance(it, Noun)}
    if not nouns or word not in participles(word) or told(sheet, at, (word,)):
        return
    found = [
        Candidate(owner, name, False, _PRICE)
        for owner, name, verb in _ends(sheet)
        if owner in nouns and word in participles(verb)
    ]
    if found:
        sheet.add(Stated(at, at + 1, 0.0, tuple(found), "IS NOT NULL"))


def told(sheet: Sheet, at: int, span: tuple[str, ...]) -> bool:
    """Whether a flag or a stored value says the same."""
    flags = any(isinstance(target, FlagTarget) for target in sheet.lexicon.lookup(span[-1:]))
    last = at + len(span) - 1
    return flags or any(
        isinstance(it, Value) and it.link.label in {owner for owner, _, _ in _ends(sheet)}
        for it in sheet.items[last]
    )


@lru_cache(maxsize=5_000)
def _denied(span: tuple[str, ...]) -> str:
    """The participle that is denied: unresolved, not yet resolved; else nothing."""
    said = " ".join(span).removesuffix(" yet")
    for before in _NOT:
        rest = said.removeprefix(before)
        if rest != said and " " not in rest and rest in participles(rest):
            return rest
    return ""


def _ends(sheet: Sheet) -> Iterator[tuple[str, str, str]]:
    """The dates that are missing of some, with the verbs that they are named for."""
    for label in sheet.lexicon.schema.labels.values():
        for name, property in label.properties.items():
            timely = sheet.lexicon.kind(label.name, name) in TIME_KINDS
            if not timely or not property.null_share:
                continue
            first = split_name(name)[0]
            if first in participles(first):
                yield label.name, name, lemmas(first)[-1]
            elif is_end(name):
                yield label.name, name, "end"


def _stocked(sheet: Sheet, at: int, span: tuple[str, ...]) -> None:
    none, some = span in listed("states", "none"), span in listed("states", "some")
    if not (none or some):
        return
    found = [
        Candidate(label, own[0][0], False, own[0][1])
        for label in sheet.lexicon.schema.labels
        for group in load("states")["stocked"]
        if (own := _in_stock(sheet, label, group))
    ]
    if found:
        sheet.schema.update(range(at, at + len(span)))
        sheet.add(Stated(at, at + len(span), 0.0, tuple(found), "=" if none else ">"))


def _in_stock(sheet: Sheet, label: str, group: str) -> list[tuple[str, float]]:
    """The properties that tell what there is in stock: no safety stock, and nothing planned."""
    more = {word for phrase in listed("states", "stocking") for word in phrase}
    more |= {*expand(split_name(label))}
    return [
        (name, cost)
        for name, cost in sheet.lexicon.measures(label, (group,))
        if more.issuperset(expand(split_name(name))) and sheet.lexicon.kind(label, name) == "number"
    ]


def _holding(sheet: Sheet) -> Iterator[str]:
    """The types by which things are in others: mounted in."""
    for type_ in sheet.lexicon.schema.relationships:
        if type_words(type_)[-1] in ("in", "inside"):
            yield type_
