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
from bot.reader.anchoring import anchors_of
from bot.reader.anchors import Anchors
from bot.reader.ground import Ground
from bot.reader.names import Vectors
from bot.reader.order import taken, unread
from bot.reader.outcome import Outcome
from bot.reader.past import asked_of, before
from bot.reader.search import sketches
from bot.reader.sketch import Features, Sketch
from bot.reader.tree import tree_of
from memory.conversation import Exchange
from memory.processor import Held
from memory.query import Query
from memory.schema import LinkedValue, Schema

_MOST = 20
# So many meanings are run.
MOST_RUN = 6


@dataclass(frozen=True, slots=True)
class Likely:
    """A meaning of a message.

    `share` is its part of all that were found, `features` what was believed, `roles` what each word
    was taken as (`order.taken`), `outcome` what running it told, where it was run, `unread` are
    words that it leaves out.
    """

    query: Query
    core: Core
    share: float
    features: Features
    roles: tuple[str, ...] = ()
    outcome: Outcome | None = None
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Weights:
    """What features are worth: in a message that stands alone, and in one that follows another."""

    alone: Features
    following: Features

    @classmethod
    def told(cls, told: Mapping[str, Any]) -> Weights:
        """Return weights as they are kept: of follow-ups those that differ."""
        return cls(told["features"], {**told["features"], **told.get("following", {})})

    def of(self, *, follows: bool) -> Features:
        """Return those of a message."""
        return self.following if follows else self.alone


@dataclass(frozen=True, slots=True)
class TwoWays:
    """What makes a reading sure beside the other way.

    `ruled` is of what the rules read, `found` of what was found where they read otherwise or not.
    """

    ruled: Features
    found: Features


@dataclass(frozen=True, slots=True)
class Learned:
    """What training found: weights of features, and of what makes a reading sure.

    `read` is of what the search found by itself; `alone` and `following` of both ways beside each
    other, in messages that stand alone and in such that follow others.
    """

    weights: Weights
    read: Features
    alone: TwoWays
    following: TwoWays

    @classmethod
    def told(cls, told: Mapping[str, Any]) -> Learned:
        """Return what was learned as it is kept."""
        sure = told["sure"]
        ways = (TwoWays(**sure[name]) for name in ("alone", "following"))
        return cls(Weights.told(told), sure["read"], *ways)

    def beside(self, *, follows: bool) -> TwoWays:
        """Return what makes two ways sure in a message."""
        return self.following if follows else self.alone


@cache
def learned() -> Learned:
    """Return what `make train` wrote."""
    text = resources.files(__package__).joinpath("weights.json").read_text("utf-8")
    told: dict[str, Any] = json.loads(text)
    return Learned.told(told)


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
        most: int = MOST_RUN,
    ) -> list[Likely]:
        """Return the likeliest meanings of a message, best first, each once.

        Args:
            message: As typed.
            linked: Stored values that its words may stand for.
            history: Earlier turns that it may go on from; without them it stands alone.
            most: So many of them.
        """
        anchors = anchors_of(message, self.ground, linked)
        past = before(history, self.ground, anchors)
        weights = learned().weights.of(follows=bool(asked_of(history)))
        found = sketches(self.ground, anchors, weights, past, most=_MOST)
        return likeliest(found, self.ground, anchors)[:most]


def likeliest(found: Sequence[Sketch], ground: Ground, anchors: Anchors) -> list[Likely]:
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
        Likely(
            trees[core][0],
            core,
            shares[core],
            trees[core][1].features(),
            taken(trees[core][1], anchors),
            unread=unread(trees[core][1], anchors),
        )
        for core in ranked
    ]
