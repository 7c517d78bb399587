"""Forgetting a person: every row of theirs in every table, in one transaction.

Nobody's name is in what is left: lessons that others stand for, sums of spending, ended sign-ins.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from memory import forgotten, term_book
from memory.lesson_votes import leave
from memory.store import changed
from memory.tables import (
    examples,
    exchanges,
    lesson_votes,
    lessons,
    sign_in_tries,
    terms,
    threads,
    users,
)
from memory.thread_queries import erase_thread

# Where whose name it is stands in the rows, beside `threads` and what hangs on them.
_OWNERS = (
    users.c.identifier,
    threads.c.userIdentifier,
    exchanges.c.user,
    examples.c.owner,
    lesson_votes.c.person,
    terms.c.person,
    sign_in_tries.c.name,
)
_DECIDERS = (lessons.c.decided_by, terms.c.decided_by)


def is_known(connection: Connection, person: str) -> bool:
    """Whether anything is kept of a person, who has a name."""
    named = (select(column).where(column == person) for column in (*_OWNERS, *_DECIDERS))
    return bool(person) and any(connection.execute(one).first() is not None for one in named)


def threads_of(connection: Connection, person: str) -> Sequence[str]:
    """The threads of a person, which are theirs alone."""
    owned = select(threads.c.id).where(threads.c.userIdentifier == person)
    return connection.execute(owned).scalars().all()


def erase_person(connection: Connection, person: str) -> None:
    """Remove what is kept of a person; the search indexes follow, files are the caller's.

    What they began before is kept no longer, at whatever replica it ends.
    """
    for thread_id in threads_of(connection, person):
        erase_thread(connection, thread_id)
    connection.execute(delete(exchanges).where(exchanges.c.user == person))
    connection.execute(delete(examples).where(examples.c.owner == person))
    changed(connection, "examples")
    leave(connection, person)
    term_book.forget_person(connection, person)
    for decider in _DECIDERS:
        decided = update(decider.table).where(decider == person)
        connection.execute(decided.values(decided_by="somebody"))
    connection.execute(delete(sign_in_tries).where(sign_in_tries.c.name == person))
    connection.execute(delete(users).where(users.c.identifier == person))
    forgotten.mark(connection, person)
