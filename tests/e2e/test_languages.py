"""What is said in a browser of another language: the page, an answer, and pages of our own."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from tests.e2e.conftest import Watched, welcome
from tests.e2e.served import Served
from tests.e2e.talk import PATIENCE, answered, ask


async def test_a_german_browser_is_spoken_to_in_german(browser: Browser, app: Served) -> None:
    context = await browser.new_context(locale="de-DE", viewport={"width": 1180, "height": 860})
    watched = Watched(context)
    page = await welcome(watched, app)
    await expect(page.locator("#cicerone-greeting")).to_contain_text("Dieser Graph kennt 1.242")
    await expect(page.locator("#cicerone-what-above")).to_have_text("Was kann ich fragen?")

    answer = await ask(page, "How many films are there per genre?")
    await expect(answer.locator(".message-content")).to_contain_text("21 Ergebnisse: ")
    await expect(answer.locator(".cic-count")).to_have_text("20 von 21 gezeigt")
    await expect(answer.get_by_role("button", name="Balken")).to_be_visible(timeout=PATIENCE)
    await answer.get_by_role("button", name="Einzelheiten").click()
    await expect(answer.locator(".cic-details")).to_contain_text("kein Sprachmodell wurde gefragt")
    refused = await ask(page, "delete all films")
    await expect(refused).to_contain_text("Ich lese diesen Graphen nur")

    await page.locator("#cicerone-what-above").click()
    await expect(page.locator("#cic-asking-title")).to_have_text("Was kann ich fragen?")
    await page.goto(f"{app.address}/memory")
    await expect(page.locator("h1")).to_have_text("Gedächtnis")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    assert watched.complaints == []
    await context.close()


async def test_the_widget_speaks_the_language_of_the_browser(browser: Browser, app: Served) -> None:
    context = await browser.new_context(locale="fr-FR", viewport={"width": 1180, "height": 860})
    page = await context.new_page()
    await page.goto(f"{app.address}/public/widget-demo.html")
    await page.locator("#chainlit-copilot-button").click()
    await page.locator("#starters button:enabled").first.wait_for()
    answer = await ask(page, "How many films are there per genre?")
    await expect(answer.locator(".cic-count")).to_have_text("20 sur 21 affichées")
    await expect(answer.get_by_role("button", name="Détails")).to_be_visible()
    await context.close()


async def test_what_is_suggested_is_in_a_language_that_is_read_here(
    browser: Browser, app: Served
) -> None:
    """Without a model that is English: whatever the browser's, each suggestion has an answer."""
    context = await browser.new_context(locale="ja-JP", viewport={"width": 1180, "height": 860})
    page = await welcome(Watched(context), app)
    suggested = [*await page.locator("#starters button").all_inner_texts()]
    redirect = await ask(page, "天気は?")
    suggested += await redirect.locator(".cic-choices button").all_inner_texts()
    assert len(suggested) >= 4
    await page.goto(app.address)
    await page.locator("#starters button:enabled").first.click()
    answer = await answered(page, 0)
    await expect(answer.locator(".cic-how")).to_be_visible(timeout=PATIENCE)
    for question in suggested:
        answer = await ask(page, question)
        await expect(answer.locator(".cic-how"), question).to_be_visible(timeout=PATIENCE)
        # How a query reads is told in English alone.
        await expect(answer.locator(".cic-reading")).to_have_count(0)
    await context.close()
