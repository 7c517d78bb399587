"""What is evaluated: anything that turns a question into Cypher, rows and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.events import Usage


@dataclass(frozen=True, slots=True)
class Reply:
    """What a candidate made of one question.

    `cypher` is None where it declined. `rows` are JSON-ready values in the order of `columns`, all
    of them (up to the evaluation's cap), None where nothing ran. `error` is one sentence. `engine`
    says which of our writers wrote ("memory", "offline", "llm"), or names the peer. `ms` is wall
    time, in all and by step; `first_draft` is the Cypher before any repair or correction.
    """

    cypher: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] | None = None
    answer: str | None = None
    error: str | None = None
    verdict: str | None = None
    engine: str | None = None
    first_draft: str | None = None
    usage: Usage = field(default_factory=Usage)
    ms: float = 0.0
    steps: Mapping[str, float] = field(default_factory=dict)


class Candidate(Protocol):
    """One engine with its flow and model, asked question after question."""

    name: str

    async def reply(self, question: str) -> Reply:
        """Its reply; failures are told in it, never raised."""
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...
