"""What the graph should hold, from the ledger: nodes first, then what joins them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.documents.ledger import Ledger
from bot.documents.ledger_rows import APART
from bot.documents.properties import stamp, value_properties
from bot.documents.same import components
from bot.documents.schema import DocumentSchema
from memory.documents import DOCUMENT, ID, MENTIONS, PART_OF, PASSAGE
from memory.text import fold
from memory.text_sentences import Sentences

# So many passages stand behind a relationship at most; all are found by its ends' mentions.
_SHOWN = 20

End: TypeAlias = tuple[str, str]
"""A label, and the property by which its nodes are found."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of ours."""

    label: str
    id: str
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Join:
    """A relationship of ours; its ends are found by the values of a property."""

    start: End
    start_value: Any
    type: str
    end: End
    end_value: Any
    properties: Mapping[str, Any]


@dataclass(slots=True)
class _Thing:
    """Things that are one: how it is called, and where its node is."""

    label: str
    name: str
    spellings: list[str]
    id: str
    known: tuple[str, Any] | None

    @property
    def end(self) -> End:
        return (self.label, self.known[0] if self.known else ID)

    @property
    def value(self) -> Any:
        return self.known[1] if self.known else self.id


KnownNames: TypeAlias = Mapping[str, tuple[str, Mapping[str, str]]]
"""By label the property that its nodes are called by, and folded name -> name of those in a graph
that did not come of documents."""


