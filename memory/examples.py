"""Answers people liked, as question/Cypher pairs for the questions to come; and disliked.

The SQL table is the truth. The search index follows it by the table's version: whatever is missing
there (another process wrote, the folder was lost) is rebuilt when next searched. A pair serves only
the person who liked it; what serves everybody is a lesson. One that is disliked serves nobody: it
is known again when it is about to be given to that person. Nor does one that failed, until it is
liked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from uuid import uuid4

import structlog
from sqlalchemy import Connection, RowMapping, delete, func, select, update

from memory.codec import dump_parameters, load_exchange, load_parameters, storable
from memory.embedding import Embedder
from memory.embedding_away import entry_vectors, renew, vectors_of
from memory.engines import upsert
from memory.errors import StoreError
from memory.index import Collection, Entry, Index, Match, Search, Where
from memory.lesson_votes import retract
from memory.question_form import same_question as same_question
from memory.store import Store, changed, now, version
from memory.tables import examples, exchanges

Source: TypeAlias = Literal["liked", "chosen", "pinned"]

_TABLE = "examples"
_PAGE = 500


@dataclass(frozen=True, slots=True)
class Example:
    """One pair. `fingerprint` is that of the schema it was right for; `created` is UTC, ISO.

    `source` is how it came to be: the answer was liked (or disliked, see `status`), chosen as what
    a question means, or pinned to the welcome page, where it stands since `pinned`.
    """

    id: str
    graph: str
    owner: str
    question: str
    cypher: str
    parameters: Mapping[str, Any]
    fingerprint: str
    engine: str
    status: str
    created: str
    source: Source = "liked"
    pinned: str = ""

    @property
    def lesson(self) -> str:
        """A person's own pair is none."""
        return ""

    @property
    def by_people(self) -> bool:
        """Its owner found it right."""
        return True


def examples_collection(embedder: Embedder) -> Collection:
    """The collection that fits an embedder."""
    return Collection(
        "examples",
        text=True,
        dense=embedder.size,
        keywords=("example", "owner", "graph"),
        growing=True,
        embedder=embedder.name,
    )


