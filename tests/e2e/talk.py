"""What a person does on the page, and what they see there."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

PATIENCE = 30_000


async def ask(page: Page, question: str) -> Locator:
    """Ask, and wait for the whole answer; the answer."""
    answers = page.locator(".step[data-step-type='assistant_message']")
    before = await answers.count()
    await page.locator("#chat-input").fill(question)
    await page.locator("#chat-submit:enabled").click()
    return await answered(page, before)


async def answered(page: Page, before: int) -> Locator:
    """The answer that comes after `before` others, once it is whole."""
    answers = page.locator(".step[data-step-type='assistant_message']")
    await expect(answers).to_have_count(before + 1, timeout=PATIENCE)
    await expect(page.locator("#stop-button")).to_have_count(0, timeout=PATIENCE)
    return answers.nth(before)


async def column(answer: Locator, position: int = 1) -> list[str]:
    """The cells of a column of the answer's table, as shown."""
    cells = answer.locator(f".cic-table tbody td:nth-child({position})")
    while True:
        await cells.first.wait_for()
        # A message that is drawn again is without its table for a moment.
        if found := await cells.all_inner_texts():
            return found


async def words(answer: Locator) -> str:
    """The words of the answer."""
    return await answer.locator(".message-content").first.inner_text()
