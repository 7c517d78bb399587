"""What a message wants: told by one small model that was learned from messages with their verdicts.

A multinomial logistic regression over `intent_features`; its weights are `intent.npz`, made by
`python -m tests.bench.train_verdicts` from the messages of this repository.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardrails.intent_features import Features, Known, features_of
from memory.schema import Schema
from memory.text import fold

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
# What is said beside a question is left out from this share on, of so many words at most.
_SURELY, _POLITE = 0.7, 5
_SENTENCE = re.compile(r"[^.!?;,\n]*(?:[.!?;,\n]+(?!\S)\s*|[.!?;,\n]+|$)")
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


def without_small_talk(message: str, names: Container[str]) -> str:
    """Return a message without what only is polite in it: greetings, thanks, praise.

    Args:
        message: As typed; where all of it is small talk it stays as it is.
        names: Words of the graph; what has one of them is no small talk.

    >>> without_small_talk("Good morning! Who directed Heat? Many thanks", {"directed"})
    'Who directed Heat?'
    """
    said = [part for part in _SENTENCE.findall(message) if part.strip()]
    kept = [part for part in said if not _is_small_talk(part, names)]
    return "".join(kept).strip(" ,;") if kept and len(kept) < len(said) else message


def _is_small_talk(part: str, names: Container[str]) -> bool:
    words = fold(part).split()
    if not words or len(words) > _POLITE or any(word in names for word in words):
        return False
    return intents_of(" ".join(words), Known(), Schema()).share("small_talk") >= _SURELY


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