class Examples:
    """The examples of a store. Every method raises `StoreError` where the database fails.

    A failing index is logged and does without: an answer must not wait for it.
    """

    def __init__(self, store: Store, index: Index, embedder: Embedder) -> None:
        """Search through `index`, which was opened with `examples_collection(embedder)`."""
        self._store = store
        self._index = index
        self._embedder = embedder
        self._lock = asyncio.Lock()

    async def keep(
        self,
        user: str,
        graph: str,
        standalone: str,
        cypher: str,
        parameters: Mapping[str, Any],
        fingerprint: str,
        engine: str,
        *,
        liked: bool = True,
        source: Source = "liked",
    ) -> Example | None:
        """Keep a pair, in place of what the person said of the same question before.

        Args:
            user: Identifier of the person.
            graph: Name of the graph.
            standalone: The standalone question.
            cypher: The statement that answered it, or did not.
            parameters: Its parameters.
            fingerprint: The schema's.
            engine: Who wrote it; `memory` leaves what is known of an earlier like.
            liked: Whether the person found it right.
            source: How it came to be kept; what is pinned keeps its earlier source.

        Returns:
            The example; None where the question has no text.
        """
        key = same_question(standalone)
        if not key:
            return None
        said = {
            "question": storable(standalone).strip(),
            "cypher": storable(cypher),
            "parameters": dump_parameters(parameters),
            "fingerprint": fingerprint,
            "status": "liked" if liked else "disliked",
        }
        if source != "pinned":
            said["source"] = source
        if source == "pinned" or not liked:
            said["pinned"] = now() if liked else ""
        new = {
            "source": source,
            "id": str(uuid4()),
            "graph": graph,
            "owner": user,
            "folded": key,
            "engine": engine,
            "created": now(),
            **said,
        }

        def keep(connection: Connection) -> tuple[Example, int]:
            statement = upsert(connection.dialect.name, examples).values(new)
            statement = statement.on_conflict_do_update(
                index_elements=[examples.c.owner, examples.c.graph, examples.c.folded],
                set_=said if engine == "memory" else said | {"engine": engine},
            )
            row = connection.execute(statement.returning(*examples.columns)).mappings()
            return example_of_row(row.one()), changed(connection, _TABLE)

        kept, at = await self._store.write(keep)
        if liked:
            await self._follow(at, add=kept)
        else:
            await self._follow(at, remove=(kept.id,))
        return kept

    async def exact(self, user: str, graph: str, question: str, fingerprint: str) -> Example | None:
        """The pair liked for this very question on this very schema: it can be run as it is."""
        query = _of(user, graph).where(
            examples.c.folded == same_question(question), examples.c.fingerprint == fingerprint
        )
        async with self._store.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return example_of_row(row) if row else None

    async def disliked(self, user: str, graph: str, question: str) -> Example | None:
        """What this person said does not answer this very question."""
        query = _of(user, graph, "disliked").where(examples.c.folded == same_question(question))
        async with self._store.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return example_of_row(row) if row else None

    async def nearest(
        self, user: str, graph: str, question: str, fingerprint: str, k: int = 3
    ) -> list[Example]:
        """The `k` pairs nearest in words and meaning, best first.

        Those of an older schema come after the others: they may name what is gone.
        """
        count = select(func.count()).select_from(_of(user, graph).subquery())
        async with self._store.read() as connection:
            if not (await connection.execute(count)).scalar():
                return []
        try:
            found = await self._search(user, graph, question, 2 * k)
        except StoreError as error:
            structlog.get_logger(__name__).warning("examples not searched", why=str(error))
            return []
        query = _of(user, graph).where(examples.c.id.in_(found))
        async with self._store.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        place = {identifier: position for position, identifier in enumerate(found)}
        pairs = [example_of_row(row) for row in rows]
        return sorted(pairs, key=lambda e: (e.fingerprint != fingerprint, place[e.id]))[:k]

    async def outdated(self, graph: str, fingerprint: str) -> list[Example]:
        """Everybody's pairs that were right for another schema of a graph."""
        query = select(examples).where(
            examples.c.graph == graph,
            examples.c.status == "liked",
            examples.c.fingerprint != fingerprint,
        )
        async with self._store.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [example_of_row(row) for row in rows]

    async def hold(self, identifier: str, fingerprint: str) -> None:
        """A pair is right for this schema, too."""
        held = update(examples).where(examples.c.id == identifier).values(fingerprint=fingerprint)
        await self._store.write(lambda connection: connection.execute(held))

    async def set_aside(self, user: str, graph: str, question: str) -> None:
        """What this person liked for this very question failed: it serves them no longer."""
        liked = (
            (examples.c.owner == user)
            & (examples.c.graph == graph)
            & (examples.c.folded == same_question(question))
            & (examples.c.status == "liked")
        )
        failed = update(examples).where(liked).values(status="failed")

        def set_aside(connection: Connection) -> tuple[Sequence[str], int]:
            found = connection.execute(failed.returning(examples.c.id)).scalars().all()
            return found, changed(connection, _TABLE)

        found, at = await self._store.write(set_aside)
        await self._follow(at, remove=found)

    async def removed(self, at: int, identifiers: Sequence[str]) -> None:
        """Take out of the index what the change `at` of the table has removed."""
        await self._follow(at, remove=identifiers)

    async def refresh(self) -> None:
        """Let the index hold what the table holds, now rather than at the next search."""
        async with self._lock:
            await self._catch_up()

    async def close(self) -> None:
        """Let go of the index."""
        await self._index.close()

    async def _search(self, user: str, graph: str, question: str, limit: int) -> list[str]:
        async with self._lock:
            await self._catch_up()
        (vector,) = await vectors_of(self._embedder, [question])
        where = Where(all=(Match("owner", (user,)), Match("graph", (graph,))))
        search = Search(limit, text=question, vector=vector, where=where)
        return [str(hit.payload["example"]) for hit in (await self._index.search([search]))[0]]

    async def _catch_up(self) -> None:
        """Rebuild the index if the table has changed without it."""
        async with self._store.read() as connection:
            wanted = self._stamp(await version(connection, _TABLE))
        if await self._index.stamp() != wanted:
            await renew(self._index, self._entries, wanted)

    async def _follow(
        self, at: int, *, add: Example | None = None, remove: Sequence[str] = ()
    ) -> None:
        """Take one change into the index, if it was up to date before that; else it waits."""
        try:
            async with self._lock:
                if await self._index.stamp() != self._stamp(at - 1):
                    return
                if add is not None:
                    entries = await self._made([add])
                    await self._index.upsert(entries, self._stamp(at))
                if remove:
                    where = Where(all=(Match("example", tuple(remove)),))
                    await self._index.delete(where, self._stamp(at))
        except StoreError as error:
            structlog.get_logger(__name__).warning("examples not indexed", why=str(error))

    def _stamp(self, at: int) -> str:
        return f"{at} {self._embedder.name}"

    async def _entries(self, with_vectors: bool) -> AsyncIterator[Entry]:
        last = ""
        while True:
            query = select(examples).where(examples.c.id > last, examples.c.status == "liked")
            query = query.order_by(examples.c.id)
            async with self._store.read() as connection:
                rows = (await connection.execute(query.limit(_PAGE))).mappings().all()
            if not rows:
                return
            for entry in await self._made([example_of_row(row) for row in rows], with_vectors):
                yield entry
            last = rows[-1]["id"]

    async def _made(self, pairs: Sequence[Example], with_vectors: bool = True) -> list[Entry]:
        questions = [pair.question for pair in pairs]
        vectors = await entry_vectors(self._embedder, questions, with_vectors)
        return [
            Entry(
                pair.id,
                {"example": pair.id, "owner": pair.owner, "graph": pair.graph},
                text=pair.question,
                vector=vector,
            )
            for pair, vector in zip(pairs, vectors, strict=True)
        ]


def withdraw(connection: Connection, message: str) -> None:
    """Forget the pair that was made of the answer `message`, and what was said of it.

    The indexes catch up later.
    """
    query = select(exchanges).where(exchanges.c.message == message)
    for row in connection.execute(query).mappings().all():
        exchange = load_exchange(row["body"])
        if exchange is None:
            continue
        said = (row["user"], row["graph"])
        if _forget(connection, *said, exchange.standalone):
            changed(connection, _TABLE)
        retract(connection, *said, same_question(exchange.standalone))


def _of(user: str, graph: str, status: str = "liked") -> Any:
    return select(examples).where(
        examples.c.owner == user, examples.c.graph == graph, examples.c.status == status
    )


def _forget(connection: Connection, user: str, graph: str, standalone: str) -> Sequence[str]:
    gone = delete(examples).where(
        examples.c.owner == user,
        examples.c.graph == graph,
        examples.c.folded == same_question(standalone),
    )
    return connection.execute(gone.returning(examples.c.id)).scalars().all()


def example_of_row(row: RowMapping) -> Example:
    """The pair in a row of the table."""
    return Example(
        **{name: row[name] for name in Example.__slots__ if name != "parameters"},
        parameters=load_parameters(row["parameters"]),
    )
