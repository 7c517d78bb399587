"""Chainlit's data layer: users, threads, steps, elements and feedback in our SQL database.

Chainlit's own layer loses steps and forgets feedback; here all writes stand in one line, a thread
is written by its owner alone, the sidebar's pages are made by the database, and nothing of a
session is kept but what a resumed one needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

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
from sqlalchemy import Connection, RowMapping, delete, select, update

from memory import thread_queries as queries
from memory.asker import asker, asking, over_http, thread_asked
from memory.catalogue import say
from memory.codec import storable
from memory.engines import upsert
from memory.errors import StoreAway, StoreError
from memory.examples import withdraw
from memory.files import Files, key_of
from memory.forgetting import erase_person, threads_of
from memory.shared_threads import is_shared, shared_view
from memory.store import Store, now
from memory.tables import elements, feedbacks, steps, threads, users
from memory.thread_keeping import Keeping, SaveStep, hold_to_owner
from memory.thread_rows import element_dict, element_row, step_dict, thread_dict, title

# What a resumed session needs. Chainlit would keep all of it, the keys a person typed included.
METADATA = frozenset(
    {"chat_profile", "chat_settings", "client_type", "is_shared", "shared_at", "graph"}
)

# Of so many people it is known who they are while the store is away.
_SEEN = 1000


class Threads(BaseDataLayer):
    """The data layer over an open `Store`.

    Where it is known who asks (`memory.asker`), every method holds them to their own threads.
    """

    def __init__(
        self,
        store: Store,
        files: Files,
        kept_metadata: frozenset[str] = METADATA,
    ) -> None:
        self._store = store
        self._files = files
        self._kept = kept_metadata
        self._keeping = Keeping()
        self._seen: dict[str, dict[str, Any]] = {}

    # People

    async def get_user(self, identifier: str) -> PersistedUser | None:
        """The person of that name, if known; while the store is away, as they were last seen.

        Chainlit asks this of every request: nobody is signed out by an outage.
        """
        query = select(users).where(users.c.identifier == identifier)
        try:
            async with self._store.read() as connection:
                row = (await connection.execute(query)).mappings().first()
        except StoreAway:
            if (seen := self._seen.get(identifier)) is None:
                raise
            return PersistedUser(**seen)
        if row is None:
            self._seen.pop(identifier, None)
            return None
        self._seen[identifier] = dict(row)
        if len(self._seen) > _SEEN:
            del self._seen[next(iter(self._seen))]
        return PersistedUser(**row)

    async def create_user(self, user: User) -> PersistedUser | None:
        """Make the person known, or keep their new metadata."""
        new = {
            "id": str(uuid4()),
            "identifier": user.identifier,
            "createdAt": now(),
            "metadata": storable(user.metadata),
        }

        def create(connection: Connection) -> None:
            statement = upsert(connection.dialect.name, users).values(new)
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[users.c.identifier], set_={"metadata": new["metadata"]}
                )
            )

        await self._store.write(create)
        return await self.get_user(user.identifier)

    async def delete_user(self, identifier: str) -> None:
        """Forget a person: all that is kept of them goes with them, and the files."""
        await self._keeping.finish()

        def forget(connection: Connection) -> Sequence[str]:
            gone = threads_of(connection, identifier)
            for thread_id in gone:
                self._keeping.bury(thread_id)
            erase_person(connection, identifier)
            return gone

        for thread_id in await self._store.write(forget):
            await self._files.delete_thread(thread_id)
        self._seen.pop(identifier, None)

    # Threads

    async def get_thread_author(self, thread_id: str) -> str:
        """Identifier of the thread's owner; empty if there is no such thread."""
        async with self._store.read() as connection:
            row = next(iter(await queries.rows(connection, queries.thread(thread_id))), None)
        return (row["userIdentifier"] or "") if row else ""

    async def get_thread(self, thread_id: str) -> ThreadDict | None:
        """The whole thread, for resuming."""
        async with self._store.read() as connection:
            row = next(iter(await queries.rows(connection, queries.thread(thread_id))), None)
            if row is None:
                return None
            hold_to_owner(row, asker())
            said = await queries.rows(connection, queries.steps_of(thread_id))
            query = select(elements).where(elements.c.threadId == thread_id)
            shown = await queries.rows(connection, query)
        return thread_dict(
            row,
            [step_dict(step) for step in said],
            [await self._with_address(element) for element in shown],
        )

    async def graphs(self, thread_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """(name that was kept, key of its last answer) of the graph of each of somebody's threads.

        Either is "" where it is not known; another's thread is not there.
        """
        query = queries.graphs_of(thread_ids, asker())
        async with self._store.read() as connection:
            found = await queries.rows(connection, query)
        return {
            row["id"]: (str(row["metadata"].get("graph") or ""), row["key"] or "") for row in found
        }

    async def shared_thread(self, thread_id: str) -> ThreadDict | None:
        """A thread that its owner shares, as others may read it; None for any other."""
        with asking(None):
            thread = await self.get_thread(thread_id)
        return shared_view(thread) if thread and is_shared(thread["metadata"]) else None

    async def shared_by(self, identifier: str) -> list[ThreadDict]:
        """The threads that a person shares, without what was said in them; the latest first."""
        query = select(threads).where(threads.c.userIdentifier == identifier)
        query = query.where(threads.c.metadata["is_shared"].as_boolean().is_(True))
        async with self._store.read() as connection:
            found = await queries.rows(connection, query.order_by(threads.c.updatedAt.desc()))
        return [thread_dict(row) for row in found]

    async def end_sharing(self, thread_id: str) -> None:
        """Let nobody else read a thread any longer."""
        await self.update_thread(thread_id, metadata={"is_shared": None, "shared_at": None})

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
        access = self._keeping.access()

        def keep(connection: Connection) -> None:
            row = access.row(connection, thread_id, make=make)
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
                new |= queries.owner_columns(connection, user_id)
            if new:
                connection.execute(update(threads).where(threads.c.id == thread_id).values(new))

        alone = name is None and user_id is None and tags is None
        if metadata is not None and alone and not over_http():
            # Chainlit's own, as a session ends: nobody is there to be told.
            with self._keeping.counted(thread_id, "update_thread"):
                await self._store.write(keep)
            return
        await self._store.write(keep)

    async def delete_thread(self, thread_id: str) -> None:
        """Remove a thread with all that belongs to it."""
        access = self._keeping.access()

        def erase(connection: Connection) -> None:
            access.row(connection, thread_id)
            self._keeping.bury(thread_id)
            queries.erase_thread(connection, thread_id)

        try:
            await self._store.write(erase)
        except StoreError:
            self._keeping.unbury(thread_id)
            raise
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
    async def create_step(self, step_dict: StepDict) -> None:
        """Keep a new step."""
        await self._save(step_dict, new=True)

    @queue_until_user_message()
    async def update_step(self, step_dict: StepDict) -> None:
        """Keep a step as it is now."""
        await self._save(step_dict, new=False)

    @queue_until_user_message()
    async def delete_step(self, step_id: str) -> None:
        """Remove a step with its feedback and elements, and what the conversation knows of it."""
        asked, access = thread_asked(), self._keeping.access()

        def erase(connection: Connection) -> Sequence[str | None]:
            found = queries.thread_of(connection, steps, step_id)
            if found is None or asked not in (None, found):
                return ()
            access.row(connection, found)
            return queries.erase_step(connection, step_id)

        self._store.part(step_id)
        with self._keeping.counted(asked or "", "delete_step"):
            for key in filter(None, await self._store.write(erase)):
                await self._files.delete_file(key)

    async def get_favorite_steps(self, user_id: str) -> list[StepDict]:
        """The messages a person marked as favourites, latest first."""
        async with self._store.read() as connection:
            found = await queries.rows(connection, queries.favourites_of(user_id))
        return [step_dict(row) for row in found]

    # Elements

    @queue_until_user_message()
    async def create_element(self, element: Element) -> None:
        """Keep an element and its content; of an address nothing is fetched."""
        if not element.for_id:
            return
        access, new = self._keeping.access(), element_row(element)

        def save(connection: Connection) -> bool:
            there = access.row(connection, element.thread_id, make=True) is not None
            return there and queries.save_element(connection, new)

        def forget(connection: Connection) -> None:
            connection.execute(delete(elements).where(elements.c.id == element.id))

        with self._keeping.counted(element.thread_id, "create_element"):
            if (content := await _content(element)) is not None:
                key = key_of(element.thread_id, element.id, element.name)
                new |= {"objectKey": key, "url": None}
            if await self._store.write(save) and content is not None:
                try:
                    await self._files.upload_file(new["objectKey"], content)
                except StoreError:
                    await self._store.write(forget)
                    raise

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        """One element of a thread."""
        here = (elements.c.id == element_id) & (elements.c.threadId == thread_id)
        async with self._store.read() as connection:
            for thread in await queries.rows(connection, queries.thread(thread_id)):
                hold_to_owner(thread, asker())
            row = (await connection.execute(select(elements).where(here))).mappings().first()
        return await self._with_address(row) if row else None

    @queue_until_user_message()
    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        """Remove an element and its file; the thread it is really in decides who may."""
        access = self._keeping.access()

        def erase(connection: Connection) -> Sequence[str | None]:
            found = queries.thread_of(connection, elements, element_id)
            if found is None or thread_id not in (None, found):
                return ()
            access.row(connection, found)
            gone = delete(elements).where(elements.c.id == element_id)
            return connection.execute(gone.returning(elements.c.objectKey)).scalars().all()

        with self._keeping.counted(thread_id or "", "delete_element"):
            for key in filter(None, await self._store.write(erase)):
                await self._files.delete_file(key)

    # Feedback

    async def upsert_feedback(self, feedback: Feedback) -> str:
        """Keep a person's verdict on an answer, of which there is one; its identifier.

        It stands in line behind the answer itself, however soon it comes.

        Raises:
            StoreError: the answer is not saved, or it is somebody else's.
        """
        said = {"value": feedback.value, "comment": storable(feedback.comment)}
        new = {"id": str(uuid4()), "forId": feedback.forId, **said}
        access = self._keeping.access()

        def keep(connection: Connection) -> str:
            found = queries.thread_of(connection, steps, feedback.forId)
            if found is None:
                raise StoreError(say("This answer is not saved, so it cannot be rated."))
            access.row(connection, found)
            return queries.save_feedback(connection, new | {"threadId": found}, said)

        return await self._store.write(keep)

    async def delete_feedback(self, feedback_id: str) -> bool:
        """Take a verdict back, and the example that came of it; whether there was one."""
        access = self._keeping.access()

        def take_back(connection: Connection) -> bool:
            found = queries.thread_of(connection, feedbacks, feedback_id)
            if found is None:
                return False
            access.row(connection, found)
            gone = delete(feedbacks).where(feedbacks.c.id == feedback_id)
            answer = connection.execute(gone.returning(feedbacks.c.forId)).scalar()
            if answer is not None:
                withdraw(connection, answer)
            return answer is not None

        return await self._store.write(take_back)

    async def build_debug_url(self) -> str:
        """There is no debugging page."""
        return ""

    async def kept(self, thread_id: str) -> StoreError | None:
        """Wait until what was said in a thread is on disk; why something of it is not, else None.

        What is done meanwhile may have been asked for by several turns: each is told once.
        """
        return await self._keeping.settled(thread_id)

    async def close(self) -> None:
        """Wait for the writes under way, then close the database."""
        await self._keeping.finish()
        await self._store.close()

    async def _save(self, step: StepDict, *, new: bool) -> None:
        """Keep a step; what is said of it while it waits in line is one write."""
        thread_id = step["threadId"]
        save = SaveStep(self._keeping.access(), step, new)
        with self._keeping.counted(thread_id, "create_step" if new else "update_step"):
            await self._store.write_latest(step["id"], save)

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
