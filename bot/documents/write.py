"""The graph made to be what it should: batches that can be sent again, and a note of each.

Before a batch is sent its keys are noted, so that what a killed run has sent is known; after it
their digests are, so that the next run sends only what is new or different.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeAlias

import neo4j

from bot.documents.ledger import Ledger
from bot.documents.project import End, Join, Node, Projection
from bot.graph.load import quoted
from memory.documents import DOCUMENT, ID, PASSAGE

Progress: TypeAlias = Callable[[int], None]
Entry: TypeAlias = tuple[str, str, str, Node | Join]
"""What is to be sent: its kind, its key among these, and a digest of it."""
_ROWS, _BYTES = 1_000, 2_000_000


@dataclass(slots=True)
class Written:
    """How much was sent and deleted, by kind, and how many relationships found no end."""

    sent: Counter[str] = field(default_factory=Counter)
    deleted: Counter[str] = field(default_factory=Counter)
    without_end: int = 0


class GraphWriter:
    """Writes what a ledger says into one database."""

    def __init__(
        self, driver: neo4j.AsyncDriver, database: str | None, ledger: Ledger, batch: int = _ROWS
    ) -> None:
        self._driver, self._database, self._ledger = driver, database, ledger
        self._batch = batch

    async def write(self, projection: Projection, progress: Progress | None = None) -> Written:
        """Send what the graph lacks, and delete what it should no longer have."""
        written, done = Written(), 0
        await self._constraints(projection.labels)
        await self._compare()
        run = int(self._ledger.note("run") or 0) + 1
        self._ledger.write_note("run", str(run))
        for batch in self._batches(projection.items(), run):
            with self._ledger.whole():
                for kind, key, _, _ in batch:
                    self._ledger.db.execute(
                        "INSERT INTO written VALUES (?, ?, '', ?) ON CONFLICT (kind, key) "
                        "DO UPDATE SET digest = '', run = excluded.run",
                        (kind, key, run),
                    )
            made = await self._send([item for _, _, _, item in batch])
            written.without_end += len(batch) - made
            with self._ledger.whole():
                self._ledger.db.executemany(
                    "UPDATE written SET digest = ? WHERE kind = ? AND key = ?",
                    [(digest, kind, key) for kind, key, digest, _ in batch],
                )
            written.sent[_told(batch[0][3])] += made
            done += len(batch)
            if progress:
                progress(done)
        await self._delete(run, written)
        return written

    async def _constraints(self, labels: Iterable[str]) -> None:
        for label in labels:
            name = "cicerone_" + re.sub(r"\W", "_", label)
            await self._run(
                f"CREATE CONSTRAINT {quoted(name)} IF NOT EXISTS "
                f"FOR (n:{quoted(label)}) REQUIRE n.{ID} IS UNIQUE"
            )

    async def _compare(self) -> None:
        """Send everything again where the graph is not the one that was written to."""
        for label in (DOCUMENT, PASSAGE):
            rows = await self._run(
                f"MATCH (n:{quoted(label)}) WHERE n.{ID} IS NOT NULL RETURN count(n) AS n"
            )
            (noted,) = self._ledger.db.execute(
                "SELECT count(*) FROM written WHERE kind = ? AND digest != ''", (_node(label),)
            ).fetchone()
            if rows[0]["n"] < noted:
                self._ledger.db.execute("UPDATE written SET digest = ''")

    def _batches(self, items: Iterator[Node | Join], run: int) -> Iterator[list[Entry]]:
        """What is new or different, as much of one kind as one message may hold."""
        opened: dict[str, list[Entry]] = {}
        sizes: Counter[str] = Counter()
        nodes = True
        for item in items:
            if nodes and isinstance(item, Join):  # what is joined has to be there
                nodes = False
                yield from opened.values()
                opened.clear()
            kind, key = _kind(item), _key(item)
            told = json.dumps(item.properties, default=str, sort_keys=True)
            digest = hashlib.sha256(told.encode()).hexdigest()[:16]
            if self._is_there(kind, key, digest, run):
                continue
            opened.setdefault(kind, []).append((kind, key, digest, item))
            sizes[kind] += len(told)
            if len(opened[kind]) >= self._batch or sizes[kind] > _BYTES:
                yield opened.pop(kind)
                sizes[kind] = 0
        yield from opened.values()

    def _is_there(self, kind: str, key: str, digest: str, run: int) -> bool:
        done = self._ledger.db.execute(
            "UPDATE written SET run = ? WHERE kind = ? AND key = ? AND digest = ?",
            (run, kind, key, digest),
        )
        return bool(done.rowcount)

    async def _send(self, items: list[Node | Join]) -> int:
        first = items[0]
        if isinstance(first, Node):
            rows = await self._run(
                f"UNWIND $rows AS row MERGE (n:{quoted(first.label)} {{{ID}: row.id}}) "
                "SET n = row.properties RETURN count(*) AS n",
                rows=[
                    {"id": one.id, "properties": {**one.properties, ID: one.id}}
                    for one in items
                    if isinstance(one, Node)
                ],
            )
        else:
            rows = await self._run(
                f"UNWIND $rows AS row MATCH {_end('a', first.start)} MATCH {_end('b', first.end)} "
                f"MERGE (a)-[r:{quoted(first.type)}]->(b) SET r = row.properties "
                "RETURN count(*) AS n",
                rows=[
                    {"a": one.start_value, "b": one.end_value, "properties": dict(one.properties)}
                    for one in items
                    if isinstance(one, Join)
                ],
            )
        return int(rows[0]["n"]) if rows else 0

    async def _delete(self, run: int, written: Written) -> None:
        """Delete what no run wanted any more: relationships first."""
        rows = self._ledger.db.execute(
            "SELECT kind, key FROM written WHERE run != ? ORDER BY kind DESC, key", (run,)
        ).fetchall()
        gone = sorted(rows, key=lambda row: (json.loads(row[0])[0] == "node", row[0]))
        for kind, of_kind in groupby(gone, key=lambda row: row[0]):
            keys = [json.loads(key) for _, key in of_kind]
            for at in range(0, len(keys), self._batch):
                await self._delete_batch(kind, keys[at : at + self._batch])
            told = json.loads(kind)
            written.deleted[told[1] if told[0] == "node" else told[2]] += len(keys)

    async def _delete_batch(self, kind: str, keys: list[Any]) -> None:
        told = json.loads(kind)
        if told[0] == "node":
            await self._run(
                f"UNWIND $rows AS row MATCH (n:{quoted(told[1])} {{{ID}: row}}) DETACH DELETE n",
                rows=keys,
            )
        else:
            _, start, type_, end = told
            await self._run(
                f"UNWIND $rows AS row MATCH {_end('a', start, '[0]')}"
                f"-[r:{quoted(type_)}]->{_end('b', end, '[1]')} DELETE r",
                rows=keys,
            )
        with self._ledger.whole():
            self._ledger.db.executemany(
                "DELETE FROM written WHERE kind = ? AND key = ?",
                [(kind, json.dumps(key)) for key in keys],
            )

    async def _run(self, cypher: str, **parameters: Any) -> list[dict[str, Any]]:
        async def work(transaction: neo4j.AsyncManagedTransaction) -> list[dict[str, Any]]:
            result = await transaction.run(cypher, parameters)
            return [record.data() async for record in result]

        async with self._driver.session(database=self._database) as session:
            return await session.execute_write(work)


def _end(name: str, end: End | list[str], place: str = "") -> str:
    """The pattern of one end, by the value of its property in the row."""
    value = f"row{place}" if place else f"row.{name}"
    return f"({name}:{quoted(end[0])} {{{quoted(end[1])}: {value}}})"


def _node(label: str) -> str:
    return json.dumps(["node", label])


def _kind(item: Node | Join) -> str:
    if isinstance(item, Node):
        return _node(item.label)
    return json.dumps(["rel", item.start, item.type, item.end])


def _key(item: Node | Join) -> str:
    return json.dumps(item.id if isinstance(item, Node) else [item.start_value, item.end_value])


def _told(item: Node | Join) -> str:
    return item.label if isinstance(item, Node) else item.type
