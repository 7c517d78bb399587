"""Which things of documents are one: what is still to be decided, what was, and by whom.

These are rows of a ledger, the SQLite file from which `cicerone documents` writes a graph. That
command decides here, and so does a curator on a page, who never writes into the graph: it follows
with the next run of the command.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory.catalogue import marked
from memory.errors import StoreError

VERSION = 1
"""Of the ledger's tables."""
A_PERSON, THE_MODEL = marked("a person says so"), marked("so the model says")
_UNWRITTEN = "decided since it was written"
_QUOTES, _AROUND = 3, 120
_WAIT_SECONDS = 2.0
_UNSAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Alike:
    """Two things by their numbers and names, how alike these are (0 to 100), and who says them."""

    one: int
    other: int
    label: str
    names: tuple[str, str]
    score: float


@dataclass(frozen=True, slots=True)
class Merge:
    """A decision on two things: that they are one, or not, why, and by whom."""

    id: int
    one: str
    other: str
    label: str
    same: bool
    why: str
    by: str
    on: str
    undone: bool


def ledger_file(folder: Path, key: str) -> Path:
    """The file that has what was read for a graph; `key` is its name, or name@host.

    >>> ledger_file(Path("home"), "neo4j@db.example:7687").as_posix()
    'home/documents/neo4j-db.example-7687.sqlite'
    """
    return folder / "documents" / f"{_UNSAFE.sub('-', key)}.sqlite"


@contextmanager
def opened_ledger(path: Path) -> Iterator[sqlite3.Connection | None]:
    """The ledger beside a command that may be at it; None where there is none.

    Raises:
        StoreError: it cannot be used, or a command is writing into it.
    """
    if not path.exists():
        yield None
        return
    try:
        db = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None,
            timeout=_WAIT_SECONDS,
        )  # fmt: skip
        try:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            yield db if version == VERSION else None
        finally:
            db.close()
    except sqlite3.Error as error:
        raise StoreError(f"{path.name} cannot be used: {error}.") from None


def undecided(db: sqlite3.Connection) -> list[Alike]:
    """What is to be decided, the most alike first."""
    rows = db.execute(
        "SELECT c.one, c.other, a.label, a.name, b.name, c.score FROM calls c "
        "JOIN things a ON a.id = c.one JOIN things b ON b.id = c.other "
        "WHERE EXISTS (SELECT 1 FROM mentions m WHERE m.thing = a.id) "
        "AND EXISTS (SELECT 1 FROM mentions m WHERE m.thing = b.id) "
        "ORDER BY c.score DESC, c.one, c.other"
    )
    return [Alike(one, other, label, (a, b), score) for one, other, label, a, b, score in rows]


def decide(
    db: sqlite3.Connection, one: int, other: int, same: bool, why: str, by: str, on: str
) -> bool:
    """Note a decision; the first one on two things holds until it is undone. False where it is not.

    Args:
        db: the ledger.
        one: the number of a thing.
        other: that of the other.
        same: whether they are one.
        why: the reason.
        by: who decides.
        on: the day, as ISO has it.
    """
    low, high = sorted((one, other))
    noted = db.execute(
        "INSERT OR IGNORE INTO merges (one, other, same, why, decided_by, decided_on) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (low, high, same, why, by, on),
    )
    db.execute("DELETE FROM calls WHERE one = ? AND other = ?", (low, high))
    return _noted(db, bool(noted.rowcount))


def undo(db: sqlite3.Connection, merge: int, on: str) -> bool:
    """Take a merge back, for good; False where there is none of that number."""
    done = db.execute(
        "UPDATE merges SET undone_on = ? WHERE id = ? AND same AND undone_on IS NULL", (on, merge)
    )
    return _noted(db, bool(done.rowcount))


def merges(db: sqlite3.Connection) -> list[Merge]:
    """Every decision, in order."""
    rows = db.execute(
        "SELECT m.id, a.name, b.name, a.label, m.same, m.why, m.decided_by, m.decided_on, "
        "m.undone_on IS NOT NULL FROM merges m JOIN things a ON a.id = m.one "
        "JOIN things b ON b.id = m.other ORDER BY m.id"
    )
    return [
        Merge(id_, one, other, label, bool(same), why, by, on, bool(undone))
        for id_, one, other, label, same, why, by, on, undone in rows
    ]


def quotes(db: sqlite3.Connection, thing: int) -> tuple[str, ...]:
    """What a few passages say around a thing's name."""
    rows = db.execute(
        'SELECT p.document, p.start, p."end", m.start, m."end" FROM mentions m JOIN passages p '
        "ON p.id = m.passage WHERE m.thing = ? ORDER BY p.document, m.start LIMIT ?",
        (thing, _QUOTES),
    ).fetchall()
    found = []
    for document, low, high, start, end in rows:
        (stored,) = db.execute("SELECT text FROM documents WHERE id = ?", (document,)).fetchone()
        text = zlib.decompress(stored).decode()
        a, b = max(low, start - _AROUND), min(high, end + _AROUND)
        cut_before, cut_after = "…" if a > low else "", "…" if b < high else ""
        found.append(cut_before + " ".join(text[a:b].split()) + cut_after)
    return tuple(found)


def is_unwritten(db: sqlite3.Connection) -> bool:
    """Whether something was decided that the graph does not show yet."""
    return db.execute("SELECT 1 FROM notes WHERE name = ?", (_UNWRITTEN,)).fetchone() is not None


def is_written(db: sqlite3.Connection) -> None:
    """Note that the graph shows all that was decided."""
    db.execute("DELETE FROM notes WHERE name = ?", (_UNWRITTEN,))


def _noted(db: sqlite3.Connection, changed: bool) -> bool:
    if changed:
        db.execute("INSERT OR REPLACE INTO notes VALUES (?, '1')", (_UNWRITTEN,))
    return changed
