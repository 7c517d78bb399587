"""What is remembered of the index of values: when it was read, and what it left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from memory.text import split_name

Reason: TypeAlias = Literal["limit", "total", "long", "texts", "nodes", "late"]

_REASONS: Mapping[Reason, str] = {
    "limit": "only the commonest are kept",
    "total": "the index is full",
    "long": "longer than a name",
    "texts": "texts and web addresses, not names",
    "nodes": "only the first nodes were read",
    "late": "they could not be read in time",
}
_TOLD = 4


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Values of one property that the index lacks; `count` is how many, None where unknown."""

    label: str
    name: str
    reason: Reason
    count: int | None = None

    @property
    def missed(self) -> bool:
        """Whether people may name them; nobody names a long text."""
        return self.reason != "texts"

    def __str__(self) -> str:
        """As people read it: "5,000 of Person.name (only the commonest are kept)"."""
        some = "some" if self.reason in ("long", "nodes") else "values"
        many = f"{self.count:,}" if self.count is not None else some
        return f"{many} of {self.label}.{self.name} ({_REASONS[self.reason]})"


@dataclass(frozen=True, slots=True)
class ValueRecord:
    """`built` is when the oldest part was read, in seconds since 1970."""

    built: float
    left_out: tuple[LeftOut, ...] = ()

    @property
    def missed(self) -> tuple[LeftOut, ...]:
        """What people may name, and the index cannot find."""
        return tuple(one for one in self.left_out if one.missed)


def left_out_of(noted: Mapping[str, Any]) -> tuple[LeftOut, ...]:
    """What was noted of a part as left out."""
    known = get_args(Reason)
    return tuple(LeftOut(*one) for one in noted.get("left_out", ()) if one[2] in known)


def left_out_text(left_out: Sequence[LeftOut]) -> str:
    """What an index lacks, in one sentence; "" where that is nothing.

    >>> left_out_text([LeftOut("Person", "name", "limit", 5000)])
    'Not in the index of names: 5,000 of Person.name (only the commonest are kept).'
    """
    if not left_out:
        return ""
    more = len(left_out) - _TOLD
    told = "; ".join(str(one) for one in left_out[:_TOLD])
    return f"Not in the index of names: {told}{f'; and of {more} more' if more > 0 else ''}."


def lacks_some(left_out: Iterable[LeftOut], words: Iterable[str]) -> tuple[LeftOut, ...]:
    """What is left out of the kinds of things that words speak of; all where they name none."""
    said = set(words)
    every = tuple(left_out)
    about = tuple(one for one in every if said & {*split_name(one.label)})
    return about or every
