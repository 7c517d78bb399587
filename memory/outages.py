"""Outages of the parts, one line in the log when each begins and one when it ends.

A part is named by what an operator would look for: "the store", "the model". Whoever fails says
`begins`, as often as it fails; whoever succeeds says `ends`. The lines are warnings, so that they
stand in the log at its default level; `now` is for what tells readiness.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import structlog

STORE = "the store"


@dataclass(frozen=True, slots=True)
class Outage:
    """A part that is away: `why` in one sentence, since `began` (monotonic seconds).

    `failed` counts what was asked of it meanwhile in vain.
    """

    part: str
    why: str
    began: float
    failed: int = 1


_now: dict[str, Outage] = {}
_lock = threading.Lock()


def begins(part: str, why: str, *, failed: int = 1) -> None:
    """A part failed: one line, if it had not failed before; `failed` tries are counted."""
    with _lock:
        known = _now.get(part)
        began, before = (known.began, known.failed) if known else (time.monotonic(), 0)
        _now[part] = Outage(part, why, began, before + failed)
    if known is None:
        structlog.get_logger(__name__).warning("outage begins", part=part, why=why)


def ends(part: str) -> None:
    """A part works: one line, if it was away, with how long that was."""
    if part not in _now:  # the usual case takes no lock
        return
    with _lock:
        over = _now.pop(part, None)
    if over is not None:
        lasted = round(time.monotonic() - over.began, 1)
        structlog.get_logger(__name__).warning(
            "outage ends", part=part, seconds=lasted, failed=over.failed
        )


def now() -> tuple[Outage, ...]:
    """What is away at this moment, the longest first."""
    return tuple(sorted(_now.values(), key=lambda outage: outage.began))
