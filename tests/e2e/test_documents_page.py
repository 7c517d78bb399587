"""A person asks over documents: each item has its sentence, and a click opens its passage."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import expect

from bot.commands.documents_run import add_sample
from bot.settings import load_settings
from tests.e2e.axe import serious
from tests.e2e.conftest import Watched, welcome
from tests.e2e.served import serving
from tests.e2e.talk import PATIENCE, ask, column, words
from tests.embedded import embedded_server
from tests.integration.test_from_documents import Seeker
from tests.scripted_model import scripted_model


async def test_a_click_on_a_source_opens_its_passage(watched: Watched, tmp_path: Path) -> None:
    async with embedded_server(tmp_path, memory_mb=256):
        settings = load_settings(home=tmp_path, graph="reports", engine="offline")
        assert await add_sample(settings, None) == 0
        with serving(tmp_path, "--graph", "reports") as served:
            page = await welcome(watched, served)
            asked = "list all legal proceedings that Norvia is involved in"
            answer = await ask(page, asked)
            names = await column(answer)
            sources = answer.get_by_role("region", name="Sources")
            for name in names:
                await expect(sources).to_contain_text(name)
            quote = sources.get_by_role("button", name=re.compile("accused of using a patented"))
            await expect(quote).to_contain_text("norvia-robotics-2023.md")
            await quote.click()
            passage = sources.get_by_role("region", name="Passage")
            await expect(passage.locator("mark")).to_have_text(re.compile("^In Arendt v. Norvia"))
            await expect(passage).to_contain_text("heard Norvia for the first time")
            assert not await serious(page)
            await quote.click()
            await expect(passage).to_have_count(0)

            await answer.get_by_role("button", name="Draw as a graph").click()
            picture = answer.locator(".cic-picture").first
            pick = picture.get_by_label("Choose a node")
            await pick.select_option(label="Arendt v. Norvia Robotics")
            chosen = picture.locator(".cic-chosen")
            await expect(chosen).to_contain_text("neighbours shown", timeout=PATIENCE)
            await expect(pick.locator("option", has_text="passage 1")).to_have_count(0)
            await chosen.get_by_role("button", name="Its passages").click()
            said = chosen.get_by_role("button", name=re.compile("accused of using a patented"))
            await said.click()
            await expect(chosen.locator("mark")).to_have_text(re.compile("^In Arendt v. Norvia"))
            await expect(pick.locator("option", has_text="passage")).not_to_have_count(0)
            assert not watched.complaints


async def test_what_passages_alone_tell_is_told_apart(watched: Watched, tmp_path: Path) -> None:
    """The model is a stand-in that finds one thing in the passages which the graph lacks."""
    async with embedded_server(tmp_path, memory_mb=256):
        settings = load_settings(home=tmp_path, graph="reports", engine="offline")
        assert await add_sample(settings, None) == 0
        with scripted_model(script=Seeker()) as seeker:
            assert isinstance(seeker, Seeker)
            seeker.truth = [("second plant", "expects to open a second plant")]
            model = {"OPENAI_BASE_URL": seeker.url, "CICERONE_MODEL": "scripted"}
            with serving(tmp_path, "--graph", "reports", **model) as served:
                page = await welcome(watched, served)
                asked = "list all legal proceedings that Norvia is involved in"
                answer = await ask(page, asked)
                assert "which the graph does not say: second plant" in await words(answer)
                sources = answer.get_by_role("region", name="Sources")
                apart = sources.locator("div", has_text="in passages alone").last
                await expect(apart).to_contain_text("second plant")
                await apart.get_by_role("button").click()
                marked = sources.locator("mark")
                await expect(marked).to_have_text("Norvia expects to open a second plant in 2025.")
                assert len(await column(answer)) == 3