class Projection:
    """Nodes and relationships as they should be."""

    def __init__(self, ledger: Ledger, schema: DocumentSchema, known: KnownNames) -> None:
        self._ledger, self._schema, self._known = ledger, schema, known
        self._root = components(ledger)
        self._members: dict[int, list[int]] = defaultdict(list)
        for thing, root in self._root.items():
            self._members[root].append(thing)
        self._things = dict(self._made())

    @property
    def labels(self) -> list[str]:
        """The labels of the nodes that are ours."""
        things = {thing.label for thing in self._things.values() if not thing.known}
        return [DOCUMENT, PASSAGE, *sorted(things)]

    @property
    def types(self) -> set[str]:
        """The relationship types that are ours."""
        rows = self._ledger.db.execute("SELECT DISTINCT predicate FROM facts WHERE object NOTNULL")
        return {MENTIONS, PART_OF, *(row[0] for row in rows)}

    @property
    def size(self) -> int:
        """About how many nodes and relationships there are."""
        (joins,) = self._ledger.db.execute(
            "SELECT (SELECT count(*) FROM (SELECT DISTINCT passage, thing FROM mentions)) + "
            "(SELECT count(*) FROM (SELECT DISTINCT subject, predicate, object FROM facts "
            "WHERE object NOTNULL))"
        ).fetchone()
        counts = self.counts()
        return sum(counts.values()) + counts[PASSAGE] + int(joins)

    def counts(self) -> dict[str, int]:
        """How many nodes of each label documents tell of, those included that were there before."""
        things = Counter(thing.label for thing in self._things.values())
        found = self._ledger.documents()
        return {DOCUMENT: len(found), PASSAGE: sum(one.passages for one in found), **things}

    def items(self) -> Iterator[Node | Join]:
        """Everything, nodes before what joins them."""
        yield from self._documents()
        yield from self._passages()
        for root, thing in self._things.items():
            if not thing.known:
                yield Node(thing.label, thing.id, self._properties(root, thing))
        yield from self._parts()
        yield from self._mentions()
        yield from self._facts()

    def clashes(self) -> list[str]:
        """Names that stand under two labels, which are never merged."""
        labels: dict[str, set[str]] = defaultdict(set)
        for thing in self._things.values():
            labels[fold(thing.name)].add(thing.label)
        return sorted(
            f"{thing.name} is both {' and '.join(sorted(labels[fold(thing.name)]))}"
            for thing in {fold(t.name): t for t in self._things.values()}.values()
            if len(labels[fold(thing.name)]) > 1
        )

    def _of(self, thing: int) -> _Thing | None:
        return self._things.get(self._root.get(thing, thing))

    def _made(self) -> Iterator[tuple[int, _Thing]]:
        listed = {
            (label, fold(name)): name
            for label, one in self._schema.labels.items()
            for name in one.names
        }
        members: dict[int, list[tuple[int, str, str, str]]] = defaultdict(list)
        for thing in self._ledger.things():
            root = self._root.get(thing.id, thing.id)
            members[root].append((thing.mentions, thing.label, thing.name, thing.folded))
        for root, found in members.items():
            label = found[0][1]
            prop, names = self._known.get(label, ("name", {}))
            called = [listed[label, folded] for *_, folded in found if (label, folded) in listed]
            best = max(found, key=lambda one: (one[0], len(one[2]), one[2]))[2]
            (folded,) = self._ledger.db.execute(
                "SELECT folded FROM things WHERE id = ?", (root,)
            ).fetchone()
            known = next((names[one] for *_, one in found if one in names), None)
            if APART in folded:  # another of that name is the node that was there
                known = None
            yield (
                root,
                _Thing(
                    label,
                    str(known) if known is not None else (called or [best])[0],
                    self._spellings(root, found),
                    "t" + _digest(label, folded)[:20],
                    (prop, known) if known is not None else None,
                ),
            )

    def _spellings(self, root: int, found: list[tuple[int, str, str, str]]) -> list[str]:
        names = [name for _, _, name, _ in sorted(found, reverse=True)]
        return list(dict.fromkeys(names))

    def _documents(self) -> Iterator[Node]:
        for one in self._ledger.documents():
            told: dict[str, Any] = {
                "name": one.name,
                "characters": one.characters,
                "passages": one.passages,
                "passages_failed": one.failed,
            }
            if one.pages:
                told["pages"] = one.pages
            yield Node(DOCUMENT, _document_id(one.name), told | self._read(one.id))

    def _read(self, document: int) -> dict[str, Any]:
        row = self._ledger.db.execute(
            "SELECT max(read_on), group_concat(DISTINCT read_by) FROM passages WHERE document = ?",
            (document,),
        ).fetchone()
        return stamp(row[0], row[1])

    def _passages(self) -> Iterator[Node]:
        rows = self._ledger.db.execute(
            'SELECT p.id, d.id, d.name, p.number, p.start, p."end", p.page, p.last_page, '
            "p.headings, p.read_on, p.read_by FROM passages p JOIN documents d "
            "ON d.id = p.document ORDER BY d.id, p.number"
        )
        for id_, document, name, number, start, end, page, last, headings, on, by in rows:
            place = f"p. {page}, " if page else ""
            told = {
                "name": f"{name}, {place}passage {number}",
                "text": self._ledger.text(document)[start:end],
                "number": number,
                "start": start,
                "end": end,
                "headings": json.loads(headings) or None,
                "page": page,
                "last_page": last,
            }
            kept = {key: value for key, value in told.items() if value is not None}
            yield Node(PASSAGE, id_, kept | stamp(on, by))

    def _properties(self, root: int, thing: _Thing) -> dict[str, Any]:
        told: dict[str, Any] = {"name": thing.name}
        if len(thing.spellings) > 1 or thing.spellings != [thing.name]:
            told["spellings"] = thing.spellings
        values: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        dates: list[str] = []
        by: set[str] = set()
        for member in self._members.get(root, [root]):
            for key, value, written in self._ledger.db.execute(
                "SELECT predicate, value, written FROM facts WHERE subject = ? "
                "AND value NOTNULL ORDER BY rowid",
                (member,),
            ):
                values[key][value, written] += 1
            for on, who in self._ledger.db.execute(
                "SELECT DISTINCT p.read_on, p.read_by FROM mentions m "
                "JOIN passages p ON p.id = m.passage WHERE m.thing = ?",
                (member,),
            ):
                dates.append(on or "")
                by.add(who or "")
        for key, counts in values.items():
            told |= value_properties(key, counts)
        return told | stamp(max(dates, default=""), ", ".join(sorted(by)))

    def _parts(self) -> Iterator[Join]:
        for passage, name in self._ledger.db.execute(
            "SELECT p.id, d.name FROM passages p JOIN documents d ON d.id = p.document "
            "ORDER BY d.id, p.number"
        ):
            yield Join((PASSAGE, ID), passage, PART_OF, (DOCUMENT, ID), _document_id(name), {})

    def _mentions(self) -> Iterator[Join]:
        """Each passage's mentions of a thing as one, with the first sentence that names it."""
        for document in self._ledger.documents():
            sentences = Sentences(self._ledger.text(document.id))
            for passage, start, end in self._ledger.db.execute(
                'SELECT id, start, "end" FROM passages WHERE document = ? ORDER BY number',
                (document.id,),
            ).fetchall():
                yield from self._mentions_in(document.id, passage, sentences, start, end)

    def _mentions_in(
        self, document: int, passage: str, sentences: Sentences, start: int, end: int
    ) -> Iterator[Join]:
        found: dict[str, tuple[_Thing, int, int, int]] = {}
        for thing, at, stop in self._ledger.db.execute(
            'SELECT thing, start, "end" FROM mentions WHERE passage = ? ORDER BY start', (passage,)
        ):
            one = self._of(thing)
            if one is not None:
                first = found.get(f"{one.end}{one.value}", (one, at, stop, 0))
                found[f"{one.end}{one.value}"] = (*first[:3], first[3] + 1)
        if not found:
            return
        text = self._ledger.text(document)
        spans = list(sentences.spans(start, end))
        for one, at, stop, times in found.values():
            a = next((a for a, b in reversed(spans) if a <= at), start)
            b = next((b for _, b in spans if b >= stop), end)
            told = {"words": text[a:b], "start": at, "end": stop, "times": times}
            yield Join((PASSAGE, ID), passage, MENTIONS, one.end, one.value, told)

    def _facts(self) -> Iterator[Join]:
        """Relationships, each with the passages and the words that say so."""
        joins: dict[tuple[int, str, int], list[tuple[str, str]]] = defaultdict(list)
        for subject, type_, other, passage, words in self._ledger.db.execute(
            "SELECT f.subject, f.predicate, f.object, f.passage, f.words FROM facts f "
            "JOIN passages p ON p.id = f.passage WHERE f.object NOTNULL "
            "ORDER BY p.document, p.number, f.start"
        ):
            ends = self._root.get(subject, subject), self._root.get(other, other)
            if ends[0] != ends[1]:
                joins[ends[0], type_, ends[1]].append((passage, words))
        for (subject, type_, other), said in joins.items():
            one, two = self._things.get(subject), self._things.get(other)
            if one is None or two is None:
                continue
            places = list(dict.fromkeys(said))
            told = {
                "words": [words for _, words in places[:_SHOWN]],
                "passages": [passage for passage, _ in places[:_SHOWN]],
                "times": len(places),
            }
            yield Join(one.end, one.value, type_, two.end, two.value, told)


def _document_id(name: str) -> str:
    return "d" + _digest(name)[:20]


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
