"""Is this result an answer? What can be told without a model."""

from __future__ import annotations

from dataclasses import dataclass

from bot.events import Rows


@dataclass(frozen=True, slots=True)
class Sound:
    """Nothing speaks against the result."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The result is probably not the answer; `problem` says why, for a model to mend."""

    problem: str


def judge(result: Rows) -> Sound | Doubtful:
    """Zero rows or nothing but nulls in a column are doubtful; all else is sound."""
    if not result.rows:
        return Doubtful("It returned no rows.")
    for position, column in enumerate(result.columns):
        if all(row[position] is None for row in result.rows):
            return Doubtful(f"The column {column} is null in every row.")
    return Sound()
