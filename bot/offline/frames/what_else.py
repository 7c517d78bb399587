"""What else did X play in besides Y: which films, as Y is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import plural
from memory.text import split_name

_COST = 0.05
_BUT = r"(?:besides|apart from|aside from|other than|except(?: for)?)"
# What are the people that acted in films other than Heat asks for people.
_ASKED = r"(?P<what>what else|what(?= (?:has|have|did|does|do)\b)) "
_WHAT = re.compile(rf"\A\W*{_ASKED}", re.I)
_LAST = re.compile(rf" {_BUT} (?:the |in |for )?[\"“']?\Z", re.I)
_FIRST = re.compile(rf"\A\W*(?P<but>{_BUT}) [\"“']?\Z", re.I)
_THEN = re.compile(rf"[\"”']?,? {_ASKED}", re.I)


@cued("besides", "apart from", "aside from", "other than", "except")
def frame(asked: Asked) -> Iterator[Heard]:
    """What else did Meg Ryan act in besides Heat?"""
    text = asked.question
    for link in asked.linked:
        if link.property not in asked.lexicon.shown(link.label)[:1]:
            continue
        things = f"which {plural(' '.join(split_name(link.label)))}"
        before, behind = text[: link.start], text[link.end :]
        what, then = _WHAT.match(text), _THEN.match(behind)
        heard = None
        if what is not None and _LAST.search(before) and not behind.strip(" ?.!\"”'"):
            heard = asked.hear((*what.span("what"), things))
        elif then is not None and _FIRST.match(before):
            rest = (link.end + then.end("what"), asked.end)
            heard = asked.hear_pieces(things, rest, " besides ", (link.start, link.end), "?")
        if heard is not None:
            yield heard.priced(_COST)
            return
