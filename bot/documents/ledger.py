"""What has been read of the documents of one graph: a SQLite file in the home folder.

It is the truth that the graph is written from: texts as they were kept, passages, what each was
found to say and by whom, which things are one, and what the graph has been sent. So a run can be
stopped at any passage, the graph can be lost, and a merge can be undone.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from bot.documents.found import Found, Ref
from bot.documents.kept import Kept
from bot.documents.ledger_rows import (
    APART,
    TABLES,
    Document,
    StoredThing,
    Unread,
    packed,
    passage_id,
)
from bot.documents.passages import Passage
from bot.errors import StoreError
from memory.same_things import VERSION
from memory.text import fold


class Ledger:
    """The file of one graph. Whoever opens it is alone with it; see `bot.documents.place`."""

    def __init__(self, path: Path) -> None:
        """Open the file, made where there is none.

        Raises:
            StoreError: it cannot be opened, or a newer version made it.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.db = sqlite3.connect(path, isolation_level=None, timeout=30)
            self.db.execute("PRAGMA foreign_keys = ON")
            self.db.execute("PRAGMA journal_mode = WAL")
            (version,) = self.db.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                raise StoreError(f"{path} was made by a newer Cicerone.")
            self.db.executescript(TABLES)
            self.db.execute(f"PRAGMA user_version = {VERSION}")
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path} cannot be used: {error}.") from None
        self._texts: tuple[int, str] | None = None

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """All of what is done inside, or nothing of it."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def note(self, name: str) -> str:
        """Something noted about the graph; "" where there is nothing."""
        found = self.db.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else ""

    def write_note(self, name: str, value: str) -> None:
        """Note something about the graph."""
        self.db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    def documents(self) -> list[Document]:
        """All documents, by name."""
        rows = self.db.execute(
            "SELECT d.id, d.name, d.hash, d.characters, d.pages, d.remarks, count(p.id), "
            "count(p.reader), count(p.failed) FROM documents d LEFT JOIN passages p "
            "ON p.document = d.id GROUP BY d.id ORDER BY d.name"
        )
        return [
            Document(id_, name, hash_, size, pages, tuple(json.loads(remarks)), count, read, failed)
            for id_, name, hash_, size, pages, remarks, count, read, failed in rows
        ]

    def hash_of(self, name: str) -> str | None:
        """The hash of a document's file as it was read; None where there is no such document."""
        row = self.db.execute("SELECT hash FROM documents WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def name_at(self, path: Path) -> str | None:
        """What the document that was read from a file is called, however the file is given now."""
        row = self.db.execute(
            "SELECT name FROM documents WHERE path = ?", (str(path.resolve()),)
        ).fetchone()
        return str(row[0]) if row else None

    def named_like(self, hash_: str) -> str | None:
        """A document of the very same bytes."""
        row = self.db.execute("SELECT name FROM documents WHERE hash = ?", (hash_,)).fetchone()
        return str(row[0]) if row else None

    def put(
        self, name: str, path: Path, hash_: str, kept: Kept, passages: Sequence[Passage]
    ) -> int:
        """Keep a document; passages that it had already stay read. Returns how many are new."""
        self._texts = None
        with self.whole():
            row = self.db.execute("SELECT id FROM documents WHERE name = ?", (name,)).fetchone()
            text = zlib.compress(kept.text.encode())
            size, remarks = (len(kept.text), len(kept.pages)), json.dumps(kept.remarks)
            told = (str(path.resolve()), hash_, text, *size, remarks)
            if row is None:
                document = self.db.execute(
                    "INSERT INTO documents (name, path, hash, text, characters, pages, remarks) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (name, *told),
                ).lastrowid
            else:
                document = row[0]
                self.db.execute(
                    "UPDATE documents SET path = ?, hash = ?, text = ?, characters = ?, "
                    "pages = ?, remarks = ? WHERE id = ?",
                    (*told, document),
                )
            return self._put_passages(int(document or 0), name, passages)

    def _put_passages(self, document: int, name: str, passages: Sequence[Passage]) -> int:
        before = {
            row[0]: row[1]
            for row in self.db.execute(
                "SELECT id, start FROM passages WHERE document = ?", (document,)
            )
        }
        new, ids, times = 0, set[str](), dict[str, int]()
        for number, one in enumerate(passages, 1):
            times[one.hash] = times.get(one.hash, 0) + 1
            id_ = passage_id(name, one.hash, times[one.hash])
            ids.add(id_)
            place = (number, one.start, one.end, one.page, one.last_page)
            if id_ in before:
                self._move(id_, one.start - before[id_], place)
            else:
                new += 1
                self.db.execute(
                    'INSERT INTO passages (id, document, number, start, "end", page, last_page, '
                    "headings) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (id_, document, *place, json.dumps(one.headings, ensure_ascii=False)),
                )
        for gone in before.keys() - ids:
            self.db.execute("DELETE FROM passages WHERE id = ?", (gone,))
        return new

    def _move(self, passage: str, by: int, place: tuple[int | None, ...]) -> None:
        """Put a passage where it stands now, with all that was found in it."""
        self.db.execute(
            'UPDATE passages SET number = ?, start = ?, "end" = ?, page = ?, last_page = ? '
            "WHERE id = ?",
            (*place, passage),
        )
        if by:
            for table in ("mentions", "facts"):
                self.db.execute(
                    f'UPDATE {table} SET start = start + ?, "end" = "end" + ? WHERE passage = ?',
                    (by, by, passage),
                )

    def remove(self, name: str) -> None:
        """Forget a document and all that only it says."""
        self.db.execute("DELETE FROM documents WHERE name = ?", (name,))
        self._texts = None

    def text(self, document: int) -> str:
        """The kept text of a document."""
        if self._texts is None or self._texts[0] != document:
            (stored,) = self.db.execute(
                "SELECT text FROM documents WHERE id = ?", (document,)
            ).fetchone()
            self._texts = (document, zlib.decompress(stored).decode())
        return self._texts[1]

    def text_of(self, name: str) -> str:
        """The kept text of a document by its name."""
        row = self.db.execute("SELECT id FROM documents WHERE name = ?", (name,)).fetchone()
        return self.text(row[0])

    def unread(self, reader: str) -> list[str]:
        """The passages that a reader has to read, in order; those that failed are among them.

        What a model has read is not read again by lists.
        """
        keeps = "AND p.reader NOT LIKE 'model:%'" if not reader.startswith("model:") else ""
        return [
            row[0]
            for row in self.db.execute(
                "SELECT p.id FROM passages p JOIN documents d ON d.id = p.document "
                f"WHERE p.reader IS NULL OR (p.reader != ? {keeps}) OR p.failed IS NOT NULL "
                "ORDER BY d.name, p.number",
                (reader,),
            )
        ]

    def passage(self, id_: str) -> Unread:
        """A passage with its text."""
        row = self.db.execute(
            'SELECT p.document, d.name, p.start, p."end", p.headings, p.page, p.last_page '
            "FROM passages p JOIN documents d ON d.id = p.document WHERE p.id = ?",
            (id_,),
        ).fetchone()
        text = self.text(row[0])[row[2] : row[3]]
        headings = tuple(json.loads(row[4]))
        return Unread(id_, row[1], Passage(row[2], row[3], text, headings, row[5], row[6]))

    def save(self, passage: str, reader: str, by: str, found: Found, on: date) -> None:
        """Keep what a reader found in a passage, in the place of what was found before.

        `reader` is what it looks for, `by` is its name.
        """
        said = self.passage(passage).passage
        with self.whole():
            for table in ("mentions", "facts"):
                self.db.execute(f"DELETE FROM {table} WHERE passage = ?", (passage,))
            self.db.execute(
                "UPDATE passages SET reader = ?, read_by = ?, read_on = ?, failed = NULL, "
                "dropped = ? WHERE id = ?",
                (reader, by, on.isoformat(), json.dumps(found.dropped), passage),
            )
            for one in found.mentions:
                thing = self.thing(one.thing)
                self.db.execute(
                    "INSERT INTO mentions VALUES (?, ?, ?, ?, ?)",
                    (passage, thing, one.start, one.end, one.thing[1]),
                )
            for fact in found.facts:
                other = self.thing(fact.object) if fact.object else None
                self.db.execute(
                    "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        passage, self.thing(fact.subject), fact.predicate, other,
                        packed(fact.value) if fact.value else None, fact.written,
                        said.text[fact.start - said.start : fact.end - said.start],
                        fact.start, fact.end,
                    ),
                )  # fmt: skip

    def failed(self, passage: str, why: str) -> None:
        """Note that a passage could not be read; it is tried again by the next run."""
        self.db.execute("UPDATE passages SET failed = ? WHERE id = ?", (why, passage))

    def thing(self, ref: Ref, number: str = "") -> int:
        """The number of a thing, which is made where it is new.

        Args:
            ref: Its label and name.
            number: What tells it from another of that name.
        """
        label, name = ref
        folded = (fold(name) or name) + (APART + number if number else "")
        row = self.db.execute(
            "SELECT id FROM things WHERE label = ? AND folded = ?", (label, folded)
        ).fetchone()
        if row:
            return int(row[0])
        made = self.db.execute(
            "INSERT INTO things (label, folded, name) VALUES (?, ?, ?)", (label, folded, name)
        )
        return int(made.lastrowid or 0)

    def things(self) -> Iterator[StoredThing]:
        """The things that some passage names, by number."""
        for row in self.db.execute(
            "SELECT t.id, t.label, t.name, t.folded, count(*) FROM things t "
            "JOIN mentions m ON m.thing = t.id GROUP BY t.id ORDER BY t.id"
        ):
            id_, label, name, folded, mentions = row
            yield StoredThing(id_, label, name, folded.partition(APART)[0], mentions)

    def dropped(self) -> dict[str, int]:
        """How many things and facts were dropped, by why."""
        counts: dict[str, int] = {}
        for (told,) in self.db.execute("SELECT dropped FROM passages WHERE dropped != '{}'"):
            for why, count in json.loads(told).items():
                counts[why] = counts.get(why, 0) + count
        return counts

    def failures(self) -> list[tuple[str, int, str]]:
        """(document, number of the passage, why) of what could not be read."""
        return self.db.execute(
            "SELECT d.name, p.number, p.failed FROM passages p JOIN documents d "
            "ON d.id = p.document WHERE p.failed IS NOT NULL ORDER BY d.name, p.number"
        ).fetchall()
