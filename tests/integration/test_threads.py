"""Chainlit's threads in our store, on both databases: each known fault of its own layer."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from chainlit.element import CustomElement
from chainlit.step import Step
from chainlit.types import Feedback, Pagination, ThreadFilter
from chainlit.user import PersistedUser, User
from sqlalchemy import text
from structlog.testing import capture_logs

from memory.asker import asking
from memory.conversation import Exchange
from memory.errors import StoreError
from memory.store import Store
from memory.thread_keeping import NotTheirs
from memory.threads import Threads
from tests.integration.chats import a_step, chat, first_visit, known, talk
from tests.integration.databases import written


async def steps_of(threads: Threads, thread_id: str) -> list[Any]:
    thread = await threads.get_thread(thread_id)
    return thread["steps"] if thread else []


# Steps


async def test_sixty_instant_steps_lose_nothing(threads: Threads, ada: PersistedUser) -> None:
    """Chainlit starts a task for each write and awaits none; its own layer loses 25 of 60."""
    with chat(ada, "t1"):
        tasks = []
        for number in range(60):
            step = a_step("t1", f"s{number}")
            done = {**step, "input": f"in {number}", "output": f"out {number}"}
            tasks += [
                asyncio.create_task(threads.create_step(step)),
                asyncio.create_task(threads.update_step(done)),  # type: ignore[arg-type]
            ]
        await asyncio.gather(*tasks)
    found = {step["id"]: (step["input"], step["output"]) for step in await steps_of(threads, "t1")}
    assert found == {f"s{n}": (f"in {n}", f"out {n}") for n in range(60)}


async def test_the_last_of_many_updates_is_kept(threads: Threads, ada: PersistedUser) -> None:
    with chat(ada, "t1"):
        tasks = []
        for number in range(20):
            step = a_step("t1", f"s{number}")
            tasks.append(asyncio.create_task(threads.create_step(step)))
            for length in range(1, 8):
                longer = {**step, "output": "word " * length}
                tasks.append(asyncio.create_task(threads.update_step(longer)))  # type: ignore[arg-type]
        await asyncio.gather(*tasks)
    assert {step["output"] for step in await steps_of(threads, "t1")} == {"word " * 7}


async def test_sixty_steps_of_chainlit_itself_lose_nothing(
    threads: Threads, ada: PersistedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chainlit.data._data_layer", threads)
    monkeypatch.setattr("chainlit.data._data_layer_initialized", True)

    async def one(number: int) -> None:
        async with Step(name=f"step {number}", type="tool") as step:
            step.input = f"in {number}"
            step.output = f"out {number}"

    with chat(ada, "t1"):
        await threads.update_thread("t1", name="sixty", user_id=ada.id)
        await asyncio.gather(*(one(number) for number in range(60)))
        await asyncio.sleep(0)
        await threads.close()
    found = sorted((s["name"], s["input"], s["output"]) for s in await steps_of(threads, "t1"))
    assert found == sorted((f"step {n}", f"in {n}", f"out {n}") for n in range(60))


async def test_a_step_created_after_its_update_is_not_blanked(
    threads: Threads, ada: PersistedUser
) -> None:
    with chat(ada, "t1"):
        step = a_step("t1", "s1")
        await threads.update_step({**step, "input": "in", "output": "whole"})
        await threads.create_step({**step, "output": "who"})
        (found,) = await steps_of(threads, "t1")
    assert (found["input"], found["output"]) == ("in", "whole")


async def test_a_step_comes_back_as_it_was(threads: Threads, ada: PersistedUser) -> None:
    step = a_step(
        "t1",
        "s1",
        input="question",
        output="a\x00b \ud83d",
        metadata={"favorite": True, "icon": "film", "odd": "\x00"},
        tags=["x"],
        generation={"model": "m"},
        showInput=True,
        defaultOpen=True,
        newInTheNextChainlit={"ignored": True},
    )
    with chat(ada, "t1"):
        await threads.create_step(step)
        (found,) = await steps_of(threads, "t1")
    assert found["output"] == "ab ?"
    assert found["metadata"] == {"favorite": True, "icon": "film", "odd": ""}
    assert found["autoCollapse"] is True
    assert found["defaultOpen"] is True
    assert found["showInput"] is True
    assert found["input"] == "question"
    assert (found["tags"], found["generation"]) == (["x"], {"model": "m"})
    assert "newInTheNextChainlit" not in found


async def test_an_input_that_is_not_shown_is_not_sent(threads: Threads, ada: PersistedUser) -> None:
    with chat(ada, "t1"):
        await threads.create_step(a_step("t1", input="secret", showInput=False))
        (found,) = await steps_of(threads, "t1")
    assert (found["input"], found["showInput"]) == ("", False)


async def test_steps_come_in_the_order_they_began(threads: Threads, ada: PersistedUser) -> None:
    order = list(range(20))
    random.Random(1).shuffle(order)
    with chat(ada, "t1"):
        for number in order:
            moment = f"2026-01-01T10:00:00.{number:06}Z"
            await threads.create_step(a_step("t1", f"s{number}", createdAt=moment))
    assert [s["id"] for s in await steps_of(threads, "t1")] == [f"s{n}" for n in range(20)]


async def test_a_removed_message_is_forgotten_by_the_conversation(
    threads: Threads, store: Store, ada: PersistedUser
) -> None:
    first, answer = await talk(threads, ada, "t1", "who?", "Léon")
    await store.add_exchange("t1", "ada", Exchange("who?", "who?", "answerable"), message=answer)
    with chat(ada, "t1"):
        await threads.upsert_feedback(Feedback(forId=answer, value=1))
        await threads.delete_step(answer)
        assert [s["id"] for s in await steps_of(threads, "t1")] == [first]
    assert await store.exchanges("t1") == []


async def test_what_is_sent_before_the_first_message_is_kept_with_it(
    threads: Threads, ada: PersistedUser
) -> None:
    with first_visit(ada, "t1") as session:
        await threads.create_step(a_step("t1", "hello", output="Welcome"))
        assert await threads.get_thread("t1") is None
        session.has_first_interaction = True
        await threads.update_thread("t1", name="who?", user_id=ada.id)
        await session.flush_method_queue()
        assert [s["id"] for s in await steps_of(threads, "t1")] == ["hello"]


async def test_favourites(threads: Threads, ada: PersistedUser, eve: PersistedUser) -> None:
    first, _ = await talk(threads, ada, "t1", "who?", "Léon")
    await talk(threads, eve, "t2", "what?", "that")
    with chat(ada, "t1"):
        (step, _) = await steps_of(threads, "t1")
        await threads.set_step_favorite(step, True)
        assert [s["id"] for s in await threads.get_favorite_steps(ada.id)] == [first]
        assert await threads.get_favorite_steps(eve.id) == []
        await threads.set_step_favorite(step, False)
        assert await threads.get_favorite_steps(ada.id) == []


# Threads


async def test_tags_and_metadata_are_merged(threads: Threads, ada: PersistedUser) -> None:
    with chat(ada, "t1"):
        await threads.update_thread("t1", name="  who\n is? ", user_id=ada.id, tags=["films", "é"])
        await threads.update_thread("t1", metadata={"chat_profile": "films", "graph": "g"})
        await threads.update_thread("t1", metadata={"graph": None, "is_shared": True})
        thread = await threads.get_thread("t1")
    assert thread is not None
    assert thread["tags"] == ["films", "é"]
    assert thread["metadata"] == {"chat_profile": "films", "is_shared": True}
    assert thread["name"] == "who is?"
    assert (thread["userId"], thread["userIdentifier"]) == (ada.id, "ada")


async def test_no_secret_of_a_session_is_kept(
    threads: Threads, store: Store, ada: PersistedUser
) -> None:
    session = {
        "id": "x",
        "env": {"OPENAI_API_KEY": "sk-secret"},
        "user": {"token": "sk-secret"},
        "neo4j_password": "sk-secret",
        "chat_settings": {"engine": "auto"},
        "client_type": "webapp",
    }
    with chat(ada, "t1"):
        await threads.update_thread("t1", name="who?", user_id=ada.id, metadata=session)
        thread = await threads.get_thread("t1")
    assert thread is not None
    assert thread["metadata"] == {"chat_settings": {"engine": "auto"}, "client_type": "webapp"}


async def test_the_owner_never_changes(
    threads: Threads, ada: PersistedUser, eve: PersistedUser
) -> None:
    await talk(threads, ada, "t1", "who?")
    await threads.update_thread("t1", name="mine now", user_id=eve.id)
    assert await threads.get_thread_author("t1") == "ada"
    assert await threads.get_thread_author("nowhere") == ""


async def test_pages_have_every_thread_once_the_latest_first(
    threads: Threads, ada: PersistedUser, eve: PersistedUser
) -> None:
    for number in range(23):
        await talk(threads, ada, f"t{number:02}", f"question {number}", "answer")
    await talk(threads, eve, "e1", "question of eve")
    with chat(ada, "t05"):  # the fifth is talked to again
        await threads.create_step(a_step("t05", output="again"))
    filters = ThreadFilter(userId=ada.id)
    page = await threads.list_threads(Pagination(first=10), filters)
    found = [thread["id"] for thread in page.data]
    assert found[:3] == ["t05", "t22", "t21"]
    assert all(not thread["steps"] for thread in page.data)
    with chat(ada, "t00"):  # and another one while the sidebar is being scrolled
        await threads.create_step(a_step("t00", output="again"))
    while page.pageInfo.hasNextPage:
        cursor = page.pageInfo.endCursor
        page = await threads.list_threads(Pagination(first=10, cursor=cursor), filters)
        found += [thread["id"] for thread in page.data]
    assert sorted([*found, "t00"]) == [f"t{n:02}" for n in range(23)]
    assert (await threads.list_threads(Pagination(first=5, cursor="?"), filters)).data is not None


async def test_renaming_does_not_move_a_thread(threads: Threads, ada: PersistedUser) -> None:
    await talk(threads, ada, "t1", "first")
    await talk(threads, ada, "t2", "second")
    await threads.update_thread("t1", name="renamed")
    page = await threads.list_threads(Pagination(first=9), ThreadFilter(userId=ada.id))
    assert [(t["id"], t["name"]) for t in page.data] == [("t2", "second"), ("t1", "renamed")]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("éclair", {"t1"}),
        ("ÉCLAIR", {"t1"}),
        ("100%", {"t2"}),
        ("100", {"t2", "t3"}),
        ("a_b", {"t3"}),
        ("Who", {"t1", "t2", "t3"}),
        ("hidden", set()),
        ("'; drop table threads", set()),
    ],
)
async def test_search(
    threads: Threads, ada: PersistedUser, eve: PersistedUser, words: str, expected: set[str]
) -> None:
    await talk(threads, ada, "t1", "who", "The Éclair", name="First")
    await talk(threads, ada, "t2", "who", "scored 100%", name="Second")
    await talk(threads, ada, "t3", "who", "1000 a_b", name="Third")
    await talk(threads, eve, "t4", "who", "The Éclair 100% a_b")
    with chat(ada, "t1"):
        await threads.create_step(a_step("t1", output="hidden in a tool's output"))
    filters = ThreadFilter(userId=ada.id, search=words)
    page = await threads.list_threads(Pagination(first=9), filters)
    assert {thread["id"] for thread in page.data} == expected


async def test_threads_by_feedback(threads: Threads, ada: PersistedUser) -> None:
    for name, value in (("t1", 1), ("t2", 0), ("t3", None)):
        _, answer = await talk(threads, ada, name, "who?", "Léon")
        if value is not None:
            await threads.upsert_feedback(Feedback(forId=answer, value=value))  # type: ignore[arg-type]
    for value, expected in ((1, ["t1"]), (0, ["t2"])):
        filters = ThreadFilter(userId=ada.id, feedback=value)  # type: ignore[arg-type]
        page = await threads.list_threads(Pagination(first=9), filters)
        assert [thread["id"] for thread in page.data] == expected


async def test_a_deleted_thread_takes_all_along_and_stays_away(
    threads: Threads, store: Store, ada: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "who?", "Léon")
    await talk(threads, ada, "t2", "what?")
    await store.add_exchange("t1", "ada", Exchange("who?", "who?", "answerable"))
    await threads.upsert_feedback(Feedback(forId=answer, value=1))
    await threads.delete_thread("t1")
    with chat(ada, "t1"):  # the turn that was still running, and the session's end
        await threads.create_step(a_step("t1", output="late"))
        await threads.update_step(a_step("t1", output="late"))
        await threads.update_thread("t1", metadata={"graph": "films"})
        await threads.update_thread("t1", name="late", user_id=ada.id)
    assert await threads.get_thread("t1") is None
    assert await store.exchanges("t1") == []
    page = await threads.list_threads(Pagination(first=9), ThreadFilter(userId=ada.id))
    assert [thread["id"] for thread in page.data] == ["t2"]
    async with store.read() as connection:
        for table in ("steps", "elements", "feedbacks", "exchanges"):
            rows = await connection.exec_driver_sql(f"SELECT * FROM {table}")
            assert all("t1" not in row for row in rows)


async def test_the_end_of_a_session_does_not_make_a_thread(
    threads: Threads, ada: PersistedUser
) -> None:
    await threads.update_thread("t9", metadata={"graph": "films"})
    assert await threads.get_thread("t9") is None


# People


async def test_a_person_is_known_once(threads: Threads) -> None:
    made = await asyncio.gather(*(threads.create_user(User("ada")) for _ in range(8)))
    assert len({user.id for user in made if user}) == 1
    again = await threads.create_user(User("ada", metadata={"role": "admin"}))
    assert again is not None
    assert again.metadata == {"role": "admin"}
    assert await threads.get_user("Ada") is None


async def test_a_person_who_leaves_takes_all_along(
    threads: Threads, store: Store, ada: PersistedUser, eve: PersistedUser
) -> None:
    await talk(threads, ada, "t1", "who?")
    await talk(threads, eve, "t2", "what?")
    await store.add_exchange("t1", "ada", Exchange("who?", "who?", "answerable"))
    await threads.delete_user("ada")
    assert await threads.get_user("ada") is None
    assert await threads.get_thread("t1") is None
    assert await store.exchanges("t1") == []
    assert await threads.get_thread("t2") is not None


# Feedback


async def test_feedback_needs_no_thread_and_is_one_an_answer(
    threads: Threads, ada: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "who?", "Léon")
    first = await threads.upsert_feedback(Feedback(forId=answer, value=1))
    second = await threads.upsert_feedback(Feedback(forId=answer, value=0, comment="no\x00"))
    assert first == second
    _, step = await steps_of(threads, "t1")
    assert step["feedback"] == {"forId": answer, "id": first, "value": 0, "comment": "no"}
    assert await threads.delete_feedback(first)
    assert not await threads.delete_feedback(first)
    assert (await steps_of(threads, "t1"))[1]["feedback"] is None


async def test_an_answer_that_is_not_saved_cannot_be_rated(threads: Threads) -> None:
    with pytest.raises(StoreError, match="not saved"):
        await threads.upsert_feedback(Feedback(forId="nowhere", value=1, threadId="t1"))


# Whose it is


async def test_a_stranger_reads_and_changes_nothing(
    threads: Threads, ada: PersistedUser, eve: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "who?", "Léon")
    given = await threads.upsert_feedback(Feedback(forId=answer, value=1))
    with asking("eve"):
        for attempt in (
            threads.get_thread("t1"),
            threads.get_element("t1", "x"),
            threads.update_thread("t1", name="hers"),
            threads.delete_thread("t1"),
            threads.upsert_feedback(Feedback(forId=answer, value=0)),
            threads.delete_feedback(given),
        ):
            with pytest.raises(NotTheirs) as raised:
                await attempt
            assert raised.value.status_code == 404
    with chat(eve, "t1"):
        await threads.create_step(a_step("t1", output="injected"))
        await threads.update_step(a_step("t1", answer, output="changed"))
        await threads.delete_step(answer)
    with chat(eve, "t2"):  # from a thread of her own, naming a step of another
        await threads.update_step(a_step("t2", answer, output="changed"))
        await threads.delete_step(answer)
    with asking("ada"):
        thread = await threads.get_thread("t1")
    assert thread is not None
    assert [(s["output"], s["threadId"]) for s in thread["steps"]] == [
        ("who?", "t1"),
        ("Léon", "t1"),
    ]
    assert thread["steps"][1]["feedback"]["value"] == 1


async def test_a_shared_thread_is_read_without_what_is_not_in_it_and_not_written(
    threads: Threads, ada: PersistedUser, eve: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "who?", "Léon")
    props = {
        "id": answer,
        "table": {"rows": [[1]], "download": f"/export/{answer}.csv"},
        "chart": {"kinds": [], "download": f"/chart/{answer}"},
        "picture": {"from": f"/picture/{answer}", "wanted": True},
        "links": [{"text": "Léon", "alternatives": [{"value": "Leon the Pig Farmer"}]}],
        "choices": [{"question": "What else?"}],
        "cypher": "RETURN 1",
        "of a later version": "secret",
    }
    with chat(ada, "t1"):
        element = CustomElement(name="CiceroneAnswer", props=props, thread_id="t1", for_id=answer)
        await threads.create_element(element)
        await threads.upsert_feedback(Feedback(forId=answer, value=0, comment="a secret"))
        chosen = {"is_shared": True, "chat_settings": {"engine": "llm"}, "client_type": "webapp"}
        await threads.update_thread("t1", metadata=chosen)
    assert await threads.shared_thread("nowhere") is None
    with asking("eve"):
        shared = await threads.shared_thread("t1")
        with pytest.raises(NotTheirs):
            await threads.get_thread("t1")
        with pytest.raises(NotTheirs):
            await threads.update_thread("t1", name="hers")
        with pytest.raises(NotTheirs):
            await threads.end_sharing("t1")
    assert shared is not None and [step["output"] for step in shared["steps"]] == ["who?", "Léon"]
    [shown] = [one["props"] for one in shared["elements"] or []]
    assert shown["table"] == {"rows": [[1]], "download": None} and shown["cypher"] == "RETURN 1"
    assert (shown["picture"], shown["links"], shown["choices"]) == (None, [], [])
    told = json.dumps({**shared, "steps": [{**s, "name": ""} for s in shared["steps"]]})
    for secret in ("secret", '"ada"', "llm", "Farmer", "/export", "/chart", "/files"):
        assert secret not in told
    assert [one["id"] for one in await threads.shared_by("ada")] == ["t1"]
    assert await threads.shared_by("eve") == []
    with asking("ada"):
        await threads.end_sharing("t1")
    assert await threads.shared_thread("t1") is None
    assert await threads.shared_by("ada") == []


async def test_in_a_channel_several_people_write(threads: Threads, ada: PersistedUser) -> None:
    bob = await known(threads, "slack_bob@example.org")
    with chat(ada, "t1", "slack"):
        await threads.update_thread("t1", name="channel", user_id=ada.id)
        await threads.create_step(a_step("t1", "s1", output="one"))
    with chat(bob, "t1", "slack"):
        await threads.create_step(a_step("t1", "s2", output="two"))
    assert len(await steps_of(threads, "t1")) == 2


# The program's own life


async def test_closing_waits_for_what_was_begun(address: str, files: Any) -> None:
    store = await Store.open(address)
    threads = Threads(store, files)
    ada = await known(threads, "ada")
    with chat(ada, "t1"):
        tasks = [asyncio.create_task(threads.create_step(a_step("t1"))) for _ in range(20)]
        await threads.close()
    assert all(task.done() and task.exception() is None for task in tasks)
    again = await Store.open(address)
    assert len(await steps_of(Threads(again, files), "t1")) == 20
    await again.close()


async def test_a_failing_database_is_logged_and_stops_no_chat(
    store: Store, threads: Threads, ada: PersistedUser
) -> None:
    await talk(threads, ada, "t1", "who?")
    await written(store, text("ALTER TABLE steps RENAME TO gone"))
    with chat(ada, "t1"), capture_logs() as logs:
        await threads.create_step(a_step("t1", output="a secret answer"))
    assert [(entry["event"], entry["what"]) for entry in logs] == [("not saved", "create_step")]
    assert "secret answer" not in str(logs)
    with pytest.raises(StoreError, match="failed"):
        await threads.get_thread("t1")
