"""Which vector index is over the meaning of which text."""

from __future__ import annotations

import pytest

from bot.graph.vector_index import VectorIndex, indexes_of_texts
from guardrails.privacy import hidden
from memory.passages import TextProperty
from memory.schema import Label, Property, Schema

PLOT = TextProperty("Movie", "plot", "title")
SCHEMA = Schema(
    {
        "Movie": Label(
            "Movie",
            9,
            {name: Property(name, ("STRING",)) for name in ("title", "plot", "tagline", "poster")},
            implies=("Work",),
        ),
        "Work": Label("Work", 12, {}),
    },
    {},
)


@pytest.mark.parametrize(
    ("label", "name", "size", "hide", "fits"),
    [
        ("Movie", "plotEmbedding", 8, "", True),
        ("Movie", "plot_vector_3", 0, "", True),
        ("Movie", "embedding", 8, "", True),
        ("Movie", "movie_embedding", 8, "", True),
        ("Movie", "openaiEmbedding", 8, "", True),
        ("Work", "embedding", 8, "", True),
        ("Movie", "posterEmbedding", 8, "", False),
        ("Movie", "voiceEmbedding", 8, "", False),
        ("Movie", "taglineEmbedding", 8, "", False),
        ("Movie", "plotEmbedding", 9, "", False),
        ("Person", "plotEmbedding", 8, "", False),
        ("Movie", "plotEmbedding", 8, "*.*Embedding", False),
        ("Work", "embedding", 8, "Work", False),
    ],
)
def test_an_index_fits_by_label_size_and_name(
    label: str, name: str, size: int, hide: str, fits: bool
) -> None:
    index = VectorIndex("i", label, name, size)
    found = indexes_of_texts([PLOT], [index], SCHEMA, hidden(hide), 8)
    assert found == ({PLOT: index} if fits else {})


def test_the_one_named_after_the_text_is_preferred() -> None:
    both = [VectorIndex("a", "Movie", "embedding", 8), VectorIndex("b", "Movie", "plotEmb", 8)]
    tagline = TextProperty("Movie", "tagline", "title")
    found = indexes_of_texts([PLOT, tagline], both, SCHEMA, hidden(""), 8)
    assert [found[PLOT].name, found[tagline].name] == ["b", "a"]
