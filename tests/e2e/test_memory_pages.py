"""What is remembered, seen and changed on pages of our own, in a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from memory.forgetting import is_known
from memory.lesson_book import LessonBook
from memory.lessons import Lesson
from memory.people import hash_password
from memory.store import Store
from tests.e2e.axe import serious
from tests.e2e.conftest import Watched
from tests.e2e.served import Served, serving
from tests.e2e.talk import PATIENCE, answered, ask, column

FORD = "Which films did Harrison Ford act in?"
TIED = "People who acted in their own films"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


LEARNT = Lesson(
    graph="films",
    question="Which films star Harrison Ford?",
    form="which films star harrison ford",
    cypher='MATCH (p:Person)-[:ACTED_IN]->(f:Film) WHERE p.name = "Harrison Ford" '
    "RETURN f.title AS title",
)


@pytest_asyncio.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """People sign in, sharing is on, and ada reviews what was learnt, which others never see."""
    home = tmp_path_factory.mktemp("memory-home")
    store = await Store.open(home)
    book = LessonBook(store, "films")
    # Where somebody is against it, only a curator decides.
    await book.learn(LEARNT, "carl", "q", liked=True)
    await book.dislike("eve", "q", LEARNT.id, LEARNT.cypher)
    await store.close()
    people = home / "memory-people"
    people.write_text(f"ada:{hash_password('one')}\nbo:{hash_password('one')}\n")
    env = {"CICERONE_AUTH": f"password:{people}", "CICERONE_SHARING": "true"}
    with serving(home, **env, CICERONE_CURATORS="somebody, ada") as served:
        yield served


@asynccontextmanager
async def signed_in(browser: Browser, served: Served, name: str) -> AsyncIterator[Watched]:
    """A browser of its own for a person; "" for one who has yet to sign in."""
    context = await browser.new_context(viewport={"width": 1180, "height": 860})
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    form = {"username": name, "password": "one"}
    if name:
        assert (await context.request.post(f"{served.address}/login", form=form)).ok
    yield Watched(context)
    await context.close()


async def opened(watched: Watched, served: Served, path: str = "/") -> Page:
    page = await watched.context.new_page()
    await page.goto(served.address + path)
    if path == "/":
        await page.locator("#starters button:enabled").first.wait_for()
    return page


async def rate(page: Page, answer: Locator, verdict: str) -> None:
    await answer.locator(f"button.{verdict}-feedback-off").click()
    # There is more to say only of what was wrong.
    if verdict == "negative":
        await page.locator("#submit-feedback").click()
    await expect(answer.locator(f"button.{verdict}-feedback-on")).to_be_visible()


def card(page: Page, section: str, text: str) -> Locator:
    """The card of a section that says this."""
    return page.locator(f"section[aria-labelledby='{section}'] .cards > li").filter(has_text=text)


async def test_what_is_remembered_is_seen_pinned_changed_reviewed_and_forgotten(
    browser: Browser, shared: Served
) -> None:
    async with signed_in(browser, shared, "ada") as watched:
        page = await opened(watched, shared)
        ford = await ask(page, FORD)
        await rate(page, ford, "positive")
        await ford.get_by_role("button", name="Pin").click()
        await expect(page.get_by_text("Pinned to the welcome page")).to_be_visible()
        wrong = await ask(page, "How many languages are there?")
        await rate(page, wrong, "negative")
        taught = await ask(page, "films netting over 100 million")
        await taught.get_by_role("button", name="netting = revenue").click()
        await answered(page, 3)
        tied = await ask(page, TIED)
        meant = tied.locator(".cic-choices button").nth(1)
        chosen = str(await meant.get_attribute("title"))
        await meant.click()
        await answered(page, 5)

        # Pinned questions stand first, at once and after the page was loaded anew.
        await page.locator("#header #new-chat-button").click()
        first = page.locator("#starters button").first
        await expect(first).to_have_text(FORD)
        await page.reload()
        await expect(first).to_have_text(FORD)
        await first.click()
        again = await answered(page, 0)
        await expect(again.locator(".cic-how")).to_contain_text("approved question")

        # Each thing with its source and date, to change or to forget.
        await page.get_by_role("link", name="Memory").first.click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Memory")
        for section, text, source in (
            ("pinned", FORD, "You pinned it · 20"),
            ("liked", FORD, "You found its answer right · 20"),
            ("disliked", "How many languages", "You found its answer wrong · 20"),
            ("words", "netting = Film.revenue", "You taught it · 20"),
            ("chosen", TIED, "You chose what it means · 20"),
        ):
            await expect(card(page, section, text)).to_contain_text(source)
        assert chosen not in await page.locator("main").inner_text()
        await page.get_by_label("Change: netting").press("Enter")
        means = page.get_by_label("“netting” means")
        await means.fill("nothing of this graph")
        await page.get_by_role("button", name="Save", exact=True).press("Enter")
        await expect(page.get_by_role("heading", level=1)).to_contain_text("nothing of this graph")
        await page.get_by_role("link", name="Go back").click()
        await page.get_by_label("Change: netting").click()
        await means.fill("budget")
        await page.get_by_role("button", name="Save", exact=True).click()
        await expect(page.get_by_role("status")).to_have_text("Saved.")
        await expect(card(page, "words", "netting = Film.budget")).to_have_count(1)
        pair = card(page, "disliked", "How many languages")
        await pair.get_by_label("Change: How many languages").click()
        query = pair.get_by_label("Query")
        await query.fill("MATCH (n) DETACH DELETE n")
        await pair.get_by_role("button", name="Save as right").click()
        refusal = page.get_by_role("heading", level=1)
        await expect(refusal).to_contain_text("only reading is allowed")
        await page.goto(f"{shared.address}/memory")
        await pair.get_by_label("Change: How many languages").click()
        await query.fill("MATCH (l:Language) RETURN count(l) AS languages")
        await pair.get_by_role("button", name="Save as right").click()
        await expect(card(page, "liked", "How many languages")).to_have_count(1)
        await page.get_by_role("button", name="Forget: How many languages").click()
        await expect(card(page, "liked", "How many languages")).to_have_count(0)
        await page.get_by_role("button", name=f"Forget: {TIED}").click()
        await expect(card(page, "chosen", TIED)).to_have_count(0)
        await page.get_by_role("button", name=f"Unpin: {FORD}").click()
        await expect(card(page, "pinned", FORD)).to_have_count(0)
        await expect(card(page, "liked", FORD)).to_have_count(1)

        assert await serious(page) == []
        await review(page, shared)
        assert await serious(page) == []
        await page.set_viewport_size({"width": 390, "height": 844})
        for path in ("/review", "/memory"):
            await page.goto(shared.address + path)
            assert await page.evaluate(WIDE) == 0
        assert watched.outside(shared.address) == []
        # What cannot be kept is told with a status of its own, which the browser notes.
        assert [one for one in watched.complaints if "422" not in one] == []

        # All of it, once one is sure; an open chat of hers ends with it.
        chat = await opened(watched, shared)
        await ask(chat, "How many films are there?")
        everything = page.get_by_role("button", name="Forget everything about me")
        await everything.click()
        assert page.url.endswith("/memory")  # the browser asks for the tick first
        await page.get_by_label("Yes, for good").check()
        await everything.click()
        await expect(page.get_by_role("heading", level=1)).to_have_text(
            "Everything about you is forgotten."
        )
        await page.goto(f"{shared.address}/memory")
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Sign in first")
        await chat.reload()
        await expect(chat.locator("#email")).to_be_visible(timeout=PATIENCE)
        store = await Store.open(shared.home)
        async with store.read() as connection:
            assert not await connection.run_sync(is_known, "ada")
        await store.close()
    async with signed_in(browser, shared, "ada") as anew:
        page = await opened(anew, shared, "/memory")
        await expect(page.locator(".cards > li")).to_have_count(0)
        await page.goto(f"{shared.address}/review")
        await expect(page.locator("section[aria-labelledby='decided']")).to_contain_text("somebody")
        threads = await anew.context.request.post(
            f"{shared.address}/project/threads",
            data={"pagination": {"first": 20}, "filter": {}},
        )
        assert (await threads.json())["data"] == []


async def turn_to(page: Page, lesson: Locator) -> None:
    """Go to the page of lessons on which this one is; tests of the same home left others."""
    address, nth = page.url.partition("?")[0].partition("#")[0], 1
    while not await lesson.count():
        nth += 1
        assert nth < 20
        await page.goto(f"{address}?page={nth}")


async def review(page: Page, shared: Served) -> None:
    """What waits is shown with its rows, changed, approved and refused; who and when is kept."""
    await page.get_by_role("link", name="Review").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Review")
    lesson = card(page, "lessons", LEARNT.question)
    await turn_to(page, lesson)
    await expect(lesson.get_by_role("region")).to_contain_text("Blade Runner")
    query = lesson.get_by_label("Query")
    statement = await query.input_value()
    await query.fill("MATCH (x:Spaceship) RETURN x")
    await lesson.get_by_role("button", name="Approve").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Spaceship")
    await page.go_back()
    await query.fill(f"{statement} ORDER BY title DESC")
    await lesson.get_by_role("button", name="Save the change").click()
    await expect(page.get_by_role("status")).to_contain_text("still waits")
    await turn_to(page, lesson)
    titles = await lesson.get_by_role("region").locator("td").all_inner_texts()
    assert titles == sorted(titles, reverse=True)
    await lesson.get_by_role("button", name="Approve").click()
    await expect(lesson).to_have_count(0)
    word = card(page, "words", "netting = Film.budget")
    await expect(word.get_by_role("region")).to_contain_text("budget")
    await word.get_by_role("button", name="Refuse").click()
    await expect(word).to_have_count(0)
    decided = page.locator("section[aria-labelledby='decided'] tbody tr")
    await expect(decided.filter(has_text=LEARNT.question)).to_contain_text("approvedada20")
    await expect(decided.filter(has_text="netting")).to_contain_text("refusedada20")


async def test_a_shared_conversation_is_read_by_others_until_it_ends(
    browser: Browser, shared: Served
) -> None:
    async with signed_in(browser, shared, "ada") as ada, signed_in(browser, shared, "") as bo:
        page = await opened(ada, shared)
        await ask(page, "How many films are there per genre?")
        await ask(page, "Which films did Meg Ryan act in?")
        await page.locator("#header").get_by_role("button", name="Share").click()
        await page.get_by_role("button", name="Share, and copy the link").click()
        await page.set_viewport_size({"width": 390, "height": 844})
        assert await page.evaluate(WIDE) == 0
        link = f"{shared.address}/share/{page.url.rpartition('/')[2]}"
        await expect(page.get_by_role("button", name="Unshare")).to_be_visible()

        # Who has the link signs in first, and reads it then.
        theirs = await opened(bo, shared, link.removeprefix(shared.address))
        await theirs.locator("#email").fill("bo")
        await theirs.locator("#password").fill("one")
        await theirs.locator("#password").press("Enter")
        shown = theirs.locator(".step[data-step-type='assistant_message']")
        await expect(shown).to_have_count(2, timeout=PATIENCE)
        await expect(theirs.locator("#cicerone-shared")).to_contain_text("only to be read")
        await expect(shown.first.locator(".cic-drawn svg").first).to_be_visible()
        assert "Sleepless in Seattle" in await column(shown.nth(1))
        # A page that is still being fetched may draw its answers once more, closed.
        await theirs.wait_for_load_state("networkidle")
        await shown.nth(1).get_by_role("button", name="Cypher").press("Enter")
        await expect(shown.nth(1).locator(".cic-code")).to_contain_text("MATCH", timeout=PATIENCE)
        for absent in (".cic-download", ".cic-link", ".cic-choices", ".cic-draw"):
            await expect(theirs.locator(absent)).to_have_count(0)
        for absent in ("Pin", "Helpful"):
            await expect(theirs.get_by_role("button", name=absent)).to_have_count(0)
        await expect(theirs.locator("#chat-input")).to_have_count(0)
        await expect(theirs.locator("button[class*='-feedback-']")).to_have_count(0)
        assert await serious(theirs) == []
        # Where there is a form to sign in, Chainlit asks who is there, and is told nobody.
        assert [one for one in bo.complaints if "401" not in one and "Unauth" not in one] == []

        # In the widget nothing is offered to be shared.
        widget = await opened(ada, shared, "/public/widget-demo.html")
        await widget.locator("#chainlit-copilot-button").click()
        await widget.locator("#starters button:enabled").first.wait_for()
        await ask(widget, "How many studios are there?")
        await expect(widget.locator("svg.lucide-share2")).to_have_count(0)
        await widget.close()

        # Nobody who has not signed in, and nobody but ada reviews.
        stranger = await browser.new_context()
        address = link.replace("/share/", "/project/share/")
        assert (await stranger.request.get(address)).status == 401
        assert (await stranger.request.get(f"{shared.address}/memory")).status == 401
        await stranger.close()
        refused = await theirs.goto(f"{shared.address}/review")
        assert refused is not None and refused.status == 403
        await expect(theirs.get_by_role("heading", level=1)).to_contain_text("Only curators")
        elsewhere = {"Origin": "https://evil.example"}
        forged = await ada.context.request.post(
            f"{shared.address}/memory/everything", form={"sure": "yes"}, headers=elsewhere
        )
        assert forged.status == 403

        # Whoever shares sees so, and ends it with one click.
        memory = await opened(ada, shared, "/memory")
        await memory.get_by_role("button", name="Stop sharing").click()
        await expect(memory.get_by_role("status")).to_contain_text("Nobody else")
        assert (await bo.context.request.get(address)).status == 404


async def test_the_local_person_reviews(page: Page) -> None:
    await page.get_by_role("link", name="Memory").first.click()
    await expect(page.locator(".lead")).to_contain_text("remembered of you")
    await page.get_by_role("link", name="Review").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Review")
