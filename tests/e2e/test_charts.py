"""A person sees a chart, changes it by a click and by words, and takes it along."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.e2e.conftest import Watched
from tests.e2e.served import Served
from tests.e2e.talk import PATIENCE, ask, words


async def drawn(answer: Locator, kind: str, marks: str) -> Locator:
    """The chart of an answer, once it is drawn as this kind, with these marks."""
    await expect(answer.locator(f".cic-drawn [data-kind='{kind}'] {marks}").first).to_be_visible(
        timeout=PATIENCE
    )
    return answer.locator(".cic-chart")


async def downloaded(page: Page, chart: Locator, form: str) -> bytes:
    async with page.expect_download() as download:
        await chart.get_by_role("link", name=form).click()
    value = await download.value
    assert value.suggested_filename == f"cicerone.{form.lower()}"
    return Path(await value.path()).read_bytes()


async def test_a_chart_is_seen_changed_and_taken_along(
    page: Page, watched: Watched, app: Served
) -> None:
    answer = await ask(page, "How many films are there per genre?")
    chart = await drawn(answer, "bar", ".mark-rect path")
    told = chart.get_by_role("img", name="Bar chart: films by genre, 21 values")
    await expect(told).to_be_visible()
    assert await chart.bounding_box() and await answer.locator(".cic-table").count() == 1
    await chart.locator(".mark-rect path").first.hover()
    await expect(page.locator("#vg-tooltip-element")).to_contain_text("134")

    await chart.get_by_role("button", name="Pie").click()
    await drawn(answer, "pie", ".mark-arc path")
    await expect(chart.get_by_role("button", name="Pie")).to_have_attribute("aria-pressed", "true")
    assert (await downloaded(page, chart, "PNG")).startswith(b"\x89PNG")
    svg = (await downloaded(page, chart, "SVG")).decode()
    assert "others" in svg and "Sci-Fi" in svg

    changed = await ask(page, "points instead")
    await drawn(changed, "point", ".mark-symbol path")
    assert "Points: films by genre" in await words(changed)
    assert await changed.locator(".cic-table").count() == 0
    assert (await downloaded(page, changed.locator(".cic-chart"), "PNG")).startswith(b"\x89PNG")

    years = await ask(page, "How many films came out each year?")
    await drawn(years, "line", ".mark-line path")
    one = await ask(page, "How many films are there?")
    card = await drawn(one, "card", ".mark-text text")
    assert await card.locator("svg text").all_text_contents() == ["241", "films"]
    assert await one.locator(".cic-table").count() == 0
    assert (await downloaded(page, card, "PNG")).startswith(b"\x89PNG")
    assert len([url for url in watched.requests if url.endswith("/chart/vega.js")]) == 1
    assert watched.outside(app.address) == []
    assert watched.complaints == []


async def test_a_chart_fits_a_phone_and_its_picture_has_the_colours_of_the_page(
    page: Page, app: Served
) -> None:
    answer = await ask(page, "the ten longest films")
    chart = await drawn(answer, "bar", ".mark-rect path")
    address = await chart.get_by_role("link", name="SVG").get_attribute("href")
    assert address is not None
    light = await (await page.request.get(address)).text()
    dark = await (await page.request.get(address.replace("mode=light", "mode=dark"))).text()
    assert light != dark and "#ffffff" in light
    unknown = await page.request.get(address.replace("/chart/", "/chart/x"))
    assert (unknown.status, await unknown.text()) == (404, "There is no such chart.")
    await page.set_viewport_size({"width": 390, "height": 800})
    await drawn(answer, "bar", ".mark-rect path")
    widths = [await chart.bounding_box(), await chart.locator("svg.marks").bounding_box()]
    assert all(box is not None and box["x"] + box["width"] < 390 for box in widths)
