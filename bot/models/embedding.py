"""Dense vectors by an embedding model at an OpenAI-compatible endpoint.

How large its vectors are, and how alike those of texts are that have nothing in common, is found by
asking once, and noted in the home folder: an endpoint that is down then keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import structlog
from numpy.typing import NDArray

from bot.errors import EmbedderAway, ModelError, PromptTooLong
from bot.models.embedding_endpoint import EmbeddingEndpoint, TooMany
from bot.models.own_settings import EMBEDDING, settings_named
from bot.ports import patience
from memory.catalogue import say

# Texts of one request; less where an endpoint takes fewer, which is learnt.
_AT_ONCE = 128
# Texts of questions are few at a time, and come again; those of an index are many, and do not.
_FEW, _REMEMBERED = 32, 2_000
_SHORTEST = 200
# What the likeness of unlike texts is measured with.
_UNLIKE = (
    "the weather forecast for tomorrow morning",
    "how to bake a loaf of rye bread",
    "a treaty between two kingdoms",
    "replacing the battery of a telephone",
    "the orbit of a distant comet",
    "a football match that ended in a draw",
    "the income tax of small companies",
    "birds that migrate in autumn",
)
_log = structlog.get_logger(__name__)


class EndpointEmbedder:
    """`memory.embedding.Embedder` over an endpoint; `learn` comes before anything else."""

    reads = True

    def __init__(self, endpoint: EmbeddingEndpoint, notes: Path) -> None:
        """Notes are kept in a file of that path."""
        self.name = f"{endpoint.name}@{endpoint.host}"
        self.size = 0
        self.unlike = 0.0
        self._endpoint = endpoint
        self._notes = notes
        self._at_once = _AT_ONCE
        self._seen: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._away = False

    async def learn(self, *, anew: bool = False) -> None:
        """Find the size of its vectors: in the notes, or (`anew` always) by asking.

        Raises:
            EmbedderAway: nothing is noted, and it cannot be asked.
        """
        noted = None if anew else self._noted()
        if noted is None:
            turn = patience.set(None)  # a turn that has ended may have left its own
            try:
                noted = await self._ask()
            finally:
                patience.reset(turn)
            self._note(noted)
        self.size, self.unlike = noted

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, each of norm 1; those of questions are remembered.

        Raises:
            EmbedderAway: the endpoint does not answer, or not as it did.
        """
        missing = [t for t in dict.fromkeys(texts) if t not in self._seen and t.strip()]
        made = dict(zip(missing, await self._made(missing), strict=True)) if missing else {}
        nothing = np.zeros(self.size, dtype=np.float32)
        rows = [made[t] if t in made else self._seen.get(t, nothing) for t in texts]
        if len(texts) <= _FEW:
            self._remember(dict(zip(texts, rows, strict=True)))
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.size)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._endpoint.close()

    async def _made(self, texts: list[str]) -> NDArray[np.float32]:
        try:
            found = await self._unit(texts)
        except EmbedderAway as error:
            await self._tell(error)
            raise
        if found.shape[1] != self.size:
            self._note(None)
            other = EmbedderAway(
                say(
                    "The embedding model {model} made vectors of {before} numbers and now makes "
                    "{now}; run `cicerone index` to build the index anew.",
                    model=self._endpoint.name,
                    before=self.size,
                    now=int(found.shape[1]),
                )
            )
            await self._tell(other)
            raise other
        if self._away:
            _log.info("embedding model is back", model=self.name)
        self._away = False
        return found

    async def _unit(self, texts: list[str]) -> NDArray[np.float32]:
        """Vectors of norm 1.

        Raises:
            EmbedderAway: for whatever reason there are none.
        """
        try:
            with settings_named(EMBEDDING):
                vectors = await self._batches(texts)
        except ModelError as error:
            away = EmbedderAway(str(error))
            away.remedy = error.remedy
            raise away from error
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: NDArray[np.float32] = (vectors / np.where(norms > 0, norms, 1)).astype(np.float32)
        return unit

    async def _batches(self, texts: list[str]) -> NDArray[np.float32]:
        size = self._at_once
        batches = [texts[at : at + size] for at in range(0, len(texts), size)]
        tasks = [asyncio.create_task(self._batch(batch)) for batch in batches]
        try:
            return np.concatenate(await asyncio.gather(*tasks))
        finally:
            for task in tasks:
                task.cancel()

    async def _batch(self, texts: list[str]) -> NDArray[np.float32]:
        """The vectors of one request, or of as many as the endpoint needs for these texts."""
        try:
            return await self._endpoint.vectors(texts)
        except TooMany:
            half = len(texts) // 2
            self._at_once = max(1, min(self._at_once, half))
            return np.concatenate(
                [await self._batch(texts[:half]), await self._batch(texts[half:])]
            )
        except PromptTooLong:
            (text,) = texts
            if len(text) <= _SHORTEST:
                raise
            return await self._batch([text[: len(text) // 2]])

    async def _tell(self, error: EmbedderAway) -> None:
        """The log, and the person whose question is the first to go without."""
        if self._away:
            return
        self._away = True
        _log.warning("embedding model is away", model=self.name, why=str(error))
        if (waits := patience.get()) is not None:
            await waits.tell(
                say("{problem} Texts and examples are searched by words alone.", problem=error)
            )

    async def _ask(self) -> tuple[int, float]:
        """How large its vectors are, and the mean cosine of texts with nothing in common."""
        vectors = await self._unit(list(_UNLIKE))
        cosines = vectors @ vectors.T
        count = len(vectors)
        unlike = (float(cosines.sum()) - count) / (count * (count - 1))
        return vectors.shape[1], round(min(max(unlike, 0.0), 0.95), 3)

    def _remember(self, rows: dict[str, NDArray[np.float32]]) -> None:
        for text, row in rows.items():
            self._seen[text] = row
            self._seen.move_to_end(text)
        while len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)

    def _noted(self) -> tuple[int, float] | None:
        try:
            found = self._all_notes()[self.name]
            size, unlike = int(found["size"]), float(found["unlike"])
        except (TypeError, KeyError, ValueError):
            return None
        return (size, unlike) if size > 0 and 0 <= unlike < 1 else None

    def _note(self, known: tuple[int, float] | None) -> None:
        """Without a note it is asked again; so it is where none can be written."""
        notes = self._all_notes()
        notes.pop(self.name, None)
        if known is not None:
            notes[self.name] = {"size": known[0], "unlike": known[1]}
        with suppress(OSError):
            self._notes.parent.mkdir(parents=True, exist_ok=True)
            self._notes.write_text(json.dumps(notes, indent=1), "utf-8")

    def _all_notes(self) -> dict[str, Any]:
        try:
            found = json.loads(self._notes.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}
