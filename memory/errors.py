"""The root of all errors, and those this room raises; `bot.errors` draws the whole tree."""

from __future__ import annotations


class CiceroneError(Exception):
    """Any failure whose text may be shown to a person as it is."""

    remedy: str = ""


class UsageError(CiceroneError):
    """Bad input on the command line, in settings or in a file."""


class StoreError(CiceroneError):
    """The SQL store or the search index failed."""


class StoreAway(StoreError):
    """The SQL database cannot be used now: it does not answer, is full, held or read-only."""


class Forgotten(StoreError):
    """Somebody was forgotten while they asked: nothing of that is kept."""


class EmbedderAway(StoreError):
    """No vectors can be made now; a search goes on by words alone."""


class WorkFailed(CiceroneError):
    """Work that takes the processor was not done; see `memory.processor`."""


class TookTooLong(WorkFailed):
    """It took more of the processor than one piece of work may."""


class WorkerLost(WorkFailed):
    """The process that did it ended, and the one that did it again, too."""
