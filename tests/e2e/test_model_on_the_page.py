"""What the page shows of a model: that it is waited for, that it failed, and its words as text."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.conftest import Watched, welcome
from tests.e2e.served import Served, serving
from tests.e2e.talk import PATIENCE, answered, ask, column, words
from tests.scripted_model import DONE, Script, scripted_model, token

# Rules know all its words, and cannot read it.
ASKED = "Which films are longer than every film of Clint Eastwood?"
WRITE, SUMMARY, CORRECT = "You write one read-only", "You answer a question", "did not work"
UNDERSTAND = "You prepare a message"
LONGER = """
MATCH (:Person {name: 'Clint Eastwood'})-[:DIRECTED]->(e:Film) WITH max(e.runtime) AS longest
MATCH (f:Film) WHERE f.runtime > longest RETURN f.title AS title, f.runtime AS runtime
"""
TOLD = "Some films are longer than all of his."


@pytest.fixture(scope="module")
def model() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


@pytest.fixture(scope="module")
def with_model(tmp_path_factory: pytest.TempPathFactory, model: Script) -> Iterator[Served]:
    """In a home of its own: what it spends is summed in no other."""
    env = {
        "OPENAI_BASE_URL": model.url,
        "CICERONE_ENGINE": "llm",
        "CICERONE_LINK_HOSTS": "films.example",
    }
    with serving(tmp_path_factory.mktemp("model-home"), **env) as served:
        yield served


@pytest.fixture
def script(model: Script) -> Script:
    """One that writes the right query, and forgets what another test had it say."""
    for said in (model.replies, model.prompts, model.requests, model.sent):
        said.clear()
    return model.on(WRITE, text=LONGER).on(SUMMARY, text=TOLD)


@pytest.fixture
async def page(watched: Watched, with_model: Served) -> AsyncIterator[Page]:
    yield await welcome(watched, with_model)


async def reloaded(page: Page) -> Locator:
    """The one answer of the conversation after the page was loaded anew."""
    # The page writes a new thread's address down once it has its list of threads anew.
    await expect(page).to_have_url(re.compile("/thread/"), timeout=PATIENCE)
    # What is not done yet need not be kept yet.
    await expect(page.locator("#stop-button")).to_have_count(0, timeout=PATIENCE)
    await page.reload()
    answers = page.locator(".step[data-step-type='assistant_message']")
    await expect(answers).to_have_count(1, timeout=PATIENCE)
    return answers.first


async def test_an_error_keeps_the_question_at_hand(page: Page, script: Script) -> None:
    script.on(WRITE, status=429, text="slow down", times=1)
    failed = await ask(page, ASKED)
    for shown in (failed, await reloaded(page)):
        assert "takes no more now; ask again in a minute" in await words(shown)
        again = shown.get_by_role("button", name="Ask again")
        await expect(again).to_be_visible()
        await expect(shown.locator(".cic-code")).to_have_count(0)
    await again.click()
    right = await answered(page, 1)
    assert TOLD in await words(right)
    asked = page.locator(".step[data-step-type='user_message']")
    await expect(asked).to_have_text([ASKED, ASKED])


async def test_a_statement_that_failed_stands_under_its_error(page: Page, script: Script) -> None:
    broken = "MATCH (f:Film) RETURN date(f.title) AS day"
    script.on(WRITE, text=broken).on(CORRECT, text=broken)
    failed = await ask(page, ASKED)
    for shown in (failed, await reloaded(page)):
        assert "date() cannot parse" in await words(shown)
        await expect(shown.locator(".cic-code pre")).to_have_text(broken)
        await expect(shown.locator(".cic-how").first).to_contain_text("language model")


MADE = "What did Clint Eastwood make?"
DIRECTED = """
MATCH (p:Person {name: 'Clint Eastwood'})-[:DIRECTED]->(f:Film) RETURN f.title AS title
"""


async def test_what_a_question_could_also_mean_is_one_click_away(
    page: Page, watched: Watched, script: Script
) -> None:
    script.on(WRITE, text=DIRECTED)
    answer = await ask(page, MADE)
    await expect(answer.get_by_text("It could also mean:")).to_be_visible()
    other = answer.get_by_role("button", name="What are the films that Clint Eastwood acted in?")
    # A wording for each, and how much it finds; what was answered is not among them.
    await expect(answer.locator(".cic-choices button")).to_have_text(
        [re.compile(r"\(\d+ rows?")] * 2
    )
    await expect(answer.locator(".cic-choices")).not_to_contain_text("directed by")
    # In a conversation the model understands first.
    meant = {"standalone": await other.inner_text(), "verdict": "answerable"}
    script.on(UNDERSTAND, text=json.dumps(meant))
    script.on(WRITE, text=DIRECTED.replace("DIRECTED", "ACTED_IN"))
    await other.click()
    acted = await answered(page, 1)
    assert "The Good, the Bad and the Ugly" in await column(acted)
    await expect(page.locator("#stop-button")).to_have_count(0, timeout=PATIENCE)
    assert watched.complaints == []


# It stands where a person looks, before there is any answer.
WAITING = """() => {
  const trail = document.querySelector(".step[data-step-type='tool'] button[id^='step-']");
  const answer = document.querySelector(".step[data-step-type='assistant_message']");
  return !answer && trail?.checkVisibility() && trail.innerText.includes("asked for 1 s of pause");
}"""


async def test_a_pause_that_the_model_asked_for_is_seen_while_it_lasts(
    page: Page, script: Script
) -> None:
    script.on(WRITE, status=429, headers={"Retry-After": "1"}, text="slow down", times=1)
    await page.locator("#chat-input").fill(ASKED)
    await page.locator("#chat-submit:enabled").click()
    await page.wait_for_function(WAITING, timeout=PATIENCE)
    answer = await answered(page, 0)
    assert TOLD in await words(answer)
    await expect(page.locator("button[id^='step-How I got there']")).to_be_visible()
    await expect(answer.locator(".cic-notice")).to_contain_text("asked for 1 s of pause")


EVIL = "http://evil.example"
MARKUP = [
    f"All are longer ![x]({EVIL}/p.png) and ![x](//evil.example/p.png).",
    f"See ![this][1] and [that][1] and [more]({EVIL}/m) as well.",
    f"<img src={EVIL}/i.png onerror=alert(1)> <svg onload=alert(1)></svg> are no films.",
    "<script>fetch('//evil.example')</script> nor <style>@import '//evil.example/s.css';</style>.",
    "<video src='//evil.example/v' autoplay></video> <b>bold</b> <details open>no</details> nor.",
    "<form action='//evil.example'><input autofocus><button>send</button></form> neither.",
    f"[click](javascript:alert(1)) or {EVIL}/?rows=1 or www.evil.example or a@evil.example too.",
    "| a | b |\n|---|---|\n| c | ![x](//evil.example/t.png) |",
    "The list is [here](https://films.example/top), [not here](https://films.example.evil.example).",
    "\n\n[1]: //evil.example/r.png\n",
]
# What holding the answer to its rows lets through, so that the page has to show it as text.
AS_WRITTEN = [
    "![this][1]",
    "<svg onload=alert(1)></svg>",
    "<style>@import '//evil.example/s.css';</style>",
    "<b>bold</b>",
    "<form action='//evil.example'><input autofocus>",
    "|---|---|",
    "[1]: //evil.example/r.png",
]
ELEMENTS = "img, svg, script, style, video, b, details, form, input, iframe, object, table"


async def hold_no_markup(answer: Locator) -> None:
    """The answer is text, but for the link to where links may lead."""
    said = answer.locator(".message-content .prose").first
    await expect(said.locator(ELEMENTS)).to_have_count(0)
    links = await said.locator("a").evaluate_all("all => all.map(one => one.href)")
    assert set(links) <= {"https://films.example/top"}


async def test_what_a_model_writes_is_only_text(
    page: Page, watched: Watched, with_model: Served, script: Script
) -> None:
    pieces = [token(f"{piece} ") for piece in MARKUP]
    script.on(SUMMARY, wire=(*pieces, 2.0, token("That is all of them."), DONE))
    await page.locator("#chat-input").fill(ASKED)
    await page.locator("#chat-submit:enabled").click()
    streamed = page.locator(".step[data-step-type='assistant_message']").first
    await expect(streamed).to_contain_text("The list is", timeout=PATIENCE)
    await hold_no_markup(streamed)
    answer = await answered(page, 0)
    for shown in (answer, await reloaded(page)):
        await expect(shown).to_contain_text("That is all of them.")
        said = await words(shown)
        assert [text for text in AS_WRITTEN if text not in said] == []
        await hold_no_markup(shown)
        await expect(shown.get_by_role("link", name="here")).to_have_count(1)
    assert not [url for url in watched.requests if "evil.example" in url]
    assert watched.outside(with_model.address) == []
