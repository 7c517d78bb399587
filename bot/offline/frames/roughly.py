"""About so much: around 100, roughly 2 million, close to 50 kg; a tenth less to a tenth more."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.approximate import roughly
from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05


@cued("around", "about", "roughly", "approx", "circa", "close to", " of ", "where near", "~")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which flats cost around 1,000 a month?"""
    found = roughly(asked.question)
    if found is None:
        return
    start, end, low, high = found
    heard = asked.hear((start, end, f"between {low} and {high}"))
    if heard is not None:
        yield heard.priced(_COST)
