"""Which club is X chairman of, which matches did he referee: one who is a name kept with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.people_kept import doers, kept
from memory.schema import LinkedValue

_COST = 0.1
_OF = r"(?: the| an?)? (?P<one>\w+(?: \w+)?) (?:of|for|at|in)"
_IS = re.compile(r"\A\W*(?:is|was|does|do|did|has) ", re.I)
_WHICH = re.compile(
    r"\A\W*(?P<of>(?:of|for|at|in) )?(?:which|what) \w+(?: \w+)??"
    r"(?P<do> (?:is|was|does|do|did|has) )",
    re.I,
)
_IS_OF = re.compile(rf"{_OF} (?=\w)", re.I)
_THEY_ARE = re.compile(rf"{_OF}\W*\Z", re.I)
_OF_WHICH = re.compile(r"(?: the| an?)? (?P<one>\w+(?: \w+)?)\W*\Z", re.I)
_DOES = re.compile(r" (?P<verb>\w+) (?=\w)", re.I)
_DID = re.compile(r" (?P<verb>\w+)(?P<end>\W*)\Z", re.I)


@cued("is ", "was ", "does ", "do ", "did ", "has ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Is Bo Lund the chairman of Marl Rovers? Which clubs does Tom Bell own?"""
    for who in asked.linked:
        for heard in (*_whether(asked, who), *_which(asked, who)):
            if heard is not None and who in heard.used:
                yield heard.priced(_COST)


def _whether(asked: Asked, who: LinkedValue) -> Iterator[Heard | None]:
    """Is he the chairman of the club, does he chair it: does the club have him as chairman?"""
    start = _IS.match(asked.question)
    if start is None or start.end() != who.start:
        return
    name, end = (who.start, who.end), asked.end
    found = _IS_OF.match(asked.question, who.end)
    if found is not None and who.property in kept(asked.lexicon, found["one"]):
        club = (found.end(), end)
        yield asked.hear_pieces("does ", club, " have ", name, f" as {found['one']}?")
    found = _DOES.match(asked.question, who.end)
    club = (found.end(), end) if found is not None else name
    for noun, names in doers(asked.lexicon, found["verb"]) if found is not None else ():
        if who.property in names:
            yield asked.hear_pieces("does ", club, " have ", name, f" as {noun}?")


def _which(asked: Asked, who: LinkedValue) -> Iterator[Heard | None]:
    """Which clubs is he chairman of: which clubs with him as chairman."""
    asking = _WHICH.match(asked.question)
    if asking is None or asking.end() != who.start:
        return
    has: Edit = (*asking.span("do"), " with ")
    pattern = _OF_WHICH if asking["of"] else _THEY_ARE
    found = pattern.match(asked.question, who.end)
    if found is not None and who.property in kept(asked.lexicon, found["one"]):
        gone = [(*asking.span("of"), "")] if asking["of"] else []
        yield asked.hear(*gone, has, (who.end, asked.end, f" as {found['one']}"))
    found = _DID.match(asked.question, who.end)
    for noun, names in doers(asked.lexicon, found["verb"]) if found is not None else ():
        if who.property in names:
            yield asked.hear(has, (who.end, asked.end, f" as {noun}"))
