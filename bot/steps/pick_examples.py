"""The question/Cypher pairs that are nearest to a question: the asker's own, then the graph's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.steps.write import Remembered
from memory.text import fold


@dataclass(frozen=True, slots=True)
class Picked:
    """`exact` is a remembered pair for this very question; `pairs` are few-shot examples."""

    exact: Remembered | None = None
    pairs: tuple[tuple[str, str], ...] = ()


def nearest(
    question: str, pairs: Sequence[tuple[str, str]], count: int
) -> tuple[tuple[str, str], ...]:
    """The `count` pairs whose questions share most words with `question`, best last.

    The best stands last because a small model leans on what it read last.
    """
    words = set(fold(question).split())

    def shared(pair: tuple[str, str]) -> float:
        other = set(fold(pair[0]).split())
        return len(words & other) / (len(words | other) or 1)

    return tuple(sorted(pairs, key=shared)[-count:])
