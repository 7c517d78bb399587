"""Large schemas: ranked elements, paths between labels, slices within a budget."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from memory.elements import ElementIndex, elements_collection
from memory.embedding import StaticEmbedder
from memory.index_edge import EdgeIndex
from memory.schema import Join, Label, Property, Relationship, Schema
from memory.schema_paths import SchemaPaths
from memory.schema_size import schema_tokens
from memory.schema_slice import Ranking, Slicer


def properties(*names: str, values: tuple[str, ...] | None = None) -> dict[str, Property]:
    return {name: Property(name, ("STRING",), values=values) for name in names}


def relationship(type_: str, start: str, end: str) -> Relationship:
    return Relationship(type_, 10, (Join(start, end, 10),))


def company(size: int = 300) -> Schema:
    """A made-up company: a core that questions ask about, and a sea of look-alikes."""
    labels = {
        "Supplier": Label("Supplier", 9, properties("supplierName", "vatNumber")),
        "PurchaseOrder": Label("PurchaseOrder", 9, properties("orderedAt", "totalCost")),
        "Warehouse": Label("Warehouse", 9, properties("siteCode", values=("Leith", "Gdansk"))),
        "Physician": Label("Physician", 9, properties("fullName")),
        "Shipment": Label("Shipment", 9, properties("shippedAt", "weightKg")),
    }
    relationships = {
        "ORDERED_FROM": relationship("ORDERED_FROM", "PurchaseOrder", "Supplier"),
        "FULFILLED_BY": relationship("FULFILLED_BY", "PurchaseOrder", "Shipment"),
        "STORED_AT": relationship("STORED_AT", "Shipment", "Warehouse"),
    }
    for n in range(size):
        name = f"LedgerTable{n}"
        labels[name] = Label(name, 5, properties(f"ledgerKey{n}", f"column{n}", "createdAt"))
        relationships[f"LOGGED_{n}"] = relationship(f"LOGGED_{n}", name, "AuditHub")
    labels["AuditHub"] = Label("AuditHub", 1, properties("auditKey"))
    for name in ("Supplier", "Warehouse", "Physician", "PurchaseOrder"):
        relationships[f"AUDIT_{name}"] = relationship(f"AUDIT_{name}", name, "AuditHub")
    return Schema(labels, relationships)


class NoEmbedder:
    """Vectors that tell nothing, to see what words alone find."""

    name = "none"
    size = 2
    reads = False
    unlike = 0.0

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.ones((len(texts), 2), dtype=np.float32)


@pytest.fixture(scope="module")
async def elements(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ElementIndex]:
    embedder = StaticEmbedder()
    folder = tmp_path_factory.mktemp("index") / "elements"
    index = await EdgeIndex.open(folder, elements_collection(embedder))
    found = ElementIndex(index, embedder, company())
    yield found
    await found.close()


async def test_words_of_names_are_found(elements: ElementIndex) -> None:
    ranking = await elements.lookup("total cost of purchase orders by supplier")
    assert set(ranking.labels[:2]) == {"PurchaseOrder", "Supplier"}
    assert ranking.types[0] == "ORDERED_FROM"
    assert ("PurchaseOrder", "totalCost") in ranking.properties[:3]


async def test_neighbours_in_meaning_are_found(elements: ElementIndex) -> None:
    assert "Physician" in (await elements.lookup("which doctors are there?")).labels[:3]
    assert "Supplier" in (await elements.lookup("list our vendors")).labels[:5]


async def test_stored_values_point_at_their_label(elements: ElementIndex) -> None:
    assert (await elements.lookup("what is in Gdansk?")).labels[0] == "Warehouse"


async def test_ranking_is_the_same_each_time(elements: ElementIndex) -> None:
    question = "weight of shipments stored in warehouses"
    assert await elements.lookup(question) == await elements.lookup(question)


async def test_it_is_built_once_and_again_when_the_schema_changes(tmp_path: Path) -> None:
    embedder = NoEmbedder()
    told: list[int] = []

    async def opened(schema: Schema) -> ElementIndex:
        index = await EdgeIndex.open(tmp_path / "elements", elements_collection(embedder))
        return ElementIndex(index, embedder, schema)

    small = company(3)
    first = await opened(small)
    await first.build(told.append)
    assert told[-1] > 10
    assert (await first.lookup("supplier")).labels[0] == "Supplier"
    await first.close()
    grown = replace(small, labels={**small.labels, "Courier": Label("Courier", 1)})
    second = await opened(grown)
    assert "Courier" in (await second.lookup("courier")).labels[:1]
    await second.close()


def test_paths_avoid_hubs_and_follow_what_is_asked() -> None:
    schema = company(40)
    path = SchemaPaths(schema).between(["Supplier"], "Warehouse")
    assert path is not None
    assert [step[0] for step in path] == ["ORDERED_FROM", "FULFILLED_BY", "STORED_AT"]
    asked = {"AUDIT_Supplier", "AUDIT_Warehouse"}
    path = SchemaPaths(schema).between(["Supplier"], "Warehouse", asked)
    assert path is not None
    assert [step[0] for step in path] == ["AUDIT_Supplier", "AUDIT_Warehouse"]
    assert SchemaPaths(schema).between(["Supplier"], "Supplier") == []
    assert SchemaPaths(Schema()).between(["A"], "B") is None


def test_a_slice_is_connected_and_within_its_budget() -> None:
    schema = company()
    assert schema_tokens(schema) > 2000
    ranking = Ranking(labels=("Supplier", "Warehouse", *(f"LedgerTable{n}" for n in range(200))))
    part = Slicer(schema, ranking, 600).slice(["Warehouse"])
    assert schema_tokens(part) <= 600
    assert {"Supplier", "PurchaseOrder", "Shipment", "Warehouse"} <= set(part.labels)
    assert {"ORDERED_FROM", "FULFILLED_BY", "STORED_AT"} <= set(part.relationships)
    for _, join in part.joins():
        assert join.start in part.labels and join.end in part.labels


def test_a_type_that_is_asked_for_brings_its_ends() -> None:
    part = Slicer(company(), Ranking(labels=("AuditHub",), types=("STORED_AT",)), 400).slice([])
    assert {"Shipment", "Warehouse"} <= set(part.labels)
    assert "STORED_AT" in part.relationships


def test_a_very_wide_label_keeps_what_is_asked_for() -> None:
    wide = Label("Wide", 1, properties(*(f"measurement{n:03}" for n in range(400)), "title"))
    schema = Schema({"Wide": wide})
    ranking = Ranking(("Wide",), (), (("Wide", "measurement123"),))
    part = Slicer(schema, ranking, 500, [("Wide", "measurement321")]).slice(["Wide"])
    kept = set(part.labels["Wide"].properties)
    assert {"measurement123", "measurement321", "title"} <= kept
    assert len(kept) < 60
    assert schema_tokens(part) <= 500


def test_an_unknown_or_single_label_does_no_harm() -> None:
    assert Slicer(company(3), Ranking(), 500).slice(["Nowhere"]).labels == {}
    assert set(Slicer(company(3), Ranking(), 500).slice(["Supplier"]).labels) == {"Supplier"}
