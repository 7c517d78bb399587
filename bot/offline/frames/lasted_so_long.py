"""How long something lasted: how long did the trials take, which ran longest, took longer than X.

In other words of the duration that things have (see `durations`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
_LASTED = r"(?:last|lasted|take|took|run|ran|go on|went on)(?: for)?"
_HOW_LONG = re.compile(
    rf"\A\W*how long (?:did|do|does|has|have) (?P<whose>(?!it\b).+?) {_LASTED}"
    r"(?P<mean> on average)?(?=\W*\Z)",
    re.I,
)
_LONGEST = re.compile(
    rf"\b{_LASTED} (?:the )?(?P<most>longest|most time|shortest|least time)(?=\W*\Z)", re.I
)
_LONGER = re.compile(rf"\b{_LASTED} (?P<than>(?:longer|shorter) than)\b", re.I)


@cued("how long ", "longest", "shortest", "most time", "least time", "longer than", "shorter than")
def frame(asked: Asked) -> Iterator[Heard]:
    """How long did the exhibitions last, which of them lasted the longest?"""
    question = asked.question
    if found := _HOW_LONG.search(question):
        # Around what it is asked of, which may be a name.
        mean = "average " if found["mean"] else ""
        before = (found.start(), found.start("whose"), f"what is the {mean}duration of ")
        edits = [before, (found.end("whose"), found.end(), "")]
    elif found := _LONGEST.search(question):
        least = found["most"].lower() in ("shortest", "least time")
        edits = [(*found.span(), f"has the {'lowest' if least else 'highest'} duration")]
    elif found := _LONGER.search(question):
        edits = [(*found.span(), f"are {found['than']}")]
    if found is not None:
        heard = asked.hear(*edits)
        if heard is not None:
            yield heard.priced(_COST)
