"""The biggest banks by assets: those with the highest of what is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.harms import harmful
from bot.offline.words import is_plural

_COST = 0.1
_LARGE = (
    r"biggest|largest|greatest|top|leading|highest|best|strongest|main|major|busiest|"
    r"most (?:active|important|influential|popular|powerful|productive|successful|valuable)"
)
_SMALL = (
    r"smallest|lowest|worst|weakest|bottom|quietest|"
    r"(?<!at )least(?: (?:active|important|popular))?"
)
_ORDINALS = "|".join(load("scales")["ordinals"])
_RANKED = re.compile(
    rf"\b(?:(?P<nth>{_ORDINALS})[ -])?(?:(?P<large>{_LARGE})|(?P<small>{_SMALL})) "
    r"(?P<rest>[^,;?.!]*?)"
    r"(?P<by>,? (?:(?:ranked |measured |judged |going |judging )?by|in terms of|according to|"
    r"based on|with (?:regard|respect) to|when it comes to|as regards)"
    r" (?:the |their |its )?)(?P<what>[^,;?.!]+)",
    re.I,
)


# Which port is the busiest by cargo.
_IS_RANKED = re.compile(
    rf"\b(?:is|was) the (?:(?P<large>{_LARGE})|(?P<small>{_SMALL}))(?: one)?,? "
    r"(?:by|in terms of|based on) (?:the |their |its )?(?P<what>[^,;?.!]+)",
    re.I,
)


@cued("by ", "in terms of", "according to", "based on", "gard", "respect", "when it comes to")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the second biggest bank by assets?"""
    for found in _IS_RANKED.finditer(asked.question):
        pole = "highest" if found["large"] or _worse_the_more(found) else "lowest"
        heard = asked.hear((found.start(), found.start("what"), f"has the {pole} "))
        if heard is not None and heard.query.limit == 1 and not heard.query.each:
            yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
    for found in _RANKED.finditer(asked.question):
        nth = f"{found['nth']} " if found["nth"] else ""
        pole = "highest" if found["large"] or _worse_the_more(found) else "lowest"
        gone = (found.start(), found.start("rest"), "")
        one = found["rest"].strip() and not is_plural(found["rest"].split()[-1])
        heard = asked.hear(gone, (*found.span("by"), f" with the {nth}{pole} "))
        if heard is not None and heard.query.order and not heard.query.each:
            query = heard.query
            if one and query.limit is None:
                query = replace(query, limit=1)
            yield Heard(query, heard.cost + _COST, heard.used, modest=True)


def _worse_the_more(found: re.Match[str]) -> bool:
    """Whether the worst have the most: faults by downtime, or companies by complaints."""
    said = found["small"] is not None and found["small"].lower() == "worst"
    rest = found.groupdict().get("rest") or ""
    return said and (harmful(rest) or harmful(found["what"]))
