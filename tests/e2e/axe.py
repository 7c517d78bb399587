"""What axe-core, the checker of accessibility, finds on a page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from playwright.async_api import Page

_PHONE = {"width": 390, "height": 844}
_RUN = """async (rules) => {
    const options = { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) };
    const { violations } = await axe.run(document, options);
    return violations.filter((one) => ["serious", "critical"].includes(one.impact)).flatMap((one) =>
        one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`));
}"""

# What Chainlit does where somebody chooses light or dark.
_WEAR = """(scheme) => {
    const page = document.documentElement;
    page.classList.remove("light", "dark");
    page.classList.add(scheme);
    // Our own pages beside the chat have their colours by the class alone.
    const colours = Object.entries(window.theme?.[scheme] ?? {});
    for (const [name, value] of colours) page.style.setProperty(name, value);
}"""
_IS_DARK = """() => {
    const parts = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g);
    return Number(parts[0]) < 128;
}"""


@cache
def _script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


async def serious(page: Page) -> list[str]:
    """The serious and critical findings of a page: on a desktop and a phone, in light and dark.

    In the dark the colours alone differ.
    """
    desktop = page.viewport_size
    assert desktop is not None
    await page.evaluate(f"typeof axe === 'undefined' && (() => {{ {_script()} }})()")
    still = await page.add_style_tag(content="* { transition: none !important; }")
    found: list[str] = []
    for name, size in (("desktop", desktop), ("phone", _PHONE)):
        await page.set_viewport_size(size)  # type: ignore[arg-type]
        for scheme in ("light", "dark"):
            await page.evaluate(_WEAR, scheme)
            assert await page.evaluate(_IS_DARK) is (scheme == "dark")
            rules = ["color-contrast"] if scheme == "dark" else None
            found += [f"{name}, {scheme}: {one}" for one in await page.evaluate(_RUN, rules)]
    await page.set_viewport_size(desktop)
    await page.evaluate(_WEAR, "light")
    await still.evaluate("(style) => style.remove()")
    return found
