"""What `cicerone doctor` says of one part."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: does it work, what is there to know, and what to do if not."""

    part: str
    ok: bool
    message: str
    remedy: str = ""
