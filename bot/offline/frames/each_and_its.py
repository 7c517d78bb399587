"""For each country, how many reports were filed by its banks: by the banks of each country."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.words import lemmas

_COST = 0.05
_EACH = re.compile(
    r"\A\W*(?:(?:show|tell me|list|give me|find),? )?for (?P<each>each|every) (?P<one>\w+(?: \w+)?)"
    r"(?:,|:)? (?=(?:how|what|show|list|count|find|tell|give|the|an?|average|total)\b)",
    re.I,
)
_ITS = re.compile(r"\b(?P<its>its|their) (?=(?P<rest>[^,;.?!]+))", re.I)
_WORD = re.compile(r"[a-z]\w+", re.I)
# Adjectives may stand before what belongs to it.
_NEAR = 3


@cued("for each ", "for every ")
def frame(asked: Asked) -> Iterator[Heard]:
    """For each department, what is the average salary of its employees?"""
    lead = _EACH.match(asked.question)
    said = list(_ITS.finditer(asked.question, lead.end())) if lead is not None else []
    if lead is None or len(said) != 1:
        return
    (its,) = said
    words = list(_WORD.finditer(asked.question, *its.span("rest")))[:_NEAR]
    owned = next((word for word in words if _is_thing(asked, word[0])), None)
    if owned is None or not _is_thing(asked, lead["one"].split()[-1]):
        return
    heard = asked.hear(
        (0, lead.end(), ""),
        (*its.span("its"), "the"),
        (owned.end(), owned.end(), f" of {lead['each'].lower()} {lead['one']}"),
    )
    if heard is not None:
        yield heard.priced(_COST)


def _is_thing(asked: Asked, word: str) -> bool:
    known = (x for form in {word.lower(), *lemmas(word)} for x in asked.lexicon.lookup((form,)))
    return any(isinstance(target, NounTarget) for target in known)
