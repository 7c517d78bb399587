"""What a newcomer's first commands say where something is amiss."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.embedded import embedded_server

ROOT = Path(__file__).parents[2]
PETS = {
    "nodes": [
        {"id": 1, "labels": ["Dog"], "props": {"name": "Rex", "age": 3}},
        {"id": 2, "labels": ["Owner"], "props": {"name": "Ann"}},
    ],
    "rels": [{"start": 2, "type": "OWNS", "end": 1, "props": {}}],
}


@pytest.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """A home whose database stays up between the commands."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "pets.json").write_text(json.dumps(PETS))
    (folder / "terminology.yaml").write_text("hound: Dog\ntalkie: Film\n")
    async with embedded_server(folder):
        yield folder


async def cicerone(home: Path, *words: str, **more: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what stands on standard error.

    `more` of the environment is ours; PYTHONPATH comes before the checkout.
    """
    path = os.pathsep.join(filter(None, [more.pop("PYTHONPATH", ""), str(ROOT)]))
    ours = ("CICERONE_", "NEO4J_", "OPENAI_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", "from bot.cli import main; main()", *words],
        capture_output=True,
        text=True,
        timeout=120,
        env=kept | {"CICERONE_HOME": str(home), "PYTHONPATH": path} | more,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


async def test_a_graph_comes_and_goes(home: Path) -> None:
    _, loaded, _ = await cicerone(home, "graph", "load", str(home / "pets.json"))
    assert loaded == "pets: 2 nodes, 1 relationship\n"
    await cicerone(home, "graph", "load", str(home / "pets.json"), "--name", "other")
    code, told, _ = await cicerone(home, "graph", "drop", "other")
    assert code == 0
    assert told.splitlines()[:2] == [
        "Dropped other: 2 nodes, 1 relationship.",
        "Left: pets: 2 nodes, 1 relationship.",
    ]
    assert "cicerone graph load FILE --name other" in told


async def test_terms_of_another_graph_are_set_aside(home: Path) -> None:
    await cicerone(home, "graph", "load", str(home / "pets.json"))
    code, said, warned = await cicerone(
        home, "ask", "--graph", "pets", "How many hounds are there?"
    )
    assert code == 0 and said.startswith("1 dog.")
    assert warned.count("\n") == 1 and "not in pets: “talkie”" in warned
    _, told, _ = await cicerone(home, "doctor", "--graph", "pets")
    assert "1 term of your own. Set aside, for what it means is not in pets: “talkie”." in told


async def test_a_name_that_the_graph_lacks_is_told(home: Path) -> None:
    await cicerone(home, "graph", "load", str(home / "pets.json"))
    statement = "MATCH (c:Zebra) RETURN c"
    code, said, _ = await cicerone(home, "check", "--graph", "pets", "--run", statement)
    assert code == 0
    assert "There is no label Zebra; there is Dog, Owner." in said
    assert said.endswith("no rows\n")
    _, said, _ = await cicerone(
        home, "check", "--graph", "pets", "--run", "MATCH (d:Dog) RETURN d.name"
    )
    assert said.endswith("1 row\n") and "There is no" not in said


async def test_a_blank_question_and_useless_gold_are_mistakes(home: Path) -> None:
    code, said, told = await cicerone(home, "ask", " ")
    assert (code, said) == (2, "") and "The question is blank" in told
    await cicerone(home, "graph", "load", str(home / "pets.json"))
    gold = home / "gold.toml"
    gold.write_text('[[pair]]\nquestion = "Which dogs?"\ncypher = "MATCH (d:Dog) DELETE d"\n')
    code, said, told = await cicerone(home, "eval", str(gold), "--graph", "pets")
    assert code == 2 and said.startswith("1 question could not be used")
    assert "Nothing was measured" in told


async def test_a_model_in_a_file_is_served_while_a_question_is_answered(home: Path) -> None:
    await cicerone(home, "graph", "load", str(home / "pets.json"))
    words = ("ask", "--graph", "pets", "How many dogs are there?")
    (home / "small.gguf").write_bytes(b"GGUF" + bytes(996))
    serving = {"PYTHONPATH": str(ROOT / "tests/unit/models/stand_in")}
    served = await cicerone(home, *words, CICERONE_MODEL_FILE=str(home / "small.gguf"), **serving)
    assert served[0] == 0 and served[1].startswith("1 dog.")
    assert "cicerone: Loading small.gguf (1 kB) with " in served[2]
    code, said, told = await cicerone(
        home, *words, CICERONE_MODEL_FILE=str(home / "pets.json"), **serving
    )
    assert (code, said) == (2, "")
    assert told == f"cicerone: CICERONE_MODEL_FILE is no GGUF model: {home / 'pets.json'}.\n"
