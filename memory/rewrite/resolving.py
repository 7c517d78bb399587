"""The individuals that references stand for, named in their place and pinned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.conversation import Mention
from memory.rewrite.antecedents import Antecedents
from memory.rewrite.grammar import PREPOSITIONS
from memory.rewrite.references import Reference, references
from memory.rewrite.utterance import Utterance, utterance
from memory.schema import LinkedValue, Scalar
from memory.text import fold

_LONGEST_PARALLEL = 4
_THAT_YEAR = re.compile(r"\b(?:that|this|the same) year\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The text with its references replaced by quoted values, and those values.

    `unknown` says that a reference was left because nothing or several things can be meant.
    """

    said: Utterance
    pinned: tuple[LinkedValue, ...] = ()
    unknown: bool = False


def resolve(said: Utterance, past: Antecedents, *, joined: bool = False) -> list[Resolved]:
    """Every way to read the references, the likeliest first; the text itself where it has none.

    `joined` says that "and" or the like tied the message to the last question.
    """
    found = list(references(said, past))
    if not found:
        return [Resolved(said)]
    parallel = joined and len(said.tokens) <= _LONGEST_PARALLEL
    options = [list(dict.fromkeys(_meant(r, past, parallel)))[:3] for r in found]
    if not all(options):
        known = [(r, o[0]) for r, o in zip(found, options, strict=True) if o]
        return [_replaced(said, known, unknown=True)]
    # Several references of one message mean the same one, as far as they can.
    ways = max(len(choice) for choice in options)
    return [
        _replaced(said, [(r, o[min(way, len(o) - 1)]) for r, o in zip(found, options, strict=True)])
        for way in range(ways)
    ]


def _meant(reference: Reference, past: Antecedents, parallel: bool) -> Iterator[Mention]:
    if reference.kind == "place_in_list":
        mention = past.listed(reference.place, parallel=parallel)
        if mention is not None:
            yield mention
    elif reference.kind == "noun":
        yield from past.of_noun(reference.noun)
    elif reference.kind == "place":
        yield from past.singles("place")
        yield from past.singles("thing")
    else:
        yield from past.singles(reference.kind)


def _follows_preposition(said: Utterance, at: int) -> bool:
    return at > 0 and said.forms[at - 1] in PREPOSITIONS


def _replaced(
    said: Utterance, known: Sequence[tuple[Reference, Mention]], *, unknown: bool = False
) -> Resolved:
    text, at = "", 0
    pinned = []
    for reference, mention in known:
        start, end = said.tokens[reference.first].start, said.tokens[reference.last - 1].end
        text += said.text[at:start]
        if reference.kind == "place" and not _follows_preposition(said, reference.first):
            text += "in "
        value = spoken(mention)
        pinned.append(pin(mention, len(text) + 1))
        text += f'"{value}"' + ("'s" if reference.possessive else "")
        at = end
    return Resolved(utterance(text + said.text[at:]), tuple(pinned), unknown)


def spoken(mention: Mention) -> str:
    """What a mention is called, fit to stand in quotation marks."""
    return (mention.name or str(mention.value)).replace('"', "'")


def pin(mention: Mention, start: int) -> LinkedValue:
    """The certain link of a mention that stands, inside its quotation marks, at `start`."""
    shown = spoken(mention)
    return LinkedValue(
        shown,
        mention.label,
        mention.property,
        mention.value,
        start,
        start + len(shown),
        method="chosen",
    )


def with_value(said: Utterance, value: Scalar | None) -> Utterance:
    """The text with "that year" as the year that was the last answer, where it was one.

    >>> with_value(utterance("Who was born that year?"), "1979-05-25").text
    'Who was born in 1979?'
    """
    year = re.match(r"(?:1\d|20)\d\d(?=$|-)", str(value))
    found = _THAT_YEAR.search(said.text) if year else None
    if not found or not year:
        return said
    before = said.text[: found.start()]
    placed = before.split() and fold(before.split()[-1]) in PREPOSITIONS
    moment = year[0] if placed else f"in {year[0]}"
    return utterance(before + moment + said.text[found.end() :])
