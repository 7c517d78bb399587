"""Stop ends what is under way, whatever the step: at the model, in the database; the talk goes on.

The model is a stand-in that writes a piece every moment for minutes, so that it is seen whether
anybody still listens.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import Watched, welcome
from tests.e2e.served import Served, serving
from tests.e2e.talk import PATIENCE, ask, words
from tests.scripted_model import Script, scripted_model, token

# Rules know all its words, and cannot read it.
ASKED = "Which films are longer than every film of Clint Eastwood?"
# Nor do they know what this is about.
UNKNOWN = "Which films would a grandmother adore?"
LONGER = """
MATCH (:Person {name: 'Clint Eastwood'})-[:DIRECTED]->(e:Film) WITH max(e.runtime) AS longest
MATCH (f:Film) WHERE f.runtime > longest RETURN f.title AS title, f.runtime AS runtime
"""
UNDERSTAND, WRITE, SUMMARY = "You prepare a message", "You write one read-only", "You answer a"
FOR_MINUTES = tuple(part for _ in range(1000) for part in (token("slowly "), 0.2))
ENDLESS = """
MATCH (a:Person)-[:ACTED_IN]->(f:Film)<-[:ACTED_IN]-(b:Person)-[:ACTED_IN]->(g:Film)
  <-[:ACTED_IN]-(c:Person)-[:ACTED_IN]->(h:Film)<-[:ACTED_IN]-(d:Person)-[:ACTED_IN]->(i:Film)
RETURN count(*) AS n"""
# Takes seconds, and can be drawn.
LONG = """
MATCH (a:Person)-[:ACTED_IN]->(f:Film)<-[:ACTED_IN]-(b:Person)-[:ACTED_IN]->(g:Film)
  <-[:ACTED_IN]-(c:Person)-[:ACTED_IN]->(h:Film)<-[:ACTED_IN]-(d:Person)
RETURN h.year AS year, count(*) AS n"""
MANY = "MATCH (a:Person), (b:Person) RETURN a.name AS one, b.name AS other"


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory, script: Script) -> Iterator[Served]:
    env = {
        "OPENAI_BASE_URL": script.url,
        "CICERONE_ENGINE": "llm",
        "CICERONE_STATEMENT_SECONDS": "50",
        "CICERONE_MESSAGES_A_MINUTE": "0",
    }
    with serving(tmp_path_factory.mktemp("slow-home"), **env) as served:
        yield served


async def stopped(page: Page, question: str, while_: str) -> None:
    """Ask, and press Stop once the page says that it is doing this."""
    await page.locator("#chat-input").fill(question)
    await page.locator("#chat-submit:enabled").click()
    trail = page.locator(".step[data-step-type='tool'] button[id^='step-']")
    await expect(trail.last).to_contain_text(while_, timeout=PATIENCE)
    await page.locator("#stop-button").click()
    await expect(trail.last).to_contain_text("Stopped", timeout=PATIENCE)
    await expect(page.locator("#stop-button")).to_have_count(0, timeout=PATIENCE)


async def nobody_listens(script: Script) -> None:
    async with asyncio.timeout(20):
        while script.busy:
            await asyncio.sleep(0.1)


async def test_stop_ends_every_step_and_the_conversation_goes_on(
    watched: Watched, slow: Served, script: Script
) -> None:
    page = await welcome(watched, slow)
    steps = {
        UNDERSTAND: (UNKNOWN, "Asking the model what is meant"),
        WRITE: (ASKED, "Writing the query"),
        SUMMARY: (ASKED, "Putting it into words"),
    }
    understood = json.dumps({"verdict": "answerable", "standalone": ASKED, "route": "graph"})
    for step, (question, told) in steps.items():
        script.replies.clear()
        script.on(UNDERSTAND, text=understood).on(WRITE, text=LONGER).on(SUMMARY, text="Some.")
        script.on(step, wire=FOR_MINUTES)
        await stopped(page, question, told)
        await nobody_listens(script)

    script.replies.clear()
    await stopped(page, ENDLESS, "Asking the database")
    answer = await ask(page, "MATCH (f:Film) RETURN count(f) AS films")
    assert "241" in await words(answer)

    await expect(page).to_have_url(re.compile("/thread/"), timeout=PATIENCE)
    await page.reload()
    asked = page.locator(".step[data-step-type='user_message']")
    await expect(asked).to_have_count(5, timeout=PATIENCE)
    await expect(asked.nth(2)).to_have_text(ASKED)
    trails = page.locator(".step[data-step-type='tool'] button[id^='step-Stopped']")
    await expect(trails).to_have_count(4)
    script.on(UNDERSTAND, text=understood).on(WRITE, text=LONGER).on(SUMMARY, text="Some are.")
    assert "Some are." in await words(await ask(page, ASKED))
    assert watched.complaints == []


async def test_stop_ends_a_chart_that_takes_long(watched: Watched, slow: Served) -> None:
    page = await welcome(watched, slow)
    answer = await ask(page, LONG)
    await expect(answer.locator(".cic-table")).to_be_visible()
    await stopped(page, "as bars", "Asking the database")
    # The database is free at once.
    assert "241" in await words(await ask(page, "MATCH (f:Film) RETURN count(f) AS films"))
    assert watched.complaints == []


async def test_a_download_that_is_given_up_holds_nothing_up(watched: Watched, slow: Served) -> None:
    page = await welcome(watched, slow)
    answer = await ask(page, MANY)
    async with page.expect_download() as begun:
        await answer.get_by_role("link", name="JSON").click()
    download = await begun.value
    await download.cancel()
    assert await download.failure() == "canceled"
    assert "241" in await words(await ask(page, "MATCH (f:Film) RETURN count(f) AS films"))
    assert watched.complaints == []
