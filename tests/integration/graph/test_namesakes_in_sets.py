"""Two people of one name in an answer stay two, whoever goes on from it.

The model is a scripted stand-in that writes names, as models do; the databases are real.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.events import Event, Outcome
from bot.parts import Message
from bot.settings import Settings, load_settings
from tests.graph_database import GraphDatabase
from tests.scripted_model import Script, scripted_model

# Name, year of birth, city, films.
PEOPLE = (
    ("Ann Lee", 1970, "Oslo", ("Tall Grass", "Open Sea")),
    ("Ann Lee", 1980, "Bergen", ("Blue Door",)),
    ("Bo Dahl", 1965, "Oslo", ("Snow Line",)),
    ("Cy Moe", 1990, "Bergen", ("Long Table",)),
)
IN_OSLO = "MATCH (p:Person)-[:LIVES_IN]->(c:City {name: 'Oslo'}) RETURN p.name AS name"
THEIR_FILMS = "MATCH (p:Person)-[:DIRECTED]->(f:Film) WHERE p.name IN $a1 RETURN f.title AS title"


def people() -> dict[str, Any]:
    nodes = [
        {"id": city, "labels": ["City"], "props": {"name": city}} for city in ("Oslo", "Bergen")
    ]
    rels = []
    for n, (name, born, city, films) in enumerate(PEOPLE):
        nodes.append({"id": f"p{n}", "labels": ["Person"], "props": {"name": name, "born": born}})
        rels.append({"start": f"p{n}", "type": "LIVES_IN", "end": city, "props": {}})
        for film in films:
            nodes.append({"id": film, "labels": ["Film"], "props": {"title": film}})
            rels.append({"start": f"p{n}", "type": "DIRECTED", "end": film, "props": {}})
    return {"nodes": nodes, "rels": rels}


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


@pytest_asyncio.fixture
async def settings(
    database: GraphDatabase, tmp_path: Path, script: Script
) -> AsyncIterator[Settings]:
    await database.load(people())
    yield load_settings(
        home=tmp_path, neo4j_uri=database.uri, neo4j_username=database.username,
        neo4j_password=database.password, neo4j_database=database.database,
        openai_base_url=script.url, model="scripted",
    )  # fmt: skip
    await database.wipe()


async def ask(cicerone: Cicerone, text: str, engine: str, thread: str = "t") -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    outcome = await cicerone.ask(Message(text, thread, "ada", engine=engine), listen)
    assert outcome.error is None and outcome.result is not None, outcome.answer
    return outcome


def values(outcome: Outcome) -> list[Any]:
    assert outcome.result is not None
    return sorted(row[0] for row in outcome.result.rows)


def goes_on(script: Script, cypher: str) -> None:
    told = {"standalone": "Which films did those people direct?", "sets": ["a1"]}
    told |= {"verdict": "answerable", "language": "English", "route": "graph", "about": ""}
    script.on("", text="Here they are.").on("Who lives in Oslo", text=IN_OSLO)
    script.on("Question: Which films did those people direct?", text=cypher)
    script.on('- "standalone"', "Message: which films did they", text=json.dumps(told))


async def test_a_models_names_mean_the_very_people_of_the_answer(
    settings: Settings, script: Script
) -> None:
    goes_on(script, THEIR_FILMS)
    async with open_cicerone(settings) as cicerone:
        oslo = await ask(cicerone, "Who lives in Oslo?", "llm")
        assert values(oslo) == ["Ann Lee", "Bo Dahl"]
    # The thread is restored in another process, with its sets.
    async with open_cicerone(settings) as cicerone:
        films = await ask(cicerone, "which films did they direct?", "llm")
        assert values(films) == ["Open Sea", "Snow Line", "Tall Grass"]
        assert "elementId(p) IN $a1_ids" in (films.cypher or "")
        assert len(films.parameters["a1_ids"]) == 2
        assert "internal number" not in (films.reading or "internal number")
        assert any("elementId(…) IN $a1_ids" in one for one in script.prompts)
        ids = films.parameters["a1_ids"]
        assert not any(f'"{id_}"' in one for one in script.prompts for id_ in ids)


async def test_it_may_write_ids_itself(settings: Settings, script: Script) -> None:
    goes_on(script, THEIR_FILMS.replace("p.name IN $a1", "elementId(p) IN $a1_ids"))
    async with open_cicerone(settings) as cicerone:
        await ask(cicerone, "Who lives in Oslo?", "llm")
        films = await ask(cicerone, "which films did they direct?", "llm")
        assert values(films) == ["Open Sea", "Snow Line", "Tall Grass"]


async def test_the_second_of_two_of_one_name_is_that_one(settings: Settings) -> None:
    async with open_cicerone(settings) as cicerone:
        for place, film in (("first", "Blue Door"), ("second", "Open Sea")):
            ann = await ask(
                cicerone, "Which people are called Ann Lee, youngest first?", "offline", place
            )
            assert values(ann) == ["Ann Lee", "Ann Lee"]
            films = await ask(
                cicerone, f"which films did the {place} one direct?", "offline", place
            )
            assert film in values(films) and len(values(films)) == (1 if film == "Blue Door" else 2)


async def test_the_reader_goes_on_from_the_very_people(settings: Settings) -> None:
    async with open_cicerone(settings) as cicerone:
        await ask(cicerone, "Which people live in Oslo?", "offline")
        films = await ask(cicerone, "which films did they direct?", "offline")
        assert values(films) == ["Open Sea", "Snow Line", "Tall Grass"]


async def test_of_a_graph_that_was_loaded_anew_they_are_found_again(
    settings: Settings, script: Script, database: GraphDatabase
) -> None:
    goes_on(script, THEIR_FILMS)
    async with open_cicerone(settings) as cicerone:
        await ask(cicerone, "Who lives in Oslo?", "llm")
        await database.load(
            {"nodes": [{"id": "x", "labels": ["City"], "props": {"name": "Rome"}}], "rels": []}
        )
        await database.load(people())
        films = await ask(cicerone, "which films did they direct?", "llm")
        assert values(films) == ["Open Sea", "Snow Line", "Tall Grass"]
        assert "changed since" not in (films.answer or "")
        await database.write("MATCH (p:Person {name: 'Bo Dahl'}) DETACH DELETE p")
        again = await ask(cicerone, "which films did they direct?", "llm")
        assert values(again) == ["Open Sea", "Tall Grass"]
        assert "has changed since you saw it" in (again.answer or "")
