"""The whole turn over the embedded sample graph; the model is the scripted stand-in."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.events import AnswerToken, Event, Notice, Outcome, StepFinished, TurnFinished
from bot.parts import Message
from bot.settings import Settings, load_settings
from bot.steps.left_out import left_out
from bot.steps.why_empty import why_empty
from memory.catalogue import speaking
from tests.scripted_model import Script, scripted_model

_RUNNING = ["check", "run", "judge", "summarise"]
KEYS = [
    "question", "standalone", "verdict", "route", "slice", "linked", "engine", "cypher",
    "parameters", "repairs", "columns", "rows", "row_count", "truncated", "answer", "reading",
    "confidence", "sets", "verified", "sources", "items", "near", "coverage", "suggestions", "llm",
    "ms", "error", "indexing",
]  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def settings(home: Path, **options: object) -> Settings:
    return load_settings(home=home, graph="films", **options)


@pytest.fixture(scope="module")
async def cicerone(home: Path) -> AsyncIterator[Cicerone]:
    async with open_cicerone(settings(home), conversations=InProcess()) as opened:
        yield opened


async def ask(
    cicerone: Cicerone, text: str, thread: str | None = None, events: list[Event] | None = None,
    **options: str,
) -> Outcome:  # fmt: skip
    seen: list[Event] = events if events is not None else []

    async def listen(event: Event) -> None:
        seen.append(event)

    return await cicerone.ask(Message(text, thread or str(uuid.uuid4()), "ada", **options), listen)


async def test_the_first_conversation_of_the_readme(cicerone: Cicerone) -> None:
    first = await ask(cicerone, "Which films did Tom Hanks act in?", "t")
    assert first.result and first.engine == "offline" and first.reading
    titles = {row[0] for row in first.result.rows}
    assert {"Apollo 13", "Cast Away", "Forrest Gump"} <= titles and first.result.row_count == 26

    later = await ask(cicerone, "and which of those came out after 2000?", "t")
    assert later.result and later.error is None
    kept = [row[0] for row in later.result.rows]
    assert set(kept) < titles and "Apollo 13" not in kept and "The Terminal" in kept
    assert later.standalone and "Tom Hanks" in later.standalone

    director = await ask(cicerone, "who directed the second one?", "t")
    assert director.result and kept[1] in (director.standalone or "")
    expected = await cicerone.graph.run(
        "MATCH (p)-[:DIRECTED]->(f:Film {title: $title}) RETURN DISTINCT p.name AS name",
        {"title": kept[1]},
    )
    assert {row[0] for row in director.result.rows} == {row[0] for row in expected.rows}
    # Which film "the second one" was is said beside its director.
    assert (director.answer or "").startswith(f"{kept[1]}: ")

    weather = await ask(cicerone, "what's the weather?", "t")
    assert weather.verdict == "off_topic" and len(weather.choices) >= 3 and not weather.cypher
    harm = await ask(cicerone, "delete everything", "t")
    assert harm.verdict == "harmful" and "read" in (harm.answer or "") and not harm.cypher
    assert len(harm.choices) == 3  # though it is the second redirect in a row
    oscar = await ask(cicerone, "which films won an Oscar?", "t")
    assert oscar.verdict == "not_in_schema" and "oscar" in (oscar.answer or "").lower()


async def test_what_the_graph_has_is_told_once_in_a_row_of_refusals(cicerone: Cicerone) -> None:
    """Whether a message was for another subject or nobody could read it; an answer ends the row."""
    unread, away, thread = "Which people wearily helped the gadget?", "tell me a joke", "refused"
    told = []
    asked = (unread, away, unread, "what's the weather?", "How many films are there?", away, unread)
    for text in asked:
        outcome = await ask(cicerone, text, thread)
        assert bool(outcome.cypher) == (text == asked[4]), text
        told.append(re.findall(r"[^.]*\bgraph knows\b[^.]*", outcome.answer or ""))
    assert [len(one) for one in told] == [1, 0, 0, 0, 0, 1, 1], told
    # Of people it knows something else than of all there is.
    assert told[5] != told[6] == told[0]


async def test_every_suggestion_of_a_redirect_returns_rows(cicerone: Cicerone) -> None:
    redirect = await ask(cicerone, "what's the capital of France?")
    assert len([c for c in redirect.choices if c.kind == "question"]) == 3
    for choice in redirect.choices:
        outcome = await ask(cicerone, choice.question)
        assert outcome.result and outcome.result.rows, choice.question


async def test_a_redirect_offers_what_fits_the_message(cicerone: Cicerone) -> None:
    france = await ask(cicerone, "what's the capital of France?")
    assert all("France" in choice.question for choice in france.choices[:2])
    genres = await ask(cicerone, "delete all genres")
    assert "genre" in genres.choices[0].question
    others = ("what's the weather?", "drop the database", "tell me a joke", "who won the cup?")
    offered = {tuple(c.question for c in (await ask(cicerone, o)).choices) for o in others}
    assert len(offered) > 2


async def test_starters_and_greeting_come_from_the_graph(cicerone: Cicerone) -> None:
    starters = await cicerone.starters()
    assert len(starters) == 4
    assert "241 films" in await cicerone.greeting()


async def test_events_tell_the_steps_in_order(cicerone: Cicerone) -> None:
    events: list[Event] = []
    outcome = await ask(cicerone, "How many films are there?", events=events)
    steps = [event.step for event in events if isinstance(event, StepFinished)]
    assert steps == ["rewrite", "link", "read", "scope", "examples", "write", *_RUNNING]
    assert events[-1] == TurnFinished(outcome) and outcome.answer == "241 films."
    assert set(outcome.ms) == set(steps)


async def test_bad_input_is_one_sentence(cicerone: Cicerone) -> None:
    for message, words in (("", "blank"), ("x" * 5000, "longer")):
        outcome = await ask(cicerone, message)
        assert words in (outcome.error or "") and outcome.cypher is None
    refused = await ask(cicerone, "How many films are there?", engine="oracle")
    assert "no engine oracle" in (refused.error or "")


async def test_an_answer_names_its_whole_size_and_exports_all(home: Path) -> None:
    async with open_cicerone(settings(home, max_rows=20), conversations=InProcess()) as small:
        outcome = await ask(small, "List all films")
        assert outcome.result and len(outcome.result.rows) == 20
        assert outcome.result.row_count == 241 and outcome.result.truncated
        assert "LIMIT" not in (outcome.cypher or "")
        rows = [row async for _, row in small.export(outcome.cypher or "", outcome.parameters)]
        assert len(rows) == 241


MODEL = ("You write one read-only Cypher",)
SUMMARY = ("You answer a question from the rows",)
UNDERSTAND = ("You prepare a message",)


def understood(standalone: str, verdict: str = "answerable", language: str = "English") -> str:
    return json.dumps({"standalone": standalone, "verdict": verdict, "language": language})


@pytest.fixture
def script() -> AsyncIterator[Script]:
    with scripted_model() as running:
        yield running


async def test_the_model_path_writes_runs_and_summarises(home: Path, script: Script) -> None:
    script.on(*MODEL, text="MATCH (f:Film) WHERE f.year = 1994 RETURN f.title ORDER BY f.title")
    script.on(*SUMMARY, text="Several films came out in 1994.")
    script.on(*UNDERSTAND, text=understood("Which films are from 1994?"))
    options = settings(home, openai_base_url=script.url, engine="llm")
    async with open_cicerone(options, conversations=InProcess()) as llm:
        events: list[Event] = []
        outcome = await ask(llm, "Which films are from 1994?", events=events)
    assert outcome.engine == "llm" and outcome.error is None
    assert outcome.answer == "Several films came out in 1994."
    assert [e for e in events if isinstance(e, AnswerToken)]
    assert outcome.usage.calls >= 2 and outcome.usage.prompt_tokens > 0


async def test_a_failed_draft_is_corrected_once(home: Path, script: Script) -> None:
    script.on(*MODEL, text="MATCH (f:Film RETURN f.title")
    script.on("A statement that did not work", text="MATCH (f:Film) RETURN count(f)")
    script.on(*SUMMARY, text="241 films.")
    options = settings(home, openai_base_url=script.url, engine="llm")
    async with open_cicerone(options, conversations=InProcess()) as llm:
        outcome = await ask(llm, "How many films are there?")
    assert outcome.cypher == "MATCH (f:Film) RETURN count(f)" and outcome.error is None


def unread(script: Script, question: str) -> str:
    """A question that rules cannot read, as the model understands it."""
    understood = {"standalone": question, "verdict": "answerable"}
    script.on("You prepare a message", text=json.dumps(understood))
    return question


async def test_a_model_that_writes_a_change_is_refused(home: Path, script: Script) -> None:
    script.on(*MODEL, text="MATCH (f:Film) DETACH DELETE f RETURN count(f)")
    script.on("A statement that did not work", text="MATCH (f:Film) DETACH DELETE f")
    options = settings(home, openai_base_url=script.url, engine="llm")
    async with open_cicerone(options, conversations=InProcess()) as llm:
        outcome = await ask(llm, unread(script, "Which films ooze zeitgeist?"))
        assert outcome.error and "change the graph" in outcome.error and outcome.result is None
        # Where the rules read the question, theirs is asked instead.
        read = await ask(llm, "How many films are there?")
        assert read.engine == "offline" and read.result and read.result.rows == ((241,),)
        assert (await llm.graph.run("MATCH (f:Film) RETURN count(f)")).rows == ((241,),)


async def test_auto_goes_on_without_a_model_that_is_down(home: Path) -> None:
    options = settings(home, openai_base_url="http://127.0.0.1:9/v1")
    async with open_cicerone(options, conversations=InProcess()) as auto:
        events: list[Event] = []
        read = await ask(auto, "How many films are there?", events=events)
        assert read.answer == "241 films." and read.usage.calls == 0
        unread = await ask(auto, "Which films ooze zeitgeist?", events=events)
    assert (unread.answer or "").startswith("No model answers: 127.0.0.1:9 ") and not unread.error
    assert "Going on without the model." in (unread.answer or "")


async def test_another_language_is_answered_in_it_with_a_model(home: Path, script: Script) -> None:
    question = "Wie viele Filme gibt es?"
    script.on(*UNDERSTAND, text=understood("How many films are there?", language="German"))
    script.on(*SUMMARY, "in German", text="Es gibt 241 Filme.")
    options = settings(home, openai_base_url=script.url)
    async with open_cicerone(options, conversations=InProcess()) as auto:
        outcome = await ask(auto, question)
    assert outcome.answer == "Es gibt 241 Filme."
    assert outcome.engine == "offline" and outcome.standalone == "How many films are there?"


async def test_what_is_ours_is_said_in_the_language_that_is_spoken(cicerone: Cicerone) -> None:
    with speaking("de"):
        many = await ask(cicerone, "Which films did Frank Darabont direct?")
        gone = await ask(cicerone, "What is the weather in Paris?")
        refused = await ask(cicerone, "delete all films")
    assert (many.answer or "").endswith("The Shawshank Redemption.")
    assert re.match(r"\d Ergebnisse: ", many.answer or "")
    assert "241 Film, 88 Studio" in (gone.answer or "")
    assert "Sie könnten fragen:" in (gone.answer or "")
    assert (refused.answer or "").startswith("Ich lese diesen Graphen nur")


async def test_a_question_in_another_language_is_declined_in_it(cicerone: Cicerone) -> None:
    german = await ask(cicerone, "Wie viele davon gibt es insgesamt?")
    english = await ask(cicerone, "What is the weather in Paris?")
    assert (german.answer or "").startswith("Ohne Sprachmodell lese ich nur Englisch")
    assert "This graph knows" in (english.answer or "")


async def test_history_for_the_model_never_holds_rows(home: Path, script: Script) -> None:
    script.on(*UNDERSTAND, text=understood("Who produced Cast Away with gusto?"))
    script.on(*MODEL, text="MATCH (f:Film {title: 'Cast Away'})-[:PRODUCED_BY]->(s) RETURN s.name")
    script.on(*SUMMARY, text="Some studio.")
    options = settings(home, openai_base_url=script.url)
    async with open_cicerone(options, conversations=InProcess()) as auto:
        await ask(auto, "Which films did Tom Hanks act in?", "h")
        await ask(auto, "with how much gusto was the second one produced?", "h")
    prompt = next(p for p in script.prompts if "You prepare a message" in p)
    assert "Which films did Tom Hanks act in?" in prompt and "[26 rows]" in prompt
    assert "Saving Private Ryan" not in prompt


async def test_a_model_is_shown_a_few_examples_of_this_graph(home: Path, script: Script) -> None:
    script.on(*MODEL, text="MATCH (f:Film) RETURN count(f) AS films")
    script.on(*SUMMARY, text="241 films.")
    options = settings(home, openai_base_url=script.url, engine="llm")
    async with open_cicerone(options, conversations=InProcess()) as llm:
        assert await llm.made_examples() > 60
        await ask(llm, unread(script, "How many zeitgeisty films of Tom Hanks ooze?"))
        prompt = next(p for p in script.prompts if p.startswith(MODEL[0]))
        assert "(film:Film)" in prompt.split("Relationships for this question:")[1]
        shown = re.findall(r"^Cypher: (.+?)(?=\n\n|\n</data>)", prompt, re.M | re.S)
        assert 2 <= len(shown) <= 5 and any("count(" in cypher for cypher in shown)
        for cypher in shown:
            assert (await llm.graph.run(cypher)).rows, cypher
    async with open_cicerone(options, conversations=InProcess()) as again:
        assert await again.made_examples() > 60


async def test_answers_say_what_was_left_out(cicerone: Cicerone) -> None:
    run = cicerone.graph.run
    place = next(
        (label, prop)
        for label in cicerone.schema.labels.values()
        for prop in label.properties.values()
        if prop.null_share > 0 and prop.type in ("INTEGER", "FLOAT")
    )
    label, name = place[0].name, place[1].name
    ((total, known),) = (await run(f"MATCH (x:{label}) RETURN count(x), count(x.{name})")).rows
    cypher = f"MATCH (x:{label}) WHERE x.{name} > 0 RETURN x.{name} ORDER BY x.{name}"
    said = await left_out(cypher, {}, cicerone.schema, cicerone.graph)
    assert said.startswith(f"{total - known:,} of {total:,} ") and said.endswith("left out.")
    grouped = f"MATCH (x:{label}) WITH x.{name} AS v WHERE v > 0 RETURN avg(v)"
    assert (await left_out(grouped, {}, cicerone.schema, cicerone.graph)) in ("", said)


@pytest.mark.parametrize(
    ("cypher", "words"),
    [
        ("MATCH (p:Person {name: 'Tom Hankz'})-[:ACTED_IN]->(f:Film) RETURN f.title", "No person"),
        (
            "MATCH (:Person {name: 'Tom Hanks'})-[:ACTED_IN]->(f:Film) WHERE f.year > 2050 "
            "RETURN f.title",
            "year after 2050",
        ),
        ("MATCH (p:Person)-[:ACTED_IN]->(f) WITH p, count(f) AS n WHERE n > 999 RETURN p", "999"),
        (
            "MATCH (p:Person {name: 'Tom Hanks'})<-[:ACTED_IN]-(f:Film) RETURN f.title",
            "With “acted in” the other way round there would be 26 results.",
        ),
        ("MATCH (f:Genre)-[:DIRECTED]->(p:Country) RETURN f", "joined in this way"),
    ],
)
async def test_an_empty_result_is_explained(cicerone: Cicerone, cypher: str, words: str) -> None:
    why = await why_empty(cypher, {}, cicerone.schema, cicerone.graph)
    assert why and words in why.told


async def test_an_empty_answer_says_which_condition_it_was(cicerone: Cicerone) -> None:
    outcome = await ask(cicerone, "Which films did Tom Hanks act in after 2050?")
    assert outcome.result and not outcome.result.rows and "2050" in (outcome.answer or "")


def command(home: Path, *words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("CICERONE_", "NEO4J_", "OPENAI_"))
    }
    return subprocess.run(
        [sys.executable, "-c", "from bot.cli import main; main()", *words],
        input=given, capture_output=True, text=True, timeout=120,
        env=environment | {"CICERONE_HOME": str(home)},
    )  # fmt: skip


async def test_ask_json_gives_one_object_a_line_with_every_key(
    cicerone: Cicerone, home: Path
) -> None:
    lines = [
        '{"question": "Which films did Tom Hanks act in?", "thread": "a"}',
        '{"question": "how many?", "thread": "a"}',
        "",
        "{broken",
        '{"question": 7}',
        "How many genres are there?",
        '{"question": "How many genres are there?", "engine": "oracle"}',
    ]
    done = await asyncio.to_thread(command, home, "ask", "--json", "-", given="\n".join(lines))
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [list(each) for each in found] == [KEYS] * len(lines)
    assert found[0]["row_count"] == 26 and found[1]["rows"] == [[26]]
    assert all(found[i]["error"] for i in (2, 3, 4, 6)) and not found[5]["error"]


HIS = "MATCH (p:Person {name: 'Michael Mann'})-[:DIRECTED]->(f:Film) RETURN f.title AS title"
WHOLE = "Which films did whoever made Heat make as the boss?"


TWO = ["Who directed Heat?", "Which films were bossed by {1}?"]
# The steps that a model names, what is told, and the question that is written for in the end.
PLANNED = [
    (TWO, ["Step 1 of 2: Who directed", "Step 2 of 2: Which films"], "bossed by Michael Mann?"),
    (
        ["Which films are there?", "Who bossed Heat or {1}?"],
        ["Step 1 of 2", "more than the 25"],
        WHOLE,
    ),
    (["Who directed it?", "Which films were bossed by {1}?"], ["left out “Heat”"], WHOLE),
    ([WHOLE], [], WHOLE),
    (["{2}?"], ["did not reply in the form"], WHOLE),
]


async def test_a_plan_hands_on_what_a_step_found(home: Path) -> None:
    with scripted_model() as script:
        script.on("write one read-only", text=HIS).on("did not work", text=HIS)
        script.on("You answer a question", text="Heat is one of them.")
        there = settings(home, openai_base_url=script.url, flow="plan", sure=0.85)
        async with open_cicerone(there, conversations=InProcess()) as planning:
            for steps, told, asked in PLANNED:
                script.on("You split a question", text=json.dumps({"steps": steps}))
                events: list[Event] = []
                outcome = await ask(planning, WHOLE, events=events)
                notices = [event.text for event in events if isinstance(event, Notice)]
                assert len(notices) == len(told)
                assert all(part in said for part, said in zip(told, notices, strict=True))
                assert outcome.standalone == WHOLE and outcome.engine == "llm" and outcome.result
                assert ("Heat",) in outcome.result.rows
                written = [p for p in script.prompts if p.endswith("</data>\nCypher:\n")][-1]
                assert f"{asked}\n" in written
                assert ('Person.name = "Michael Mann"' in written) is (asked != WHOLE)


async def test_how_two_things_are_connected(cicerone: Cicerone) -> None:
    outcome = await ask(cicerone, "How are Tom Hanks and Clint Eastwood connected?")
    assert outcome.result and outcome.result.columns == ("nodes", "relationships", "steps")
    nodes, types, steps = outcome.result.rows[0]
    assert nodes[0] == "Tom Hanks" and nodes[-1] == "Clint Eastwood" and len(types) == steps
    assert outcome.answer and outcome.answer.startswith("Tom Hanks – ")
    assert outcome.reading and "shortest path between person Tom Hanks" in outcome.reading


async def test_exit_codes(cicerone: Cicerone, home: Path) -> None:
    for words, code in (
        (("check", "MATCH (n) RETURN count(n)"), 0),
        (("check", "MATCH (n) DELETE n"), 1),
        (("ask", "How many films are there?", "--graph", "nowhere"), 2),
        (("ask", "How many films are there?", "--engine", "llm"), 3),
        (("graph", "load", "/nowhere.json"), 2),
    ):
        done = await asyncio.to_thread(command, home, *words)
        assert done.returncode == code, (words, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        assert len(done.stderr.strip().splitlines()) <= 1


async def test_a_graph_that_is_replaced_is_told(cicerone: Cicerone, home: Path) -> None:
    graph = home / "hut.json"
    graph.write_text('{"nodes": [{"id": 1, "labels": ["Hut"], "props": {}}], "rels": []}')
    first = await asyncio.to_thread(command, home, "graph", "load", str(graph))
    again = await asyncio.to_thread(command, home, "graph", "load", str(graph))
    await asyncio.to_thread(command, home, "graph", "drop", "hut")
    assert first.stdout == "hut: 1 node, 0 relationships\n"
    assert "takes the place of the hut" in again.stdout


async def test_check_json(cicerone: Cicerone, home: Path) -> None:
    lines = [
        "MATCH (f:Film) RETURN count(f) AS films",
        "MATCH (n) SET n.x = 1",
        "",
        '{"cypher": 3}',
    ]
    done = await asyncio.to_thread(
        command, home, "check", "--json", "--run", "-", given="\n".join(lines)
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["allowed"] for each in found] == [True, False, False, False]
    assert found[0]["rows"] == [[241]] and found[1]["reason"] and found[2]["reason"]
