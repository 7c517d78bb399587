"""Battles that the attacker won, won by the attacker: an outcome that is kept for each side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.terms import edited
from bot.offline.words import inflect, lemmas
from memory.schema import LinkedValue
from memory.text import fold, split_name

_COST = 0.1
_OUTCOMES = frozenset(load("states")["outcomes"])
# Nouns for how it ended, and the verbs of those whom it ended so for.
_ENDED = {"loss": "lose", "defeat": "lose", "victory": "win", "success": "succeed"} | {
    "failure": "fail",
    "draw": "draw",
}
_TENSES = ("VB", "VBD", "VBN", "VBZ")


@dataclass(frozen=True)
class _Side:
    """A side of which an outcome is kept, by the forms of the verbs for it."""

    label: str
    property: str
    role: str
    forms: dict[str, str]


@cued(" the ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many battles were won by the attacker?"""
    for side in _sides(asked):
        verbs = "|".join(side.forms)
        the_role = rf"the {side.role}s?(?: (?:team|side|club|party))?\b"
        said = re.compile(
            rf"\b(?P<be>(?:is|are|was|were|been) )?(?P<by>{verbs}) by {the_role}"
            rf"|\b(?:that|which|where|in which) {the_role} (?:had |has |have )?(?P<did>{verbs})\b",
            re.I,
        )
        for found in said.finditer(asked.question):
            value = side.forms[(found["by"] or found["did"]).lower()]
            heard = _with_outcome(asked, found, side, value)
            if heard is not None:
                yield heard.priced(_COST)


def _with_outcome(asked: Asked, found: re.Match[str], side: _Side, value: str) -> Heard | None:
    """What is read with the outcome by its name."""
    lead = f"{'have' if found['be'] else 'with'} {' '.join(split_name(side.property))} "
    other = edited(asked.question, asked.linked, [(*found.span(), lead + value)])
    start = found.start() + len(lead)
    text = other.question[start : start + len(value)]
    place = (start, start + len(value))
    link = LinkedValue(text, side.label, side.property, value, *place, 1.0, "exact")
    heard = asked.read(other.question, (*other.linked, link))
    if heard is None or link not in heard.used:
        return None
    rest = tuple(used for used in heard.used if used != link)
    return Heard(heard.query, heard.cost, other.as_typed(rest))


def _sides(asked: Asked) -> Iterator[_Side]:
    """The outcomes that are kept for one side of what happened."""
    for label in asked.lexicon.schema.labels.values():
        for property in label.properties.values():
            *role, last = split_name(property.name)
            values = [v for v in property.values or () if isinstance(v, str)]
            if not role or last not in _OUTCOMES or not values:
                continue
            forms = {form: value for value in values for form in _forms(value)}
            if forms:
                yield _Side(label.name, property.name, " ".join(role), forms)


def _forms(value: str) -> set[str]:
    """How a verb says an outcome: won and wins, for win; lost, for loss."""
    word = fold(value)
    verbs = {_ENDED.get(word, lemma) for lemma in (word, *lemmas(word))}
    plain = {verb for verb in verbs if verb.isalpha()}
    return {inflect(verb, tense) for verb in plain for tense in _TENSES} | plain
