"""The graphs that may be chosen: loaded ones, and those whose file has an address."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.graph.embedded.catalogue import GraphInfo
from bot.graphs import Graphs
from bot.offers import Offer, offers
from bot.settings import Settings, load_settings

SHOP = "title: Shop\naddress: bolt://shop.example\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("films", "pets", ".new.cats"):
        folder = tmp_path / "graphs" / "databases" / name
        folder.mkdir(parents=True)
        (folder / "configuration.json").touch()
        (folder / "cicerone.json").write_text(json.dumps({"nodes": 2, "relationships": 1}))
    return tmp_path


def describe(home: Path, name: str, text: str) -> None:
    (home / "graphs" / f"{name}.yaml").write_text(text)


def names(settings: Settings) -> list[str]:
    return [one.name for one in offers(settings)]


def test_alone_there_is_one(tmp_path: Path) -> None:
    assert offers(load_settings(home=tmp_path)) == [Offer("films", "films", "", None)]
    assert names(load_settings(home=tmp_path, neo4j_uri="bolt://host")) == ["neo4j"]


def test_the_one_that_is_asked_comes_first(home: Path) -> None:
    describe(home, "shop", SHOP)
    describe(home, "gone", "title: Nothing of that name is loaded.\n")
    found = offers(load_settings(home=home, graph="pets"))
    assert [one.name for one in found] == ["pets", "films", "shop"]
    assert [one.title for one in found] == ["pets", "films", "Shop"]
    assert found[0].size == GraphInfo("pets", 2, 1) and found[2].size is None


def test_the_sample_is_not_offered_beside_a_server(home: Path) -> None:
    describe(home, "shop", SHOP)
    beside = {"home": home, "neo4j_uri": "bolt://host"}
    assert names(load_settings(**beside)) == ["neo4j", "pets", "shop"]
    assert names(load_settings(**beside, graphs="films, shop")) == ["neo4j", "films", "shop"]
    assert names(load_settings(home=home, graph="shop")) == ["shop", "pets"]


def test_no_title_stands_for_two(home: Path) -> None:
    describe(home, "shop", SHOP)
    describe(home, "shop2", SHOP)
    describe(home, "films", "title: pets\n")
    found = {one.name: one.title for one in offers(load_settings(home=home))}
    assert found["shop"] == "Shop (shop)" and found["shop2"] == "Shop (shop2)"
    assert found["films"] == "pets (films)"
    assert len({*found.values()}) == 4


def test_a_mistake_in_a_file_is_told_to_who_asks_that_graph(home: Path) -> None:
    describe(home, "pets", "titel: Pets\n")
    settings = load_settings(home=home)
    assert names(settings) == ["films", "pets"]
    with pytest.raises(UsageError, match=r"pets\.yaml, line 1: “titel” is not a key"):
        _ = settings.of_graph("pets").hidden


async def test_what_is_not_offered_is_not_opened(home: Path) -> None:
    graphs = Graphs(load_settings(home=home, graphs="films"), lambda settings, tell: None)  # type: ignore[arg-type, return-value]
    with pytest.raises(UsageError, match="There is no graph pets here; there is films"):
        graphs.of("pets")
    with pytest.raises(UsageError):
        graphs.of("../films")
    assert graphs.name_of("films") == "films" and graphs.name_of("pets") is None
