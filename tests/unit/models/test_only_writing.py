"""A model that writes Cypher and can do nothing else; the endpoint is the scripted stand-in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.errors import ModelRefused
from bot.models.opening import open_model, open_writer
from bot.ports import WriteRequest
from bot.settings import Settings, load_settings
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from tests.scripted_model import Script, scripted_model

YEAR = Property("year", ("INTEGER",), minimum=1895, maximum=2024)
SCHEMA = Schema(
    {
        "Film": Label(
            "Film", 9, {"title": Property("title", ("STRING",), ("Heat",)), "year": YEAR}
        ),
        "Person": Label("Person", 9, {}),
    },
    {"HELPED": Relationship("HELPED", 5, (Join("Person", "Film", 5),))},
)
ASKED = WriteRequest(
    "Who helped Heat?",
    SCHEMA,
    (LinkedValue("Heat", "Film", "title", "Heat", 11, 15),),
    (("Who paid?", "MATCH (x) RETURN x"),),
)
CYPHER = "MATCH (p:Person)-[:HELPED]->(f:Film {title: 'Heat'}) RETURN p"


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


def settings(script: Script, **options: object) -> Settings:
    given = {"write_model": "text2cypher-gemma", "write_base_url": script.url} | options
    return load_settings(**given)


async def test_it_is_asked_as_it_was_trained(script: Script) -> None:
    script.on("Cypher output:", text=CYPHER)
    writer = open_writer(settings(script), None)
    written, usage = await writer.write(ASKED)
    assert written == CYPHER and usage.calls == 1 and script.requests[0]["model"] == writer.name
    (prompt,) = script.prompts
    assert "Schema: Node properties:\n- **Film**\n  - `title`: STRING Example" in prompt
    assert "Min: 1895, Max: 2024" in prompt and "(:Person)-[:HELPED]->(:Film)" in prompt
    assert prompt.rstrip().endswith("Question: Who helped Heat?\nCypher output:")
    assert 'Film.title = "Heat"' in prompt and "Who paid?" not in prompt
    await writer.close()


async def test_nobody_mends_its_drafts_but_a_model_that_chats(script: Script) -> None:
    script.on("did not work", text=CYPHER)
    alone = open_writer(settings(script), None)
    assert await alone.correct(ASKED, "MATCH", "It failed.") is None
    await alone.close()
    both = settings(script, openai_base_url=script.url, model="talker")
    chat = open_model(both)
    writer = open_writer(both, chat)
    corrected = await writer.correct(ASKED, "MATCH", "It failed.")
    assert corrected and corrected[0] == CYPHER and script.requests[0]["model"] == "talker"
    await writer.close()
    await chat.close()


async def test_a_refusal_names_its_own_settings(script: Script) -> None:
    script.on("", status=401)
    writer = open_writer(settings(script), None)
    with pytest.raises(ModelRefused) as refused:
        await writer.write(ASKED)
    assert refused.value.remedy.startswith("Set CICERONE_WRITE_API_KEY")
    assert "OPENAI" not in str(refused.value) + refused.value.remedy
    await writer.close()


@pytest.mark.parametrize(
    ("name", "form", "as_"),
    [
        ("text2cypher-gemma-2-9b", "auto", "text2cypher"),
        ("text-to-cypher-Gemma-3-4B", "auto", "text2cypher"),
        ("qwen2.5-coder", "auto", "chat"),
        ("gemma", "text2cypher", "text2cypher"),
        ("text2cypher", "chat", "chat"),
    ],
)
def test_the_form_follows_the_name_unless_it_is_set(name: str, form: str, as_: str) -> None:
    assert load_settings(write_model=name, write_form=form).writes_as == as_


async def test_a_key_stays_with_its_endpoint(script: Script) -> None:
    script.on("", text=CYPHER)
    elsewhere = settings(script, openai_base_url="http://127.0.0.1:9/v1", openai_api_key="sk-chat")
    writer = open_writer(elsewhere, None)
    await writer.write(ASKED)
    await writer.close()
    same = settings(script, write_base_url=None, openai_base_url=script.url, openai_api_key="sk-1")
    writer = open_writer(same, None)
    await writer.write(ASKED)
    await writer.close()
    assert "sk-chat" not in script.keys[0] and script.keys[1] == "Bearer sk-1"
