"""The tables of a ledger, and what their rows are."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import date

from bot.documents.normal import Normal
from bot.documents.passages import Passage

# Between a folded name and the number that tells a thing from another of that name.
APART = "\x1f"
TABLES = """
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL,
    text BLOB NOT NULL, characters INTEGER NOT NULL, pages INTEGER NOT NULL, remarks TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passages (
    id TEXT PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    page INTEGER, last_page INTEGER, headings TEXT NOT NULL,
    reader TEXT, read_by TEXT, read_on TEXT, failed TEXT, dropped TEXT);
CREATE INDEX IF NOT EXISTS passages_of ON passages (document, number);
CREATE TABLE IF NOT EXISTS things (
    id INTEGER PRIMARY KEY, label TEXT NOT NULL, folded TEXT NOT NULL, name TEXT NOT NULL,
    UNIQUE (label, folded));
CREATE TABLE IF NOT EXISTS mentions (
    passage TEXT NOT NULL REFERENCES passages ON DELETE CASCADE,
    thing INTEGER NOT NULL REFERENCES things,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, name TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS mentions_in ON mentions (passage);
CREATE INDEX IF NOT EXISTS mentions_of ON mentions (thing);
CREATE TABLE IF NOT EXISTS facts (
    passage TEXT NOT NULL REFERENCES passages ON DELETE CASCADE,
    subject INTEGER NOT NULL REFERENCES things, predicate TEXT NOT NULL,
    object INTEGER REFERENCES things, value TEXT, written TEXT, words TEXT NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS facts_in ON facts (passage);
CREATE INDEX IF NOT EXISTS facts_of ON facts (subject, predicate);
CREATE TABLE IF NOT EXISTS merges (
    id INTEGER PRIMARY KEY, one INTEGER NOT NULL, other INTEGER NOT NULL, same INTEGER NOT NULL,
    why TEXT NOT NULL, decided_by TEXT NOT NULL, decided_on TEXT NOT NULL, undone_on TEXT,
    UNIQUE (one, other));
CREATE TABLE IF NOT EXISTS calls (
    one INTEGER NOT NULL, other INTEGER NOT NULL, score REAL NOT NULL, UNIQUE (one, other));
CREATE TABLE IF NOT EXISTS written (
    kind TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, run INTEGER NOT NULL,
    PRIMARY KEY (kind, key)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the graph, and how many of its passages were read, or could not be."""

    id: int
    name: str
    hash: str
    characters: int
    pages: int
    remarks: tuple[str, ...]
    passages: int
    read: int
    failed: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A passage to read, and the document that it stands in."""

    id: str
    document: str
    passage: Passage


@dataclass(frozen=True, slots=True)
class StoredThing:
    """A thing as it is spelt somewhere, with how often."""

    id: int
    label: str
    name: str
    folded: str
    mentions: int


def passage_id(document: str, hash_: str, time: int) -> str:
    """What a passage is called for ever: by its document, its words and the how manieth it is."""
    return "p" + hashlib.sha256(f"{document}\0{hash_}\0{time}".encode()).hexdigest()[:20]


def packed(value: Normal) -> str:
    """A value as the file has it.

    >>> unpacked(packed(Normal(date(2021, 5, 3)))), unpacked(packed(Normal(2.5, "EUR"))).currency
    (Normal(value=datetime.date(2021, 5, 3), currency=''), 'EUR')
    """
    one = value.value
    told = {"date": one.isoformat()} if isinstance(one, date) else {"value": one}
    return json.dumps(told | {"currency": value.currency}, ensure_ascii=False, sort_keys=True)


def unpacked(text: str) -> Normal:
    """A value from the file."""
    told = json.loads(text)
    value = date.fromisoformat(told["date"]) if "date" in told else told["value"]
    return Normal(value, told["currency"])
