"""What a bounds check reports."""

from __future__ import annotations

from dataclasses import dataclass

from memory.catalogue import number, say


@dataclass(frozen=True, slots=True)
class Excess:
    """Something that is too large; `fatal` is False where it is only worth a word."""

    name: str
    explanation: str
    start: int
    end: int
    fatal: bool = True


class TooMuch(Exception):
    """Raised where an estimate leaves its bounds."""

    def __init__(self, name: str, explanation: str, start: int, end: int) -> None:
        super().__init__(explanation)
        self.excess = Excess(name, explanation, start, end)


def told(amount: float) -> str:
    """An amount for people.

    >>> told(1234567.0), told(1e40)
    ('1,234,567', 'more than can be told')
    """
    return number(round(amount)) if amount < 1e18 else say("more than can be told")
