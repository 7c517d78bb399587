"""Still or no longer: currently, the current head of, former members."""

from __future__ import annotations

from bot.offline.phrases import listed
from bot.offline.scanning.sheet import Sheet


def still(sheet: Sheet, at: int, end: int) -> bool:
    """Whether words tell that something still holds, where the schema can tell."""
    return bool(sheet.lexicon.lasting) and sheet.forms[at:end] in listed("lasting", "still")
