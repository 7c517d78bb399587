"""Which graph a request is about."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from chainlit.context import context_var

from bot.page.asked import GraphAsked, graph_asked, graph_in_address, thread_shown


@pytest.mark.parametrize(
    ("query", "session", "asked", "pinned"),
    [
        ("", None, "", ""),
        ("graph=alps", None, "alps", "alps"),
        ("language=en&chat_profile=Huts%20of%20the%20Alps", None, "Huts of the Alps", ""),
        ("chat_profile=alps&graph=films", None, "films", "films"),
        # A click in a conversation, which is a request of its own.
        ("", "alps", "alps", ""),
        ("graph=films", "alps", "films", "films"),
        ("", "", "", ""),
    ],
)
async def test_the_address_goes_before_the_conversation(
    query: str, session: str | None, asked: str, pinned: str
) -> None:
    found: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if session is not None:
            context_var.set(SimpleNamespace(session=SimpleNamespace(chat_profile=session)))  # type: ignore[arg-type]
        found.extend((graph_asked(), graph_in_address(), thread_shown()))

    unused: Any = None
    scope = {"type": "http", "path": "/project/settings", "query_string": query.encode()}
    scope["headers"] = [(b"referer", b"http://localhost:8000/thread/t1")]
    await GraphAsked(app)(scope, unused, unused)
    shown = "" if "chat_profile" in query else "t1"
    assert found == [asked, pinned, shown]
