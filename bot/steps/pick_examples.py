"""The question/Cypher pairs that a model is shown: real ones, then those nearest in form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# A small model reads few examples better than many, and different ones better than alike.
_MOST = 5
_TOKENS = 400
_CHARACTERS_A_TOKEN = 4
_MISTAKES, _LONGEST_MISTAKE = 2, 240


@dataclass(frozen=True, slots=True)
class Picked:
    """What a model is shown: `pairs`, and `mistakes` as (question, draft that failed, why)."""

    pairs: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[tuple[str, str, str], ...] = ()


def pick_examples(
    real: Sequence[tuple[str, str]], made: Sequence[tuple[str, str, str]]
) -> tuple[tuple[str, str], ...]:
    """The pairs to show, best last: a model leans on what it read last.

    Args:
        real: (question, Cypher) that people found right, best first; they go before all others.
        made: (question, Cypher, shape) made from the schema, best first; one of each shape.
    """
    kept: dict[str, str] = {}
    space = _TOKENS * _CHARACTERS_A_TOKEN
    for question, cypher in (*real, *_different(made)):
        length = len(question) + len(cypher)
        if len(kept) < _MOST and length <= space and question not in kept:
            kept[question] = cypher
            space -= length
    return tuple(reversed(kept.items()))


def pick_mistakes(
    failed: Iterable[tuple[str, str, str]],
) -> tuple[tuple[str, str, str], ...]:
    """The mistakes to show, of (question, draft, why) the best first: two short ones."""
    short = [m for m in failed if m[1] and sum(map(len, m)) <= _LONGEST_MISTAKE * 2]
    return tuple(short[:_MISTAKES])


def _different(made: Iterable[tuple[str, str, str]]) -> list[tuple[str, str]]:
    best: dict[str, tuple[str, str]] = {}
    for question, cypher, shape in made:
        best.setdefault(shape, (question, cypher))
    return list(best.values())
