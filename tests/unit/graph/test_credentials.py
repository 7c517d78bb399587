from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.graph.credentials import read_credentials
from bot.settings import load_settings

AURA = """# Wait 60 seconds before connecting using these details, or login to the console
NEO4J_URI=neo4j+s://0a1b2c3d.databases.neo4j.io
NEO4J_USERNAME=neo4j
NEO4J_PASSWORD=a=b#c "d
NEO4J_DATABASE=neo4j
AURA_INSTANCEID=0a1b2c3d
AURA_INSTANCENAME=Instance01
"""
EXPECTED = {
    "neo4j_uri": "neo4j+s://0a1b2c3d.databases.neo4j.io",
    "neo4j_username": "neo4j",
    "neo4j_password": 'a=b#c "d',
    "neo4j_database": "neo4j",
}


@pytest.mark.parametrize(
    "content",
    [
        AURA.encode(),
        AURA.replace("\n", "\r\n").encode("utf-8-sig"),
        AURA.encode("utf-16"),
        AURA.replace("NEO4J_URI=", "  export NEO4J_URI = ").encode(),
        AURA.replace(
            "=neo4j+s://0a1b2c3d.databases.neo4j.io", "='neo4j+s://0a1b2c3d.databases.neo4j.io'"
        ).encode(),
    ],
)
def test_the_file_that_aura_gives(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "Neo4j-0a1b2c3d-Created-2026-01-01.txt"
    path.write_bytes(content)
    assert read_credentials(path) == EXPECTED


def test_it_overrides_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "Neo4j.txt"
    path.write_text(AURA)
    settings = load_settings(**read_credentials(path))
    assert settings.neo4j_uri == EXPECTED["neo4j_uri"]
    assert settings.neo4j_password.get_secret_value() == EXPECTED["neo4j_password"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"NEO4J_USERNAME=neo4j\n", "no NEO4J_URI and no NEO4J_PASSWORD"),
        (b"NEO4J_URI=neo4j://x\nNEO4J_PASSWORD=\n", "no NEO4J_PASSWORD"),
        (b"\x89PNG\xff\xfe\x00", "not a text file"),
        (b"x" * 200_000, "too big"),
        (b"", "no NEO4J_URI"),
    ],
)
def test_what_is_wrong_is_said_without_secrets(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "Neo4j.txt"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=message):
        read_credentials(path)


def test_a_file_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_credentials(tmp_path / "none.txt")
    with pytest.raises(UsageError, match="directory"):
        read_credentials(tmp_path)
