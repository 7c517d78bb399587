"""What a bounds check reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Excess:
    """Something that is too large; `fatal` is False where it is only worth a word."""

    name: str
    explanation: str
    start: int
    end: int
    fatal: bool = True
