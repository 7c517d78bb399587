"""A conversation in Teams: activities in, plain messages, thumbs and a file out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.served import Served, serving
from tests.e2e.teams_api import APP, BOT, TENANT, Teams, teams_api


@pytest.fixture(scope="module")
def teams() -> Iterator[Teams]:
    with teams_api() as teams:
        yield teams


@pytest.fixture(scope="module")
def teams_app(home: Path, app: Served, teams: Teams) -> Iterator[str]:
    """An app of its own beside the page's: they share the home's database."""
    env = {
        "TEAMS_APP_ID": APP,
        "TEAMS_APP_PASSWORD": "secret",
        "TEAMS_APP_TENANT_ID": TENANT,
        "TEST_TEAMS_KEYS": f"{teams.url}metadata",
    }
    with serving(home, program=("-m", "tests.e2e.teams_app"), **env) as served:
        yield served.address


async def test_a_chat_is_a_conversation_and_a_number_picks_a_choice(
    teams: Teams, teams_app: str
) -> None:
    before = len(teams.activities)
    reply = await teams.say(teams_app, "<at>Cicerone</at> Which films did Tom Hanks act in?")
    assert reply.status_code == 202
    assert "Forrest Gump" in "\n".join(await teams.replies(before, "Forrest Gump"))
    assert teams.activities[before]["type"] == "typing"

    before = len(teams.activities)
    await teams.say(teams_app, "and which of those came out after 2000?")
    later = "\n".join(await teams.replies(before, "Understood as"))
    assert "Forrest Gump" not in later.split("Understood as")[0]

    before = len(teams.activities)
    await teams.say(teams_app, "what's the weather?")
    offered = "\n".join(await teams.replies(before, "Reply with a number"))
    assert re.search(r"(?m)^2\\?\. ", offered)
    before = len(teams.activities)
    await teams.say(teams_app, "2")
    assert "without a language model" in "\n".join(await teams.replies(before, "Asked:"))


async def test_a_chart_is_a_picture(teams: Teams, teams_app: str) -> None:
    before = len(teams.activities)
    await teams.say(teams_app, "How many films are there per country?")
    drawn = await teams.card(before, "image/png")
    assert drawn["contentUrl"].startswith("data:image/png;base64,iVBOR")


async def test_two_people_of_one_name_are_two(teams: Teams, teams_app: str) -> None:
    await teams.say(teams_app, "Which films did Tom Hanks act in?", "bob")
    before = len(teams.activities)
    await teams.say(teams_app, "and which of those came out after 2000?", "eve")
    assert "Cast Away" not in "\n".join(await teams.replies(before, ""))


async def test_all_rows_are_offered_as_a_file_which_is_uploaded_where_teams_says(
    teams: Teams, teams_app: str
) -> None:
    before = len(teams.activities)
    await teams.say(teams_app, "Which films came out after 1990?")
    card = await teams.card(before, "file.consent")
    total = re.search(r"20 of ([\d,]+) shown", "\n".join(teams.texts(before)))
    assert total
    accepted = {
        "type": "invoke",
        "name": "fileConsent/invoke",
        "value": {
            "action": "accept",
            "context": card["content"]["acceptContext"],
            "uploadInfo": {
                "uploadUrl": f"{teams.url}drive/1",
                "contentUrl": "https://files.example/rows.csv",
                "name": "rows.csv",
                "uniqueId": "1",
                "fileType": "csv",
            },
        },
    }
    before = len(teams.activities)
    await teams.send(teams_app, accepted, "mallory")
    assert await teams.replies(before, "no such answer of yours")
    assert not teams.uploads

    before = len(teams.activities)
    reply = await teams.send(teams_app, accepted)
    assert reply.status_code == 200
    told = await teams.card(before, "file.info")
    assert told["contentUrl"] == "https://files.example/rows.csv"
    [(content, part)] = teams.uploads
    assert part == f"bytes 0-{len(content) - 1}/{len(content)}"
    assert len(content) == card["content"]["sizeInBytes"]
    assert content.count(b"\r\n") >= int(total[1].replace(",", "")) + 1


@pytest.mark.parametrize(
    ("asked", "name", "sign"),
    [
        ("as excel", "rows.xlsx", b"PK"),
        ("as json please", "rows.json", b'"films": '),
        ("save our conversation", "conversation.md", b"## How many films are there per country?"),
    ],
)
async def test_files_that_are_asked_for_in_words_are_offered(
    teams: Teams, teams_app: str, asked: str, name: str, sign: bytes
) -> None:
    before = len(teams.activities)
    await teams.say(teams_app, "How many films are there per country?", "kim")
    await teams.replies(before, "Asked:")
    before = len(teams.activities)
    await teams.say(teams_app, asked, "kim")
    card = await teams.card(before, "file.consent")
    assert card["name"] == name
    value = {"action": "accept", "context": card["content"]["acceptContext"]}
    value["uploadInfo"] = {"uploadUrl": f"{teams.url}drive/2", "name": name, "uniqueId": "2"}
    accepted = {"type": "invoke", "name": "fileConsent/invoke", "value": value}
    before, uploads = len(teams.activities), len(teams.uploads)
    await teams.send(teams_app, accepted, "mallory")
    assert await teams.replies(before, "no such answer of yours")
    before = len(teams.activities)
    await teams.send(teams_app, accepted, "kim")
    await teams.card(before, "file.info")
    [(content, _)] = teams.uploads[uploads:]
    assert sign in content


async def test_in_a_channel_there_is_no_file(teams: Teams, teams_app: str) -> None:
    channel = {"id": "19:channel", "conversationType": "channel"}
    before = len(teams.activities)
    await teams.say(teams_app, "Which films came out after 1990?", conversation=channel)
    assert await teams.replies(before, "in a chat with me alone")


async def test_a_thumb_teaches_and_leaves_the_answer_where_it_is(
    teams: Teams, teams_app: str
) -> None:
    before = len(teams.activities)
    await teams.say(teams_app, "Which films did Clint Eastwood direct?", "zoe")
    card = await teams.card(before, "card.hero")
    [liked, disliked] = [button["value"] for button in card["content"]["buttons"]]
    before = len(teams.activities)
    await teams.say(teams_app, "dislike", "mallory", value=disliked)
    assert await teams.replies(before, "Only the person who asked")
    before = len(teams.activities)
    await teams.say(teams_app, "like", "zoe", value=liked)
    assert await teams.replies(before, "Thank you")
    before = len(teams.activities)
    await teams.say(teams_app, "Which films did Clint Eastwood direct?", "zoe")
    assert await teams.replies(before, "approved question")
    before = len(teams.activities)
    await teams.say(teams_app, "dislike", "zoe", value=disliked)
    assert await teams.replies(before, "not taken for right")


async def test_odd_messages_get_a_sentence_each(teams: Teams, teams_app: str) -> None:
    before = len(teams.activities)
    assert (await teams.say(teams_app, "like")).status_code == 202
    assert await teams.replies(before, "like")
    before = len(teams.activities)
    picture = {"contentType": "image/png", "contentUrl": f"{teams.url}never", "content": {}}
    assert (await teams.say(teams_app, None, attachments=[picture])).status_code == 202
    assert await teams.replies(before, "in words")
    before = len(teams.activities)
    added = {"type": "conversationUpdate", "membersAdded": [BOT]}
    assert (await teams.send(teams_app, added)).status_code == 202
    assert await teams.replies(before, "\n\n- ")


async def test_what_comes_twice_is_answered_once(teams: Teams, teams_app: str) -> None:
    before = len(teams.activities)
    for _ in range(2):
        await teams.say(teams_app, "Which films did Clint Eastwood direct?", id="same")
    await teams.replies(before, "Asked:")
    assert [one["type"] for one in teams.activities[before:]].count("typing") == 1


async def test_rows_are_uploaded_to_no_other_host(teams: Teams, teams_app: str) -> None:
    before, uploads = len(teams.activities), len(teams.uploads)
    await teams.say(teams_app, "Which films came out after 1991?")
    card = await teams.card(before, "file.consent")
    for address in (f"http://localhost:{teams.url.split(':')[2]}", "http://[", "", None, 7):
        before = len(teams.activities)
        value = {"action": "accept", "context": card["content"]["acceptContext"]}
        value["uploadInfo"] = {"uploadUrl": address}
        asked = {"type": "invoke", "name": "fileConsent/invoke", "value": value}
        assert (await teams.send(teams_app, asked)).status_code == 200
        assert await teams.replies(before, ".")
    assert len(teams.uploads) == uploads


async def test_another_tenant_gets_nothing(teams: Teams, teams_app: str) -> None:
    before = len(teams.activities)
    away = {"tenant": {"id": "tenant-2"}}
    await teams.say(teams_app, "Which films did Tom Hanks act in?", channelData=away)
    assert len(teams.activities) == before
