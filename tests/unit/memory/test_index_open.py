"""Opening and building the indexes of a graph."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from memory.elements import ElementIndex
from memory.embedding import StaticEmbedder
from memory.errors import StoreError
from memory.index_open import Indexes, open_indexes, values_stamp
from memory.schema import Join, Label, Property, Relationship, Schema
from memory.value_record import LeftOut, left_out_text
from memory.values import Place, StoredValue, ValueIndex

SCHEMA = Schema(
    {"City": Label("City", 3, {"name": Property("name", ("STRING",))})},
    {"NEAR": Relationship("NEAR", 2, (Join("City", "City", 2),))},
)


PLACE = Place("City", "name", "1", 2)


class Source:
    """A graph's values, and how often they were read."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.read = 0

    async def __call__(
        self, place: Place, left_out: Callable[[LeftOut], None]
    ) -> AsyncIterator[StoredValue]:
        self.read += 1
        left_out(LeftOut(place.label, place.name, "limit", 7))
        for name in self.names:
            yield place.label, place.name, name, 1


@asynccontextmanager
async def opened(indexes: Indexes) -> AsyncIterator[tuple[ValueIndex, ElementIndex]]:
    values, elements = await open_indexes(indexes, SCHEMA, StaticEmbedder())
    yield values, elements
    await values.close()
    await elements.close()


async def test_names_are_read_once_and_again_where_the_graph_changes(tmp_path: Path) -> None:
    indexes = Indexes(tmp_path, "my graph/ä")
    source, told = Source("Leith", "Gdansk"), list[int]()
    for _ in range(2):
        async with opened(indexes) as (values, elements):
            assert await values.read([PLACE], source, told.append)
            links = await values.lookup("who lives in leith?")
            assert [link.value for link in links] == ["Leith"]
            assert (await elements.lookup("cities")).labels[0] == "City"
            assert await values.count() == 2
    assert source.read == 1 and 2 in told
    async with opened(indexes) as (values, _):
        record = await values.record()
        assert record is not None and abs(time.time() - record.built) < 600
        assert "7 of City.name" in left_out_text(record.left_out)
        other = Source("Leith", "Oslo")
        assert await values.read([replace(PLACE, state="2")], other)
        found = await values.lookup("Oslo or Gdansk?")
        assert [link.value for link in found] == ["Oslo"]


async def test_names_can_be_read_anew_and_are_bounded_in_all(tmp_path: Path) -> None:
    source, town = Source("Leith", "Oslo"), Place("Town", "name", "1", 2)
    async with opened(Indexes(tmp_path, "g")) as (values, _):
        await values.read([PLACE], source, anew=True)
        await values.read([PLACE], source, anew=True)
        assert source.read == 2
        await values.read([PLACE, town], source, limit=2)
        assert source.read == 2
        record = await values.record()
    assert record is not None
    assert [(one.label, one.reason) for one in record.left_out] == [
        ("City", "limit"),
        ("Town", "total"),
    ]


async def test_graphs_do_not_share_an_index(tmp_path: Path) -> None:
    async with opened(Indexes(tmp_path, "a")) as (values, _):
        await values.read([PLACE], Source("Leith"))
    async with opened(Indexes(tmp_path, "b")) as (values, _):
        assert await values.behind([PLACE]) == [PLACE]
        assert await values.lookup("Leith") == []


def test_the_stamp_follows_counts_and_shape() -> None:
    other = replace(SCHEMA, labels={"City": replace(SCHEMA.labels["City"], count=4)})
    renamed = replace(SCHEMA, labels={"Town": replace(SCHEMA.labels["City"], name="Town")})
    assert len({values_stamp(schema) for schema in (SCHEMA, other, renamed)}) == 3
    assert values_stamp(SCHEMA) == values_stamp(replace(SCHEMA, notes=("sampled",)))


async def test_a_server_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    indexes = Indexes(tmp_path, "g", url="http://127.0.0.1:9")
    with pytest.raises(StoreError, match="QDRANT_URL"):
        await open_indexes(indexes, SCHEMA, StaticEmbedder())
