"""A graph is chosen in the page, a conversation is of it, and the widget asks the one it names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from bot.graph.graph_json import from_json
from tests.e2e.conftest import Watched, welcome
from tests.e2e.served import Served, serving
from tests.e2e.talk import PATIENCE, ask, column, words
from tests.embedded import embedded_server

HUTS = """\
title: Huts of the Alps
description: Mountain huts, their beds and their valleys.
"""


@asynccontextmanager
async def loaded(home: Path) -> AsyncIterator[None]:
    names = ("Alpenrose", "Bergheim", "Carlsruh")
    nodes = [
        {"id": i, "labels": ["Hut"], "props": {"name": name, "beds": 10 + 7 * i}}
        for i, name in enumerate(names)
    ]
    nodes.append({"id": 9, "labels": ["Valley"], "props": {"name": "Zillertal"}})
    rels = [{"start": i, "type": "LIES_IN", "end": 9, "props": {}} for i in range(3)]
    async with embedded_server(home, memory_mb=256) as server:
        await server.load(from_json({"nodes": nodes, "rels": rels}), "alps")
        (home / "graphs" / "alps.yaml").write_text(HUTS)
        moon = "title: The Moon\naddress: bolt://127.0.0.1:9\n"
        (home / "graphs" / "moon.yaml").write_text(moon)
        yield


async def choose(page: Page, graph: str) -> Locator:
    menu = page.locator("#chat-profiles")
    await menu.click()
    await page.locator(f"[data-test='select-item:{graph}']").click()
    confirm = page.locator("#new-chat-dialog #confirm")
    await expect(confirm.or_(page.locator("#welcome-screen"))).to_be_visible()
    if await confirm.is_visible():
        await confirm.click()
    return menu


async def test_a_graph_is_chosen_and_its_conversations_stay_its_own(
    watched: Watched, tmp_path: Path
) -> None:
    async with loaded(tmp_path):
        await _talk(watched, tmp_path)


async def _talk(watched: Watched, home: Path) -> None:
    with serving(home) as served:
        page = await welcome(watched, served)
        await expect(page.locator("#chat-profiles")).to_have_text("films")
        await expect(page.locator("#cicerone-greeting")).to_contain_text("films")
        films = await ask(page, "Which films did Tom Hanks act in?")
        assert "Cast Away" in await column(films)
        first = page.url

        menu = await choose(page, "alps")
        await expect(menu).to_have_text("Huts of the Alps")
        await expect(page.locator("#cicerone-greeting")).to_contain_text("Mountain huts")
        starters = page.locator("#starters button")
        await expect(starters.filter(has_text="Zillertal").first).to_be_visible(timeout=PATIENCE)
        await page.get_by_role("link", name="What can I ask?").first.click()
        dialog = page.get_by_role("dialog", name="What can I ask?")
        await dialog.get_by_role("combobox", name="Choose a node").select_option("Hut")
        await expect(dialog.get_by_role("row", name="beds integer")).to_be_visible()
        await page.keyboard.press("Escape")
        huts = await ask(page, "Which huts lie in Zillertal?")
        assert sorted(await column(huts)) == ["Alpenrose", "Bergheim", "Carlsruh"]
        await huts.get_by_role("button", name="Draw as a graph").click()
        drawn = "Picture of the graph: 4 nodes, 3 relationships"
        await expect(huts.get_by_role("img", name=drawn)).to_be_visible()
        nodes = huts.get_by_role("combobox", name="Choose a node")
        await nodes.select_option("Zillertal")
        await expect(huts.get_by_role("status")).to_contain_text("3 neighbours shown")
        second = page.url
        await _listed(page)

        # One that cannot be opened says so, and the others go on.
        await choose(page, "moon")
        await expect(page.locator("#cicerone-reading")).to_contain_text("127.0.0.1:9")
        await page.locator("#chat-input").fill("How many craters are there?")
        await page.locator("#chat-submit:enabled").click()
        told = page.locator(".step", has_text="No database answers")
        await expect(told.first).to_be_visible(timeout=PATIENCE)

        await _reopen(page, first, "films")
        more = await ask(page, "and which of those came out after 2000?")
        assert "Cast Away" not in await column(more)
        await _reopen(page, second, "Huts of the Alps")
        beds = await ask(page, "which of those has the most beds?")
        assert "Carlsruh" in await words(beds)
        assert watched.complaints == []
        await _in_widget(watched, served)


async def _reopen(page: Page, address: str, graph: str) -> None:
    await page.goto(address)
    await expect(page.locator(".step[data-step-type='assistant_message']")).to_have_count(1)
    await expect(page.locator("#chat-profiles")).to_have_text(graph)


async def _listed(page: Page) -> None:
    """The list of conversations says of each which graph it is of."""
    await page.locator("#header #sidebar-trigger-button").click()
    rows = page.locator("#thread-history li")
    await expect(rows).to_have_count(2)
    for row, graph in zip(await rows.all(), ("Huts of the Alps", "films"), strict=True):
        await expect(row).to_have_attribute("data-graph", graph)


async def _in_widget(watched: Watched, served: Served) -> None:
    """A page that names a graph in its snippet has that, and no menu."""
    page = await watched.context.new_page()
    await page.goto(f"{served.address}/public/widget-demo.html?graph=alps")
    await expect(page.locator("#snippet")).to_contain_text('{"graph":"alps"}')
    await page.locator("#chainlit-copilot-button").click()
    chat = page.locator("#chainlit-copilot-chat")
    await expect(chat.locator("#starters button", has_text="Zillertal").first).to_be_visible()
    await expect(chat.locator("#chat-profiles")).to_have_count(0)
    answer = await ask(page, "How many huts are there?")
    assert "3" in await words(answer)
    # The widget would go on with the last conversation there was, which is of another graph.
    await page.goto(f"{served.address}/public/widget-demo.html?graph=films")
    await page.locator("#chainlit-copilot-button").click()
    await expect(chat.locator("#starters button", has_text="huts")).to_have_count(0)
    await expect(chat.locator("#starters button").first).to_be_visible()
    answer = await ask(page, "Who directed Cast Away?")
    assert "Zemeckis" in await words(answer)
