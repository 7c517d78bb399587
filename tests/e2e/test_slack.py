"""A conversation in Slack: signed events in, plain messages and a file out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.served import Served, serving
from tests.e2e.slack_api import SECRET, Slack, slack_api
from tests.e2e.test_several_graphs import loaded


@pytest.fixture(scope="module")
def slack() -> Iterator[Slack]:
    with slack_api() as slack:
        yield slack


@pytest.fixture(scope="module")
def slack_app(home: Path, app: Served, slack: Slack) -> Iterator[str]:
    """An app of its own beside the page's: they share the home's database."""
    env = {
        "SLACK_BOT_TOKEN": "xoxb-test",
        "SLACK_SIGNING_SECRET": SECRET,
        "TEST_SLACK_API": slack.url,
    }
    with serving(home, program=("-m", "tests.e2e.slack_app"), **env) as served:
        yield served.address


async def test_an_answer_is_plain_text_in_parts_with_the_rows_as_a_file(
    slack: Slack, slack_app: str
) -> None:
    before, files = len(slack.posts), len(slack.files)
    reply = await slack.say(slack_app, "Which films came out after 1990?")
    assert reply.status_code == 200
    texts = await slack.replies(before, " shown")
    assert all(0 < len(text) < 3000 for text in texts)
    assert all(
        len(block["text"]["text"]) < 3000
        for post in slack.posts[before:]
        for block in post["blocks"]
        if block["type"] == "section"
    )
    total = re.search(r"20 of ([\d,]+) shown", "\n".join(texts))
    assert total
    assert "```" in "\n".join(texts)
    lines = (await slack.file(files)).count(b"\r\n")
    assert lines >= int(total[1].replace(",", "")) + 1


async def test_a_chart_is_a_picture_changed_in_words(slack: Slack, slack_app: str) -> None:
    files, before = len(slack.files), len(slack.posts)
    await slack.say(slack_app, "the ten longest films")
    assert b"PNG" in (await slack.file(files))[:300]
    thread, files, before = slack.last_moment, len(slack.files), len(slack.posts)
    await slack.say(slack_app, "as points", thread)
    assert "Points: " in "\n".join(await slack.replies(before, "values, from"))
    assert b"PNG" in (await slack.file(files))[:300]


async def test_files_that_are_asked_for_in_words_arrive(slack: Slack, slack_app: str) -> None:
    before, drawn = len(slack.posts), len(slack.files)
    await slack.say(slack_app, "How many films are there per genre?")
    thread = slack.last_moment
    await slack.replies(before, "Asked:")
    await slack.file_with(b"PNG", drawn)
    signs = {"as excel": b"PK", "as json please": b'"films": 134', "as csv": b"Drama,134"}
    signs["save our conversation"] = b"## How many films are there per genre?"
    for asked, sign in signs.items():
        files = len(slack.files)
        await slack.say(slack_app, asked, thread)
        told = await slack.file_with(sign, files)
    assert b"Drama" in told and b"134" in told


async def test_the_graph_is_chosen_in_a_message(slack: Slack, tmp_path: Path) -> None:
    env = {"SLACK_BOT_TOKEN": "xoxb-test", "SLACK_SIGNING_SECRET": SECRET}
    env["TEST_SLACK_API"] = slack.url
    async with loaded(tmp_path):
        with serving(tmp_path, program=("-m", "tests.e2e.slack_app"), **env) as served:
            before = len(slack.posts)
            await slack.say(served.address, "graph")
            [told] = await slack.replies(before, "Huts of the Alps")
            assert "asks films" in told
            before = len(slack.posts)
            await slack.say(served.address, "graph alps: which hut has the most beds?")
            thread = slack.last_moment
            assert "Carlsruh" in "\n".join(await slack.replies(before, "Asked:"))
            before = len(slack.posts)
            await slack.say(served.address, "how many huts are there?", thread)
            assert "3" in "\n".join(await slack.replies(before, "Asked:"))
            before = len(slack.posts)
            await slack.say(served.address, "/graph FILMS", thread)
            await slack.replies(before, "asks films from here on")
            before = len(slack.posts)
            await slack.say(served.address, "how many films are there?", thread)
            assert "241" in "\n".join(await slack.replies(before, "Asked:"))


async def test_a_thread_is_a_conversation_and_a_number_picks_a_choice(
    slack: Slack, slack_app: str
) -> None:
    before = len(slack.posts)
    await slack.say(slack_app, "<@UBOT> Which films did Tom Hanks act in?")
    thread = slack.last_moment
    assert "Forrest Gump" in "\n".join(await slack.replies(before, "Forrest Gump"))

    before = len(slack.posts)
    await slack.say(slack_app, "and which of those came out after 2000?", thread)
    later = "\n".join(await slack.replies(before, "Understood as"))
    assert "Forrest Gump" not in later.split("Understood as")[0]

    before = len(slack.posts)
    await slack.say(slack_app, "what's the weather?", thread)
    offered = "\n".join(await slack.replies(before, "Reply with a number"))
    second = re.search(r"(?m)^2\. (?:.*: )?(.+)$", offered)
    assert second

    before = len(slack.posts)
    await slack.say(slack_app, "2", thread)
    picked = "\n".join(await slack.replies(before, "Asked:"))
    assert "without a language model" in picked


async def test_a_thumb_teaches(slack: Slack, slack_app: str) -> None:
    asked = "Which films did Clint Eastwood direct?"
    before = len(slack.posts)
    await slack.say(slack_app, asked)
    await slack.replies(before, "Asked:")
    reply = await slack.click(slack_app, slack.posts[-1], "thumbup")
    assert reply.status_code == 200
    before = len(slack.posts)
    await slack.say(slack_app, asked)
    await slack.replies(before, "approved question")


async def test_an_event_that_is_not_from_slack_is_refused(slack: Slack, slack_app: str) -> None:
    before = len(slack.posts)
    event = {"type": "event_callback", "event": {"type": "message", "text": "hi", "ts": "1"}}
    reply = await slack.send(slack_app, event, secret="wrong")
    assert reply.status_code == 401
    assert len(slack.posts) == before
