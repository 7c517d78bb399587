"""A person looks at the graph: how two are connected, what is around them, what can be asked."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Locator, Page, expect

from tests.e2e.conftest import Watched
from tests.e2e.served import Served
from tests.e2e.talk import PATIENCE, answered, ask, words

_WHERE = """(box, name) => {
    const node = box.drawing.graph.nodes().filter((one) => one.data("shown") === name);
    return node.renderedPosition();
}"""


async def _at(picture: Locator, name: str) -> tuple[float, float]:
    """Where on the page a node is drawn."""
    # Away from the button that scrolls down, which stands over what is below.
    await picture.evaluate("(box) => box.scrollIntoView({ block: 'start' })")
    before = None
    while True:  # the page scrolls to what is new, and nodes go to their places
        at = await picture.evaluate(_WHERE, name)
        box = await picture.locator(".cic-canvas").bounding_box()
        assert box is not None
        found = box["x"] + at["x"], box["y"] + at["y"]
        if found == before:
            return found
        before = found
        await asyncio.sleep(0.2)


async def test_a_connection_is_drawn_and_a_click_opens_neighbours(
    page: Page, watched: Watched, app: Served
) -> None:
    answer = await ask(page, "How are Tom Hanks and Meg Ryan connected?")
    picture = answer.locator(".cic-picture")
    canvas = picture.locator(".cic-canvas")
    await expect(canvas).to_have_attribute("aria-label", re.compile("3 nodes, 2 relationships"))

    x, y = await _at(picture, "Tom Hanks")
    await page.mouse.move(x - 20, y - 20)
    await page.mouse.move(x, y, steps=5)
    await expect(picture.locator(".cic-tip.seen")).to_contain_text("Concord")
    await page.mouse.click(*await _at(picture, "Tom Hanks"))
    await expect(picture.locator(".cic-chosen")).to_contain_text("neighbours shown")
    await expect(canvas).to_have_attribute("aria-label", re.compile(r"\b[23]\d nodes"))

    # With the keyboard, from the list beside it.
    chooses = picture.get_by_role("combobox", name="Choose a node")
    await chooses.select_option("Forrest Gump")
    await expect(picture.get_by_role("status")).to_contain_text("neighbours shown")
    await picture.get_by_role("button", name="Zoom in").press("Enter")
    await picture.get_by_role("button", name="Ask about it").click()
    told = await answered(page, 1)
    assert "Forrest Gump" in await words(told)
    # A node alone is drawn with its neighbours once that is asked for.
    await told.get_by_role("button", name="Draw as a graph").click()
    await expect(told.locator(".cic-picture .cic-chosen")).to_contain_text("neighbours shown")
    assert watched.outside(app.address) == []
    assert watched.complaints == []


async def test_a_node_is_dragged_and_the_picture_is_zoomed(page: Page, watched: Watched) -> None:
    answer = await ask(page, "How are Tom Hanks and Meg Ryan connected?")
    picture = answer.locator(".cic-picture")
    x, y = await _at(picture, "Tom Hanks")
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 40, steps=6)
    await page.mouse.up()
    dragged = await _at(picture, "Tom Hanks")
    assert abs(dragged[0] - x - 60) < 15 and abs(dragged[1] - y - 40) < 15
    zoom = "(box) => box.drawing.graph.zoom()"
    before = await picture.evaluate(zoom)
    for name, more in (("Zoom in", True), ("Zoom out", False)):
        await picture.get_by_role("button", name=name).click()
        after = await picture.evaluate(zoom)
        assert (after > before) is more
        before = after
    assert watched.complaints == []


async def test_around_somebody_and_a_linked_name(page: Page, watched: Watched) -> None:
    around = await ask(page, "show me the graph around Meg Ryan")
    await expect(around.locator(".cic-canvas")).to_have_attribute(
        "aria-label", re.compile("relationships")
    )
    films = await ask(page, "Which films did Meg Ryan act in?")
    await expect(films.locator(".cic-canvas")).to_have_count(0)
    await films.locator(".cic-link").click()
    await films.get_by_role("button", name="Show its neighbours").click()
    await expect(films.locator(".cic-canvas")).to_be_visible()
    await films.get_by_role("button", name="What it used").click()
    used = films.get_by_role("img", name="Picture of what the query used: 2 nodes, 1 relationship")
    await expect(used).to_be_visible()
    assert watched.complaints == []


async def test_what_can_be_asked_is_a_picture(page: Page, watched: Watched) -> None:
    await page.locator("#cicerone-what").click()
    dialog = page.get_by_role("dialog", name="What can I ask?")
    canvas = dialog.locator(".cic-canvas")
    await expect(canvas).to_have_attribute("aria-label", re.compile("10 nodes"))
    await page.mouse.click(*await _at(dialog.locator(".cic-picture"), "Film"))
    chosen = dialog.locator(".cic-chosen")
    await expect(
        chosen.get_by_role("row", name=re.compile("revenue integer .* to"))
    ).to_be_visible()
    await expect(chosen.locator(".cic-questions button")).to_have_count(3, timeout=PATIENCE)
    await dialog.get_by_text("The same as a list").click()
    await expect(dialog.get_by_role("row", name=re.compile("Actor acted in Film"))).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)

    await page.locator("#header").get_by_role("link", name="What can I ask?").press("Enter")
    await dialog.get_by_role("combobox", name="Choose a node").select_option("Person")
    # Names of people are no samples.
    await expect(chosen.get_by_role("row", name=re.compile("^name string *$"))).to_be_visible()
    await chosen.locator(".cic-questions button").first.click(timeout=PATIENCE)
    answer = await answered(page, 0)
    await expect(answer.locator(".cic-how").last).to_be_visible()
    assert watched.complaints == []
