"""Viewers of a raid, where raids keep viewers: before what is only named like it elsewhere."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import PropertyWord, Verb
from bot.offline.scanning.sheet import Sheet

_EXACT = 0.02
_LIKE = 0.3
_ELSEWHERE = 0.9


def put_kept_exactly(sheet: Sheet) -> None:
    """Of a relationship that the question names its own property is meant."""
    named = {
        type_
        for items in sheet.items
        for it in items
        if isinstance(it, Verb)
        for type_, cost in it.types
        if cost < _LIKE
    }
    for items in sheet.items:
        for nth, item in enumerate(items):
            if isinstance(item, PropertyWord):
                own = [c for c in item.candidates if c.of_relationship and c.cost <= _EXACT]
                if any(c.owner in named for c in own):
                    items[nth] = _dearer_elsewhere(item)


def _dearer_elsewhere(item: PropertyWord) -> PropertyWord:
    kept = (replace(c, cost=c.cost + _ELSEWHERE) if c.cost >= _LIKE else c for c in item.candidates)
    return replace(item, candidates=tuple(kept))
