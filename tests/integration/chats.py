"""Chat sessions as Chainlit makes them, without a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest_asyncio
from chainlit.context import ChainlitContext, context_var
from chainlit.session import HTTPSession, WebsocketSession
from chainlit.step import StepDict
from chainlit.user import PersistedUser, User

from memory.files import Files
from memory.store import Store
from memory.threads import Threads


@contextmanager
def chat(user: PersistedUser | None, thread_id: str, client_type: str = "webapp") -> Iterator[Any]:
    """Code inside runs in a session of that person that has seen its first message."""
    session = HTTPSession(
        id=str(uuid4()),
        client_type=client_type,  # type: ignore[arg-type]
        thread_id=thread_id,
        user=user,
    )
    token = context_var.set(ChainlitContext(session))
    try:
        yield session
    finally:
        context_var.reset(token)


@contextmanager
def first_visit(
    user: PersistedUser, thread_id: str, sent: list[tuple[str, Any]] | None = None
) -> Iterator[WebsocketSession]:
    """A browser's session in which nothing was said yet: Chainlit queues what it would keep.

    What the browser is sent is added to `sent`.
    """

    async def emit(event: str, data: Any = None, *_: object, **__: object) -> None:
        if sent is not None:
            sent.append((event, data))

    session = WebsocketSession(
        id=str(uuid4()),
        socket_id=str(uuid4()),
        emit=emit,  # type: ignore[arg-type]
        emit_call=emit,
        user_env={},
        client_type="webapp",
        thread_id=thread_id,
        user=user,
    )
    token = context_var.set(ChainlitContext(session))
    try:
        yield session
    finally:
        context_var.reset(token)


def a_step(thread_id: str, identifier: str | None = None, **said: Any) -> StepDict:
    """A step as Chainlit hands it over."""
    step = {
        "id": identifier or str(uuid4()),
        "threadId": thread_id,
        "name": "Run the query",
        "type": "tool",
        "input": "",
        "output": "",
        "createdAt": "2026-01-01T10:00:00.000001Z",
        "streaming": False,
        "isError": False,
        "waitForAnswer": None,
        "showInput": "json",
        "defaultOpen": False,
        "autoCollapse": True,
        "language": "cypher",
        "metadata": {},
        "tags": None,
        "generation": None,
        "parentId": None,
        "start": None,
        "end": None,
    }
    return {**step, **said}  # type: ignore[return-value]


async def known(threads: Threads, name: str) -> PersistedUser:
    """A person who has signed in."""
    user = await threads.create_user(User(name))
    assert user is not None
    return user


async def talk(
    threads: Threads, user: PersistedUser, thread_id: str, *said: str, name: str | None = None
) -> list[str]:
    """A thread in which a person said this; identifiers of the messages."""
    identifiers = []
    with chat(user, thread_id):
        await threads.update_thread(thread_id, name=name or said[0], user_id=user.id)
        for number, text in enumerate(said):
            kind = "assistant_message" if number % 2 else "user_message"
            moment = f"2026-01-01T10:00:00.{number:06}Z"
            step = a_step(thread_id, type=kind, output=text, createdAt=moment)
            await threads.create_step(step)
            identifiers.append(step["id"])
    return identifiers


@pytest_asyncio.fixture
async def files(store: Store, tmp_path: Path) -> Files:
    return Files(tmp_path / "files", store)


@pytest_asyncio.fixture
async def threads(store: Store, files: Files) -> AsyncIterator[Threads]:
    yield Threads(store, files)


@pytest_asyncio.fixture
async def ada(threads: Threads) -> PersistedUser:
    return await known(threads, "ada")


@pytest_asyncio.fixture
async def eve(threads: Threads) -> PersistedUser:
    return await known(threads, "eve")
