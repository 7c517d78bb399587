"""What people stumbled over on the page: numbers, days, long texts, copying, thumbs, the way out.

The graph is made for it: rates that look like years or have two digits behind the point, days,
moments, and a text of thousands of characters.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.conftest import Watched, welcome
from tests.e2e.served import Served, serving
from tests.e2e.talk import PATIENCE, answered, ask, column, words

RATES = {"Ada Byron": 123.79, "Ben Cole": 1577, "Cy Dunn": 1496.5, "Di Evans": 88}
MANUAL = "Harbour rules. " + "Wear a helmet at all times. " * 900
WORKS = {
    "nodes": [
        {"id": "Harbour", "labels": ["Zone"], "props": {"name": "Harbour", "manual": MANUAL}},
        *(
            {
                "id": name,
                "labels": ["Employee"],
                "props": {
                    "name": name,
                    "rate": rate,
                    "joined": {"$date": f"20{15 + at}-03-01"},
                    "lastLogin": {"$datetime": f"2025-11-0{1 + at}T08:30:00Z"},
                },
            }
            for at, (name, rate) in enumerate(RATES.items())
        ),
    ],
    "rels": [{"start": name, "type": "WORKS_IN", "end": "Harbour", "props": {}} for name in RATES],
}


@pytest.fixture(scope="module")
def works(home: Path, app: Served) -> Iterator[Served]:
    graph = home / "works.json"
    graph.write_text(json.dumps(WORKS))
    command = [
        sys.executable,
        "-c",
        "from bot.cli import main; main()",
        "graph",
        "load",
        str(graph),
    ]
    env = {**os.environ, "CICERONE_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run(command, check=True, env=env, cwd=home)
    with serving(home, "--graph", "works", CICERONE_MESSAGES_A_MINUTE="0") as served:
        yield served


async def test_numbers_and_days_read_the_same_in_sentence_and_table(
    watched: Watched, works: Served
) -> None:
    page = await welcome(watched, works)
    answer = await ask(page, "list the employees with their rate")
    said, shown = await words(answer), await column(answer, 2)
    assert sorted(shown) == ["1,496.5", "1,577", "123.79", "88"]
    assert all(rate in said for rate in shown), said
    alone = await ask(page, "what is the rate of Ada Byron?")
    assert "123.79" in await words(alone)
    logged = await words(await ask(page, "when did Ben Cole last log in?"))
    assert "2 November 2025, 08:30" in logged and "T08" not in logged
    joined = await ask(page, "when did Ada Byron join?")
    assert "1 March 2015" in await words(joined)
    await expect(joined.locator(".cic-reading")).to_have_text("The join date of Ada Byron")
    assert watched.complaints == []


async def test_of_a_long_text_the_beginning_is_told_and_all_of_it_is_there(
    watched: Watched, works: Served
) -> None:
    page = await welcome(watched, works)
    answer = await ask(page, "what is the manual of Harbour?")
    said = await answer.locator(".message-content [role='article']").first.inner_text()
    assert said.startswith("Harbour rules. Wear a helmet") and len(said) < 1_200
    assert said.endswith("That is the beginning; all of it has 25,215 characters.")
    cell = answer.locator(".cic-table .cic-value")
    folded = await cell.bounding_box()
    await answer.get_by_role("button", name="Show all of it").click()
    whole = await cell.bounding_box()
    assert folded and whole and whole["height"] > 10 * folded["height"]
    await answer.get_by_role("button", name="Show less").click()
    assert watched.complaints == []


async def test_the_copy_button_gives_what_is_seen(watched: Watched, works: Served) -> None:
    await watched.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = await welcome(watched, works)
    answer = await ask(page, "list the employees with their rate")
    await answer.locator("button:has(> svg.lucide-copy):not(.cic-copy)").first.click()
    await page.wait_for_function("navigator.clipboard.readText().then((text) => text.length > 0)")
    copied = str(await page.evaluate("navigator.clipboard.readText()"))
    assert "\\" not in copied and "4 employees" in copied
    assert "Ben Cole" in copied and "1,577" in copied.partition("4 employees")[2]
    rows = [line.split("\t") for line in copied.splitlines() if "\t" in line]
    assert ["Ben Cole", "1,577"] in rows, copied


async def test_a_thumb_up_is_one_click_and_one_down_may_be_explained(page: Page) -> None:
    answer = await ask(page, "How many films did Alfred Hitchcock direct?")
    await answer.locator("button.positive-feedback-off").click()
    await expect(answer.locator("button.positive-feedback-on")).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    other = await ask(page, "How many languages are there?")
    await other.locator("button.negative-feedback-off").click()
    await expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_visible()


async def test_a_threshold_that_nobody_reaches_is_an_answer(page: Page) -> None:
    answer = await ask(page, "which directors directed more than 50 films?")
    assert "more than 50 films" in await words(answer)


async def test_a_yes_comes_with_the_figures_that_were_compared(page: Page) -> None:
    answer = await ask(page, "Is Heat longer than Alien?")
    assert "Yes. Heat (runtime 170) and Alien (runtime 117)." in await words(answer)


async def test_a_word_is_taught_by_the_choice_that_says_so(page: Page) -> None:
    asked = "which film made the most money?"
    answer = await ask(page, asked)
    await answer.get_by_role("button", name="money = revenue").click()
    told = await answered(page, 1)
    assert "Noted: “money” means revenue. Avatar" in await words(told)
    assert (await words(await ask(page, asked))).startswith("Avatar (revenue 2,923,000,000).")


async def test_the_local_person_is_not_offered_a_way_out_that_leads_back(page: Page) -> None:
    await page.locator("#user-nav-button").click()
    await expect(page.get_by_role("menu")).to_be_visible(timeout=PATIENCE)
    await expect(page.get_by_role("menuitem", name="Logout")).to_have_count(0)


async def test_a_conversation_opens_though_its_first_connection_is_slow(page: Page) -> None:
    """The cookie of the connection that Chainlit makes without the conversation comes late."""
    await ask(page, "How many films are there per genre?")
    await expect(page).to_have_url(re.compile("/thread/"), timeout=PATIENCE)
    asked = 0

    async def late(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            await asyncio.sleep(1.5)
        await route.continue_()

    await page.route("**/set-session-cookie", late)
    await page.reload()
    await expect(page.locator(".step[data-step-type='user_message']")).to_have_count(
        1, timeout=PATIENCE
    )
