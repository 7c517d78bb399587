"""How many people were enrolled: a number that things have, where the people are not kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.kinds import kind_of
from bot.offline.lexicon import Lexicon, NounTarget, RelationTarget
from bot.offline.vocabulary import action_verbs, agentive, expand
from bot.offline.words import lemmas, parts
from memory.english import noun_singular
from memory.text import split_name

_COST = 0.1
# A relationship's own verb says who did it; one that it is only near to does not.
_OWN = 0.15
_NOUNS = (
    "people|persons|individuals|participants|patients|volunteers|visitors|guests|"
    "employees|workers|subjects|customers|users|members|students|fans"
)
_PEOPLE = rf"(?P<people>{_NOUNS})"
# Nouns for a doing that count who did it, and for what people are put on.
_GATHERED = frozenset(["enrollment", "enrolment", "attendance", "recruitment", "employment"])
_PLACES = frozenset(["seats"])
_MEAN = re.compile(r",? *\bon average\b,? *|,? *\bin total\b,? *", re.I)
_BEING = r"(?:(?:were|was|are|is|been|get|got|have|had|has|did|does|do) )*"
_MOST = {"most": "highest", "fewest": "lowest", "least": "lowest"}
_BOUND = r"(?:(?:more|fewer|less) than|at (?:least|most)|over|under|above|below|exactly|up to)? ?"
_VERB = r"(?P<verb>[a-z]+)"
_DONE = re.compile(
    rf"\bhow many (?:different )?{_PEOPLE} {_BEING}{_VERB}(?: (?:in|at|by|for|on|into|with))? ",
    re.I,
)
_DOING = re.compile(
    rf"\bhow many (?:different )?{_PEOPLE} (?:do|does|did|has|have) (?P<whom>.+?) {_VERB}"
    r"(?=[ ?.!]*\Z)",
    re.I,
)
_THAN = re.compile(
    rf"\b(?P<been>{_BEING}){_VERB}(?: by)? (?P<more>more|fewer|less) {_PEOPLE} than (?!\d)", re.I
)
_SO_MANY = re.compile(
    rf"\b(?P<been>{_BEING}){_VERB}(?: by)? (?P<bound>{_BOUND})"
    rf"(?P<number>\d[\d,.]*|a \w+) {_PEOPLE}\b",
    re.I,
)
_RANKED = re.compile(
    rf"\b(?P<been>{_BEING}){_VERB}(?: by)? the (?P<most>most|fewest|least) {_PEOPLE}\b", re.I
)


@cued(*_NOUNS.split("|"))
def frame(asked: Asked) -> Iterator[Heard]:
    """How many people were enrolled in the completed trials?"""
    if not any(way.search(asked.question) for way in (_DONE, _DOING, _THAN, _SO_MANY, _RANKED)):
        return
    figures = _figures(asked.lexicon)
    if not figures:
        return
    for edits in _ways(asked, figures):
        heard = asked.hear(*edits)
        if heard is not None:
            yield heard.priced(_COST)
            return


def _figures(lexicon: Lexicon) -> dict[str, str]:
    """Verbs that the number of people has its name from: enroll, for an enrollment."""
    found: dict[str, str] = {}
    for label in lexicon.schema.labels.values():
        for property in label.properties.values():
            words = expand(split_name(property.name))
            if kind_of(property) != "number" or property.type != "INTEGER":
                continue
            for verb in _verbs(words[-1]):
                own = any(
                    isinstance(target, RelationTarget) and cost < _OWN
                    for target, cost in lexicon.lookup((verb,)).items()
                )
                if not own:
                    found[verb] = " ".join(words)
    return found


def _verbs(noun: str) -> tuple[str, ...]:
    """Verbs of having people in: enrollment, attendees, visitors, seats; no rating, no payment."""
    one = noun_singular(noun)
    if noun in _GATHERED:
        return action_verbs(noun)
    if noun in _PLACES:
        return (one,)
    if one.endswith("ee") and "VERB" in parts(one[:-2]):
        return (one[:-2],)
    verb = agentive(one) if one != noun else None
    return (verb,) if verb else ()


def _ways(asked: Asked, figures: dict[str, str]) -> Iterator[list[Edit]]:
    question = asked.question
    said = _MEAN.search(question)
    function = "" if said is None else "average " if "average" in said[0].lower() else "total "
    aside: list[Edit] = [(*said.span(), " ")] if said is not None else []
    for found, noun in _found(asked, _DONE, figures):
        yield [*aside, (*found.span(), f"what is the {function}{noun} of ")]
    for found, noun in _found(asked, _DOING, figures):
        head = (found.start(), found.start("whom"), f"what is the {function}{noun} of ")
        yield [*aside, head, (found.end("whom"), found.end(), "")]
    for found, noun in _found(asked, _THAN, figures):
        side = "a higher" if found["more"].lower() == "more" else "a lower"
        yield [(*found.span(), f"{_having(found)} {side} {noun} than ")]
    for found, noun in _found(asked, _SO_MANY, figures):
        amount = f"{found['bound'] or 'exactly '}{found['number']}"
        yield [(*found.span(), f"{_having(found)} a {noun} of {amount}")]
    for found, noun in _found(asked, _RANKED, figures):
        yield [(*found.span(), f"{_having(found)} the {_MOST[found['most'].lower()]} {noun}")]


def _having(found: re.Match[str]) -> str:
    return "with" if found["verb"].lower().endswith("ing") else "have"


def _found(
    asked: Asked, pattern: re.Pattern[str], figures: dict[str, str]
) -> Iterator[tuple[re.Match[str], str]]:
    """Where the words are of people that no label stands for, and the number they make."""
    for found in pattern.finditer(asked.question):
        nouns = asked.lexicon.lookup((found["people"].lower(),))
        verbs = [verb for verb in lemmas(found["verb"].lower()) if verb in figures]
        kept = any(isinstance(target, NounTarget) for target in nouns)
        if verbs and not kept:
            yield found, figures[verbs[-1]]
