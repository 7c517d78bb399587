"""Where the graph of a file is: held to a form, and never a secret in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.layer.read import read_layer
from bot.settings import Settings, load_settings

SHOP = """\
title: Shop
address: neo4j+s://shop.example:7687
database: orders
credentials:
  username: SHOP_USER
  password: SHOP_PASSWORD
"""


def described(home: Path, text: str, **options: object) -> Settings:
    (home / "graphs").mkdir(exist_ok=True)
    (home / "graphs" / "shop.yaml").write_text(text)
    return load_settings(home=home, **({"graph": "shop"} | options))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("address: shop.example", "line 1: the address is no Bolt address"),
        ("title: a\naddress: https://shop.example", "line 2: the address is no Bolt address"),
        ("address: bolt://", "line 1: the address is no Bolt address"),
        ("address: 'bolt://host:port'", "line 1: the address is no Bolt address"),
        ("address: bolt://ada:hunter2@host", "line 1: no user and no password may stand"),
        ("database: shop", "line 1: database needs the address of a server"),
        ("address: embedded\ndatabase: shop", "line 2: database needs the address of a server"),
        ("credentials: {password: A}", "line 1: credentials needs the address of a server"),
        (
            "address: bolt://host\ncredentials:\n  password: 'pa ss!'",
            "line 3: credentials.password has to be the name of an environment variable",
        ),
        ("address: bolt://host\ncredentials: {user: A}", "“user” is not a key here; there is user"),
    ],
)
def test_each_mistake_is_a_sentence_with_its_line(text: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_layer(Path("shop.yaml"), text)
    assert told in str(caught.value) and "hunter2" not in str(caught.value)


def test_a_file_with_an_address_is_asked_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_USER", "reader")
    monkeypatch.setenv("SHOP_PASSWORD", "s3cret")
    monkeypatch.setenv("NEO4J_URI", "bolt://other.example")
    settings = described(tmp_path, SHOP)
    server = settings.server
    assert server is not None and not settings.embedded
    assert (server.uri, server.username) == ("neo4j+s://shop.example:7687", "reader")
    assert (server.database, server.password.get_secret_value()) == ("orders", "s3cret")
    assert "s3cret" not in repr(server)
    assert (settings.graph_name, settings.graph_key) == ("shop", "shop@shop.example:7687/orders")


def test_a_variable_that_is_not_set_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"shop\.yaml, line 5: SHOP_USER is not set"):
        _ = described(tmp_path, SHOP).server


def test_variables_may_stand_in_the_env_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("SHOP_USER=reader\nSHOP_PASSWORD=s3cret\n")
    server = described(tmp_path, SHOP).server
    assert server is not None and server.username == "reader"


def test_those_of_the_process_serve_where_none_are_named(tmp_path: Path) -> None:
    settings = described(tmp_path, "address: bolt://host", neo4j_username="ada")
    assert settings.server is not None and settings.server.username == "ada"
    assert settings.graph_key == "shop@host"


@pytest.mark.parametrize("text", ["title: Shop", "address: embedded"])
def test_without_an_address_it_is_embedded_even_beside_a_neo4j(tmp_path: Path, text: str) -> None:
    settings = described(tmp_path, text, neo4j_uri="bolt://other.example")
    assert settings.embedded and settings.server is None and settings.graph_key == "shop"


def test_without_a_name_neo4j_uri_is_asked_as_ever(tmp_path: Path) -> None:
    settings = described(tmp_path, SHOP, graph=None, neo4j_uri="bolt://h", neo4j_database="shop")
    assert settings.server is not None and settings.server.uri == "bolt://h"
    assert (settings.graph_name, settings.graph_key) == ("shop", "shop@h")
