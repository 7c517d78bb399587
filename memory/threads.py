"""Chainlit's data layer: users, threads, steps, elements and feedback in our SQL database.

Chainlit's own layer loses steps and forgets feedback; here the writes of a thread queue up, a
thread is written by its owner alone, the sidebar's pages are made by the database, and nothing of a
session is kept but what a resumed one needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec
from uuid import uuid4

import structlog
from chainlit.data.base import BaseDataLayer
from chainlit.data.utils import queue_until_user_message
from chainlit.element import Element, ElementDict
from chainlit.step import StepDict
from chainlit.types import (
    Feedback,
    PageInfo,
    PaginatedResponse,
    Pagination,
    ThreadDict,
    ThreadFilter,
)
from chainlit.user import PersistedUser, User
from sqlalchemy import RowMapping, Table, delete, select, update

from memory import thread_queries as queries
from memory.asker import thread_asked
from memory.codec import storable
from memory.engines import upsert
from memory.errors import StoreError
from memory.examples import withdraw
from memory.files import Files, key_of
from memory.lesson_votes import leave
from memory.store import Store, changed, now
from memory.tables import elements, examples, exchanges, feedbacks, steps, threads, users
from memory.term_book import forget_person
from memory.thread_rows import (
    element_dict,
    element_row,
    step_dict,
    thread_dict,
    title,
)
from memory.thread_turns import Turns, hold_to_owner

# What a resumed session needs. Chainlit would keep all of it, the keys a person typed included.
METADATA = frozenset(
    {"chat_profile", "chat_settings", "client_type", "is_shared", "shared_at", "graph"}
)

P = ParamSpec("P")


def _in_background(
    method: Callable[Concatenate[Threads, P], Awaitable[None]],
) -> Callable[Concatenate[Threads, P], Awaitable[None]]:
    """For what Chainlit starts as a task and never awaits: a failure must reach the log."""

    @wraps(method)
    async def logged(self: Threads, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            await method(self, *args, **kwargs)
        except StoreError as error:
            structlog.get_logger(__name__).error("not saved", what=method.__name__, why=str(error))

    return logged


class Threads(BaseDataLayer):
    """The data layer over an open `Store`.

    Where it is known who asks (`memory.asker`), every method holds them to their own threads.
    """

    def __init__(
        self,
        store: Store,
        files: Files,
        kept_metadata: frozenset[str] = METADATA,
        *,
        sharing: bool = False,
    ) -> None:
        self._sharing = sharing
        self._store = store
        self._files = files
        self._kept = kept_metadata
        self._turns = Turns(store)

    # People

    async def get_user(self, identifier: str) -> PersistedUser | None:
        """The person of that name, if known."""
        async with self._store.read() as connection:
            query = select(users).where(users.c.identifier == identifier)
            row = (await connection.execute(query)).mappings().first()
        return PersistedUser(**row) if row else None

    async def create_user(self, user: User) -> PersistedUser | None:
        """Make the person known, or keep their new metadata."""
        new = {
            "id": str(uuid4()),
            "identifier": user.identifier,
            "createdAt": now(),
            "metadata": storable(user.metadata),
        }
        async with self._store.write() as connection:
            statement = upsert(connection, users).values(new)
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[users.c.identifier], set_={"metadata": new["metadata"]}
                )
            )
        return await self.get_user(user.identifier)

    async def delete_user(self, identifier: str) -> None:
        """Forget a person: threads, files, exchanges, examples, votes and terms go with them."""
        async with self._store.write() as connection:
            owned = select(threads.c.id).where(threads.c.userIdentifier == identifier)
            gone = list((await connection.execute(owned)).scalars())
            for thread_id in gone:
                await queries.erase_thread(connection, thread_id)
                self._turns.bury(thread_id)
            await connection.execute(delete(exchanges).where(exchanges.c.user == identifier))
            await connection.execute(delete(examples).where(examples.c.owner == identifier))
            await connection.execute(delete(users).where(users.c.identifier == identifier))
            await changed(connection, "examples")
            await leave(connection, identifier)
            await forget_person(connection, identifier)
        for thread_id in gone:
            await self._files.delete_thread(thread_id)

    # Threads

    async def get_thread_author(self, thread_id: str) -> str:
        """Identifier of the thread's owner; empty if there is no such thread."""
        async with self._store.read() as connection:
            row = await queries.find_thread(connection, thread_id)
        return (row["userIdentifier"] or "") if row else ""

    async def get_thread(self, thread_id: str) -> ThreadDict | None:
        """The whole thread, for resuming."""
        async with self._store.read() as connection:
            row = await queries.find_thread(connection, thread_id)
            if row is None:
                return None
            if not (self._sharing and row["metadata"].get("is_shared")):
                hold_to_owner(row)
            said = await queries.rows(connection, queries.steps_of(thread_id))
            query = select(elements).where(elements.c.threadId == thread_id)
            shown = await queries.rows(connection, query)
        return thread_dict(
            row,
            [step_dict(step) for step in said],
            [await self._with_address(element) for element in shown],
        )

    async def update_thread(
        self,
        thread_id: str,
        name: str | None = None,
        user_id: str | None = None,
        metadata: dict[str, Any] | None = None,
        tags: list[str] | None = None,
    ) -> None:
        """Keep what is given; metadata is merged, None in it removes. The owner never changes."""
        make = name is not None or user_id is not None
        async with self._turns.take(thread_id, make=make) as (connection, row):
            if row is None:  # a session that ends after its thread was deleted
                return
            new: dict[str, Any] = {}
            if name is not None:
                new["name"] = title(name)
            if tags is not None:
                new["tags"] = storable(tags)
            if metadata is not None:
                new["metadata"] = self._merged(row["metadata"], metadata)
            if user_id is not None and row["userId"] is None:
                new |= await queries.owner_columns(connection, user_id)
            if new:
                kept = update(threads).where(threads.c.id == thread_id).values(new)
                await connection.execute(kept)

    async def delete_thread(self, thread_id: str) -> None:
        """Remove a thread with all that belongs to it."""
        async with self._turns.take(thread_id) as (connection, _):
            await queries.erase_thread(connection, thread_id)
            self._turns.bury(thread_id)
        await self._files.delete_thread(thread_id)

    async def list_threads(
        self, pagination: Pagination, filters: ThreadFilter
    ) -> PaginatedResponse[ThreadDict]:
        """One page of a person's threads, the latest first, without their steps."""
        if not filters.userId:
            raise StoreError("Threads are listed for one person, and none was named.")
        query = queries.page_of_threads(
            filters.userId, pagination.first, pagination.cursor, filters.search, filters.feedback
        )
        async with self._store.read() as connection:
            found = await queries.rows(connection, query)
        page = found[: pagination.first]
        return PaginatedResponse(
            pageInfo=PageInfo(
                hasNextPage=len(found) > len(page),
                startCursor=queries.cursor_of(page[0]) if page else None,
                endCursor=queries.cursor_of(page[-1]) if page else None,
            ),
            data=[thread_dict(row) for row in page],
        )

    # Steps

    @queue_until_user_message()
    @_in_background
    async def create_step(self, step_dict: StepDict) -> None:
        """Keep a new step."""
        async with self._turns.take(step_dict["threadId"], make=True) as (connection, row):
            if row is not None:
                await queries.save_step(connection, step_dict, new=True)

    @queue_until_user_message()
    @_in_background
    async def update_step(self, step_dict: StepDict) -> None:
        """Keep a step as it is now."""
        async with self._turns.take(step_dict["threadId"], make=True) as (connection, row):
            if row is not None:
                await queries.save_step(connection, step_dict, new=False)

    @queue_until_user_message()
    @_in_background
    async def delete_step(self, step_id: str) -> None:
        """Remove a step with its feedback and elements, and what the conversation knows of it."""
        thread_id = thread_asked() or await self._thread_of(steps, step_id)
        if thread_id is None:
            return
        async with self._turns.take(thread_id) as (connection, _):
            here = (steps.c.id == step_id) & (steps.c.threadId == thread_id)
            if not (await connection.execute(delete(steps).where(here))).rowcount:
                return
            shown = delete(elements).where(elements.c.forId == step_id)
            keys = (await connection.execute(shown.returning(elements.c.objectKey))).scalars().all()
            await connection.execute(delete(feedbacks).where(feedbacks.c.forId == step_id))
            await connection.execute(delete(exchanges).where(exchanges.c.message == step_id))
        for key in filter(None, keys):
            await self._files.delete_file(key)

    async def get_favorite_steps(self, user_id: str) -> list[StepDict]:
        """The messages a person marked as favourites, latest first."""
        async with self._store.read() as connection:
            found = await queries.rows(connection, queries.favourites_of(user_id))
        return [step_dict(row) for row in found]

    # Elements

    @queue_until_user_message()
    @_in_background
    async def create_element(self, element: Element) -> None:
        """Keep an element and its content; of an address nothing is fetched."""
        if not element.for_id:
            return
        content, new = await _content(element), element_row(element)
        if content is not None:
            key = key_of(element.thread_id, element.id, element.name)
            new |= {"objectKey": key, "url": None}
        async with self._turns.take(element.thread_id, make=True) as (connection, row):
            if row is None or not await queries.save_element(connection, new):
                return
            if content is not None:
                await self._files.upload_file(new["objectKey"], content)

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        """One element of a thread."""
        here = (elements.c.id == element_id) & (elements.c.threadId == thread_id)
        async with self._store.read() as connection:
            if (thread := await queries.find_thread(connection, thread_id)) is not None:
                hold_to_owner(thread)
            row = (await connection.execute(select(elements).where(here))).mappings().first()
        return await self._with_address(row) if row else None

    @queue_until_user_message()
    @_in_background
    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        """Remove an element and its file; the thread it is really in decides who may."""
        found = await self._thread_of(elements, element_id)
        if found is None or thread_id not in (None, found):
            return
        async with self._turns.take(found) as (connection, _):
            gone = delete(elements).where(elements.c.id == element_id)
            keys = (await connection.execute(gone.returning(elements.c.objectKey))).scalars().all()
        for key in filter(None, keys):
            await self._files.delete_file(key)

    # Feedback

    async def upsert_feedback(self, feedback: Feedback) -> str:
        """Keep a person's verdict on an answer, of which there is one; its identifier.

        Raises:
            StoreError: the answer is not saved, or it is somebody else's.
        """
        thread_id = await self._thread_of(steps, feedback.forId)
        if thread_id is None:
            raise StoreError("This answer is not saved, so it cannot be rated.")
        said = {"value": feedback.value, "comment": storable(feedback.comment)}
        new = {"id": str(uuid4()), "forId": feedback.forId, "threadId": thread_id, **said}
        async with self._turns.take(thread_id) as (connection, _):
            statement = upsert(connection, feedbacks).values(new)
            statement = statement.on_conflict_do_update(
                index_elements=[feedbacks.c.forId], set_=said
            )
            kept = await connection.execute(statement.returning(feedbacks.c.id))
            return str(kept.scalar_one())

    async def delete_feedback(self, feedback_id: str) -> bool:
        """Take a verdict back, and the example that came of it; whether there was one."""
        thread_id = await self._thread_of(feedbacks, feedback_id)
        if thread_id is None:
            return False
        async with self._turns.take(thread_id) as (connection, _):
            gone = delete(feedbacks).where(feedbacks.c.id == feedback_id)
            answer = (await connection.execute(gone.returning(feedbacks.c.forId))).scalar()
            if answer is not None:
                await withdraw(connection, answer)
            return answer is not None

    async def build_debug_url(self) -> str:
        """There is no debugging page."""
        return ""

    async def close(self) -> None:
        """Wait for the writes under way, then close the database."""
        await self._turns.finish()
        await self._store.close()

    async def _thread_of(self, table: Table, identifier: str) -> str | None:
        """The thread that a step, element or verdict is in."""
        async with self._store.read() as connection:
            query = select(table.c.threadId).where(table.c.id == identifier)
            return (await connection.execute(query)).scalar()

    async def _with_address(self, row: RowMapping) -> ElementDict:
        element = element_dict(row)
        if key := row["objectKey"]:
            element["url"] = await self._files.get_read_url(key)
            element["chainlitKey"] = None
        return element

    def _merged(self, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        kept = {k: storable(v) for k, v in new.items() if k in self._kept}
        return {k: v for k, v in {**old, **kept}.items() if v is not None}


async def _content(element: Element) -> bytes | str | None:
    if element.path:
        try:
            return await asyncio.to_thread(Path(element.path).read_bytes)
        except OSError as error:
            raise StoreError(f"{element.name} cannot be read ({error.strerror}).") from None
    return element.content or None
