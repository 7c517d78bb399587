"""A conversation keeps of which graph it is, and goes on with that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chainlit.user import PersistedUser

from bot.page import choice
from bot.page.lifespan import Opened
from bot.settings import load_settings
from memory.conversation import Exchange
from memory.store import Store
from memory.threads import Threads
from tests.integration.chats import chat, first_visit, talk


@pytest.fixture
def page(tmp_path: Path, threads: Threads, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A page over films and pets, neither of which is open."""
    for name in ("films", "pets"):
        folder = tmp_path / "graphs" / "databases" / name
        folder.mkdir(parents=True)
        (folder / "configuration.json").touch()
        (folder / "cicerone.json").write_text(json.dumps({"nodes": 2, "relationships": 1}))
    opened = Opened()
    opened.configure(load_settings(home=tmp_path))
    monkeypatch.setattr(choice, "opened", opened)
    monkeypatch.setattr(choice, "get_data_layer", lambda: threads)
    return opened


async def resumed(
    threads: Threads, person: PersistedUser, thread: str
) -> tuple[Any, str | None, list[tuple[str, Any]]]:
    """A thread as it is shown, the graph that is asked in it, and what the browser is sent."""
    sent: list[tuple[str, Any]] = []
    with first_visit(person, thread, sent) as session:
        found = await threads.get_thread(thread)
        assert found is not None
        await choice.go_on(found)
        return found, session.chat_profile, sent


async def test_it_goes_on_with_the_graph_that_it_began_with(
    page: Opened, threads: Threads, ada: PersistedUser, eve: PersistedUser
) -> None:
    with first_visit(ada, "t1") as session:
        session.chat_profile = "pets"
        await choice.keep_graph()
    await talk(threads, ada, "t1", "How many pets are there?")
    thread, asked, sent = await resumed(threads, ada, "t1")
    assert (asked, thread["metadata"]["chat_profile"], sent) == ("pets", "pets", [])
    with chat(eve, "t2"):
        assert await threads.graphs(["t1"]) == {}
    with chat(ada, "t2"):
        assert await threads.graphs(["t1", "t2"]) == {"t1": ("pets", "")}


async def test_an_old_one_is_of_the_graph_that_answered_in_it(
    page: Opened, threads: Threads, store: Store, ada: PersistedUser
) -> None:
    exchange = Exchange("q", "q", "answerable", "RETURN 1")
    for thread, key in (("t1", "pets"), ("t2", "films"), ("t3", "moon@host:7687")):
        await talk(threads, ada, thread, "How many are there?")
        await store.add_exchange(thread, "ada", exchange, graph=key)
    assert (await resumed(threads, ada, "t1"))[1] == "pets"
    assert (await resumed(threads, ada, "t2"))[1] == "films"
    _, asked, sent = await resumed(threads, ada, "t3")
    assert asked == "moon" and "of the graph moon, which is not here" in sent[0][1]["message"]


async def test_the_menu_is_in_the_language_of_whoever_looks(page: Opened) -> None:
    told = {one.name: one.markdown_description for one in await choice.Menu()(None, "de-CH")}
    assert told == {"films": "2 Knoten, 1 Beziehung", "pets": "2 Knoten, 1 Beziehung"}


async def test_a_widget_begins_anew_where_its_last_conversation_is_of_another_graph(
    page: Opened, threads: Threads, ada: PersistedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with first_visit(ada, "t1") as session:
        session.chat_profile = "pets"
        await choice.keep_graph()
    said = {"clientType": "copilot", "sessionId": "s1", "threadId": "t1", "chatProfile": "pets"}
    told = await choice.chosen_in_widget(said)
    assert told["chatProfile"] == "films" and told["threadId"] != "t1"
    monkeypatch.setitem(choice._widgets, "s1", "pets")
    assert await choice.chosen_in_widget(said) == said
    assert await choice.chosen_in_widget({"clientType": "webapp"}) == {"clientType": "webapp"}


async def test_where_there_is_one_graph_nothing_is_chosen(
    page: Opened, threads: Threads, ada: PersistedUser
) -> None:
    page.configure(page.settings.model_copy(update={"graphs": "films"}))
    with first_visit(ada, "t1"):
        await choice.keep_graph()
    await talk(threads, ada, "t1", "How many films are there?")
    thread, asked, sent = await resumed(threads, ada, "t1")
    assert (asked, thread["metadata"]["chat_profile"], sent) == ("films", None, [])
    assert await choice.Menu()(None, None) == []
