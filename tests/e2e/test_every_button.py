"""No button leads nowhere: a walk through kinds of answers presses every one that they offer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.conftest import Watched
from tests.e2e.served import Served, serving
from tests.e2e.talk import PATIENCE, answered, ask

ANSWERS = ".step[data-step-type='assistant_message']"
# One of each kind: a list, a count of each, one value, a way between two, no rows, a name that may
# be a word, a statement that fails, a file; another subject, what can be done, a thing that is
# missing, a name of several, an unknown word.
FIRST_WALK = (
    "Which films did Tom Hanks act in?",
    "How many films are there per genre?",
    "how many films are there?",
    "how are Tom Hanks and Meg Ryan connected?",
    "films released before 1900",
    "films about war",
    "MATCH (f:Film RETURN f",
    "export it as Excel",
)
SECOND_WALK = (
    "what's the weather?",
    "what can you do?",
    "how many awards did Jaws win?",
    "who directed King Kong?",
    "which films made the most money?",
)
# What is pressed is remembered by its words: Chainlit makes an answer anew once another has come.
MARK = """() => {
    window.words = (one) => one.getAttribute("aria-label") || one.innerText;
    window.pressed = new Set();
    document.addEventListener("click", (event) => {
        const button = event.target.closest?.(".cic-answer button");
        if (button) window.pressed.add(window.words(button));
    }, true);
}"""
LEFT = "(all) => all.map(window.words).filter((words) => !window.pressed.has(words))"
# What is pressed in `test_in_hand` and `test_picture`, and what changes its words when it opens.
ELSEWHERE = ".cic-editor button, .cic-chosen button, [aria-expanded]"
# What these open sends; `test_in_hand` presses that.
OPENS = ("Question", "Cypher", "What it used", "Details", "Edit and run", "Save as verified")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An app of its own: what is pinned here is remembered."""
    with serving(tmp_path_factory.mktemp("buttons"), CICERONE_MESSAGES_A_MINUTE="0") as served:
        yield served


async def pressed_below(page: Page, answer: Locator) -> None:
    """Press everything below an answer that shows something; each changes what is seen."""
    for name in OPENS:
        for button in await answer.get_by_role("button", name=name, exact=True).all():
            before = await answer.inner_html()
            await button.click()
            assert await answer.inner_html() != before, name
    for kind in await answer.locator(".cic-kinds button").all():
        await kind.click()
        await expect(kind).to_have_attribute("aria-pressed", "true")
        shown = answer.locator(f".cic-drawn [data-kind='{await kind.inner_text()}' i]")
        assert await shown.count() <= 1
    for head in await answer.locator(".cic-table th button").all():
        await head.click()
        await expect(answer.locator("th[aria-sort='ascending']")).to_have_count(1)
    draw = answer.get_by_role("button", name="Draw as a graph")
    if await draw.count():
        await draw.click()
        await expect(answer.locator(".cic-canvas canvas").first).to_be_visible(timeout=PATIENCE)
    for name in ("More rows", "Previous rows"):
        for button in await answer.get_by_role("button", name=name, exact=True).all():
            await button.click()
    for name in ("Copy the query", "Pin"):
        for button in await answer.get_by_role("button", name=name, exact=True).all():
            await button.click()
    for link in await answer.locator("a.cic-download").all():
        reply = await page.request.get(str(await link.get_attribute("href")))
        assert reply.ok and await reply.body(), await link.inner_text()


async def answers_to(page: Page, press: Locator) -> Locator:
    before = await page.locator(ANSWERS).count()
    await press.click()
    return await answered(page, before)


async def pressed_choices(page: Page, answer: Locator) -> None:
    """Press what asks a question: each has an answer of the graph."""
    for at in range(await answer.locator(".cic-choices button").count()):
        button = answer.locator(".cic-choices button").nth(at)
        label = await button.inner_text()
        await expect(button).to_be_enabled(timeout=PATIENCE)
        found = await answers_to(page, button)
        await expect(found.locator(".cic-reading"), label).to_be_visible(timeout=PATIENCE)


async def pressed_names(page: Page, answer: Locator) -> None:
    """Press all that a name can mean instead."""
    for at in range(await answer.locator(".cic-link").count()):
        link = answer.locator(".cic-link").nth(at)
        # Whether a name may be none is asked when it is opened.
        async with page.expect_response("**/values/none?**"):
            await link.click()
        menu = answer.locator(".cic-menu > button")
        await page.wait_for_timeout(100)
        labels = await menu.all_inner_texts()
        await link.click()
        for label in labels:
            await expect(link).to_be_enabled(timeout=PATIENCE)
            await link.click()
            press = answer.locator(".cic-menu > button", has_text=label).first
            if label == "Show its neighbours":
                await press.click()
                await expect(answer.locator(".cic-canvas canvas").first).to_be_visible(
                    timeout=PATIENCE
                )
            else:
                found = await answers_to(page, press)
                await expect(found.locator(".cic-reading"), label).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("walk", [FIRST_WALK, SECOND_WALK])
async def test_every_button_leads_somewhere(
    page: Page, watched: Watched, walk: tuple[str, ...]
) -> None:
    await page.evaluate(MARK)
    for question in walk:
        answer = await ask(page, question)
        await pressed_below(page, answer)
        await pressed_names(page, answer)
        await pressed_choices(page, answer)
        for name in ("Zoom in", "Zoom out", "Fit the picture"):
            for button in await answer.get_by_role("button", name=name, exact=True).all():
                await button.click()
        offered = answer.locator(f".cic-answer button:enabled:not({ELSEWHERE})")
        assert await offered.evaluate_all(LEFT) == [], question
    assert watched.complaints == []
