"""One app and one browser for all end-to-end tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright

from tests.bench.screens import CHROMIUM, FLAGS
from tests.e2e.served import Served, serving


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of everything; its first start loads the sample."""
    return tmp_path_factory.mktemp("cicerone-home")


@pytest.fixture(scope="session")
def app(home: Path) -> Iterator[Served]:
    """The app over the sample graph, without a model, for tests that ask more than people do."""
    with serving(home, CICERONE_MESSAGES_A_MINUTE="0") as served:
        yield served


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium. Its absence fails the tests: they are never skipped."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"There is no {CHROMIUM}; install it with: apt-get install chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


class Watched:
    """A browser context that notes where requests go, and what the page complains of."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.requests: list[str] = []
        self.complaints: list[str] = []
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", self._note)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def outside(self, address: str) -> list[str]:
        """The requests that left our origin."""
        own = (address, address.replace("http", "ws", 1), "data:", "blob:")
        return [url for url in self.requests if not url.startswith(own)]


@pytest.fixture
async def watched(browser: Browser) -> AsyncIterator[Watched]:
    """A fresh browser profile."""
    context = await browser.new_context(
        viewport={"width": 1180, "height": 860}, accept_downloads=True, color_scheme="light"
    )
    yield Watched(context)
    await context.close()


async def welcome(watched: Watched, app: Served) -> Page:
    """The welcome screen of an application, ready to be typed into."""
    page = await watched.context.new_page()
    await page.goto(app.address)
    await page.locator("#starters button:enabled").first.wait_for()
    return page


@pytest.fixture
async def page(watched: Watched, app: Served) -> AsyncIterator[Page]:
    """The welcome screen."""
    yield await welcome(watched, app)
