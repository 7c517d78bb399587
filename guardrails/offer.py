"""What a person is offered to pick next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from memory.catalogue import number, say_many


@dataclass(frozen=True, slots=True)
class Offer:
    """A button's label and the question it asks; `kind` capability shows what the chat can do."""

    label: str
    question: str
    kind: Literal["question", "capability"] = "question"


def rows_text(rows: Sequence[Sequence[Any]], *, whole: bool = True) -> str:
    """What somebody gets who picks an offer: so many rows, or the one figure.

    >>> rows_text([("Ada",), ("Lev",)]), rows_text([(1200,)]), rows_text([("Ada",)])
    ('2 rows', '1,200', '1 row')
    """
    only = rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else None
    if isinstance(only, int | float) and not isinstance(only, bool):
        return number(only)
    if whole:
        return say_many("{count} row", "{count} rows", len(rows))
    return say_many("more than {count} row", "more than {count} rows", len(rows))
