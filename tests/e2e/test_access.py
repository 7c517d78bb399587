"""The page for everybody: nothing serious for axe, all by keyboard, one tap on a phone."""

from __future__ import annotations

from playwright.async_api import Browser, Page, expect

from tests.e2e.axe import serious
from tests.e2e.conftest import Watched
from tests.e2e.served import Served
from tests.e2e.talk import PATIENCE, ask

_CONTROLS = "button:enabled, a[href], [role='button'], input, select, textarea, summary"
# Each control has a number; those that are seen are the ones that have to be reached.
_SEEN = f"""() => [...document.querySelectorAll("{_CONTROLS}")].flatMap((one, nth) => {{
    one.dataset.nth = nth;
    const style = getComputedStyle(one);
    const folded = one.closest("[inert]") || style.visibility === "hidden" || one.tabIndex < 0;
    return folded || !one.getClientRects().length ? [] : [[nth, one.outerHTML.slice(0, 120)]];
}})"""
_FOCUSED = """() => {
    const one = document.activeElement;
    const ring = (element) => element && getComputedStyle(element);
    const composer = ring(one.closest("#message-composer"));
    const outlined = ring(one).outlineStyle !== "none" && parseFloat(ring(one).outlineWidth) > 0;
    const marked = outlined || (composer && composer.boxShadow !== "none");
    const box = one.getBoundingClientRect();
    const there = box.width > 0 && box.right > 0 && ring(one).visibility === "visible";
    const opaque = one.checkVisibility({ opacityProperty: true });
    return { nth: one.dataset.nth, body: one === document.body, shown: marked && there && opaque,
             html: one.outerHTML.slice(0, 120) };
}"""


async def test_axe_finds_nothing_serious_and_the_console_stays_clean(
    page: Page, watched: Watched
) -> None:
    """The settings are looked at where a model is set, in `test_page.py`.

    Left is one finding, of Chainlit's menus (colours, the person's) while they are open: Radix
    hides all else from a screen reader and holds the focus inside, which axe takes for a focus that
    is hidden (aria-hidden-focus). And one error: where there is a form to sign in, Chainlit asks
    `/user` who is there, and only the answer 401 leads it to the form.
    """
    found: dict[str, list[str]] = {}
    await expect(page.locator("#cicerone-greeting")).to_be_visible()
    found["welcome"] = await serious(page)
    await page.locator("#cicerone-what").click()
    await expect(page.get_by_role("dialog").locator(".cic-canvas")).to_be_visible()
    found["what can I ask"] = await serious(page)
    await page.keyboard.press("Escape")

    answer = await ask(page, "How many films are there per genre?")
    await expect(answer.locator(".cic-drawn svg")).to_be_visible(timeout=PATIENCE)
    found["a chart and a table"] = await serious(page)
    await answer.get_by_role("button", name="Cypher").click()
    await page.locator("button[id^='step-How I got there']").click()
    await ask(page, "How are Tom Hanks and Meg Ryan connected?")
    await expect(page.locator(".cic-picture .cic-canvas")).to_be_visible()
    found["a picture, the query and the steps"] = await serious(page)
    await ask(page, "Which films won an Oscar?")
    await page.reload()
    await expect(page.locator(".cic-choices").last).to_be_visible()
    await page.locator("#header #sidebar-trigger-button").click()
    await expect(page.locator("#thread-history a").first).to_be_visible()
    found["a redirect in a thread, with the others beside it"] = await serious(page)
    assert {state: told for state, told in found.items() if told} == {}
    assert watched.complaints == []


async def test_every_control_is_reached_and_seen_by_keyboard(page: Page) -> None:
    answer = await ask(page, "How many films are there per genre?")
    await expect(answer.locator(".cic-drawn svg")).to_be_visible(timeout=PATIENCE)
    await page.wait_for_timeout(500)
    missing = dict(await page.evaluate(_SEEN))
    await page.evaluate("document.activeElement.blur()")
    unseen = []
    for _ in range(2 * len(missing)):
        await page.keyboard.press("Tab")
        focused = await page.evaluate(_FOCUSED)
        missing.pop(int(focused["nth"] or -1), None)
        if not focused["shown"] and not focused["body"]:
            unseen.append(focused["html"])
    assert unseen == []  # the folded sidebar's links among them
    assert missing == {}

    await page.locator("#header #sidebar-trigger-button").press("Enter")
    menu = page.locator("#thread-options").first
    await menu.focus()
    await expect(menu).to_have_css("opacity", "1")
    await menu.press("Enter")
    await expect(page.locator("#rename-thread")).to_be_visible()


async def test_on_a_phone_the_sidebar_takes_one_tap(browser: Browser, app: Served) -> None:
    phone = {"width": 390, "height": 844}
    context = await browser.new_context(viewport=phone, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    watched = Watched(context)
    page = await context.new_page()
    await page.goto(app.address)
    await page.locator("#starters button:enabled").first.wait_for()
    await ask(page, "Who directed Forrest Gump?")
    await page.locator("#header #sidebar-trigger-button").tap()
    sidebar = page.get_by_role("dialog", name="Conversations")
    await expect(sidebar).to_be_visible()
    # It is there to stay, until a conversation is picked.
    await page.wait_for_timeout(500)
    await sidebar.locator("a[href^='/thread/']").first.tap()
    await expect(sidebar).to_have_count(0)
    await expect(page.locator(".step").first).to_be_visible()
    assert watched.complaints == []
    await context.close()
