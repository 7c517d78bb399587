"""How old those became who died: died before the age of 30, lived longest, how old when they died.

In other words of how long they lived, which people have who died (see `ages`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.ages import LIFESPAN
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS

_COST = 0.05
_DEATH = re.compile(r"\b(?:died|dies|die|death|lived?|passed away)\b", re.I)
_DIED = r"(?:died|passed away)"
_THEY = r"(?:he|she|they|it)"
_N = rf"(?P<n>{NUMBER})(?: years(?: old| of age)?)?"
# They lived in Oslo for so long.
_ALONE = r"\b(?! (?:in|at|with|on|as|from|under)\b)"
_BEFORE = (
    r"(?:before (?:the age of|(?:they|he|she) (?:were|was|turned|reached)|turning|reaching)|"
    r"younger than|(?:aged )?under(?: the age of)?)"
)
_AFTER = (
    r"(?:after (?:the age of|(?:they|he|she) (?:were|was|turned|reached))|"
    r"older than|(?:aged )?over(?: the age of)?)"
)
# With whoever it is behind, as they are named.
_OF = "what is the lifespan of "
_WITH = "have a lifespan"
_SAID: tuple[tuple[str, str], ...] = (
    (rf"how old (?:was|were) (?P<who>.+?) when {_THEY} {_DIED}", _OF),
    (r"how old (?:was|were) (?P<who>.+?) at (?:death|the time of death)", _OF),
    (r"how long did (?P<who>(?!it\b).+?) live" + _ALONE, _OF),
    (r"ages? at (?:the time of )?(?:their |his |her |)death", LIFESPAN),
    (rf"ages? (?:when|at which|with which) {_THEY} {_DIED}", LIFESPAN),
    (rf"{_DIED} {_BEFORE} {_N}", rf"{_WITH} under \g<n>"),
    (rf"{_DIED} {_AFTER} {_N}", rf"{_WITH} over \g<n>"),
    (rf"{_DIED} (?:at the age of|aged|at age|at) {_N}", rf"{_WITH} of \g<n>"),
    (
        rf"lived (?:to be |for |)(?P<sign>{'|'.join(SIGNS)}) {_N}{_ALONE}",
        rf"{_WITH} of \g<sign> \g<n>",
    ),
    (
        rf"lived (?:to be (?:older than |over |past )|past |beyond )(?:the age of )?{_N}{_ALONE}",
        rf"{_WITH} over \g<n>",
    ),
    (rf"lived to (?:be |the age of )?{_N}{_ALONE}", rf"{_WITH} of at least \g<n>"),
    (rf"{_DIED} (?:the )?youngest", "has the lowest lifespan"),
    (rf"{_DIED} (?:the )?oldest", "has the highest lifespan"),
    (r"lived (?:the )?(?:longest|the most years)" + _ALONE, "has the highest lifespan"),
    (r"lived (?:the )?shortest" + _ALONE, "has the lowest lifespan"),
)
_PATTERNS = tuple((re.compile(rf"\b{said}", re.I), meant) for said, meant in _SAID)


@cued("death", "die", "live", "passed away")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which kings died before the age of 30, how old was X when he died?"""
    question = asked.question
    labels = asked.lexicon.schema.labels.values()
    if not _DEATH.search(question) or not any(LIFESPAN in x.properties for x in labels):
        return
    for pattern, meant in _PATTERNS:
        found = pattern.search(question)
        if found is not None:
            heard = asked.hear(*_edits(found, meant))
            if heard is not None:
                yield heard.priced(_COST)
            return


def _edits(found: re.Match[str], meant: str) -> list[tuple[int, int, str]]:
    """What is said in other words; a name within stays where it is."""
    (start, end), names = found.span(), found.re.groupindex
    if "who" not in names:
        return [(start, end, found.expand(meant))]
    return [(start, found.start("who"), meant), (found.end("who"), end, "")]
