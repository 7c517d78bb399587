"""Collects drafts from all sources, until there are as many as were asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing

from bot.errors import ModelError
from bot.evaluation.suggest.drafts_file import Draft
from bot.evaluation.suggest.from_chat import from_chat
from bot.evaluation.suggest.from_model import from_model
from bot.evaluation.suggest.from_schema import from_schema
from bot.evaluation.suggest.prove import Prover
from bot.evaluation.suggest.reword import Completes, reword
from memory.store import Store

_AT_ONCE = 4


async def suggest(
    prover: Prover,
    count: int,
    *,
    seed: int = 0,
    store: Store | None = None,
    graph: str = "",
    model: Completes | None = None,
    progress: Callable[[int], object] = lambda done: None,
    say: Callable[[str], object] = lambda text: None,
) -> list[Draft]:
    """Rated chat answers first, at most half; then what a model proposes; the rest from the schema.

    Args:
        prover: Over the graph that the questions are for.
        count: So many drafts; fewer where the schema gives no more.
        seed: Another seed, other pairs; the same seed and graph give the same.
        store: Where rated answers are, if they are wanted.
        graph: What the store files the graph's answers under.
        model: Proposes a quarter, and words the schema's questions, if there is one.
        progress: Called with the number of drafts so far.
        say: Called with a sentence where something has to be left out.
    """
    drafts: list[Draft] = []
    if store is not None:
        drafts = await _first(from_chat(store, graph, prover), count // 2, progress)
    known = {draft.question.question for draft in drafts}

    def done(more: int) -> object:
        return progress(len(drafts) + more)

    if model is not None:
        proposed = await _proposed(prover, model, seed, (count - len(drafts)) // 4, done, say)
        drafts += [draft for draft in proposed if draft.question.question not in known]
        known.update(draft.question.question for draft in drafts)
    made = await _first(from_schema(prover, seed), count - len(drafts), done)
    made = [draft for draft in made if draft.question.question not in known]
    if model is not None:
        made = await _reworded(made, model, say)
    return drafts + made


async def _first(
    drafts: AsyncIterator[Draft], count: int, progress: Callable[[int], object]
) -> list[Draft]:
    found: list[Draft] = []
    if count < 1:
        return found
    async with aclosing(drafts) as stream:  # type: ignore[type-var]
        async for draft in stream:
            found.append(draft)
            progress(len(found))
            if len(found) >= count:
                break
    return found


async def _proposed(
    prover: Prover,
    model: Completes,
    seed: int,
    count: int,
    progress: Callable[[int], object],
    say: Callable[[str], object],
) -> list[Draft]:
    """What the model proposes until it fails or has said enough."""
    found: list[Draft] = []
    if count < 1:
        return found
    try:
        async with aclosing(from_model(prover, model, seed)) as stream:  # type: ignore[type-var]
            async for draft in stream:
                found.append(draft)
                progress(len(found))
                if len(found) >= count:
                    break
    except ModelError as error:
        say(f"{error} The model proposes no more questions.")
    return found


async def _reworded(
    drafts: Sequence[Draft], model: Completes, say: Callable[[str], object]
) -> list[Draft]:
    """All drafts, those worded anew that the model could; it is let be after its first failure."""
    turn = asyncio.Semaphore(_AT_ONCE)
    failed: list[ModelError] = []

    async def one(draft: Draft) -> Draft:
        async with turn:
            if failed:
                return draft
            try:
                return await reword(draft, model)
            except ModelError as error:
                failed.append(error)
                return draft

    found = await asyncio.gather(*(one(draft) for draft in drafts))
    if failed:
        say(f"{failed[0]} The questions keep the wording made from the schema.")
    return _distinct(drafts, found)


def _distinct(drafts: Sequence[Draft], reworded: Sequence[Draft]) -> list[Draft]:
    """The reworded, but as they were where two came to the same words."""
    seen: set[str] = set()
    kept = []
    for draft, new in zip(drafts, reworded, strict=True):
        chosen = draft if new.question.question in seen else new
        seen.add(chosen.question.question)
        kept.append(chosen)
    return kept
