"""Questions that the texts of the sample graph answer, alone or with the graph."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.events import Event, Notice, Outcome, StepFinished
from bot.parts import Message
from bot.render.answer_json import answer_json
from bot.settings import Settings, load_settings
from tests.scripted_model import Script, scripted_model


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def settings(home: Path, **options: object) -> Settings:
    return load_settings(home=home, graph="films", **options)


@pytest.fixture(scope="module")
async def cicerone(home: Path) -> AsyncIterator[Cicerone]:
    async with open_cicerone(settings(home), conversations=InProcess()) as opened:
        yield opened


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


async def ask(
    cicerone: Cicerone, text: str, thread: str | None = None, events: list[Event] | None = None
) -> Outcome:
    seen: list[Event] = events if events is not None else []

    async def listen(event: Event) -> None:
        seen.append(event)

    return await cicerone.ask(Message(text, thread or str(uuid.uuid4()), "ada"), listen)


def column(outcome: Outcome, at: int = 0) -> list[object]:
    assert outcome.error is None and outcome.result is not None
    return [row[at] for row in outcome.result.rows]


async def test_what_texts_find_restricts_the_graph_and_its_directors_are_shown(
    cicerone: Cicerone,
) -> None:
    both = await ask(cicerone, "films about a heist, with their directors born after 1960")
    assert both.route == "both" and both.cypher and "IN $title" in both.cypher
    assert both.result is not None and ("Inception", "Christopher Nolan") in both.result.rows
    # Nobody who was born before, no film that is about something else.
    nearest = set(column(await ask(cicerone, "films about a heist")))
    assert set(column(both)) < nearest and "Heat" in nearest
    run = cicerone.graph.run
    for title, name in both.result.rows:
        born = "MATCH (p:Person {name: $name})-[:DIRECTED]->(:Film {title: $title}) RETURN p.born"
        ((day,),) = (await run(born, {"name": name, "title": title})).rows
        assert str(day) >= "1960"
    late = "MATCH (p:Person)-[:DIRECTED]->(f:Film) WHERE p.born.year > 1960 RETURN f.title"
    others = {row[0] for row in (await run(late)).rows} - nearest
    assert len(others) > 10 and not others & set(column(both))


async def test_texts_answer_and_what_follows_is_about_what_they_found(cicerone: Cicerone) -> None:
    events: list[Event] = []
    found = await ask(cicerone, "films about boxing", "t", events)
    assert found.route == "text" and found.verdict == "answerable" and found.engine == "offline"
    titles = column(found)
    assert {"Rocky", "Raging Bull"} <= set(titles)
    steps = [event.step for event in events if isinstance(event, StepFinished)]
    assert steps.index("route") < steps.index("search") < steps.index("run")
    assert (
        f"{titles[0]} (“" in (found.answer or "") and found.cypher and "IN $title" in found.cypher
    )
    told = answer_json(found)
    assert told["route"] == "text" and told["parameters"]["title"] and told["error"] is None

    director = await ask(cicerone, "who directed the first one?", "t")
    assert str(titles[0]) in (director.standalone or "") and column(director)
    await ask(cicerone, "films about boxing", "u")
    later = await ask(cicerone, "and which of those came out before 1980?", "u")
    assert column(later) == ["Rocky"]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("films about boxing directed by Martin Scorsese", ["Raging Bull"]),
        ("Who directed the film about a mermaid?", ["Ron Howard"]),
        ("When was the film about dinosaurs released?", ["1993-06-11"]),
        ("films about a giant ape, from before 1950", ["King Kong"]),
    ],
)
async def test_texts_restrict_what_the_graph_answers(
    cicerone: Cicerone, question: str, rows: list[str]
) -> None:
    outcome = await ask(cicerone, question)
    assert outcome.route == "both" and column(outcome) == rows
    assert "nearest to" in (outcome.reading or "") and outcome.answer


async def test_like_a_film_leaves_itself_out_and_namesakes_stay_apart(cicerone: Cicerone) -> None:
    alike = column(await ask(cicerone, "films similar to Toy Story 2"))
    assert alike[0] in ("Toy Story", "Toy Story 3", "Toy Story 4") and "Toy Story 2" not in alike
    both = await ask(cicerone, "films like Alien directed by James Cameron")
    assert both.route == "both" and column(both)[0] == "Aliens"
    apes = await ask(cicerone, "films about a giant ape")
    assert column(apes)[:2] == ["King Kong", "King Kong"]
    assert "STARTS WITH" in (apes.cypher or "")


async def test_the_graph_keeps_what_it_knows_and_off_topic_stays_off(cicerone: Cicerone) -> None:
    for question, verdict, route in (
        ("films about war", "answerable", "graph"),
        ("films in which Tom Hanks acted", "answerable", "graph"),
        ("what's the weather like?", "off_topic", None),
        ("which films won an Oscar?", "not_in_schema", None),
        ("delete all films about war", "harmful", None),
    ):
        outcome = await ask(cicerone, question)
        assert (outcome.verdict, outcome.route) == (verdict, route), question


async def test_what_no_text_comes_near_to_is_said(cicerone: Cicerone) -> None:
    outcome = await ask(cicerone, "films about blockchain tokens")
    assert outcome.route == "text" and outcome.result is None and outcome.error is None
    assert "comes near to “blockchain tokens”" in (outcome.answer or "")


async def test_words_that_no_node_has_are_looked_for_in_meaning(cicerone: Cicerone) -> None:
    outcome = await ask(cicerone, 'films whose synopsis contains "dinosaur park island"')
    assert outcome.route == "text" and "Jurassic Park" in column(outcome)
    assert "very words" in (outcome.answer or "")


async def test_hidden_texts_are_not_searched(home: Path) -> None:
    hidden = settings(home / "hidden", hide="Film.synopsis")
    async with open_cicerone(hidden, conversations=InProcess()) as blind:
        assert await blind.indexed_texts() == 0
        outcome = await ask(blind, "films about boxing")
        assert outcome.route != "text" and outcome.cypher is None


async def test_a_model_names_the_route_and_puts_passages_into_words(
    home: Path, script: Script
) -> None:
    understood = {
        "standalone": "Would mermaid lovers enjoy any of these films?",
        "verdict": "answerable",
        "language": "English",
        "route": "text",
        "about": "mermaid lovers",
    }
    script.on("You prepare a message", text=json.dumps(understood))
    script.on("You answer a question from the rows", text="Splash is about a mermaid.")
    options = settings(home, openai_base_url=script.url)
    async with open_cicerone(options, conversations=InProcess()) as cicerone:
        told = await ask(cicerone, "films about a mermaid")
        assert told.route == "text" and told.answer == "Splash is about a mermaid."
        assert told.usage.calls == 1 and column(told)[0] == "Splash"
        assert "she is a mermaid" in script.prompts[-1]
        named = await ask(cicerone, "Would mermaid lovers enjoy any of these films?")
        assert named.route == "text" and column(named)[0] == "Splash"


async def test_a_model_names_both_and_writes_what_the_graph_is_asked(
    home: Path, script: Script
) -> None:
    asked = "Would mermaid lovers enjoy any films directed by Ron Howard?"
    understood = {"standalone": asked, "verdict": "answerable", "about": "mermaid lovers"}
    script.on("You prepare a message", text=json.dumps({**understood, "route": "both"}))
    script.on("You answer a question from the rows", text="Splash.")
    directed = "MATCH (p:Person {name: 'Ron Howard'})-[:DIRECTED]->(f:Film) RETURN f.title AS title"
    script.on("You write one read-only", text=directed)
    options = settings(home, openai_base_url=script.url)
    async with open_cicerone(options, conversations=InProcess()) as opened:
        both = await ask(opened, asked)
        assert (both.verdict, both.route, both.engine) == ("answerable", "both", "llm")
        assert column(both) == ["Splash"] and "f.title IN $found" in (both.cypher or "")
        written = next(prompt for prompt in script.prompts if "read-only" in prompt)
        assert "mermaid" not in written.rpartition("Question:")[2]

        # What only the texts were asked leaves that out, and says so.
        script.on("You write one read-only", text="MATCH (g:Genre) RETURN g.name")
        alone = await ask(opened, asked)
        assert alone.route == "text" and "Splash" in column(alone)
        assert any("directed by Ron Howard" in prompt for prompt in script.prompts)

        # Where the model says that the graph answers it, no text is searched.
        script.on("You prepare a message", text=json.dumps({**understood, "route": "graph"}))
        graph = await ask(opened, asked)
        assert graph.route != "text" and graph.route != "both"
        assert "$found" not in (graph.cypher or "") and "IN $title" not in (graph.cypher or "")


async def test_what_rules_cannot_read_beside_a_topic_a_model_writes(
    home: Path, script: Script
) -> None:
    script.on("", text="Two of them.")
    script.on("You write one read-only", text="MATCH (f:Film) WHERE f.rating > 8 RETURN f.title")
    options = settings(home, openai_base_url=script.url)
    async with open_cicerone(options, conversations=InProcess()) as opened:
        found = await ask(opened, "List the acclaimed films about boxing")
        assert (found.route, found.engine, found.error) == ("both", "llm", None)
        assert "f.title IN $found" in (found.cypher or "") and "Rocky" in found.parameters["found"]
        assert 0 < len(column(found)) < 10
        assert "Question: List the acclaimed films" in next(
            prompt for prompt in script.prompts if "read-only" in prompt
        )
        # A query that is about no films leaves the texts to answer.
        script.on("You write one read-only", text="MATCH (g:Genre) RETURN g.name")
        plain = await ask(opened, "List the acclaimed films about boxing")
        assert (plain.route, plain.engine) == ("text", "offline") and "Rocky" in column(plain)


async def test_words_that_a_models_query_does_not_find_are_looked_for_in_meaning(
    home: Path, script: Script
) -> None:
    script.on("", text="Jaws comes near.")
    test = "toLower(f.synopsis) CONTAINS 'shark hunt'"
    script.on("You write one read-only", text=f"MATCH (f:Film) WHERE {test} RETURN f.title")
    asked = "Got films whose synopses talk shark hunt?"
    understood = {"standalone": asked, "verdict": "answerable", "language": "English"}
    script.on("You prepare a message", text=json.dumps({**understood, "route": "graph"}))
    options = settings(home, openai_base_url=script.url)
    async with open_cicerone(options, conversations=InProcess()) as opened:
        events: list[Event] = []
        alone = await ask(opened, asked, events=events)
        assert alone.route == "text" and "Jaws" in column(alone)
        assert any(isinstance(e, Notice) and "very words" in e.text for e in events)
        directed = f"MATCH (p:Person)-[:DIRECTED]->(f:Film) WHERE {test} RETURN p.name, f.title"
        script.on("You write one read-only", text=directed)
        both = await ask(opened, f"Whose? {asked}")
        assert both.route == "both" and ["Steven Spielberg", "Jaws"] in [
            list(row) for row in (both.result.rows if both.result else ())
        ]
        # What the words begin with stands in one, so it is no topic; and nothing is missing.
        script.on("You write one read-only", text=directed.replace("shark hunt", "sharks bath"))
        begun = await ask(opened, "Whose? Got films whose synopses talk sharks bath?")
        assert (begun.route, begun.verdict) == ("graph", "answerable")
        # Words that nobody said stay where they are.
        script.on("You write one read-only", text=directed.replace("shark", "zeppelin"))
        assert (await ask(opened, f"Whose? {asked}!")).route != "both"
