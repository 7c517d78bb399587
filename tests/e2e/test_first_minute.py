"""What somebody sees who opens the page for the first time: without a word of help, in a minute."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import expect

from tests.e2e.conftest import Watched
from tests.e2e.served import Served
from tests.e2e.talk import PATIENCE, answered

A_MINUTE = 60


async def test_the_graph_that_it_is_read_the_model_a_chart_and_a_picture_are_seen(
    watched: Watched, app: Served
) -> None:
    page = await watched.context.new_page()
    # A bound, not a measure: five clicks are waited for one after the other.
    async with asyncio.timeout(A_MINUTE):
        await page.goto(app.address)
        greeting, how = page.locator("#cicerone-greeting"), page.locator("#cicerone-how")
        known = re.compile("1,242 people .* 241 films")
        await expect(greeting).to_contain_text(known, timeout=PATIENCE)
        await expect(how).to_contain_text("I only read this graph")
        await expect(how).to_contain_text("No language model is asked here")

        await page.locator("#cicerone-what").click()
        dialog = page.get_by_role("dialog", name="What can I ask?")
        await expect(dialog.locator(".cic-canvas canvas").first).to_be_visible(timeout=PATIENCE)
        await page.keyboard.press("Escape")

        # One of the questions that are offered is answered with a chart.
        starters = page.locator("#starters button:enabled")
        await starters.filter(has_text=re.compile("How many .* per")).first.click()
        answer = await answered(page, 0)
        await expect(answer.locator(".cic-drawn svg.marks")).to_be_visible(timeout=PATIENCE)
    assert watched.complaints == []
