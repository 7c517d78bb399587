"""What a message wants: told by one small model that was learned from messages with their verdicts.

A multinomial logistic regression over `intent_features`; its weights are `intent.npz`, made by
`python -m tests.bench.train_verdicts` from the messages of this repository.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardrails.intent_features import Features, Known, features_of
from memory.schema import Schema

# What asks something of the graph, and what only asks something of this program, as far as it is
# told here; `guardrails.acts` tells more of it.
ACTS = ("undo", "start_over", "why", "chart", "table", "export", "show_around")
# The intents of each verdict.
INTENTS: Mapping[str, tuple[str, ...]] = {
    "answerable": ("question", *ACTS),
    "small_talk": ("greeting", "thanks", "farewell", "praise", "capability", "chat"),
    "harmful": ("change", "secret", "override"),
    "not_in_schema": ("not_in_schema",),
    "off_topic": ("off_topic",),
    "ambiguous": ("vague",),
}
# From this share on a message is taken as harmful.
HARMS = 0.4
EVERY = tuple(intent for intents in INTENTS.values() for intent in intents)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature speaks for, a column an intent."""

    hashed: NDArray[np.float64]
    named: NDArray[np.float64]
    vector: NDArray[np.float64]

    def scores(self, features: Features) -> NDArray[np.float64]:
        """Return how much speaks for each intent."""
        told = features.weights @ self.hashed[features.hashed]
        return np.asarray(
            told + features.named @ self.named + features.vector @ self.vector, np.float64
        )


@dataclass(frozen=True, slots=True)
class Intents:
    """How likely a message has each intent."""

    shares: Mapping[str, float]

    def share(self, verdict: str) -> float:
        """Return how likely it has one of a verdict's intents."""
        return sum(self.shares[intent] for intent in INTENTS[verdict])

    @property
    def verdict(self) -> str:
        """Return the likeliest verdict; harm counts from a share on that is worth a refusal."""
        if self.share("harmful") >= HARMS:
            return "harmful"
        return max(INTENTS, key=self.share)

    @property
    def intent(self) -> str:
        """Return the likeliest intent of that verdict."""
        return max(INTENTS[self.verdict], key=self.shares.__getitem__)


def intents_of(message: str, known: Known, schema: Schema) -> Intents:
    """Return how likely a message has each intent.

    >>> intents_of("thanks a lot!", Known(), Schema()).intent
    'thanks'
    """
    scores = weights().scores(features_of(message, known, schema))
    return Intents(dict(zip(EVERY, shares_of(scores), strict=True)))


def shares_of(scores: NDArray[np.float64]) -> list[float]:
    """Return how likely each is, by what speaks for it."""
    mass = np.exp(scores - scores.max())
    shares: list[float] = (mass / mass.sum()).tolist()
    return shares


@cache
def weights(file: str = "intent.npz") -> Weights:
    """Return what was learned."""
    with np.load(Path(__file__).with_name(file)) as kept:
        return Weights(
            *(kept[name] * float(kept[f"{name} step"]) for name in ("hashed", "named", "vector"))
        )
