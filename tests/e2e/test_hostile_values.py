"""Whatever a graph stores, the page shows as text: no image, link, code or HTML comes of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Watched
from tests.e2e.served import Served, serving
from tests.e2e.talk import ask, column, words

TITLES = [
    "![x](http://evil.example/p.png)",
    "[click](http://evil.example)",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "a | b | c",
    "`code` :Word **bold** ~~gone~~",
    "https://evil.example/?a=1",
    "=1+1",
]


@pytest.fixture(scope="module")
def hostile(home: Path, app: Served) -> Iterator[Served]:
    graph = home / "hostile.json"
    nodes = [
        {"id": str(at), "labels": ["Film"], "props": {"title": title, "year": 2000 + at}}
        for at, title in enumerate(TITLES)
    ]
    graph.write_text(json.dumps({"nodes": nodes, "rels": []}))
    command = [sys.executable, "-c", "from bot.cli import main; main()", "graph", "load", graph]
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "CICERONE_HOME": str(home), "PYTHONPATH": root}
    subprocess.run(command, check=True, env=env, cwd=home)
    with serving(home, "--graph", "hostile") as served:
        yield served


async def test_stored_values_are_only_text(watched: Watched, hostile: Served) -> None:
    page = await watched.context.new_page()
    await page.goto(hostile.address)
    await page.locator("#chat-input").wait_for()
    answer = await ask(page, "Which films are there?")
    await expect(answer.locator(".cic-table tbody tr")).to_have_count(len(TITLES))
    assert set(await column(answer)) == set(TITLES)
    said = await words(answer)
    assert all(title in said for title in TITLES)
    content = answer.locator(".message-content").first
    for made in ("img", "a", "script", "table", "strong", "del", "span.font-bold"):
        assert await content.locator(f"[role='article'] {made}").count() == 0, made
    assert not [url for url in watched.requests if "evil.example" in url]
    assert watched.outside(hostile.address) == []
