"""What people said of lessons, and what follows: a second person's word confirms, a no withdraws.

Every function works in the caller's transaction and tells whether what serves everybody changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, func, select, update

from memory.catalogue import marked
from memory.engines import upsert
from memory.store import changed
from memory.tables import lesson_votes as votes
from memory.tables import lessons

LESSONS = "lessons"
LIKED, ASKED, DISLIKED = 1, 0, -1


def vote(connection: Connection, lesson: str, person: str, folded: str, said: int) -> None:
    """Count what a person says; to have asked takes no earlier word back."""
    row = {"lesson": lesson, "person": person, "folded": folded, "vote": said}
    statement = upsert(connection.dialect.name, votes).values(row)
    if said == ASKED:
        connection.execute(statement.on_conflict_do_nothing())
    else:
        keys = [votes.c.lesson, votes.c.person, votes.c.folded]
        connection.execute(
            statement.on_conflict_do_update(index_elements=keys, set_={"vote": said})
        )


def settle(connection: Connection, lesson: str, *, fresh_no: bool = False) -> bool:
    """Set the status of a lesson by its votes.

    It is approved by the like of a second person, where nobody is against it. A fresh dislike
    withdraws it whoever approved it; a like taken back only what likes alone had approved. What a
    curator refused stays refused.
    """
    row = (connection.execute(select(lessons).where(lessons.c.id == lesson))).mappings()
    found = row.first()
    if found is None or found["status"] == "refused":
        return False
    people, likes, against = _counted(connection, lesson)
    confirmed = people > 1 and likes > 0 and against == 0
    if found["status"] == "approved":
        if not fresh_no and (found["witness"] != "people" or confirmed):
            return False
        why = (
            marked("Somebody disliked its answer.")
            if fresh_no
            else marked("A like was taken back.")
        )
        return demote(connection, lesson, why)
    if confirmed:
        told = {
            "status": "approved",
            "witness": "people",
            "why": marked("A second person liked it."),
        }
        connection.execute(update(lessons).where(lessons.c.id == lesson).values(told))
        changed(connection, LESSONS)
        return True
    if fresh_no:
        demote(connection, lesson, marked("Somebody disliked its answer."))
    return False


def demote(connection: Connection, lesson: str, why: str) -> bool:
    """Back to quarantine; likes given before do not bring it back."""
    told = {"status": "quarantine", "witness": "", "why": why}
    there = (lessons.c.id == lesson) & (lessons.c.status != "refused")
    done = update(lessons).where(there).values(told).returning(lessons.c.id)
    if (connection.execute(done)).first() is None:
        return False
    liked = update(votes).where(votes.c.lesson == lesson, votes.c.vote == LIKED)
    connection.execute(liked.values(vote=ASKED))
    changed(connection, LESSONS)
    return True


def retract(connection: Connection, person: str, graph: str, folded: str) -> None:
    """Take back what a person said of a question; what nobody stands for any more is forgotten."""
    of_graph = select(lessons.c.id).where(lessons.c.graph == graph)
    gone = delete(votes).where(
        votes.c.person == person, votes.c.folded == folded, votes.c.lesson.in_(of_graph)
    )
    _without(connection, (connection.execute(gone.returning(votes.c.lesson))).scalars())


def leave(connection: Connection, person: str) -> None:
    """Forget a person: their votes, and what nobody else has confirmed."""
    gone = delete(votes).where(votes.c.person == person).returning(votes.c.lesson)
    _without(connection, (connection.execute(gone)).scalars())


def _without(connection: Connection, touched: Iterable[str]) -> None:
    """Settle lessons that lost a vote."""
    for lesson in dict.fromkeys(touched):
        settle(connection, lesson)
        left = select(votes.c.lesson).where(votes.c.lesson == lesson)
        orphan = delete(lessons).where(
            lessons.c.id == lesson, lessons.c.status != "approved", ~left.exists()
        )
        connection.execute(orphan)


def _counted(connection: Connection, lesson: str) -> tuple[int, int, int]:
    """(people who asked or liked, likes, dislikes) of a lesson."""

    def count(low: int, high: int) -> int:
        people = func.count(votes.c.person.distinct())
        query = select(people).where(votes.c.lesson == lesson, votes.c.vote.between(low, high))
        return int((connection.execute(query)).scalar() or 0)

    return count(ASKED, LIKED), count(LIKED, LIKED), count(DISLIKED, DISLIKED)
