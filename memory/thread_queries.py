"""The queries behind Chainlit's threads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    RowMapping,
    Select,
    Table,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.engines import upsert
from memory.store import now
from memory.tables import elements, exchanges, feedbacks, steps, threads, users
from memory.thread_rows import step_row, title

_MESSAGES = ("user_message", "assistant_message")


async def rows(connection: AsyncConnection, query: Select[Any]) -> list[RowMapping]:
    """All rows of a query."""
    return list((await connection.execute(query)).mappings())


def thread(thread_id: str) -> Select[Any]:
    """The row of a thread."""
    return select(threads).where(threads.c.id == thread_id)


# Made once: building a statement takes the processor longer than running it.
_FIND = select(threads).where(threads.c.id == bindparam("thread_id")).with_for_update()
_TOUCH = (
    update(threads)
    .where(threads.c.id == bindparam("thread_id"))
    .values(updatedAt=bindparam("moment"))
    .returning(*threads.c)
)
_NAME = (
    update(threads).where(threads.c.id == bindparam("thread_id")).values(name=bindparam("title"))
)


def find_thread(
    connection: Connection, thread_id: str, *, touch: bool = False
) -> RowMapping | None:
    """A thread's row, which other replicas leave alone until the transaction ends.

    `touch` says that it changes now.
    """
    given = {"thread_id": thread_id} | ({"moment": now()} if touch else {})
    return connection.execute(_TOUCH if touch else _FIND, given).mappings().first()


def make_thread(connection: Connection, thread_id: str, owner: str | None) -> None:
    """A thread without a name, unless it is there: a step may come before its thread.

    Where the owner is known, it is theirs from the first: what Chainlit says of it once, at the
    first message, may be what could not be kept.
    """
    moment = now()
    row = {"id": thread_id, "createdAt": moment, "updatedAt": moment, "metadata": {}}
    whose = owner_columns(connection, owner) if owner else {}
    made = upsert(connection.dialect.name, threads).values(row | whose)
    connection.execute(made.on_conflict_do_nothing())


def is_known(connection: Connection, user_id: str | None) -> bool:
    """Whether a person is, or nobody is named."""
    if user_id is None:
        return True
    return connection.execute(select(users.c.id).where(users.c.id == user_id)).first() is not None


def owner_columns(connection: Connection, user_id: str) -> dict[str, str]:
    """What makes a thread that person's; nothing if they are not known (any more)."""
    query = select(users.c.identifier).where(users.c.id == user_id)
    identifier = connection.execute(query).scalar()
    return {"userId": user_id, "userIdentifier": identifier} if identifier else {}


def erase_thread(connection: Connection, thread_id: str) -> None:
    """Remove a thread's rows from every table (steps, elements and feedback cascade)."""
    connection.execute(delete(exchanges).where(exchanges.c.thread == thread_id))
    connection.execute(delete(threads).where(threads.c.id == thread_id))


def erase_step(connection: Connection, step_id: str) -> Sequence[str | None]:
    """Remove a step and what hangs on it, and its exchange; the keys of its files."""
    connection.execute(delete(steps).where(steps.c.id == step_id))
    shown = delete(elements).where(elements.c.forId == step_id)
    keys = connection.execute(shown.returning(elements.c.objectKey)).scalars().all()
    connection.execute(delete(feedbacks).where(feedbacks.c.forId == step_id))
    connection.execute(delete(exchanges).where(exchanges.c.message == step_id))
    return keys


def thread_of(connection: Connection, table: Table, identifier: str) -> str | None:
    """The thread that a step, element or verdict is in."""
    query = select(table.c.threadId).where(table.c.id == identifier)
    return connection.execute(query).scalar()


def save_step(connection: Connection, step: Any, *, new: bool, unnamed: bool = False) -> None:
    """Insert or update a step.

    A new one that is there already arrives late, after its update: it only fills in an input or
    output that is empty. A step of another thread is never touched. What a person says names an
    `unnamed` thread.
    """
    whole, said = step_row(step)
    changed = frozenset[str]() if new else frozenset(said) - {"id", "threadId"}
    connection.execute(_saving(connection.dialect.name, frozenset(whole), changed), whole)
    if unnamed and whole["type"] == "user_message" and whole["output"]:
        connection.execute(_NAME, {"thread_id": whole["threadId"], "title": title(whole["output"])})


