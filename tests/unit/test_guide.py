"""README and guide: short, and all they point at is there; `make chat` says what it does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_PATH = re.compile(r"`([\w/.-]+\.(?:py|js|jsx|toml|json)|[\w-]+(?:/[\w-]+)*/)`")


def anchors(page: Path) -> set[str]:
    """What the headings of a page are reached by."""
    heads = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_the_readme_is_short() -> None:
    assert len(PAGES[0].read_text("utf-8").splitlines()) <= 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} points at {link}"
        assert not anchor or anchor in anchors(target), f"{page.name} points at {link}"


def test_the_files_of_the_architecture_are_there() -> None:
    """A bare name is a file of some folder that the page tells."""
    named = {match[1] for match in _PATH.finditer((ROOT / "docs/architecture.md").read_text())}
    assert len(named) > 50
    folders = (ROOT / room for room in ("bot", "guardrails", "memory", "public"))
    names = {file.name for folder in folders for file in folder.rglob("*.*")}
    gone = {name for name in named if not (ROOT / name).exists() and name not in names}
    assert not gone


def test_pictures_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in (ROOT / "docs/pictures").glob("*.png")}
    assert sizes and max(sizes.values()) < 120_000, sizes


def test_make_chat_says_each_thing_before_it_does_it(tmp_path: Path) -> None:
    """From a fresh clone, which has no .venv."""
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    planned = ["make", "--dry-run", "chat"]
    lines = subprocess.run(planned, cwd=tmp_path, capture_output=True, text=True).stdout
    for told, done in (
        ("Making .venv", "-m venv"),
        ("Installing Cicerone", "uv pip install"),
        ("Starting Cicerone", "cicerone chat"),
    ):
        assert 0 <= lines.index(f'echo "{told}') < lines.index(done)
