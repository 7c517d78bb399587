"""What an answer adds of itself, over the sample graph: figures of all rows, gaps, criteria."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.events import Event, Outcome
from bot.parts import Message
from bot.settings import load_settings
from tests.scripted_model import Script, scripted_model

WRITE, SUMMARY, UNDERSTAND = "You write one read-only", "You answer a question", "You prepare"
LATE = "f.year >= 1995 AND f.year <= 1999"
SYNOPSES = f"MATCH (f:Film) WHERE {LATE} RETURN f.title, f.synopsis ORDER BY f.title"
RUNTIMES = "MATCH (f:Film) RETURN f.title, f.runtime AS runtime ORDER BY f.title"


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running.on(SUMMARY, text="Here they are.")


@pytest_asyncio.fixture(scope="module")
async def cicerone(
    tmp_path_factory: pytest.TempPathFactory, script: Script
) -> AsyncIterator[Cicerone]:
    home = tmp_path_factory.mktemp("home")
    given = load_settings(home=home, graph="films", openai_base_url=script.url, max_rows=50)
    async with open_cicerone(given, conversations=InProcess()) as opened:
        yield opened


async def ask(cicerone: Cicerone, text: str, engine: str) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    outcome = await cicerone.ask(Message(text, str(uuid.uuid4()), "ada", engine=engine), listen)
    assert outcome.error is None and outcome.answer
    return outcome


def prompt(script: Script, start: str) -> str:
    return next(sent for sent in reversed(script.prompts) if sent.startswith(start))


async def test_a_large_result_is_told_with_figures_of_all_its_rows(
    cicerone: Cicerone, script: Script
) -> None:
    run = cicerone.graph.run
    ((least, most),) = (await run("MATCH (f:Film) RETURN min(f.runtime), max(f.runtime)")).rows
    figures = f"runtime from {least} to {most}"
    by_rules = await ask(cicerone, "List all films with their runtime", "offline")
    assert by_rules.result and by_rules.result.truncated and len(by_rules.result.rows) == 50
    assert "241 films: " in (by_rules.answer or "")
    assert f"Over all 241: {figures}" in (by_rules.answer or "")

    script.on(WRITE, text=RUNTIMES)
    by_model = await ask(cicerone, "List all films with their runtime", "llm")
    assert by_model.engine == "llm" and by_model.cypher == RUNTIMES
    told = prompt(script, SUMMARY)
    assert "241 rows in all, 50 shown" in told
    assert "Over all 241 rows: " in told and figures in told
    said = by_model.answer or ""
    assert said.startswith("Here they are. This is told from the first 50 of 241 rows. Over all")

    # What does not fit into the prompt is said, too, where all rows are there.
    script.on(WRITE, text=SYNOPSES)
    few = await ask(cicerone, "List the synopses of the films from 1995 to 1999", "llm")
    assert few.engine == "llm" and few.result and not few.result.truncated
    (shown,) = re.findall(r"rows in all, (\d+) shown", prompt(script, SUMMARY))
    total = few.result.row_count
    assert 1 < int(shown) < (total or 0)
    assert f"This is told from the first {shown} of {total} rows." in (few.answer or "")


async def test_what_has_no_value_is_said_whoever_wrote_the_query(
    cicerone: Cicerone, script: Script
) -> None:
    ((lacking,),) = (
        await cicerone.graph.run("MATCH (f:Film) WHERE f.budget IS NULL RETURN count(f)")
    ).rows
    assert lacking > 0
    said = f"{lacking} of 241 films have no recorded budget"
    script.on(WRITE, text="MATCH (f:Film) RETURN avg(f.budget) AS budget")
    for engine in ("offline", "llm"):
        outcome = await ask(cicerone, "What is the average budget of films?", engine)
        assert outcome.engine == engine and said in (outcome.answer or "")


# What is asked, how in German, what a model writes, and what the answer must say.
HONEST = {
    "values that are missing": (
        "What is the average budget of films?",
        "Was ist das durchschnittliche Budget der Filme?",
        "MATCH (f:Film) RETURN avg(f.budget) AS budget",
        r"\d+ of 241 films have no recorded budget and are left out\.",
        r"budget ist bei \d+ von 241 unbekannt \(Film\); sie fehlen hier\.",
    ),
    "rows that are not read": (
        "List all films with their runtime",
        "Nenne mir bitte alle Filme mit der Laufzeit",
        RUNTIMES,
        r"This is told from the first 50 of 241 rows\. Over all 241: runtime from \d+ to \d+, .*",
        r"Das ist aus den ersten 50 von 241 Zeilen erzählt\. Über alle 241: runtime von \d+ bis .*",
    ),
    "nothing": (
        "Which films did Tom Hanks act in after 2050?",
        "In welchen Filmen spielte Tom Hanks nach dem Jahr 2050?",
        "MATCH (:Person {name: 'Tom Hanks'})-[:ACTED_IN]->(f:Film) WHERE f.year > 2050 RETURN f",
        r"Nothing in the graph matches that\. Without “year after 2050” there would be results\.",
        r"Nichts im Graphen passt dazu\. Ohne „f(?:ilm)?\.year > 2050“ gäbe es Ergebnisse\.",
    ),
    "nothing of that relationship": (
        "Which films did Tom Hanks direct?",
        "Bei welchen Filmen führte Tom Hanks Regie?",
        "MATCH (p:Person {name: 'Tom Hanks'})-[:DIRECTED]->(f:Film) RETURN f.title AS title",
        r"The graph knows “Tom Hanks”, but no film that “directed” joins with it\. "
        r"There are 26 by “acted in”\.",
        r"Der Graph kennt „Tom Hanks“, aber kein film, das durch „directed“ damit verbunden ist\. "
        r"Es gibt 26 durch „acted in“\.",
    ),
    "what the graph lacks": (
        "Which shoe sizes do people have?",
        "Welche Schuhe tragen die Leute in den Filmen?",
        "MATCH (p:Person) RETURN p.name AS name, p.shoeSize AS shoe ORDER BY name LIMIT 5",
        r"This graph has no shoeSize of Person\.",
        r"Dieser Graph hat kein shoeSize von Person\.",
    ),
}


@pytest.mark.parametrize("language", ["English", "German"])
@pytest.mark.parametrize(
    ("asked", "german", "cypher", "said", "in_german"), HONEST.values(), ids=HONEST
)
async def test_what_is_honest_is_said_whatever_language_the_answer_is_in(
    cicerone: Cicerone,
    script: Script,
    asked: str,
    german: str,
    cypher: str,
    said: str,
    in_german: str,
    language: str,
) -> None:
    understood = {"standalone": asked, "verdict": "answerable", "language": language}
    script.on(UNDERSTAND, text=json.dumps(understood)).on(WRITE, text=cypher)
    script.on("did not work", text=cypher)
    told = "Here they are." if language == "English" else "Hier sind sie."
    script.on(SUMMARY, text=told)
    text = asked if language == "English" else german
    for engine in ("llm", "auto") if language == "German" else ("llm",):
        outcome = await ask(cicerone, text, engine)
        answer = outcome.answer or ""
        ours = said if language == "English" else in_german
        assert re.search(rf"(^|\s){ours}$", answer), answer
        if language == "German" and outcome.result and outcome.result.rows:
            assert f"Answer in {language}" in prompt(script, SUMMARY)
            assert answer.startswith(f"{told} ")
    script.on(SUMMARY, text="Here they are.")


async def test_in_a_language_that_we_do_not_speak_what_is_ours_has_a_line_of_its_own(
    cicerone: Cicerone, script: Script
) -> None:
    asked, _, cypher, said, _ = HONEST["values that are missing"]
    understood = {"standalone": asked, "verdict": "answerable", "language": "Italian"}
    script.on(UNDERSTAND, text=json.dumps(understood)).on(WRITE, text=cypher)
    script.on(SUMMARY, text="Eccoli.")
    outcome = await ask(cicerone, "Qual è il budget medio dei film?", "llm")
    assert re.fullmatch(rf"Eccoli\.\n\n{said}", outcome.answer or ""), outcome.answer
    script.on(SUMMARY, text="Here they are.")


async def test_the_criteria_of_a_query_stand_in_the_prompt_of_its_answer(
    cicerone: Cicerone, script: Script
) -> None:
    standalone = "Which films were directed by Clint Eastwood?"
    understood = {"standalone": standalone, "verdict": "answerable", "language": "German"}
    script.on(UNDERSTAND, text=json.dumps(understood))
    outcome = await ask(cicerone, "Welche Filme hat Clint Eastwood gedreht?", "auto")
    assert outcome.engine == "offline" and "Clint Eastwood" in outcome.parameters.values()
    cypher = prompt(script, SUMMARY).split("Cypher that was run:")[1].split("Rows:")[0]
    assert '"Clint Eastwood"' in cypher and "$" not in cypher
