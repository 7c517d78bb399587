"""Screenshots of the page, to be looked at: light and dark, desktop and phone, and the widget.

python -m tests.bench.screens http://localhost:8000 OUT_FOLDER ["question" …]
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

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
_QUESTIONS = (
    "Which films did Tom Hanks act in?",
    "and which of those came out after 2000?",
    "what's the weather?",
    "How many films are there per genre?",
    "as a pie",
)


def main(address: str, folder: Path, questions: tuple[str, ...]) -> None:
    """Take all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size, (width, height) in _SIZES.items():
            for scheme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,  # type: ignore[arg-type]
                    device_scale_factor=2 if size == "phone" else 1,
                )
                _conversation(page, address, folder / f"{size}-{scheme}", questions)
                page.close()
        _widget(browser, address, folder)
        browser.close()


def _conversation(page: Page, address: str, stem: Path, questions: tuple[str, ...]) -> None:
    page.goto(address)
    expect(page.locator("#starters button").first).to_be_visible(timeout=20_000)
    page.wait_for_timeout(700)
    page.screenshot(path=f"{stem}-0-welcome.png")
    for at, question in enumerate(questions, 1):
        page.locator("#chat-input").fill(question)
        page.locator("#chat-submit:enabled").click()
        expect(page.locator("#stop-button")).to_have_count(0, timeout=60_000)
        expect(page.locator(".ai-message .message-content")).not_to_have_count(0)
        page.wait_for_timeout(1200)
        page.screenshot(path=f"{stem}-{at}.png")
    trail = page.locator("button[id^='step-How I got there']").first
    trail.scroll_into_view_if_needed()
    trail.click()
    page.wait_for_timeout(500)
    page.screenshot(path=f"{stem}-9-steps.png")


def _widget(browser: Browser, address: str, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.goto(f"{address}/public/widget-demo.html")
    page.locator("#chainlit-copilot-button").click()
    page.wait_for_timeout(1500)
    page.screenshot(path=f"{folder}/widget-open.png")
    page.locator("#starters button:enabled").first.click()
    expect(page.locator(".cic-table")).to_be_visible(timeout=30_000)
    page.wait_for_timeout(800)
    page.screenshot(path=f"{folder}/widget.png")
    page.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), Path(sys.argv[2]), tuple(sys.argv[3:]) or _QUESTIONS)
