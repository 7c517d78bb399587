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
    found: list[str] = []
    for name, size in (("desktop", desktop), ("phone", _PHONE)):
        await page.set_viewport_size(size)  # type: ignore[arg-type]
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            await page.wait_for_timeout(300)  # colours and sizes change gradually
            rules = ["color-contrast"] if scheme == "dark" else None
            found += [f"{name}, {scheme}: {one}" for one in await page.evaluate(_RUN, rules)]
    await page.set_viewport_size(desktop)
    await page.emulate_media(color_scheme="light")
    return found
