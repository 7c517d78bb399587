"""Which properties hold texts, how these are cut, and what is found in them; in a real index."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from guardrails.privacy import hidden, visible
from memory.embedding import StaticEmbedder
from memory.index_open import Indexes
from memory.passages import (
    StoredText,
    TextProperty,
    name_of,
    passages,
    passages_collection,
    sentences,
    text_properties,
)
from memory.passages_index import PassageIndex
from memory.schema import Label, Property, Schema

NOTES = (
    "A vase of the Ming dynasty, painted with fish and weeds in blue under the glaze.",
    "The mask of a warrior, carved from walnut and worn at the feast of the dead.",
    "A letter in which a merchant complains of the weather and of his brother.",
)


def museum() -> Schema:
    text = Property("notes", ("STRING",), NOTES, distinct=90, null_share=0.1)
    exhibit = {
        "title": Property("title", ("STRING",), ("Fish vase", "Mask"), distinct=98),
        "notes": text,
        "image": Property("image", ("STRING",), ("https://a.example/the-vase-of-a-king",) * 3,
                          distinct=100),
        "state": Property("state", ("STRING",), ("on loan to another house of the city",) * 5,
                          distinct=3),
        "maker": Property("maker", ("STRING",), ("Anna Berg",), distinct=40),
    }  # fmt: skip
    vase = Label("Vase", 30, {"title": exhibit["title"], "notes": text}, implies=("Exhibit",))
    return Schema({"Exhibit": Label("Exhibit", 100, exhibit), "Vase": vase})


def test_prose_is_found_by_its_values_once_on_the_general_label() -> None:
    assert text_properties(museum()) == (TextProperty("Exhibit", "notes", "title"),)


def test_what_is_hidden_is_no_text() -> None:
    assert text_properties(visible(museum(), hidden("Exhibit.notes"))) == ()


def test_a_node_without_a_name_has_none() -> None:
    note = Label("Note", 50, {"body": Property("body", ("STRING",), NOTES, distinct=50)})
    assert name_of(note) is None
    assert text_properties(Schema({"Note": note})) == (TextProperty("Note", "body", None),)


def test_long_texts_are_cut_at_sentences_and_end() -> None:
    told = " ".join(f"Sentence {n} has exactly seven small words." for n in range(900))
    cut = list(passages(told))
    assert len(cut) == 40 and all(len(one.split()) <= 80 for one in cut)
    assert all(one.endswith(".") for one in cut)
    assert [len(part.split()) for part in sentences("word " * 200)] == [80, 80, 40]


def exhibits() -> list[StoredText]:
    told = {
        "Fish vase": NOTES[0],
        "Mask": NOTES[1],
        "Letter": NOTES[2],
        "Astrolabe": "An instrument with which sailors measured the height of stars at sea.",
        "Sextant": "An instrument of sailors, for the angle between a star and the horizon.",
        "Loom": "Two women wove a blanket of wool on this loom in a single winter.",
        "Sword": "A duelling sword that belonged to a captain of the guard.",
        "Medal": "Given to the nurse who stayed with the wounded through the siege.",
    }
    found = [StoredText("Exhibit", "notes", name, text) for name, text in told.items()]
    return [*found, StoredText("Exhibit", "notes", "Mask", "A mask of a fox, for children.")]


async def opened(home: Path) -> PassageIndex:
    embedder = StaticEmbedder()
    index = await Indexes(home, "museum").open(passages_collection(embedder))
    return PassageIndex(index, embedder)


async def stream() -> AsyncIterator[StoredText]:
    for one in exhibits():
        yield one


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        ("a complaining merchant", "Letter"),
        ("weaving", "Loom"),
        ("astronomy and sailing", "Astrolabe"),
        ("war nurses", "Medal"),
        ("a duel", "Sword"),
    ],
)
async def test_the_nearest_text_comes_first(tmp_path: Path, topic: str, name: str) -> None:
    found = await opened(tmp_path)
    await found.build(stream(), "one")
    near = await found.nearest(topic, ["Exhibit"])
    assert near and near[0].name == name and near[0].passage.startswith(near[0].start)
    assert [one.score for one in near] == sorted((one.score for one in near), reverse=True)


async def test_an_index_of_texts(tmp_path: Path) -> None:
    found = await opened(tmp_path)
    assert not await found.fresh("one")
    await found.build(stream(), "one")
    assert await found.fresh("one") and not await found.fresh("two")
    assert await found.count() == len(exhibits())
    # Another world, another label: nothing, rather than the least far.
    for topic in ("mortgage rates for students", "javascript compilers", "blockchain"):
        assert await found.nearest(topic, ["Exhibit"]) == []
    assert await found.nearest("a duel", ["Ship"]) == []
    # Itself is left out of what is like it.
    alike = await found.like("Astrolabe", ["Exhibit"], ["Exhibit"])
    assert alike[0].name == "Sextant" and "Astrolabe" not in {one.name for one in alike}
    assert await found.like("Nobody", ["Exhibit"], ["Exhibit"]) == []
    assert await found.met(["sailor", "stars"]) and not await found.met(["sailor", "oscar"])
    await found.close()


async def test_no_texts_are_nothing_near(tmp_path: Path) -> None:
    async def none() -> AsyncIterator[StoredText]:
        for one in ():
            yield one

    found = await opened(tmp_path)
    await found.build(none(), "one")
    assert await found.nearest("a duel", ["Exhibit"]) == []
    assert await found.count() == 0
