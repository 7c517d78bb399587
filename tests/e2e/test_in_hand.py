"""A person takes a question, a query, a name and the rows into their own hands."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

from playwright.async_api import Locator, Page, expect

from tests.e2e.axe import serious
from tests.e2e.conftest import Watched
from tests.e2e.served import Served
from tests.e2e.talk import PATIENCE, answered, ask, column, words

ANSWERS = ".step[data-step-type='assistant_message']"
QUERY = (
    'MATCH (p:Person {name: "Meg Ryan"})-[:ACTED_IN]->(f:Film)\n'
    "// newest first\n"
    "RETURN f.title AS film, f.rating AS rating ORDER BY f.released DESC"
)


async def saved(page: Page, link: Locator) -> tuple[str, bytes]:
    """What a link downloads: its name and its bytes."""
    async with page.expect_download() as download:
        await link.click()
    value = await download.value
    return value.suggested_filename, Path(await value.path()).read_bytes()


async def opened(answer: Locator, *parts: str) -> None:
    """Open parts below an answer."""
    for part in parts:
        await answer.get_by_role("button", name=part, exact=True).click()


async def test_question_and_query_are_edited_run_and_kept(page: Page, watched: Watched) -> None:
    answer = await ask(page, "Which films did Tom Hanks act in?")
    await opened(answer, "Question", "Cypher", "Details")
    details = answer.locator(".cic-details")
    for told in ("Tom Hanks → Person Tom Hanks", "Films that Tom Hanks acted in", " ms"):
        await expect(details).to_contain_text(told)
    await expect(details).to_contain_text("no language model was asked")

    question = answer.get_by_label("The question as it was understood")
    await expect(question).to_have_value("Which films did Tom Hanks act in?")
    await question.fill("Which films did Tom Hanks act in after 2010?")
    await answer.get_by_role("button", name="Ask again").click()
    again = await answered(page, 1)
    assert "Forrest Gump" not in await column(again)

    await opened(answer, "Edit and run", "Save as verified")
    assert await serious(page) == []
    written = answer.get_by_label("The query", exact=True)
    assert 'person.name = "Tom Hanks"' in await written.input_value()
    await written.fill(QUERY)
    await answer.get_by_role("button", name="Run", exact=True).click()
    ran = await answered(page, 2)
    assert (await column(ran))[0] == "You've Got Mail"
    await expect(ran.locator(".cic-how").first).to_contain_text("query is yours")
    await expect(ran.locator(".cic-drawn svg.marks")).to_be_visible(timeout=PATIENCE)
    name, content = await saved(page, ran.get_by_role("link", name="JSON"))
    assert name == "cicerone.json"
    assert [row["film"] for row in json.loads(content)] == await column(ran)
    await ran.get_by_role("button", name="Draw as a graph").click()
    await expect(ran.locator(".cic-canvas canvas").first).to_be_visible(timeout=PATIENCE)

    drawn = await ask(page, "as points")
    await expect(drawn.locator("[data-kind='point'] .mark-symbol path").first).to_be_visible(
        timeout=PATIENCE
    )

    await opened(ran, "Cypher", "Save as verified")
    kept = ran.get_by_label("The question that this query answers")
    await kept.fill("films of Meg Ryan with their ratings")
    await ran.get_by_role("button", name="Save", exact=True).click()
    await expect(
        page.get_by_text("For everybody else it waits until it is reviewed")
    ).to_be_visible()
    later = await ask(page, "films of Meg Ryan with their ratings")
    assert await column(later) == await column(ran)
    await expect(later.locator(".cic-how").first).to_contain_text("approved question")
    assert watched.complaints == []


async def test_cypher_in_the_chat_is_run_or_refused_and_lists_of_it_are_gone_on_from(
    page: Page,
) -> None:
    answer = await ask(page, "```cypher\nMATCH (c:Country)\nRETURN c LIMIT 5\n```")
    assert len(await column(answer)) == 5
    await expect(answer.locator(".cic-reading")).to_contain_text("first 5")
    assert "film" in await words(await ask(page, "which films are from those?"))
    for wrong, why in (
        ("MATCH (n) DETACH DELETE n", "This would change the graph (DETACH)"),
        ("MATCH (n:Film RETURN n", "“)” was expected where it has “RETURN”"),
        ("MATCH (f:Film) WHERE f.title = $title RETURN f", "no value for $title"),
    ):
        refused = await ask(page, wrong)
        assert why in await words(refused)
        assert await refused.locator(".cic-table").count() == 0
    await opened(answer, "Cypher", "Edit and run")
    await answer.get_by_label("The query", exact=True).fill("MATCH (n) SET n.x = 1")
    await answer.get_by_role("button", name="Run", exact=True).click()
    refused = await answered(page, 5)
    assert "This would change the graph (SET)" in await words(refused)


async def test_another_name_is_looked_for_and_chosen(page: Page, app: Served) -> None:
    answer = await ask(page, "Which films did Tom Hanks act in?")
    await answer.locator(".cic-link").click()
    field = answer.get_by_role("searchbox", name="Find what “Tom Hanks” means")
    await field.fill("zzyzx qqq")
    await expect(answer.locator(".cic-search [role='status']")).to_have_text(
        "No name here is like that."
    )
    await field.fill("meg ry")
    meg = answer.locator(".cic-search button", has_text="Person Meg Ryan")
    await expect(meg).to_be_visible()
    assert await serious(page) == []
    await meg.click()
    chosen = await answered(page, 1)
    assert "When Harry Met Sally..." in await column(chosen)
    await expect(page.locator(".step[data-step-type='user_message']").last).to_contain_text(
        "By “Tom Hanks” I mean Person Meg Ryan."
    )
    stranger = await page.context.browser.new_context()  # type: ignore[union-attr]
    reply = await stranger.request.get(f"{app.address}/values?words=meg")
    assert (reply.status, await reply.json()) == (401, {"error": "Sign in first."})
    await stranger.close()


async def test_rows_and_conversation_are_taken_along(page: Page, app: Served) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answer = await ask(page, "How many films are there per genre?")
    await expect(answer.locator(".cic-download", has_text="CSV")).to_be_visible()
    name, content = await saved(page, answer.get_by_role("link", name="Excel"))
    sheet = ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()
    assert name == "cicerone.xlsx" and "Drama" in sheet and "<v>134</v>" in sheet

    await answer.locator("button:has(svg.lucide-copy)").last.click()
    await page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''")
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("21 genres: Drama (134)") and "\\" not in copied
    assert "genre\tfilms\nDrama\t134\n" in copied and copied.endswith("20 of 21 shown")

    excel = await ask(page, "can I have that as an Excel file?")
    assert "All 21 rows" in await words(excel)
    assert (await saved(page, excel.get_by_role("link", name="Excel")))[1][:2] == b"PK"
    assert await excel.get_by_role("link", name="CSV").count() == 0
    every = await ask(page, "download it")
    name, content = await saved(page, every.get_by_role("link", name="CSV"))
    assert len(list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))) == 22

    file = await ask(page, "save the conversation as markdown")
    link = file.get_by_role("link", name="Markdown")
    name, content = await saved(page, link)
    text = content.decode()
    assert name == "conversation.md" and "## How many films are there per genre?" in text
    assert "| Drama | 134 |" in text and "```cypher\nMATCH (film:Film)" in text
    address = str(await link.get_attribute("href"))
    other = await page.request.get(address.replace("/conversation/", "/conversation/0"))
    assert (other.status, await other.text()) == (404, "There is no such conversation.")
    stranger = await page.context.browser.new_context()  # type: ignore[union-attr]
    assert (
        await stranger.request.get(f"{app.address}{address[address.index('/conv') :]}")
    ).status == 401
    await stranger.close()


async def test_what_is_asked_of_the_program_is_done(page: Page) -> None:
    answer = await ask(page, "How many films are there per genre?")
    assert "The number of films for each genre" in await words(await ask(page, "why?"))
    await ask(page, "draw me a chart")
    assert "The chart no longer counts" in await words(await ask(page, "undo"))
    assert "21 rows" in await words(await ask(page, "export"))

    await ask(page, "remove the table")
    await expect(answer.locator(".cic-table")).to_have_count(0)
    await page.reload()
    answer = page.locator(ANSWERS).first
    await expect(answer.locator(".cic-reading")).to_be_visible(timeout=PATIENCE)
    await expect(answer.locator(".cic-table")).to_have_count(0)
    assert "The table is back" in await words(await ask(page, "undo"))
    await expect(answer.locator(".cic-table")).to_have_count(1)

    # That of the answer, and that which was asked for.
    drawn = page.locator(".cic-drawn svg")
    await expect(drawn).to_have_count(2, timeout=PATIENCE)
    assert "The chart is taken away" in await words(await ask(page, "remove the chart"))
    await expect(drawn).to_have_count(1)
    await ask(page, "no chart please")
    await expect(drawn).to_have_count(0)
    await page.reload()
    await expect(answer.locator(".cic-table")).to_be_visible(timeout=PATIENCE)
    await expect(drawn).to_have_count(0)
    assert "There is none here." in await words(await ask(page, "hide the chart"))
    await ask(page, "undo")
    await expect(drawn).to_have_count(1, timeout=PATIENCE)

    none = await ask(page, "MATCH (f:Film) WHERE f.released.year = 1890 RETURN f.title")
    assert await none.locator(".cic-table").count() == 0
    assert "Without “the year of released 1890”" in await words(await ask(page, "why is it empty?"))
    assert "no longer counts; we are back at" in await words(await ask(page, "undo"))
    assert "what was asked before no longer counts" in await words(await ask(page, "start over"))
    assert "There is no answer yet" in await words(await ask(page, "export it"))


async def test_what_is_remembered_is_asked_for_in_words_and_nothing_goes_by_them(
    page: Page, app: Served
) -> None:
    await ask(page, "talkie means film")
    told = await ask(page, "what do you remember about me?")
    link = told.get_by_role("link", name="Memory")
    await expect(link).to_have_attribute("href", re.compile("/memory$"))
    asked = await ask(page, "please forget everything you know about me")
    assert "Nothing is forgotten yet" in await words(asked)
    await asked.get_by_role("link", name="Memory").click()
    await expect(page.get_by_role("heading", name="Forget everything about me")).to_be_in_viewport()
    await expect(page.get_by_text("talkie = Film")).to_be_visible()
    # The click is refused as long as nobody says that it is meant.
    await page.get_by_role("button", name="Forget everything about me").click()
    await expect(page).to_have_url(re.compile("/memory#all$"))
    await page.get_by_role("button", name="Forget: talkie").click()
    await expect(page.get_by_role("status")).to_have_text("Forgotten.")


async def test_memory_is_opened_first_of_all(watched: Watched, app: Served) -> None:
    page = await watched.context.new_page()
    await page.goto(f"{app.address}/memory?x=1")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Memory")
    await expect(page).to_have_url(f"{app.address}/memory?x=1")
    assert watched.complaints == []
