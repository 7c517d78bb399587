"""Dense vectors of short texts: the port, and static embeddings that need no key and no network."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from memory.errors import StoreError


class Embedder(Protocol):
    """Turns texts into vectors of length `size`, each of norm 1 (or all zero for no words).

    `name` goes into the stamp of an index: another embedder means building it again. `reads` says
    that whole sentences are understood; else vectors are means of words, which small words blur.
    `unlike` is the cosine that texts with nothing in common have.
    """

    name: str
    size: int
    reads: bool
    unlike: float

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text.

        Raises:
            EmbedderAway: no vectors can be made now.
        """
        ...


def likeness(cosine: float, embedder: Embedder) -> float:
    """How alike two texts are, 0 to 1, where nought is what any two are."""
    return max(0.0, min((cosine - embedder.unlike) / (1 - embedder.unlike), 1.0))


class StaticEmbedder:
    """wordllama's 256-dimensional word vectors, averaged; they are inside its wheel.

    Loading takes a second (importing it most of that), so it is done once, in a thread, when first
    needed. Method: https://github.com/dleemiller/WordLlama.
    """

    name = "wordllama-256"
    size = 256
    reads = False
    unlike = 0.0

    def __init__(self) -> None:
        self._model: Any = None
        self._lock = threading.Lock()

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text.

        Raises:
            StoreError: the vectors cannot be loaded.
        """
        if not texts:
            return np.zeros((0, self.size), dtype=np.float32)
        return await asyncio.to_thread(self.of, list(texts))

    def of(self, texts: list[str]) -> NDArray[np.float32]:
        """Return one row a text, in this thread.

        Raises:
            StoreError: the vectors cannot be loaded.
        """
        vectors = self._loaded().embed(texts)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: NDArray[np.float32] = (vectors / np.where(norms > 0, norms, 1)).astype(np.float32)
        return unit

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = _load()
            return self._model


@cache
def static_embedder() -> StaticEmbedder:
    """Return the one of this process: its vectors are loaded once."""
    return StaticEmbedder()


def word_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return one static vector a text, in this thread.

    Raises:
        StoreError: the vectors cannot be loaded.
    """
    return static_embedder().of(list(texts))


def _load() -> Any:
    try:
        # Processes that are forked off use its tokenizer too, where threads would hang.
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        import wordllama

        # Without its own folder as cache it looks for its tokenizer in the wrong place and
        # then on the network.
        folder = os.path.dirname(wordllama.__file__)
        return wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
    except Exception as error:
        raise StoreError(f"The word vectors could not be loaded: {error}.") from error
