"""What a graph's file verifies carries a badge on the page."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from tests.e2e.conftest import Watched, welcome
from tests.e2e.served import serving
from tests.e2e.talk import ask, column

OURS = """\
description: Films that people remember.
verified:
  - question: best work of {name}
    cypher: |
      MATCH (:Person {name: $name})-[:DIRECTED]->(f:Film)
      RETURN f.title AS title ORDER BY f.rating DESC LIMIT 3
    parameters: {name: Clint Eastwood}
    verified_by: Ada
    verified_on: 2026-11-27
"""


async def test_a_verified_answer_says_by_whom(watched: Watched, home: Path, tmp_path: Path) -> None:
    (tmp_path / "films.yaml").write_text(OURS)
    with serving(home, CICERONE_LAYERS=str(tmp_path)) as served:
        page = await welcome(watched, served)
        starter = page.locator("#starters button", has_text="best work of Clint Eastwood")
        await expect(starter).to_be_visible()
        answer = await ask(page, "Best work of christopher nolan?")
        assert len(await column(answer)) == 3
        badge = answer.locator(".cic-verified")
        await expect(badge).to_have_text("Verified by Ada on 2026-11-27")
        await expect(badge.locator("svg")).to_be_visible()
        other = await ask(page, "Which films did Greta Gerwig direct?")
        await expect(other.locator(".cic-how")).to_be_visible()
        await expect(other.locator(".cic-verified")).to_have_count(0)
        assert watched.complaints == []
