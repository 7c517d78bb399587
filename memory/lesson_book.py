"""The lessons of a store: SQL is the truth, and any process may write to it at any time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, Select, delete, select, update

from memory.engines import upsert
from memory.errors import UsageError
from memory.lesson_rows import lesson_of_row, lesson_row
from memory.lesson_votes import ASKED, DISLIKED, LESSONS, LIKED, demote, settle, vote
from memory.lessons import Lesson, Witness
from memory.store import Store, changed, now, version
from memory.tables import lesson_votes as votes
from memory.tables import lessons


class LessonBook:
    """The lessons of one graph. Every method raises `StoreError` where the database fails."""

    def __init__(self, store: Store, graph: str) -> None:
        self._store = store
        self.graph = graph

    async def version(self) -> int:
        """A number that grows whenever what serves everybody changes."""
        async with self._store.read() as connection:
            return await version(connection, LESSONS)

    async def learn(self, lesson: Lesson, person: str, folded: str, *, liked: bool) -> Lesson:
        """Keep a pair that a person liked, or that was mended while they asked; as it now stands.

        Args:
            lesson: The pair, of this graph.
            person: Identifier of the person.
            folded: Their question, as `memory.examples.same_question` folds it.
            liked: Whether they said that it is right.
        """
        row = lesson_row(lesson)
        newer = {"fingerprint": row["fingerprint"], "columns": row["columns"]}
        if lesson.draft:
            newer |= {"draft": row["draft"], "problem": row["problem"]}

        def learn(connection: Connection) -> None:
            kept = upsert(connection.dialect.name, lessons).values(row)
            connection.execute(
                kept.on_conflict_do_update(index_elements=[lessons.c.id], set_=newer)
            )
            vote(connection, lesson.id, person, folded, LIKED if liked else ASKED)
            settle(connection, lesson.id)

        await self._store.write(learn)
        return (await self.lesson(lesson.id)) or lesson

    async def dislike(self, person: str, folded: str, lesson: str, cypher: str) -> None:
        """Withdraw what answered a question wrongly.

        Args:
            person: Identifier of the person.
            folded: Their question, folded.
            lesson: Identifier that the pair would have.
            cypher: The statement that answered, where it came from another lesson.
        """
        said = select(votes.c.lesson).where(votes.c.person == person, votes.c.folded == folded)
        meant = lessons.c.id.in_(said) | (lessons.c.id == lesson) | (lessons.c.cypher == cypher)
        query = select(lessons.c.id).where(lessons.c.graph == self.graph, meant)

        def dislike(connection: Connection) -> None:
            for found in connection.execute(query).scalars().all():
                vote(connection, found, person, folded, DISLIKED)
                settle(connection, found, fresh_no=True)

        await self._store.write(dislike)

    async def lesson(self, identifier: str) -> Lesson | None:
        """The lesson of an identifier."""
        found = await self._lessons(self._all().where(lessons.c.id == identifier))
        return found[0] if found else None

    async def lessons(self, status: str | None = None) -> list[Lesson]:
        """All of them, or those of a status, the oldest first."""
        query = self._all() if status is None else self._all().where(lessons.c.status == status)
        return await self._lessons(query)

    async def by_form(self, forms: Iterable[str], fingerprint: str) -> list[Lesson]:
        """Approved ones whose questions have one of these forms, on this very schema."""
        return await self._lessons(
            self._all().where(
                lessons.c.status == "approved",
                lessons.c.form.in_(list(forms)),
                lessons.c.fingerprint == fingerprint,
            )
        )

    async def approved(self, identifiers: Sequence[str]) -> list[Lesson]:
        """Those of the identifiers that are approved, in that order."""
        query = self._all().where(lessons.c.status == "approved", lessons.c.id.in_(identifiers))
        found = {lesson.id: lesson for lesson in await self._lessons(query)}
        return [found[one] for one in identifiers if one in found]

    async def named(self, prefix: str) -> Lesson:
        """The one lesson whose identifier begins so.

        Raises:
            UsageError: there is none, or more than one.
        """
        begins = lessons.c.id.startswith(prefix.lower(), autoescape=True)
        found = await self._lessons(self._all().where(begins)) if prefix else []
        if len(found) == 1:
            return found[0]
        if not found:
            raise UsageError(
                f"There is no lesson {prefix or '(blank)'} on {self.graph}; see them with: "
                "cicerone examples list"
            )
        raise UsageError(f"{prefix} begins {len(found)} lessons; write more of its digits.")

    async def approve(self, identifier: str, witness: Witness, why: str, by: str = "") -> bool:
        """Serve it to everybody; whether it is. `by` is who decided so.

        An operator's word settles what people were against, and what was refused; no other does.
        """
        against = (votes.c.lesson == identifier) & (votes.c.vote == DISLIKED)
        told = {"status": "approved", "witness": witness, "why": why}
        told |= {"decided_by": by, "decided": now()} if by else {}
        disputed = select(votes.c.lesson).where(against).exists()
        may = (lessons.c.id == identifier) & ~disputed
        if witness != "operator":
            may &= lessons.c.status != "refused"
        done = update(lessons).where(may).values(told)

        def approve(connection: Connection) -> bool:
            if witness == "operator":
                connection.execute(delete(votes).where(against))
            if connection.execute(done.returning(lessons.c.id)).first() is None:
                return False
            changed(connection, LESSONS)
            return True

        return await self._store.write(approve)

    async def refuse(self, identifier: str, why: str, by: str) -> None:
        """Serve it to nobody, whoever likes it, until an operator approves it."""
        told = {"status": "refused", "witness": "", "why": why, "decided_by": by, "decided": now()}
        done = update(lessons).where(lessons.c.id == identifier).values(told)

        def refuse(connection: Connection) -> None:
            connection.execute(done)
            changed(connection, LESSONS)

        await self._store.write(refuse)

    async def demote(self, identifier: str, why: str) -> None:
        """Back to quarantine, until it is confirmed anew."""
        await self._store.write(lambda connection: demote(connection, identifier, why))

    async def hold(self, identifier: str, fingerprint: str, columns: Sequence[str]) -> None:
        """It runs on this schema, too, and returns these columns."""
        told = {"fingerprint": fingerprint, "columns": json.dumps(columns)}
        held = update(lessons).where(lessons.c.id == identifier).values(told)

        def hold(connection: Connection) -> None:
            connection.execute(held)
            changed(connection, LESSONS)

        await self._store.write(hold)

    async def explain(self, identifier: str, why: str) -> None:
        """Say why it stays in quarantine."""
        waits = (lessons.c.id == identifier) & (lessons.c.status == "quarantine")
        told = update(lessons).where(waits).values(why=why)
        await self._store.write(lambda connection: connection.execute(told))

    async def replace(self, given: Sequence[Lesson], *, instead_of: Sequence[str] = ()) -> None:
        """Keep lessons as given, all or none of them; those named go."""
        rows = [lesson_row(replace(lesson, graph=self.graph)) for lesson in given]

        def put(connection: Connection) -> None:
            connection.execute(delete(lessons).where(lessons.c.id.in_(instead_of)))
            for row in rows:
                kept = upsert(connection.dialect.name, lessons).values(row)
                said = {name: row[name] for name in row if name not in ("id", "created")}
                connection.execute(
                    kept.on_conflict_do_update(index_elements=[lessons.c.id], set_=said)
                )
            changed(connection, LESSONS)

        await self._store.write(put)

    async def amend(self, identifier: str, lesson: Lesson) -> None:
        """Keep a lesson in place of another, whose votes are its own from now on."""
        row, other = lesson_row(lesson), votes.alias()
        kept = select(other.c.lesson).where(
            other.c.lesson == lesson.id,
            other.c.person == votes.c.person,
            other.c.folded == votes.c.folded,
        )
        moved = update(votes).where(votes.c.lesson == identifier, ~kept.exists())

        def amend(connection: Connection) -> None:
            put = upsert(connection.dialect.name, lessons).values(row)
            connection.execute(put.on_conflict_do_update(index_elements=[lessons.c.id], set_=row))
            if identifier != lesson.id:
                connection.execute(moved.values(lesson=lesson.id))
                connection.execute(delete(lessons).where(lessons.c.id == identifier))
            changed(connection, LESSONS)

        await self._store.write(amend)

    async def forget(self, identifiers: Sequence[str]) -> None:
        """Forget lessons for good."""
        await self.replace([], instead_of=identifiers)

    def _all(self) -> Select[tuple[object, ...]]:
        order = (lessons.c.created, lessons.c.id)
        return select(lessons).where(lessons.c.graph == self.graph).order_by(*order)

    async def _lessons(self, query: Select[tuple[object, ...]]) -> list[Lesson]:
        async with self._store.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [lesson_of_row(row) for row in rows]
