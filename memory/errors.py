"""The root of all errors, and the one this room raises; `bot.errors` draws the whole tree."""

from __future__ import annotations


class CiceroneError(Exception):
    """Any failure whose text may be shown to a person as it is."""

    remedy: str = ""


class StoreError(CiceroneError):
    """The SQL store or the search index failed."""
