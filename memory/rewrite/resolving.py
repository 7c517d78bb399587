"""The individuals that references stand for, named in their place and pinned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.conversation import Mention
from memory.rewrite.antecedents import Antecedents
from memory.rewrite.grammar import PREPOSITIONS
from memory.rewrite.outcome import Rewrite
from memory.rewrite.references import Reference, references
from memory.rewrite.utterance import Utterance, utterance
from memory.schema import LinkedValue, Scalar
from memory.text import fold

_LONGEST_PARALLEL = 4
_OFFERED = 5
_THAT_YEAR = (
    (re.compile(r"\b(?:that|this|the same) year\b", re.IGNORECASE), 0),
    (re.compile(r"\b(?:the )?(?:following|next) year\b|\bthe year after\b", re.IGNORECASE), 1),
    (
        re.compile(
            r"\b(?:the )?(?:previous|preceding|prior) year\b|\bthe year before\b", re.IGNORECASE
        ),
        -1,
    ),
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The text with its references replaced by quoted values, and those values.

    `unclear` are words that were left because nothing or several things can be meant; `choices`
    are the texts with each of those several.
    """

    said: Utterance
    pinned: tuple[LinkedValue, ...] = ()
    unclear: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


def resolve(said: Utterance, past: Antecedents, *, joined: bool = False) -> list[Resolved]:
    """Every way to read the references, the likeliest first; the text itself where it has none.

    `joined` says that "and" or the like tied the message to the last question.
    """
    found = list(references(said, past))
    if not found:
        return [Resolved(said)]
    parallel = joined and len(said.tokens) <= _LONGEST_PARALLEL
    options = [list(dict.fromkeys(_meant(r, past, parallel)))[:3] for r in found]
    pairs = list(zip(found, options, strict=True))
    if not all(options):
        return [_unclear(said, pairs, past)]
    # Several references of one message mean the same one, as far as they can.
    ways = max(len(choice) for choice in options)
    return [
        _replaced(said, [(r, o[min(way, len(o) - 1)]) for r, o in zip(found, options, strict=True)])
        for way in range(ways)
    ]


def _unclear(
    said: Utterance, pairs: Sequence[tuple[Reference, Sequence[Mention]]], past: Antecedents
) -> Resolved:
    """The text with what is known in it, and what the one unclear reference could stand for."""
    known = [(reference, meant[0]) for reference, meant in pairs if meant]
    unclear = [reference for reference, meant in pairs if not meant]
    words = tuple(
        " ".join(token.text for token in said.tokens[one.first : one.last]) for one in unclear
    )
    choices = []
    if len(unclear) == 1:
        for mention in past.candidates(unclear[0].kind, unclear[0].noun)[:_OFFERED]:
            both = sorted([*known, (unclear[0], mention)], key=lambda pair: pair[0].first)
            choices.append(_replaced(said, both).said.text)
    part = _replaced(said, known)
    return Resolved(part.said, part.pinned, words, tuple(choices))


def of_the_named(said: Utterance, past: Antecedents, unclear: Sequence[str]) -> Rewrite | None:
    """With "it" as what was asked about: the disease, after a list of its symptoms."""
    mention = past.named_thing()
    if mention is None or any(word.lower() not in ("it", "its") for word in unclear):
        return None
    found = [r for r in references(said, past) if r.kind == "thing"]
    if len(found) != 1 or not past.fits(mention.label, "thing"):
        return None
    meant = _replaced(said, [(found[0], mention)])
    return Rewrite(meant.said.text, follows=True, pinned=meant.pinned)


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
    elif reference.kind != "amount":
        yield from past.singles(reference.kind)


def _follows_preposition(said: Utterance, at: int) -> bool:
    return at > 0 and said.forms[at - 1] in PREPOSITIONS


def _replaced(said: Utterance, known: Sequence[tuple[Reference, Mention]]) -> Resolved:
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
    return Resolved(utterance(text + said.text[at:]), tuple(pinned))


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
        nodes=mention.nodes,
    )


def with_value(said: Utterance, value: Scalar | None) -> Utterance:
    """The text with "that year" as the year that was answered or named, where there was one.

    >>> with_value(utterance("Who was born that year?"), "1979-05-25").text
    'Who was born in 1979?'
    >>> with_value(utterance("and the year before?"), 1979).text
    'and in 1978?'
    """
    year = re.match(r"(?:1\d|20)\d\d(?=$|-)", str(value))
    for pattern, later in _THAT_YEAR:
        found = pattern.search(said.text) if year else None
        if found and year:
            before = said.text[: found.start()]
            placed = before.split() and fold(before.split()[-1]) in PREPOSITIONS
            moment = str(int(year[0]) + later)
            return utterance(before + ("" if placed else "in ") + moment + said.text[found.end() :])
    return said
