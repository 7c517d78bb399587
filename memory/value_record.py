"""What is remembered of a build of the values: when it was made, and what it left out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from memory.index import Entry
from memory.text import split_name

Reason: TypeAlias = Literal["limit", "total", "long", "texts", "nodes", "late"]

# No word of a question is folded to this.
RECORD_KEY = "\x00record"
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
    """One build. `built` is in seconds since 1970."""

    built: float
    left_out: tuple[LeftOut, ...] = ()

    @property
    def missed(self) -> tuple[LeftOut, ...]:
        """What people may name, and the index cannot find."""
        return tuple(one for one in self.left_out if one.missed)

    def entry(self, identity: int) -> Entry:
        """The record as an entry that no question finds."""
        told = [[one.label, one.name, one.reason, one.count] for one in self.left_out]
        return Entry(identity, {"keys": [RECORD_KEY], "built": self.built, "left_out": told})

    @classmethod
    def from_payload(cls, payload: Mapping[str, Any]) -> ValueRecord:
        """Read an entry's payload."""
        known = get_args(Reason)
        told = (LeftOut(*one) for one in payload["left_out"] if one[2] in known)
        return cls(float(payload["built"]), tuple(told))


def record_now(left_out: Iterable[LeftOut]) -> ValueRecord:
    """The record of a build that ends now."""
    return ValueRecord(time.time(), tuple(left_out))


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
