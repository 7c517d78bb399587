"""The page's messages as they are kept: an answer, an error, and an answer that became one."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from chainlit.user import PersistedUser

from bot.events import AnswerToken, Choice, Notice, Outcome, StepStarted
from bot.render.web import Web
from memory.threads import Threads
from tests.integration.chats import chat

QUERY = "MATCH (f:Film) RETURN date(f.title)"
AGAIN = Choice("Ask again", "Which films?")


@pytest.fixture(autouse=True)
def _kept_by(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chainlit.data._data_layer", threads)
    monkeypatch.setattr("chainlit.data._data_layer_initialized", True)


async def shown(
    threads: Threads, person: PersistedUser, outcome: Outcome, *events: Any
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The messages of a turn, and what stands under each, as a reload finds them."""
    thread = str(uuid4())
    with chat(person, thread):
        await threads.update_thread(thread, name="which?", user_id=person.id)
        channel = Web(str(uuid4()), 100, has_model=True)
        for event in events:
            await channel(event)
        await channel.finish(outcome)
        await threads.close()
        found: Any = await threads.get_thread(thread)
    messages = [step for step in found["steps"] if step["type"] == "assistant_message"]
    under = {element["forId"]: element["props"] for element in found["elements"]}
    return messages, [under.get(message["id"], {}) for message in messages]


async def test_an_error_stands_with_the_query_and_the_way_on(
    threads: Threads, ada: PersistedUser
) -> None:
    failed = Outcome(
        question="Which films?", engine="llm", cypher=QUERY, error="It *failed*.", choices=(AGAIN,)
    )
    waited = "Waiting for the model: you are next."
    [message], [under] = await shown(threads, ada, failed, StepStarted("write"), Notice(waited))
    assert message["isError"] and message["output"] == "It \\*failed\\*."
    assert under["failed"] and under["cypher"] == QUERY and under["notices"] == [waited]
    assert under["choices"] == [
        {"label": "Ask again", "question": "Which films?", "kind": "question"}
    ]


async def test_an_error_after_the_first_words_leaves_them(
    threads: Threads, ada: PersistedUser
) -> None:
    failed = Outcome(question="Which films?", answer="These", error="It failed.", choices=(AGAIN,))
    (said, message), (nothing, under) = await shown(threads, ada, failed, AnswerToken("These"))
    assert said["output"] == "These" and not said["isError"] and not nothing
    assert message["output"] == "It failed." and message["isError"] and under["choices"]


async def test_an_error_alone_is_its_sentence_alone(threads: Threads, ada: PersistedUser) -> None:
    [message], [under] = await shown(threads, ada, Outcome(question="?", error="It failed."))
    assert message["output"] == "It failed." and message["isError"] and not under
