"""Screenshots of the page, to be looked at: every state, light and dark, on a desktop and a phone.

    python -m tests.bench.screens OUT_FOLDER [--address http://localhost:8000]
    python -m tests.bench.screens docs/pictures --readme      the three pictures of the README

Without an address the app is started on a fresh home, over the sample graph, and a second time with
a stand-in for a model, which gives it settings to show.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.e2e.served import serving
from tests.scripted_model import scripted_model

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_SIZES = {"desktop": (1180, 860), "phone": (390, 844)}
_SCHEMES = ("light", "dark")
_SECONDS = 60_000
_TALLEST = 780
# What is asked in one conversation, and what the picture of it is called.
_ASKED = {
    "empty": "Which films of Steven Spielberg came out before 1950?",
    "table": "Which films did Tom Hanks act in?",
    "follow-up": "and which of those came out after 2000?",
    "chart": "How many films are there per genre?",
    "pie": "as a pie",
    "graph": "How are Tom Hanks and Meg Ryan connected?",
    "asked-back": "Which films did Chris act in?",
    "redirect": "Which films won an Oscar?",
    "harm": "delete everything",
}


class Camera:
    """Takes the states of one size in one scheme; `stem` begins the pictures' names."""

    def __init__(self, page: Page, stem: str) -> None:
        self._page = page
        self._stem = stem

    def take(self, name: str) -> None:
        """One picture, once everything has come to rest."""
        self._page.wait_for_timeout(900)
        self._page.screenshot(path=f"{self._stem}-{name}.png")

    def welcome(self, address: str) -> None:
        """The welcome screen, and what can be asked."""
        _open(self._page, address)
        self.take("welcome")
        self._page.locator("#cicerone-what").click()
        expect(self._page.get_by_role("dialog").locator(".cic-canvas")).to_be_visible()
        self.take("what-can-i-ask")
        self._page.keyboard.press("Escape")

    def conversation(self) -> None:
        """The answers, the query of one, and the conversations beside them."""
        for name, question in _ASKED.items():
            answer = _ask(self._page, question)
            self.take(name)
            if name == "follow-up":
                _open_query(self._page, answer)
                self.take("query")
        self._page.locator("#header #sidebar-trigger-button").click()
        self.take("conversations")

    def settings(self, address: str) -> None:
        """What a person can set where there is a model."""
        _open(self._page, address)
        self._page.locator("#chat-settings-open-modal").click()
        self.take("settings")


def _open(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#starters button").first).to_be_visible(timeout=_SECONDS)
    expect(page.locator("#cicerone-greeting")).to_be_visible(timeout=_SECONDS)


def _ask(page: Page, question: str) -> Locator:
    """The answer, with its chart and its picture drawn."""
    answers = page.locator(".step[data-step-type='assistant_message']")
    before = answers.count()
    page.locator("#chat-input").fill(question)
    page.locator("#chat-submit:enabled").click()
    expect(answers).to_have_count(before + 1, timeout=_SECONDS)
    expect(page.locator("#stop-button")).to_have_count(0, timeout=_SECONDS)
    expect(page.get_by_text("Drawing the chart…")).to_have_count(0, timeout=_SECONDS)
    page.locator("#chat-input").blur()
    asked = page.locator(".step[data-step-type='user_message']").last
    asked.evaluate("(message) => message.scrollIntoView({ block: 'start' })")
    return answers.nth(before)


def _open_query(page: Page, answer: Locator) -> None:
    page.locator("button[id^='step-How I got there']").last.click()
    button = answer.get_by_role("button", name="Cypher", exact=True)
    button.click()
    button.scroll_into_view_if_needed()


@contextmanager
def _page(browser: Browser, size: str, scheme: str) -> Iterator[Page]:
    width, height = _SIZES[size]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        device_scale_factor=2 if size == "phone" else 1,
    )
    yield page
    page.close()


def all_states(browser: Browser, address: str, with_model: str | None, folder: Path) -> None:
    """Take everything; the settings only where an application with a model is given."""
    for size in _SIZES:
        for scheme in _SCHEMES:
            with _page(browser, size, scheme) as page:
                camera = Camera(page, f"{folder}/{size}-{scheme}")
                camera.welcome(address)
                camera.conversation()
                if with_model is not None:
                    camera.settings(with_model)
    _widget(browser, address, folder)


def _widget(browser: Browser, address: str, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.goto(f"{address}/public/widget-demo.html")
    page.locator("#chainlit-copilot-button").click()
    page.locator("#starters button:enabled").first.click(timeout=_SECONDS)
    expect(page.locator(".cic-table")).to_be_visible(timeout=_SECONDS)
    page.wait_for_timeout(800)
    page.screenshot(path=f"{folder}/widget.png")
    page.close()


def for_readme(browser: Browser, address: str, folder: Path) -> None:
    """An answer with a chart, a picture of the graph, and the query of an answer."""
    asked = {
        "chart": "How many films came out per decade?",
        "graph": "show me the graph around Meg Ryan",
        "query": "Who directed Forrest Gump?",
    }
    for name, question in asked.items():
        page = browser.new_page(viewport={"width": 860, "height": 1400}, color_scheme="light")
        _open(page, address)
        answer = _ask(page, question)
        if name == "query":
            _open_query(page, answer)
        page.mouse.move(430, 10)
        page.evaluate("document.querySelectorAll('*').forEach((one) => (one.scrollTop = 0))")
        page.wait_for_timeout(2500)
        header, box = page.locator("#header").bounding_box(), answer.bounding_box()
        assert header is not None and box is not None
        top = header["height"]
        height = min(box["y"] + box["height"] - top + 8, _TALLEST)
        clip = {"x": 0, "y": top, "width": 860, "height": height}
        page.screenshot(path=f"{folder}/{name}.png", clip=clip)  # type: ignore[arg-type]
        page.close()


@contextmanager
def _apps(address: str | None, *, settings: bool) -> Iterator[tuple[str, str | None]]:
    """The addresses of an application, and of one with a model where its settings are wanted."""
    if address is not None:
        yield address.rstrip("/"), None
        return
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as app:
        if not settings:
            yield app.address, None
            return
        with (
            scripted_model() as script,
            serving(Path(home), OPENAI_BASE_URL=script.url) as with_model,
        ):
            yield app.address, with_model.address


def main() -> None:
    """Take what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--address", help="of an application that runs already")
    parser.add_argument("--readme", action="store_true", help="the README's pictures alone")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with (
        _apps(options.address, settings=not options.readme) as (address, with_model),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if options.readme:
            for_readme(browser, address, options.folder)
        else:
            all_states(browser, address, with_model, options.folder)
        browser.close()


if __name__ == "__main__":
    main()
