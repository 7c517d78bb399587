"""A person talks to the sample graph in a real browser."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, expect

from tests.e2e.axe import serious
from tests.e2e.conftest import Watched
from tests.e2e.served import Served, serving
from tests.e2e.talk import PATIENCE, answered, ask, column, words
from tests.scripted_model import scripted_model

HANKS = "Which films did Tom Hanks act in?"


async def test_ask_follow_up_and_be_redirected(page: Page, watched: Watched, app: Served) -> None:
    answer = await ask(page, HANKS)
    films = await column(answer)
    assert {"Forrest Gump", "Cast Away", "Saving Private Ryan"} <= set(films)
    await expect(answer.locator(".cic-reading")).to_contain_text("Tom Hanks")
    await expect(answer.locator(".cic-how")).to_contain_text("without a language model")

    later = await ask(page, "and which of those came out after 2000?")
    await expect(later.locator("blockquote")).to_contain_text("Tom Hanks")
    assert "Forrest Gump" not in await column(later)
    assert set(await column(later)) < set(films)

    redirect = await ask(page, "what's the weather?")
    choices = redirect.locator(".cic-choices button")
    await expect(choices.nth(2)).to_be_visible()
    await choices.first.click()
    taught = await answered(page, 3)
    await expect(taught.locator(".cic-how")).to_be_visible()
    assert watched.outside(app.address) == []
    assert watched.complaints == []


async def test_enter_before_the_page_is_connected_is_heard(watched: Watched, app: Served) -> None:
    page = await watched.context.new_page()

    async def late(route: Route) -> None:
        await asyncio.sleep(1)
        await route.continue_()

    await page.route("**/ws/socket.io/**", late)
    await page.goto(app.address, wait_until="commit")
    box = page.locator("#chat-input")
    await box.wait_for()
    await box.click()
    await page.keyboard.type("How many films are there?")
    await page.keyboard.press("Enter")
    answer = await answered(page, 0)
    assert "241" in await words(answer)
    await expect(page.locator(".step[data-step-type='user_message']")).to_have_count(1)
    assert await page.evaluate("sessionStorage.length") == 0
    await expect(box).to_have_value("")


async def test_what_is_typed_outlives_a_reload_before_it_is_connected(
    watched: Watched, app: Served
) -> None:
    page = await watched.context.new_page()
    await page.route("**/ws/socket.io/**", lambda route: route.abort())
    await page.goto(app.address)
    await page.locator("#starters button, #chat-input").first.wait_for()
    await page.locator("#chat-input").click()
    await page.keyboard.type("How many films")
    await page.reload()
    await expect(page.locator("#chat-input")).to_have_value("How many films")
    await page.unroute_all()
    await page.locator("#chat-submit:enabled").wait_for(timeout=PATIENCE)
    await expect(page.locator(".step")).to_have_count(0)


async def test_a_word_that_nobody_knows_is_taught_by_a_click(page: Page) -> None:
    asked = await ask(page, "films hauling over 100 million")
    assert "what “hauling” means here" in await words(asked)
    await asked.get_by_role("button", name="hauling = revenue").click()
    taught = await answered(page, 1)
    assert "Noted: “hauling” means revenue. 104 films" in await words(taught)
    await expect(taught.locator(".cic-terms")).to_contain_text("Film.revenue (you taught me)")
    assert (await column(taught))[0] == "Snow White and the Seven Dwarfs"


async def test_steps_and_query_can_be_opened(page: Page) -> None:
    answer = await ask(page, HANKS)
    trail = page.locator("button[id^='step-How I got there']")
    await trail.click()
    steps = page.locator(".step .step")
    await expect(steps.nth(4)).to_be_visible()
    texts = " ".join(await steps.all_inner_texts())
    assert "Tom Hanks" in texts
    assert "ms" in texts
    # By key: the list may still be sliding open, and a button pressed and let go of
    # in two places is not clicked.
    await page.locator("button[id^='step-Ran the query']").press("Enter")
    await expect(page.locator(".step .step pre code").first).to_contain_text("MATCH (")
    await expect(page.locator(".step .step pre code").first).to_contain_text(":Film")
    await answer.get_by_role("button", name="Cypher").click()
    query = await answer.locator(".cic-code pre").inner_text()
    assert "MATCH" in query
    assert "RETURN" in query
    assert "Tom Hanks" in await answer.locator(".cic-code dl").inner_text()


async def test_all_rows_can_be_downloaded_and_paged(page: Page) -> None:
    answer = await ask(page, "Which films came out after 1990?")
    count = await answer.locator(".cic-count").inner_text()
    assert count.startswith("20 of ")
    total = int(count.split()[2].replace(",", ""))
    assert total > 40
    first = await column(answer)
    await answer.get_by_role("button", name="More rows").click()
    second = await column(answer)
    assert len(first) == len(second) == 20
    assert set(first) != set(second)
    assert (await answer.locator(".cic-count").inner_text()).startswith("21–40 of")
    async with page.expect_download() as download:
        await answer.get_by_role("link", name="CSV").click()
    path = await (await download.value).path()
    rows = list(csv.reader(io.StringIO(Path(path).read_text("utf-8-sig"), newline="")))
    assert len(rows) == total + 1
    assert {row[0] for row in rows[1:]} >= set(first) | set(second)


async def test_the_table_sorts(page: Page) -> None:
    answer = await ask(page, "Which films came out after 1990?")
    head = answer.locator(".cic-table th button").first
    await head.click()
    ascending = await column(answer)
    assert ascending == sorted(ascending, key=str.casefold)
    await head.click()
    descending = await column(answer)
    assert descending[0].casefold() > ascending[0].casefold()


async def test_a_conversation_is_resumed_and_understood(page: Page, app: Served) -> None:
    films = await column(await ask(page, HANKS))
    await page.reload()
    resumed = page.locator(".step[data-step-type='assistant_message']")
    await expect(resumed).to_have_count(1)
    assert await column(resumed.first) == films
    await expect(page.locator("button[id^='step-How I got there']")).to_be_visible()
    later = await ask(page, "and which of those came out after 2000?")
    assert set(await column(later)) < set(films)

    await page.goto(app.address)
    await page.locator("#starters button:enabled").first.wait_for()
    await page.locator("#header #sidebar-trigger-button").click()
    await page.locator("li[id^='thread-'] a", has_text=HANKS).first.click()
    await expect(resumed).to_have_count(2)
    assert await column(resumed.first) == films
    async with page.expect_download() as download:
        await resumed.first.get_by_role("link", name="CSV").click()
    text = Path(await (await download.value).path()).read_text("utf-8-sig")
    assert set(films) < {row[0] for row in csv.reader(io.StringIO(text, newline=""))}


async def test_a_value_can_be_overruled(page: Page) -> None:
    answer = await ask(page, "films about music")
    link = answer.locator(".cic-link")
    await expect(link).to_contain_text("Genre")
    await link.click()
    await answer.get_by_role("button", name="“music” is no name here").click()
    again = await answered(page, 1)
    await expect(page.locator(".step[data-step-type='user_message']").last).to_contain_text(
        "is no name here"
    )
    assert "Nearest to “music” by synopsis" in await words(again)


async def test_a_liked_answer_is_remembered(page: Page) -> None:
    # The home is shared: nobody else likes this one.
    question = "How many studios are there?"
    answer = await ask(page, question)
    await expect(answer.locator(".cic-how")).to_contain_text("without a language model")
    await answer.locator("button.positive-feedback-off").click()
    await expect(answer.locator("button.positive-feedback-on")).to_be_visible()
    again = await ask(page, question)
    await expect(again.locator(".cic-how")).to_contain_text("approved question")


async def test_a_disliked_answer_is_not_given_again_as_if_it_were_right(page: Page) -> None:
    question = "How many genres are there?"
    answer = await ask(page, question)
    await answer.locator("button.negative-feedback-off").click()
    await page.locator("#submit-feedback").click()
    await expect(page.get_by_text("is not taken for right")).to_be_visible()
    again = await ask(page, question)
    assert "You marked this as not right" in await words(again)
    await expect(again.locator(".cic-how")).to_contain_text("without a language model")


async def test_the_welcome_screen_is_about_this_graph(page: Page) -> None:
    await expect(page.locator("#cicerone-greeting")).to_contain_text("films")
    await expect(page.locator("#cicerone-how")).to_contain_text("I only read this graph")
    await expect(page.locator("#cicerone-how")).to_contain_text("No language model is asked")
    assert await page.title() == "Cicerone"
    starters = page.locator("#starters button")
    assert await starters.count() >= 3
    await starters.first.click()
    answer = await answered(page, 0)
    await expect(answer.locator(".cic-how")).to_be_visible()
    await page.locator("#readme-button").click()
    await expect(page.get_by_text("Ask your graph anything")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_light_and_dark_follow_the_system_and_a_phone_needs_no_sideways_scrolling(
    browser: Browser, app: Served, scheme: str
) -> None:
    phone = {"width": 390, "height": 844}
    context = await browser.new_context(viewport=phone, color_scheme=scheme)  # type: ignore[arg-type]
    page = await context.new_page()
    await page.goto(app.address)
    await page.locator("#starters button:enabled").first.wait_for()
    await ask(page, "Which films came out after 1990?")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await page.evaluate(wide) == 0
    colour = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(int(part) for part in colour.strip("rgb()").split(",")[:3]) / 3
    assert (brightness > 128) is (scheme == "light")
    await context.close()


async def test_the_widget_answers_on_a_page_that_embeds_it(watched: Watched, app: Served) -> None:
    page = await watched.context.new_page()
    await page.goto(f"{app.address}/public/widget-demo.html")
    await page.locator("#chainlit-copilot-button").click()
    await page.locator("#starters button:enabled").first.wait_for()
    answer = await ask(page, HANKS)
    assert "Forrest Gump" in await column(answer)
    colour = "element => getComputedStyle(element).getPropertyValue('--primary').trim()"
    assert await answer.evaluate(colour) == "176 62% 24%"
    async with page.expect_download() as download:
        await answer.get_by_role("link", name="CSV").click()
    assert (await download.value).suggested_filename == "cicerone.csv"
    assert watched.outside(app.address) == []


async def test_the_settings_say_what_a_model_is_sent(watched: Watched, home: Path) -> None:
    with scripted_model() as script:
        env = {"OPENAI_BASE_URL": script.url, "CICERONE_SEND": "schema"}
        with serving(home, **env) as served:
            page = await watched.context.new_page()
            await page.goto(served.address)
            await expect(page.locator("#cicerone-how")).to_contain_text("gpt-4.1-mini helps")
            await page.locator("#chat-settings-open-modal").click()
            panel = page.get_by_role("dialog")
            await expect(panel).to_contain_text("no stored values")
            assert await serious(page) == [] and watched.complaints == []
