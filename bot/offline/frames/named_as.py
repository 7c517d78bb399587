"""Firms that list X as a rival: they have X as one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from memory.english import noun_singular

_COST = 0.05
_AS = re.compile(
    r"(?P<verb>\b(?:lists?|names?|counts?|regards?|considers?|treats?|describes?)) "
    r"(?P<whom>[^?,]+?) (?P<as>as (?:an?|its|their) (?=\w)|"
    r"(?:as one of|among) (?:its|their) (?P<one>\w+s)\b)",
    re.I,
)


@cued(" as ", " among ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which firms name Northwind as a competitor?"""
    found = _AS.search(asked.question)
    if found is None or not found.start():
        return
    if not any(found.start("whom") <= x.start and x.end <= found.end("whom") for x in asked.linked):
        return
    role = noun_singular(found["one"]) if found["one"] else ""
    edits: tuple[Edit, ...] = ((*found.span("verb"), "have"), (*found.span("as"), f"as a {role}"))
    heard = asked.hear(*edits)
    if heard is not None:
        yield heard.priced(_COST)
