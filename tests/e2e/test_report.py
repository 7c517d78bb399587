"""The report of an evaluation in a browser: it opens from a file, filters, and stays text."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page, expect

from bot.evaluation.reports import write_reports
from tests.e2e.conftest import Watched
from tests.unit.evaluation.made import evaluation, record

HOSTILE = '<img src=x onerror="document.title=1"></script>'


async def opened(watched: Watched, folder: Path) -> Page:
    records = [
        record("Which films are long?", "wrong", type="list", rows=[["Heat", None]], row_count=1,
               columns=["title", "year"], gold_columns=["f"], gold_rows=[[{"title": "Up"}]],
               gold_count=1, missing=[[{"title": "Up"}]], missing_count=1,
               extra=[["Heat", None]], extra_count=1),
        record(HOSTILE, "declined", type="list", answer=HOSTILE),
        record("How many?", "right", type="count"),
        record("How many?", "failed", type="count", candidate="llm/check@m", error="No such label"),
    ]  # fmt: skip
    page = await watched.context.new_page()
    await page.goto(write_reports(evaluation(*records), folder).as_uri())
    return page


async def test_failures_are_listed_filtered_and_told(watched: Watched, tmp_path: Path) -> None:
    page = await opened(watched, tmp_path)
    results = page.locator(".result")
    await expect(results).to_have_count(3)
    await page.get_by_role("button", name="right 1").click()
    await expect(results).to_have_count(4)
    await page.get_by_label("Candidate").select_option(label="llm/check@m")
    await expect(results).to_have_count(1)
    await results.first.locator("summary").click()
    await expect(results.first).to_contain_text("No such label")
    await page.get_by_label("Candidate").select_option(label="All candidates")
    await page.get_by_label("Type").select_option(label="list")
    await expect(results).to_have_count(2)
    await page.get_by_label("Words").fill("long")
    await expect(page.locator("#count")).to_have_text("1 result")
    await results.first.locator("summary").click()
    for text in ("MATCH (n) RETURN n", "MATCH (m) RETURN m", "Heat", "null", "Missing (1)"):
        await expect(results.first.get_by_text(text, exact=False).first).to_be_visible()


async def test_the_page_asks_nobody_and_takes_nothing_as_markup(
    watched: Watched, tmp_path: Path
) -> None:
    page = await opened(watched, tmp_path)
    for summary in await page.locator(".result summary").all():
        await summary.click()
    await expect(page.get_by_text(HOSTILE).first).to_be_visible()
    assert await page.title() == "Evaluation of films" and not watched.complaints
    assert await page.locator("img").count() == 0
    assert all(url.startswith("file:") for url in watched.requests)


async def test_nothing_sticks_out_on_a_phone(watched: Watched, tmp_path: Path) -> None:
    page = await opened(watched, tmp_path)
    await page.set_viewport_size({"width": 390, "height": 844})
    for summary in await page.locator(".result summary").all():
        await summary.click()
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
