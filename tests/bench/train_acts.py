"""Learn what messages ask of the program: the weights of `guardrails/acts.npz`.

    python -m tests.bench.train_acts [--home FOLDER]

Taught by the patterns of `tests/data/act_patterns.toml`, each once as a graph that knows none of
its words hears it and once as one that lacks them, and by what is no act: the messages, words and
patterns that teach `train_verdicts`, which has the method. `--home` is as there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardrails.acts import EVERY, FILE, NONE, kind_of
from guardrails.intent_features import PLACEHOLDERS, Known, features_from, features_of
from guardrails.scope import Evidence, known_of
from memory.english import FUNCTION_WORDS
from memory.schema import Schema
from memory.text import fold
from tests.bench.train_verdicts import (
    DATA,
    PATTERNS,
    Taught,
    blank,
    chosen_home,
    fit,
    heard,
    keep,
    of_languages,
    of_patterns,
)
from tests.bench.verdicts import SIDES, Case

WRITTEN = Path(__file__).parents[2] / "guardrails" / FILE
ACT_PATTERNS = DATA / "act_patterns.toml"
_OF_WORDS, _OF_PATTERNS, _OF_ACTS = 0.2, 0.3, 0.8
_ONCE = 4
# Held to nought less than verdicts are: there are more messages, and more like each other.
_PULL = 5e-5


def right_of(wanted: str, *, exactly: bool = False) -> NDArray[np.float64]:
    """Return 1 for each act that a message may ask for; whatever is no act asks for none.

    Only the patterns of acts tell `exactly` which file or chart is wanted.
    """
    asked = [one for one in EVERY if (one if exactly else kind_of(one)) == wanted]
    return np.array([float(one in (asked or [NONE])) for one in EVERY])


def taught_by(found: Sequence[tuple[Schema, Case, Evidence]]) -> list[Taught]:
    """Return what messages teach that were heard; of those, which file or chart is not known."""
    return [
        Taught(features_of(case.text, known_of(case.text, evidence, schema), schema), right)
        for schema, case, evidence in found
        for right in [right_of(case.kind)]
    ]


def taught_by_words() -> Iterator[Taught]:
    """Return what words of other languages and patterns teach."""
    for said, wanted in of_languages():
        for known in _known_of(said.split()):
            yield Taught(features_of(said, known, Schema()), right_of(wanted), _OF_WORDS)
    for file, weight, once in ((PATTERNS, _OF_PATTERNS, 1), (ACT_PATTERNS, _OF_ACTS, _ONCE)):
        for words, wanted in of_patterns(file, once):
            for known in _known_of(words):
                said = " ".join(words)
                plain = not any(word in PLACEHOLDERS for word in words)
                told = features_of(said, known, Schema()) if plain else None
                right = right_of(wanted, exactly=file == ACT_PATTERNS)
                yield Taught(told or features_from(words, said, known), right, weight)


def _known_of(words: Sequence[str]) -> Iterator[Known]:
    """What a graph may know of a message: what it names; and that it lacks the other words."""
    named = [word for word in words if word in PLACEHOLDERS]
    others = [fold(word) for word in words if word not in PLACEHOLDERS]
    lacking = [word for word in others if word and word not in FUNCTION_WORDS]
    yield Known(schema_words=named)
    yield Known(schema_words=named, unread=lacking, missing=lacking[:2], follows=True)


async def main() -> None:
    """Hear, learn, and write the weights."""
    with chosen_home(__doc__.partition("\n")[0]) as home:
        if not WRITTEN.exists():
            keep(blank(len(EVERY)), WRITTEN)
        found = await heard([*SIDES["train"], *SIDES["development"]], home)
    taught = [*taught_by(found), *taught_by_words()]
    print(f"{len(taught)} messages teach")
    keep(fit(taught, rounds=20, pull=_PULL), WRITTEN)
    print(f"written: {WRITTEN.name}, {WRITTEN.stat().st_size:,} bytes")


if __name__ == "__main__":
    asyncio.run(main())
