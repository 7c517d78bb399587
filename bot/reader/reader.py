"""The reader: from a message to its likeliest meanings, and how surely one of them is meant."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

from bot.reader.alike import Core, core_of
from bot.reader.anchors import anchors_of
from bot.reader.ground import Ground
from bot.reader.names import Vectors
from bot.reader.past import before
from bot.reader.search import sketches
from bot.reader.sketch import Features, Sketch
from bot.reader.tree import tree_of
from memory.conversation import Exchange
from memory.processor import Held
from memory.query import Query
from memory.schema import LinkedValue, Schema

_MOST = 20
# What is left unread, by kind; the small words say nothing.
_LEFT = (
    "content",
    "capital",
    "value",
    "value_name",
    "schema_word",
    "number",
    "negation",
    "rank",
    "operator",
)


@dataclass(frozen=True, slots=True)
class Likely:
    """A meaning of a message; `share` is its part of all that were found, `left` what it left."""

    query: Query
    core: Core
    share: float
    left: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Learned:
    """What training found: weights of features, and of what makes a reading sure.

    `ruled` is of what the rules read, `read` of what only the search did, `follow` of what goes on
    from an earlier answer.
    """

    features: Features
    ruled: Features
    read: Features
    follow: Features


@cache
def learned() -> Learned:
    """Return what `make train` wrote."""
    text = resources.files(__package__).joinpath("weights.json").read_text("utf-8")
    told: dict[str, Any] = json.loads(text)
    return Learned(told["features"], **told["sure"])


class Reader(Held):
    """Reads messages over one schema by what was learned from others."""

    def __init__(self, schema: Schema, vectors: Vectors) -> None:
        """Take a schema, which is prepared for the first message.

        Args:
            schema: What is asked about.
            vectors: Makes unit vectors of short texts; can be pickled.
        """
        self._schema, self._vectors = schema, vectors

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is made of the schema."""
        return {"_schema": self._schema, "_vectors": self._vectors}

    @cached_property
    def ground(self) -> Ground:
        """The schema, prepared."""
        return Ground(self._schema, self._vectors)

    def read(
        self,
        message: str,
        linked: Sequence[LinkedValue],
        history: Sequence[Exchange] = (),
        most: int = 4,
    ) -> list[Likely]:
        """Return the likeliest meanings of a message, best first, each once.

        Args:
            message: As typed.
            linked: Stored values that its words may stand for.
            history: Earlier turns that it may go on from; without them it stands alone.
            most: So many of them.
        """
        anchors, past = anchors_of(message, self.ground, linked), before(history, self.ground)
        found = sketches(self.ground, anchors, learned().features, past, most=_MOST)
        return likeliest(found, self.ground)[:most]


def likeliest(found: Sequence[Sketch], ground: Ground) -> list[Likely]:
    """Return what sketches mean, best first; those of one meaning share what they have."""
    top = max((sketch.score for sketch in found), default=0.0)
    mass = [math.exp(sketch.score - top) for sketch in found]
    total = sum(mass)
    trees: dict[Core, tuple[Query, Sketch]] = {}
    shares: dict[Core, float] = {}
    for sketch, part in zip(found, mass, strict=True):
        query = tree_of(sketch, ground)
        if query is None:
            continue
        core = core_of(query)
        trees.setdefault(core, (query, sketch))
        shares[core] = shares.get(core, 0.0) + part / total
    ranked = sorted(trees, key=lambda core: (-trees[core][1].score, -shares[core]))
    return [
        Likely(trees[core][0], core, shares[core], left_of(trees[core][1].features()))
        for core in ranked
    ]


def left_of(features: Features) -> dict[str, float]:
    """Return how many words of each kind were left unread."""
    return {kind: features.get(f"left.{kind}", 0.0) for kind in _LEFT}


def evidence(
    found: Sequence[Likely], ruled: Core | None, cost: float, words: int
) -> dict[str, float]:
    """Return what speaks for and against readings, by name.

    Args:
        found: The likeliest meanings that were found by search.
        ruled: The core of what the rules read.
        cost: What the rules had to believe.
        words: How many the message has.
    """
    left = found[0].left if found else {}
    told = {f"left.{kind}": left.get(kind, 0.0) for kind in _LEFT}
    told["share"] = found[0].share if found else 0.0
    told["rival"] = found[1].share if len(found) > 1 else 0.0
    told["words"] = words / 10
    told["agree"] = float(bool(found) and ruled is not None and found[0].core.like(ruled))
    told["among"] = sum(one.share for one in found if ruled is not None and one.core.like(ruled))
    told["cost"] = cost
    return told


def surely(told: Mapping[str, float], weights: Features) -> float:
    """Return how likely a reading is right by its evidence, 0 to 1."""
    summed = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in told.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, summed))))
