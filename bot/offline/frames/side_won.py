"""Which side won: games that the challenger lost, where a challenger_outcome says win or loss."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.terms import edited
from bot.offline.words import lemmas
from memory.schema import LinkedValue
from memory.text import fold, split_name

_COST = 0.1
_WON = "won|wins?|was victorious|were victorious"
_LOST = "lost|loses?|was defeated|were defeated"
_SIDE = r"(?:the )?(?P<side>[a-z]+?)(?:['’]s side| side| team)?"
_SAYS = rf"(?:(?P<won>{_WON})|(?P<lost>{_LOST}))"
# Each with what its words are put for: what is asked of has that outcome.
_WAYS = (
    (re.compile(rf"(?:that|which|where|in which) {_SIDE} {_SAYS}\b(?! by| as| to)", re.I), "with "),
    (
        re.compile(
            rf"\b(?:(?:that|which) )?(?:were |was )?(?:(?P<won>won)|(?P<lost>lost)) by {_SIDE}\b",
            re.I,
        ),
        "with ",
    ),
    (re.compile(rf"(?<= )(?:did|does|do) {_SIDE} {_SAYS}\W*\Z", re.I), "have "),
)
_AS = re.compile(
    r"\b(?:(?P<won>won|win)|(?P<lost>lost|lose)) (?:[a-z]+ )?as (?:an? |the )?"
    r"(?P<role>[a-z]+(?: [a-z]+)?)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a label keeps of how it came out for one side."""

    label: str
    property: str
    value: str


@cued("won", "win", "lost", "lose", "victorious", "defeated")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which matches did the challenger win?"""
    for pattern, lead in _WAYS:
        found = pattern.search(asked.question)
        kept = _kept(asked, found["side"], won=bool(found["won"])) if found else None
        if found is not None and kept is not None:
            heard = _heard(asked, kept, found.span(), f"{lead}{_said(kept)}")
            if heard is not None:
                yield heard
                return
    found = _AS.search(asked.question)
    kept = _kept(asked, found["role"].split()[0], won=bool(found["won"])) if found else None
    if found is not None and kept is not None:
        things = " ".join(split_name(kept.label))
        words = f"were the {found['role']} of a {things} with {_said(kept)}"
        heard = _heard(asked, kept, found.span(), words)
        if heard is not None:
            yield heard


def _said(kept: _Outcome) -> str:
    return f'{" ".join(split_name(kept.property))} "{kept.value}"'


def _kept(asked: Asked, side: str, *, won: bool) -> _Outcome | None:
    """The one outcome of a side, where the values say who won."""
    states = load("states")
    found = []
    for label in asked.lexicon.schema.labels.values():
        for property in label.properties.values():
            first, *rest = split_name(property.name)
            if not rest or rest[-1] not in states["outcomes"] or first not in lemmas(fold(side)):
                continue
            for value in property.values or ():
                if fold(str(value)) in states["won" if won else "lost"]:
                    found.append(_Outcome(label.name, property.name, str(value)))
    return found[0] if len(found) == 1 else None


def _heard(asked: Asked, kept: _Outcome, span: tuple[int, int], words: str) -> Heard | None:
    """What is read with the outcome said, its value linked."""
    edit: Edit = (*span, words)
    other = edited(asked.question, asked.linked, [edit])
    start = span[0] + words.index('"') + 1
    link = LinkedValue(
        kept.value,
        kept.label,
        kept.property,
        kept.value,
        start,
        start + len(kept.value),
        1.0,
        "exact",
    )
    heard = asked.read(other.question, (*other.linked, link))
    if heard is None:
        return None
    used = other.as_typed(tuple(one for one in heard.used if one != link))
    return Heard(heard.query, heard.cost + _COST, used)
