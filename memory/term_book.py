"""The terms of a store: who taught what, and what of it holds for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlalchemy import Connection, Delete, RowMapping, Select, delete, func, select, update

from memory.catalogue import say
from memory.codec import storable
from memory.engines import upsert
from memory.errors import UsageError
from memory.store import Store, changed, now, version
from memory.tables import terms
from memory.terms import Entry, Term, meant, term_key

TERMS = "terms"
MOST_TERMS = 300
# An empty name is the operator's.
_NOBODY = "anonymous"


class TermBook:
    """The terms of one graph. Every method raises `StoreError` where the database fails."""

    def __init__(self, store: Store, graph: str) -> None:
        self._store = store
        self.graph = graph

    async def version(self) -> int:
        """A number that grows with every change."""
        async with self._store.read() as connection:
            return await version(connection, TERMS)

    async def of(self, person: str) -> list[Term]:
        """What holds for a person: their own terms, then those of everybody else's."""
        found: list[Term] = []
        for meanings in self._meanings(await self._rows(self._all()), person):
            own = [one for one in meanings if one.own]
            found += own or [one for one in meanings if one.holds == "everybody"][:1]
        return sorted(found, key=lambda one: not one.own)

    async def all(self) -> list[Term]:
        """Every term with each of its meanings."""
        return [one for held in self._meanings(await self._rows(self._all())) for one in held]

    async def teach(self, person: str, term: str, meaning: str) -> Term:
        """Keep what a term means to a person, in place of what it meant; how it now holds.

        Raises:
            UsageError: the person has taught as many as one may.
        """
        row = {"term": storable(term), "meaning": storable(meaning), "created": now()}
        row |= {"decided_by": "", "decided": ""}
        keys = {"graph": self.graph, "folded": term_key(term), "person": person or _NOBODY}
        others = select(func.count()).select_from(terms)
        others = others.where(
            terms.c.graph == self.graph,
            terms.c.person == person,
            terms.c.folded != keys["folded"],
        )

        def teach(connection: Connection) -> None:
            if int(connection.execute(others).scalar() or 0) >= MOST_TERMS:
                raise UsageError(
                    say(
                        "You have taught {most} words, which is as many as are kept; have one "
                        "forgotten first: “forget what … means”.",
                        most=MOST_TERMS,
                    )
                )
            _keep(connection, keys, row)

        await self._store.write(teach)
        rows = await self._rows(self._all().where(terms.c.folded == keys["folded"]))
        return next(one for held in self._meanings(rows, person) for one in held if one.own)

    async def forget(self, person: str, term: str) -> Term | None:
        """Forget what a term means to a person; what it meant, if it did."""
        key = term_key(term)
        of_term = self._all().where(terms.c.folded == key)
        rows = await self._rows(of_term)
        own = [one for held in self._meanings(rows, person) for one in held if one.own]
        if not own:
            return None
        gone = delete(terms).where(
            terms.c.graph == self.graph, terms.c.folded == key, terms.c.person == person
        )
        await self._store.write(lambda connection: _remove(connection, gone))
        return own[0]

    async def approve(self, approved: Sequence[Term], by: str = "operator") -> None:
        """Let meanings hold for everybody, on an operator's word."""

        def approve(connection: Connection) -> None:
            for one in approved:
                keys = {"graph": self.graph, "folded": term_key(one.term), "person": ""}
                row = {"term": one.term, "meaning": one.meaning, "created": now()}
                _keep(connection, keys, row | {"decided_by": by, "decided": now()})

        await self._store.write(approve)

    async def refuse(self, refused: Term, by: str) -> None:
        """Let a meaning hold for those alone who taught it, however many they are."""
        same = (terms.c.folded == term_key(refused.term)) & (terms.c.meaning == refused.meaning)
        ours = (terms.c.graph == self.graph) & same

        def refuse(connection: Connection) -> None:
            connection.execute(delete(terms).where(ours, terms.c.person == ""))
            connection.execute(update(terms).where(ours).values(decided_by=by, decided=now()))
            changed(connection, TERMS)

        await self._store.write(refuse)

    async def withdraw(self, withdrawn: Sequence[Term]) -> None:
        """Forget meanings for good, whoever taught them."""
        gone = [
            delete(terms).where(
                terms.c.graph == self.graph,
                (terms.c.folded == term_key(one.term)) & (terms.c.meaning == one.meaning),
            )
            for one in withdrawn
        ]
        await self._store.write(lambda connection: _remove(connection, *gone))

    async def named(self, prefix: str) -> Term:
        """The one meaning whose identifier begins so.

        Raises:
            UsageError: there is none, or more than one.
        """
        found = [one for one in await self.all() if prefix and one.id.startswith(prefix.lower())]
        if len(found) == 1:
            return found[0]
        if not found:
            raise UsageError(
                f"There is no term {prefix or '(blank)'} on {self.graph}; see them with: "
                "cicerone terms list"
            )
        raise UsageError(f"{prefix} begins {len(found)} terms; write more of its digits.")

    def _all(self) -> Select[tuple[object, ...]]:
        order = (terms.c.folded, terms.c.created, terms.c.person)
        return select(terms).where(terms.c.graph == self.graph).order_by(*order)

    async def _rows(self, query: Select[tuple[object, ...]]) -> Sequence[RowMapping]:
        async with self._store.read() as connection:
            return (await connection.execute(query)).mappings().all()

    def _meanings(
        self, rows: Sequence[RowMapping], person: str | None = None
    ) -> Iterator[list[Term]]:
        for _, same in groupby(rows, key=lambda row: row["folded"]):
            said = [Entry(**{name: row[name] for name in Entry.__slots__}) for row in same]
            yield meant(self.graph, said, person)


async def own_terms(store: Store, person: str) -> list[Term]:
    """What a person has taught, on every graph.

    Raises:
        StoreError: the database fails.
    """
    graphs = select(terms.c.graph).where(terms.c.person == person).distinct()
    async with store.read() as connection:
        found = (await connection.execute(graphs.order_by(terms.c.graph))).scalars().all()
    books = [await TermBook(store, graph).of(person) for graph in found]
    return [one for book in books for one in book if one.own]


def forget_person(connection: Connection, person: str) -> None:
    """Forget what words mean to a person, in the caller's transaction."""
    _remove(connection, delete(terms).where(terms.c.person == person))


def _keep(connection: Connection, keys: dict[str, str], row: dict[str, str]) -> None:
    kept = upsert(connection.dialect.name, terms).values({**keys, **row})
    connection.execute(kept.on_conflict_do_update(index_elements=list(keys), set_=row))
    changed(connection, TERMS)


def _remove(connection: Connection, *gone: Delete) -> None:
    for statement in gone:
        connection.execute(statement)
    changed(connection, TERMS)
