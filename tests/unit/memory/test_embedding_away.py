"""What becomes of each index while no vectors can be made, and afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from memory.elements import ElementIndex, elements_collection
from memory.embedding import StaticEmbedder
from memory.errors import EmbedderAway
from memory.index_open import Indexes, build_passages, open_passages, values_stamp
from memory.made_examples import MadeExample, MadeExamples, made_collection
from memory.passages import StoredText
from memory.question_form import question_form
from memory.schema import Label, Property, Schema
from tests.scripted_model import made_vector

SCHEMA = Schema(
    {"Exhibit": Label("Exhibit", 3, {"madeBy": Property("madeBy", ("STRING",))})},
    {},
)
TEXTS = {
    "Sword": "A duelling sword that belonged to a captain of the guard.",
    "Loom": "Two women wove a blanket of wool on this loom in a single winter.",
    "Mask": "A mask of a fox, for children.",
}


class Flaky:
    """Vectors of a model that reads, while it is there."""

    size, reads, unlike = 64, True, 0.2

    def __init__(self, name: str = "model") -> None:
        self.name, self.away = name, False
        self.made: list[str] = []

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.away:
            raise EmbedderAway("It is away.")
        self.made += texts
        rows = np.array([made_vector(text) for text in texts], dtype=np.float32)
        unit: NDArray[np.float32] = rows / np.maximum(np.linalg.norm(rows, axis=1)[:, None], 1e-9)
        return unit


async def exhibits() -> AsyncIterator[StoredText]:
    for name, text in TEXTS.items():
        yield StoredText("Exhibit", "notes", name, text)


async def test_passages_are_found_by_words_until_there_are_vectors(tmp_path: Path) -> None:
    indexes, embedder, state = Indexes(tmp_path, "museum"), Flaky(), values_stamp(SCHEMA)
    words = StaticEmbedder()
    embedder.away = True
    bare = await open_passages(indexes, embedder, words)
    with pytest.raises(EmbedderAway):
        await build_passages(bare, SCHEMA, exhibits, anew=True)
    await build_passages(bare, SCHEMA, exhibits)
    assert await bare.count() == 3 and not await bare.fresh(state)
    assert (await bare.nearest("a duel", ["Exhibit"]))[0].name == "Sword"
    embedder.away = False
    assert (await bare.nearest("a duel", ["Exhibit"]))[0].name == "Sword"
    await bare.close()

    full = await open_passages(indexes, embedder, words)
    await build_passages(full, SCHEMA, exhibits)
    assert await full.fresh(state)
    # A model that reads is given whole sentences with their name, and the topic as it stands.
    assert f"Sword. {TEXTS['Sword']}" in embedder.made
    assert (await full.nearest("a duel for the guard", ["Exhibit"]))[0].name == "Sword"
    assert "a duel for the guard" in embedder.made
    # While it is away, the same are found by words, and what is like one of them, too.
    embedder.away = True
    assert (await full.nearest("a duel for the guard", ["Exhibit"]))[0].name == "Sword"
    assert await full.like("Mask", ["Exhibit"], ["Exhibit"]) is not None
    await full.close()

    # What is there is kept where the graph has changed and no vectors can be made for it.
    grown = Schema({**SCHEMA.labels, "Hall": Label("Hall", 1)}, {})
    kept = await open_passages(indexes, embedder, words)
    await build_passages(kept, grown, exhibits)
    assert await kept.fresh(state)
    await kept.close()
    # Another model's vectors are not compared with these: nothing of it is there.
    other = Flaky("other")
    other.away = True
    fresh = await open_passages(indexes, other, words)
    await build_passages(fresh, SCHEMA, exhibits)
    assert await fresh.count() == 3 and not await fresh.fresh(state)
    await fresh.close()


async def test_elements_are_built_when_the_embedder_is_back(tmp_path: Path) -> None:
    embedder = Flaky()
    embedder.away = True
    index = await Indexes(tmp_path, "g").open(elements_collection(embedder))
    elements = ElementIndex(index, embedder, SCHEMA)
    assert (await elements.lookup("exhibits made by whom?")).labels == ("Exhibit",)
    assert await index.stamp() != elements.stamp
    embedder.away = False
    assert (await elements.lookup("exhibits made by whom?")).labels == ("Exhibit",)
    assert await index.stamp() == elements.stamp and "exhibit made by" in embedder.made
    await elements.close()


async def test_made_examples_go_on_by_words(tmp_path: Path) -> None:
    embedder = Flaky()
    embedder.away = True
    questions = ("How many exhibits are there?", "Which exhibits are made of wool?")
    pairs = [MadeExample(q, f"RETURN {n}", "x", question_form(q)) for n, q in enumerate(questions)]
    index = await Indexes(tmp_path, "g").open(made_collection(embedder))
    examples = MadeExamples(index, embedder, "one")
    await examples.build(pairs)
    assert await examples.count() == 2 and not await examples.fresh()
    near = await examples.nearest(question_form("How many halls are there?"), 1)
    assert near[0][0] == questions[0]
    embedder.away = False
    await examples.build(pairs)
    assert await examples.fresh()
    near = await examples.nearest(question_form("Which halls are made of stone?"), 1)
    assert near[0][0] == questions[1]
    await examples.close()
