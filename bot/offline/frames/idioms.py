"""Set phrases, read as what they mean: to bank with X is to have an account there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard
from memory.text import split_name

_COST = 0.05
_RELATIVE = re.compile(r"\b(?:who|that|which) +\Z", re.I)


def frame(asked: Asked) -> Iterator[Heard]:
    """Who banks with X?"""
    edits = sorted(_edits(asked))
    if not edits:
        return
    heard = asked.hear(*edits)
    if heard is not None:
        yield Heard(heard.query, heard.cost + _COST, heard.used)


def _edits(asked: Asked) -> Iterator[Edit]:
    nouns = {split_name(label)[-1] for label in asked.lexicon.schema.labels}
    for idiom in load("idioms")["idiom"]:
        if idiom["needs"] and idiom["needs"] not in nouns:
            continue
        for said in idiom["says"]:
            for found in re.finditer(rf"\b{said}\b", asked.question, re.I):
                before = asked.question[: found.start()]
                relative = _RELATIVE.search(before)
                first = relative is not None and relative.start() > 0
                start = relative.start() if relative is not None and first else found.start()
                yield start, found.end(), idiom["means"]
