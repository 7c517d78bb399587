"""The review: drafts one by one, the file written after each, so that it can go on any time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from bot.evaluation.questions import Question
from bot.evaluation.suggest.drafts_file import Draft, write_drafts
from bot.evaluation.suggest.prove import Prover, note
from bot.events import Rows
from bot.realiser.cypher import explain

Choice: TypeAlias = Literal["accept", "edit", "drop", "later", "quit"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reviewer sees of a draft; `result` is one sentence where the Cypher does not run."""

    draft: Draft
    reading: str | None
    result: Rows | str
    number: int
    total: int


class Reviewer(Protocol):
    """A person; each method blocks until they have decided."""

    def choose(self, shown: Shown) -> Choice:
        """What to do with the draft shown."""
        ...

    def edit(self, question: Question) -> Question | None:
        """The pair as they want it; None if they leave it."""
        ...


@dataclass(frozen=True, slots=True)
class Reviewed:
    """How a review went: counts, and how many are left for another time."""

    accepted: int
    dropped: int
    left: int


async def review(
    drafts: Sequence[Draft], path: Path, graph: str, prover: Prover, reviewer: Reviewer
) -> Reviewed:
    """Show what is drafted, keep what is accepted, and write the file after each.

    Raises:
        UsageError: the file cannot be written.
    """
    kept: dict[int, Draft] = dict(enumerate(drafts))
    open_ = [at for at, draft in kept.items() if draft.status == "drafted"]
    accepted = dropped = 0
    for number, at in enumerate(open_, 1):
        choice, draft = await _decided(kept[at], number, len(open_), prover, reviewer)
        if choice == "quit":
            break
        kept[at] = draft
        if choice == "accept":
            kept[at] = replace(draft, status="accepted")
            accepted += 1
        elif choice == "drop":
            del kept[at]
            dropped += 1
        write_drafts(path, list(kept.values()), graph)
    return Reviewed(accepted, dropped, len(open_) - accepted - dropped)


async def _decided(
    draft: Draft, number: int, total: int, prover: Prover, reviewer: Reviewer
) -> tuple[Choice, Draft]:
    """The choice, and the draft as it was edited on the way there."""
    while True:
        result = await prover.rows(draft.question.cypher)
        told = note(result) if isinstance(result, Rows) else ""
        draft = replace(draft, note=told)
        reading = explain(draft.question.cypher, {}, prover.schema)
        shown = Shown(draft, reading, result, number, total)
        choice = await asyncio.to_thread(reviewer.choose, shown)
        if choice == "accept" and isinstance(result, str):
            continue
        if choice != "edit":
            return choice, draft
        edited = await asyncio.to_thread(reviewer.edit, draft.question)
        if edited is not None:
            draft = replace(draft, question=edited, source="hand")
