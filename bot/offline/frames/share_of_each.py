"""What percentage of each team's games were won: a share for each of what owns the things."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued

_COST = 0.03
_SHARE = r"\b(?:percentage|percent|per cent|%|pct|share|proportion|fraction) of "
_EACH = r"(?:each|every)"
_BE = r"(?:is|are|was|were|has|have|had|do|does|did|can)\b"
_WORDS = r"\w[\w-]*(?: [\w-]+)?"
# The games of each team; the games played in each season.
_OF_EACH = re.compile(
    rf"{_SHARE}(?:the |all (?:the )?)?(?P<things>{_WORDS}) (?:of|in|at|by|from|for) "
    rf"{_EACH} (?P<group>{_WORDS}?) (?={_BE})",
    re.I,
)
# Each team's games.
_THEIRS = re.compile(
    rf"{_SHARE}(?P<each>{_EACH} )(?P<group>{_WORDS}?)['’]s? (?P<things>{_WORDS}) (?={_BE})", re.I
)
# For each team, what percentage of its games.
_AHEAD = re.compile(
    rf"\A\W*(?:for|in|at|of) {_EACH} [^,:]+[,:].*?{_SHARE}(?P<whose>(?:its|their|his|her) )", re.I
)


@cued("percent", "per cent", "%", "pct", "share", "proportion", "fraction")
def frame(asked: Asked) -> Iterator[Heard]:
    """What percentage of each team's games were won?"""
    for found in (_OF_EACH.search(asked.question), _THEIRS.search(asked.question)):
        if found is None:
            continue
        first = found.start("things" if found.re is _OF_EACH else "each")
        aside = asked.question.find(",", found.end())
        end = asked.end if aside < 0 else aside
        put = (end, end, f" for each {found['group']}")
        yield from _heard(asked, [(first, found.end(), f"{found['things']} "), put])
    ahead = _AHEAD.search(asked.question)
    if ahead is not None:
        yield from _heard(asked, [(*ahead.span("whose"), "")])


def _heard(asked: Asked, edits: list[Edit]) -> Iterator[Heard]:
    heard = asked.hear(*edits)
    if heard is not None and len(heard.query.columns) > 1:
        yield heard.priced(_COST)
