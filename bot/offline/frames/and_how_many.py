"""Whether there are any, and at once how many: are there sites without a manager? How many?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.03
_SAID = re.compile(
    r"\A\W*(?:is|are|was|were) there (?:any |an |a |some )?(?P<rest>[^?;]+?)"
    r"(?P<tail>[?;,.]* *(?:and )?(?:if so,? )?how many(?: (?:are there|are they|of them|exactly))?)"
    r"\W*\Z",
    re.I,
)


@cued("how many")
def frame(asked: Asked) -> Iterator[Heard]:
    """The number tells both."""
    found = _SAID.match(asked.question)
    if found is None:
        return
    heard = asked.hear((0, found.start("rest"), "How many "), (*found.span("tail"), " are there"))
    if heard is not None and heard.query.form == "count":
        yield heard.priced(_COST)
