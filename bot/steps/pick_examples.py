"""The question/Cypher pairs that a model is shown: the asker's own, then those nearest in form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.steps.write import Remembered

# A small model reads few examples better than many, and different ones better than alike.
_MOST = 5
_TOKENS = 400
_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Picked:
    """`exact` is a remembered pair for this very question; `pairs` are few-shot examples."""

    exact: Remembered | None = None
    pairs: tuple[tuple[str, str], ...] = ()


def pick_examples(
    liked: Sequence[tuple[str, str]], made: Sequence[tuple[str, str, str]]
) -> tuple[tuple[str, str], ...]:
    """The pairs to show, best last: a model leans on what it read last.

    Args:
        liked: (question, Cypher) that people found right, best first; they go before all others.
        made: (question, Cypher, shape) made from the schema, best first; one of each shape.
    """
    kept: list[tuple[str, str]] = []
    space = _TOKENS * _CHARACTERS_A_TOKEN
    for question, cypher in (*liked, *_different(made)):
        length = len(question) + len(cypher)
        if len(kept) < _MOST and length <= space:
            kept.append((question, cypher))
            space -= length
    return tuple(reversed(kept))


def _different(made: Iterable[tuple[str, str, str]]) -> list[tuple[str, str]]:
    best: dict[str, tuple[str, str]] = {}
    for question, cypher, shape in made:
        best.setdefault(shape, (question, cypher))
    return list(best.values())
