"""Who is asking: set for the length of a turn or an export, read by the database client."""

from __future__ import annotations

from contextvars import ContextVar

asking_as: ContextVar[str | None] = ContextVar("asking_as", default=None)
