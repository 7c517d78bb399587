"""Opening and building the indexes of a graph."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memory.embedding import StaticEmbedder
from memory.errors import StoreError
from memory.index_open import Indexes, build_indexes, open_indexes, values_stamp
from memory.schema import Join, Label, Property, Relationship, Schema
from memory.value_record import LeftOut, left_out_text
from memory.values import StoredValue

SCHEMA = Schema(
    {"City": Label("City", 3, {"name": Property("name", ("STRING",))})},
    {"NEAR": Relationship("NEAR", 2, (Join("City", "City", 2),))},
)


class Source:
    """A graph's values, and how often they were read."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.read = 0

    async def __call__(self, left_out: Callable[[LeftOut], None]) -> AsyncIterator[StoredValue]:
        self.read += 1
        left_out(LeftOut("City", "name", "limit", 7))
        for name in self.names:
            yield "City", "name", name, 1


async def test_they_are_built_once_and_again_when_the_graph_changes(tmp_path: Path) -> None:
    indexes = Indexes(tmp_path, "my graph/ä")
    embedder = StaticEmbedder()
    source, told = Source("Leith", "Gdansk"), []
    for _ in range(2):
        values, elements = await build_indexes(indexes, SCHEMA, embedder, source, told.append)
        assert [link.value for link in await values.lookup("who lives in leith?")] == ["Leith"]
        assert (await elements.lookup("cities")).labels[0] == "City"
        await values.close()
        await elements.close()
    assert source.read == 1
    assert told[-1] == 2
    values, elements, _ = await open_indexes(indexes, SCHEMA, embedder)
    record = await values.record()
    assert record is not None and abs(time.time() - record.built) < 600
    assert "7 of City.name" in left_out_text(record.left_out)
    assert await values.lookup("who lives in record?") == []
    await values.close()
    await elements.close()
    grown = replace(SCHEMA, labels={"City": replace(SCHEMA.labels["City"], count=4)})
    values, elements = await build_indexes(indexes, grown, embedder, Source("Leith", "Oslo"))
    assert [link.value for link in await values.lookup("Oslo or Gdansk?")] == ["Oslo"]
    await values.close()
    await elements.close()


async def test_they_can_be_built_anew(tmp_path: Path) -> None:
    indexes, embedder, source = Indexes(tmp_path, "g"), StaticEmbedder(), Source("Leith")
    for _ in range(2):
        values, elements = await build_indexes(indexes, SCHEMA, embedder, source, anew=True)
        await values.close()
        await elements.close()
    assert source.read == 2
    values, elements, fresh = await open_indexes(indexes, SCHEMA, embedder)
    assert fresh
    await values.close()
    await elements.close()


async def test_graphs_do_not_share_an_index(tmp_path: Path) -> None:
    embedder = StaticEmbedder()
    values, elements = await build_indexes(
        Indexes(tmp_path, "a"), SCHEMA, embedder, Source("Leith")
    )
    await values.close()
    await elements.close()
    values, elements, fresh = await open_indexes(Indexes(tmp_path, "b"), SCHEMA, embedder)
    assert not fresh
    assert await values.lookup("Leith") == []
    await values.close()
    await elements.close()


def test_the_stamp_follows_counts_and_shape() -> None:
    other = replace(SCHEMA, labels={"City": replace(SCHEMA.labels["City"], count=4)})
    renamed = replace(SCHEMA, labels={"Town": replace(SCHEMA.labels["City"], name="Town")})
    assert len({values_stamp(schema) for schema in (SCHEMA, other, renamed)}) == 3
    assert values_stamp(SCHEMA) == values_stamp(replace(SCHEMA, notes=("sampled",)))


async def test_a_server_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    indexes = Indexes(tmp_path, "g", url="http://127.0.0.1:9")
    with pytest.raises(StoreError, match="QDRANT_URL"):
        await open_indexes(indexes, SCHEMA, StaticEmbedder())
