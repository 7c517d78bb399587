"""Grandchildren: the children of someone's children, where nothing in the schema says it itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
_KIN = r"(?P<great>(?:great[ -])*)grand-?(?P<one>children|child|parents|parent)"
# The grandchildren of X: whose they are comes next.
_OF = re.compile(rf"\b{_KIN}(?= of\b)", re.I)
# X's grandchildren.
_WHOSE = re.compile(rf"(?:(?<=['’]s )|(?<=s['’] )){_KIN}\b(?!['’])", re.I)
_OWN = {"children": "'s", "parents": "'"}
_PLURALS = {"child": "children", "parent": "parents"}


@cued("grand")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who are the grandchildren of X?"""
    for pattern in (_OF, _WHOSE):
        for found in pattern.finditer(asked.question):
            one = found["one"].lower()
            several = _PLURALS.get(one, one)
            between = found["great"].lower().count("great") + 1
            if pattern is _OF:
                put = one + f" of the {several}" * between
            else:
                put = f"{several}{_OWN[several]} " * between + one
            heard = asked.hear((*found.span(), put))
            if heard is not None:
                yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
                return
