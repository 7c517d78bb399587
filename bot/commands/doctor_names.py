"""What `cicerone doctor` says of the index of names: how old it is, and what it lacks."""

from __future__ import annotations

import time

from bot.commands.finding import Finding
from bot.errors import CiceroneError
from bot.graph_indexes import indexes_of
from bot.settings import Settings
from memory.text import several
from memory.value_record import left_out_text
from memory.values import VALUES, ValueIndex

_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))
_ANEW = "Build it with: cicerone index"


async def names(settings: Settings) -> Finding:
    """Whether the stored names are indexed."""
    indexes = indexes_of(settings)
    if not indexes.url and indexes.built_at() is None:
        return Finding("names", True, "not indexed yet; that is done at the first question")
    try:
        values = ValueIndex(await indexes.open_parts(VALUES))
        try:
            count, record = await values.count(), await values.record()
        finally:
            await values.close()
    except CiceroneError as error:
        return Finding("names", False, str(error), _ANEW)
    if record is None:
        return Finding("names", True, "not indexed yet; that is done at the first question")
    told = f"{several(count, 'name')} indexed {_ago(time.time() - record.built)} ago"
    if not record.left_out:
        return Finding("names", True, told)
    return Finding(
        "names",
        True,
        f"{told}. {left_out_text(record.left_out)}",
        "Nothing, where names are asked for in full: those are looked up in the database."
        * bool(record.missed),
    )


def _ago(seconds: float) -> str:
    """A time in its largest unit.

    >>> _ago(7300), _ago(20)
    ('2 hours', 'less than a minute')
    """
    for length, unit in _UNITS:
        if seconds >= length:
            return several(int(seconds // length), unit)
    return "less than a minute"
