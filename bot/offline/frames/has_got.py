"""How many rooms has X got, has any club a badge: what X has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_GOT = re.compile(
    r"(?<=\w )(?P<has>has|have)"
    r"(?= (?!not\b|never\b|you\b|we\b|i\b)\S.*? (?P<got>got)\b(?: in\b|\W*\Z))",
    re.I,
)

_ANY = re.compile(
    r"\A\W*(?P<has>has|have|had) (?:any|some|no|one of the|a single) \w+(?: \w+)??"
    r"(?P<at>) (?:an?|any|no|some|more than|at least|fewer than|less than|exactly) \w",
    re.I,
)


@cued(" got", "has ", "have ", "had ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many acres has Oakhurst got?"""
    found = _GOT.search(asked.question) if " got" in asked.question else None
    if found is not None:
        one = found["has"].lower() == "has"
        heard = asked.hear(
            (*found.span("has"), "does" if one else "do"), (*found.span("got"), "have")
        )
        if heard is not None:
            yield heard
    found = _ANY.match(asked.question)
    if found is not None:
        does = {"has": "does", "have": "do", "had": "did"}[found["has"].lower()]
        heard = asked.hear((*found.span("has"), does), (*found.span("at"), " have"))
        if heard is not None:
            yield heard
