"""What running a reading tells of it: nothing there, everything there, the same again and again.

People rarely ask for what is empty, or for all there is. Of candidates that are run, those that
come to a plausible answer are likelier (Wang et al., "Robust text-to-SQL generation with
execution-guided decoding", 2018).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.reader.sketch import Features
from memory.query import Query
from memory.schema import Schema
from memory.text import fold

# So many rows are looked at.
MOST_ROWS = 2_000
_SIZES = ((0, "none"), (1, "one"), (5, "few"), (30, "some"), (200, "many"))
_ECHOED = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """What its rows tell of a reading; `rows` is the same where they are, "" where it failed."""

    features: Features
    rows: str

    def like(self, other: Outcome | None) -> bool:
        """Return whether both came to the same rows."""
        return other is not None and self.rows == other.rows != ""


FAILED = Outcome({"out.failed": 1.0}, "")


def outcome_of(
    query: Query, rows: Sequence[Sequence[Any]], schema: Schema, question: str
) -> Outcome:
    """Return what rows tell of a reading.

    Args:
        query: The reading.
        rows: What it came to, the first `MOST_ROWS` of them.
        schema: The graph's, with how many there are of each label.
        question: As typed.
    """
    held = [tuple(map(str, row)) for row in rows[:MOST_ROWS]]
    seen = sorted({tuple(sorted(row)) for row in held})
    told = dict(_told(query, rows, schema, question))
    told["out.repeated"] = 1 - len(set(held)) / len(held) if held else 0.0
    digest = hashlib.blake2b(repr(seen).encode(), digest_size=8).hexdigest()
    return Outcome({name: value for name, value in told.items() if value}, digest)


def _told(
    query: Query, rows: Sequence[Sequence[Any]], schema: Schema, question: str
) -> Iterator[tuple[str, float]]:
    count = min(len(rows), MOST_ROWS)
    size = next((name for most, name in _SIZES if count <= most), "lots")
    yield f"out.rows:{size}:{query.form}", 1.0
    yield "out.log", math.log1p(count) / 3
    if not count:
        return
    yield "out.null", sum(all(x is None for x in row) for row in rows) / len(rows)
    yield "out.some_null", sum(any(x is None for x in row) for row in rows) / len(rows)
    if count == 1 and len(rows[0]) == 1:
        only = rows[0][0]
        yield "out.zero", float(only is not None and not only)
        yield "out.truth", float(isinstance(only, bool))
    if (there := _there(query, schema)) and count > 1:
        yield "out.all", float(count == there)
        yield "out.share", min(1.0, count / there)
    if count <= _ECHOED:
        said, texts = fold(question), [fold(x) for row in rows for x in row if isinstance(x, str)]
        yield "out.echo", float(bool(texts) and all(x and x in said for x in texts))


def _there(query: Query, schema: Schema) -> int:
    """How many there are of what is asked for."""
    labels = next((n.labels for n in query.pattern.nodes if n.variable == query.subject), ())
    return min((schema.labels[x].count for x in labels if x in schema.labels), default=0)