@cache
def _saving(dialect: str, whole: frozenset[str], changed: frozenset[str]) -> Executable:
    """Inserts a row of these columns, or changes some of what is there; none: fills in blanks."""
    statement = upsert(dialect, steps).values({name: bindparam(name) for name in whole})
    given = statement.excluded
    blanks = {
        name: func.coalesce(func.nullif(steps.c[name], ""), given[name])
        for name in ("input", "output")
    }
    return statement.on_conflict_do_update(
        index_elements=[steps.c.id],
        set_={name: given[name] for name in sorted(changed)} or blanks,
        where=steps.c.threadId == given.threadId,
    )


def save_element(connection: Connection, row: dict[str, Any]) -> bool:
    """Insert or update an element; False, and nothing done, if it is in another thread."""
    statement = upsert(connection.dialect.name, elements).values(row)
    statement = statement.on_conflict_do_update(
        index_elements=[elements.c.id],
        set_=row,
        where=elements.c.threadId == row["threadId"],
    )
    return connection.execute(statement.returning(elements.c.id)).scalar() is not None


def save_feedback(connection: Connection, row: dict[str, Any], said: dict[str, Any]) -> str:
    """Insert or update the one verdict on an answer; its identifier."""
    statement = upsert(connection.dialect.name, feedbacks).values(row)
    statement = statement.on_conflict_do_update(index_elements=[feedbacks.c.forId], set_=said)
    return str(connection.execute(statement.returning(feedbacks.c.id)).scalar_one())


def steps_of(thread_id: str) -> Select[Any]:
    """The steps of a thread in order, each with its feedback."""
    return (
        select(
            steps,
            feedbacks.c.id.label("feedback_id"),
            feedbacks.c.value.label("feedback_value"),
            feedbacks.c.comment.label("feedback_comment"),
        )
        .outerjoin(feedbacks, feedbacks.c.forId == steps.c.id)
        .where(steps.c.threadId == thread_id)
        .order_by(steps.c.createdAt, steps.c.start, steps.c.id)
    )


def favourites_of(user_id: str) -> Select[Any]:
    """The steps a person marked as favourites, latest first."""
    return (
        select(steps)
        .join(threads, threads.c.id == steps.c.threadId)
        .where(threads.c.userId == user_id)
        .where(steps.c.metadata["favorite"].as_boolean().is_(True))
        .order_by(steps.c.createdAt.desc())
    )


def graphs_of(thread_ids: Sequence[str], person: str | None) -> Select[Any]:
    """`id`, `metadata` and the `key` of the graph last asked, of those that are a person's."""
    last = (
        select(exchanges.c.graph)
        .where(exchanges.c.thread == threads.c.id)
        .order_by(exchanges.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = select(threads.c.id, threads.c.metadata, last.label("key"))
    query = query.where(threads.c.id.in_(thread_ids))
    return query.where(threads.c.userIdentifier == person) if person is not None else query


def page_of_threads(
    user_id: str, limit: int, cursor: str | None, search: str | None, feedback: int | None
) -> Select[Any]:
    """A person's threads, the latest first: those after `cursor`, one more than `limit`.

    Args:
        user_id: The person's `users.id`.
        limit: Threads on a page.
        cursor: What `cursor_of` gave for the last thread of the page before.
        search: Words said in a message, or in the thread's name; case does not matter.
        feedback: Only threads with an answer rated so (0 or 1).
    """
    query = select(threads).where(threads.c.userId == user_id, threads.c.name.is_not(None))
    if search:
        said = exists().where(
            steps.c.threadId == threads.c.id,
            steps.c.type.in_(_MESSAGES),
            _has_words(steps.c.output, search),
        )
        query = query.where(or_(_has_words(threads.c.name, search), said))
    if feedback is not None:
        rated = (feedbacks.c.threadId == threads.c.id) & (feedbacks.c.value == feedback)
        query = query.where(exists().where(rated))
    if cursor:
        updated, _, last = cursor.partition("/")
        same_moment = (threads.c.updatedAt == updated) & (threads.c.id < last)
        query = query.where(or_(threads.c.updatedAt < updated, same_moment))
    return query.order_by(threads.c.updatedAt.desc(), threads.c.id.desc()).limit(limit + 1)


def _has_words(column: ColumnElement[str | None], words: str) -> ColumnElement[bool]:
    """The words occur; their case matters only beyond ASCII in a database of locale C."""
    return or_(
        func.lower(column).contains(words.lower(), autoescape=True),
        column.contains(words, autoescape=True),
    )


def cursor_of(last: RowMapping) -> str:
    """Where a page ends: it stays right when a thread before it is written to meanwhile."""
    return f"{last['updatedAt']}/{last['id']}"
