"""Names in documents on the review page: a curator says which are of one thing, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.graph.server import EmbeddedServer
from tests.e2e.axe import serious
from tests.e2e.conftest import Watched
from tests.e2e.served import serving
from tests.embedded import embedded_server, rows
from tests.integration.test_commands import cicerone

FIRMS = "MATCH (f:Firm) RETURN f.name AS name ORDER BY name"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.timeout(240)
async def test_a_curator_decides_what_is_one_and_takes_it_back(
    watched: Watched, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    async with embedded_server(home) as server:
        await decided(watched, server, tmp_path)


async def decided(watched: Watched, server: EmbeddedServer, tmp_path: Path) -> None:
    home = server.home
    (tmp_path / "a.md").write_text("Viridian Labs grew. Veridian Labs too. Acme Ltd, Acme Inc.")
    names = "[Viridian Labs, Veridian Labs, Acme Ltd, Acme Inc]"
    (tmp_path / "s.yaml").write_text(f"labels: {{Firm: {{names: {names}}}}}")
    add = ("documents", "add", str(tmp_path / "a.md"), "--graph", "calls", "--no-model")
    code, _, err = await cicerone(home, *add, "--schema", str(tmp_path / "s.yaml"))
    assert code == 0, err

    async def firms() -> list[str]:
        return [row[0] for row in await rows(server.endpoint, "calls", FIRMS)]

    assert len(before := await firms()) == 4
    with serving(home, "--graph", "calls") as served:
        page: Page = await watched.context.new_page()
        await page.goto(served.address)
        await page.get_by_role("link", name="Memory").first.click()
        await page.get_by_role("link", name="Review").click()
        section = page.locator("section[aria-labelledby='things']")
        cards = section.locator(".cards > li")
        await expect(cards).to_have_count(2)
        await expect(section).to_contain_text("after the next run of cicerone documents review")
        labs, acme = "Viridian Labs / Veridian Labs", "Acme Ltd / Acme Inc"
        await expect(cards.first.locator("blockquote").first).to_contain_text("Labs grew.")
        assert await serious(page) == []

        first = str(await cards.first.locator(".said").text_content())
        await cards.first.get_by_role("button", name="Skip").click()
        await expect(page.get_by_role("status")).to_contain_text("Skipped")
        await expect(cards.last.locator(".said")).to_have_text(first)
        await section.get_by_role("button", name=f"One thing: {labs}").click()
        await expect(page.get_by_role("status")).to_have_text("Noted: one thing.")
        await expect(section).to_contain_text("There are decisions that it does not show yet.")
        await section.get_by_role("button", name=f"Two things: {acme}").click()
        await expect(cards).to_have_count(0)
        merged = section.locator("tbody tr")
        await expect(merged).to_have_count(1)
        await expect(merged).to_contain_text("a person says so")
        await page.set_viewport_size({"width": 390, "height": 844})
        assert await page.evaluate(WIDE) == 0 and await serious(page) == []

        # The page has not written into the graph; the command does, and the page says so no more.
        assert await firms() == before
        code, out, err = await cicerone(home, "documents", "review", "--graph", "calls")
        assert code == 0 and "There is nothing to decide." in out, err
        assert len(await firms()) == 3
        await page.reload()
        await expect(section).not_to_contain_text("There are decisions")

        # What somebody else took back meanwhile is not taken back twice.
        again = await watched.context.new_page()
        await again.goto(f"{served.address}/review")
        undo = again.locator("section[aria-labelledby='things']").get_by_role("button", name="Undo")
        await merged.get_by_role("button", name="Undo").click()
        await expect(merged).to_have_count(0)
        await undo.click()
        await expect(again.get_by_role("heading", level=1)).to_contain_text("decided meanwhile")
        await cicerone(home, "documents", "review", "--graph", "calls")
        assert await firms() == before
        assert [one for one in watched.complaints if "422" not in one] == []
