"""One thing, one node: which of the spellings that were found are of one thing.

What is certain is merged: a spelling that the schema lists, one identifier, names that differ only
in a legal form, an abbreviation that a text declares ("Norvia Robotics (NR)"). What is only alike
becomes a call that a model or a person decides. Every merge is noted with its reason, and can be
undone; none is made across labels.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, combinations
from typing import TypeAlias

from rapidfuzz.fuzz import ratio, token_sort_ratio

from bot.documents.ledger import Ledger
from bot.documents.ledger_rows import StoredThing, unpacked
from bot.documents.of_one_name import identifier_forms, same_number, tell_apart
from bot.documents.schema import DocumentSchema
from memory.catalogue import marked
from memory.legal_forms import LEGAL_FORMS
from memory.same_things import Alike, Merge, decide, merges, undecided, undo
from memory.text import fold

# From so much likeness on (0 to 100), names are a call; what is less alike is not looked at.
_ALIKE = 86.0
# A word that so many names of a label share tells none from another.
_COMMON = 40
_SHORTEST = 4
# How alike things count whose identifiers differ in leading noughts alone: 4:29-cv-01187, -1187.
_NEARLY = 95.0

Numbers: TypeAlias = Mapping[int, Mapping[str, set[tuple[str, str]]]]
"""By thing and property its identifiers: by letters and digits, and so without leading noughts."""


class Sameness:
    """Decides which things of a ledger are one."""

    def __init__(self, ledger: Ledger, schema: DocumentSchema, today: date) -> None:
        self._ledger, self._schema, self._today = ledger, schema, today

    def settle(self) -> None:
        """Merge what is certain, and note what is alike as calls."""
        with self._ledger.whole():
            tell_apart(self._ledger, self._schema)
            self._listed()
            things = list(self._ledger.things())
            labels: dict[str, list[StoredThing]] = defaultdict(list)
            for thing in things:
                labels[thing.label].append(thing)
            self._ledger.db.execute("DELETE FROM calls")
            for label, of_label in labels.items():
                numbers = self._identifiers(label)
                self._certain(of_label, numbers)
                self._alike(of_label, numbers)

    def decide(self, one: int, other: int, same: bool, why: str, by: str) -> None:
        """Note a decision; the first one on two things holds until it is undone."""
        decide(self._ledger.db, one, other, same, why, by, self._today.isoformat())

    def undo(self, merge: int) -> bool:
        """Take a merge back, for good; False where there is none of that number."""
        return undo(self._ledger.db, merge, self._today.isoformat())

    def merges(self) -> list[Merge]:
        """Every decision, in order."""
        return merges(self._ledger.db)

    def calls(self) -> list[Alike]:
        """What is still to be decided, the most alike first."""
        return undecided(self._ledger.db)

    def several_numbers(self) -> list[str]:
        """Names that one passage gives several identifiers of one kind, each told with these.

        They are one node, for a case goes on under another number.
        """
        found = []
        for label in self._schema.labels:
            for thing, kinds in self._identifiers(label).items():
                for key, values in kinds.items():
                    shorts = [short for _, short in values]
                    if not all(same_number(*pair) for pair in combinations(shorts, 2)):
                        rows = self._ledger.db.execute(
                            "SELECT DISTINCT t.name, f.written FROM facts f JOIN things t "
                            "ON t.id = f.subject WHERE t.id = ? AND f.predicate = ? ORDER BY 2",
                            (thing, key),
                        ).fetchall()
                        told = ", ".join(written for _, written in rows)
                        found.append(f"{rows[0][0]} ({key} {told})")
        return sorted(found)

    def _listed(self) -> None:
        """Spellings of the schema's lists are those of one thing."""
        for label, one in self._schema.labels.items():
            for name, spellings in one.names.items():
                for spelling in spellings:
                    row = self._ledger.db.execute(
                        "SELECT id FROM things WHERE label = ? AND folded = ?",
                        (label, fold(spelling)),
                    ).fetchone()
                    if row and (canonical := self._ledger.thing((label, name))) != row[0]:
                        self._merge(canonical, row[0], marked("the schema lists it as a spelling"))

    def _merge(self, one: int, other: int, why: str) -> None:
        self.decide(one, other, True, why, "rule")

    def _identifiers(self, label: str) -> Numbers:
        owner = self._schema.labels.get(label)
        keys = (
            [k for k, one in owner.properties.items() if one.type == "identifier"] if owner else []
        )
        found: dict[int, dict[str, set[tuple[str, str]]]] = defaultdict(lambda: defaultdict(set))
        for key in keys:
            for thing, value in self._ledger.db.execute(
                "SELECT f.subject, f.value FROM facts f JOIN things t ON t.id = f.subject "
                "WHERE t.label = ? AND f.predicate = ? AND f.value IS NOT NULL",
                (label, key),
            ):
                found[thing][key].add(identifier_forms(str(unpacked(value).value)))
        return found

    def _certain(self, things: Sequence[StoredThing], numbers: Numbers) -> None:
        first: dict[tuple[str, str], StoredThing] = {}
        for thing in things:
            for key, values in numbers.get(thing.id, {}).items():
                for value, _ in values:
                    other = first.setdefault((key, value), thing)
                    if other.id != thing.id:
                        self._merge(other.id, thing.id, f"both have the {key} {value}")
        cores: dict[tuple[str, ...], list[StoredThing]] = defaultdict(list)
        for thing in things:
            cores[core(thing.folded)].append(thing)
        for alike in cores.values():
            if any(_at_odds(one.id, other.id, numbers) for one, other in combinations(alike, 2)):
                continue  # which of them one without a number is, nobody has said
            for one, other in combinations(alike, 2):
                forms = _forms(one.folded), _forms(other.folded)
                if not all(forms):
                    self._merge(one.id, other.id, marked("the names differ only in a legal form"))
        for short, long in _abbreviations(things):
            if self._declared(short, long):
                self._merge(long.id, short.id, marked("a text gives it as an abbreviation"))

    def _declared(self, short: StoredThing, long: StoredThing) -> bool:
        """Whether a passage that names both says so: the long name, then the short one in ()."""
        pattern = re.compile(
            rf"{re.escape(long.name)}\s*\(\W*(?:\w+\s+)?\W*{re.escape(short.name)}\W*\)"
        )
        rows = self._ledger.db.execute(
            "SELECT DISTINCT a.passage FROM mentions a JOIN mentions b ON a.passage = b.passage "
            "WHERE a.thing = ? AND b.thing = ? LIMIT 20",
            (short.id, long.id),
        ).fetchall()
        return any(pattern.search(self._ledger.passage(id_).passage.text) for (id_,) in rows)

    def _alike(self, things: Sequence[StoredThing], numbers: Numbers) -> None:
        decided = {
            (one, other) for one, other in self._ledger.db.execute("SELECT one, other FROM merges")
        }
        whole = components(self._ledger)
        nearly = {(one.id, other.id): _NEARLY for one, other in _numbered_alike(things, numbers)}
        for one, other in chain(_blocked(things), _numbered_alike(things, numbers)):
            low, high = sorted((one.id, other.id))
            if (low, high) in decided or whole.get(low, low) == whole.get(high, high):
                continue
            if _at_odds(low, high, numbers):
                continue
            score = max(likeness(one.folded, other.folded), nearly.get((low, high), 0.0))
            if score >= _ALIKE:
                self._ledger.db.execute(
                    "INSERT OR IGNORE INTO calls VALUES (?, ?, ?)", (low, high, score)
                )


def core(folded: str) -> tuple[str, ...]:
    """The words of a name without the legal forms at its end.

    >>> core("norvia robotics gmbh co kg"), core("inc")
    (('norvia', 'robotics'), ('inc',))
    """
    words = folded.split()
    while len(words) > 1 and words[-1] in LEGAL_FORMS:
        words.pop()
    return tuple(words)


def likeness(one: str, other: str) -> float:
    """How alike two folded names are, 0 to 100; figures and single letters have to be the same.

    >>> likeness("norvia robotics", "norvia robotic") > 90
    True
    >>> likeness("fund 2", "fund 3"), likeness("norvia", "norvia robotics inc")
    (0.0, 90.0)
    """
    ours, theirs = core(one), core(other)
    # Figures, and letters as in "Fund B": what tells those of a series apart.
    marks = [
        sorted(word for word in words if len(word) == 1 or re.search(r"\d", word))
        for words in (ours, theirs)
    ]
    if marks[0] != marks[1]:
        return 0.0
    short, long = sorted((ours, theirs), key=len)
    within = set(short) < set(long) and len("".join(short)) >= _SHORTEST
    a, b = " ".join(ours), " ".join(theirs)
    best = max(ratio(a, b), token_sort_ratio(a, b))
    return float(max(best, 90.0 if within or _initials(short, long) else 0.0))


def components(ledger: Ledger) -> dict[int, int]:
    """The lowest number of the things that each merged thing is one with."""
    parent: dict[int, int] = {}

    def root(thing: int) -> int:
        while parent.get(thing, thing) != thing:
            parent[thing] = parent.get(parent[thing], parent[thing])
            thing = parent[thing]
        return thing

    for one, other in ledger.db.execute(
        "SELECT one, other FROM merges WHERE same AND undone_on IS NULL"
    ):
        low, high = sorted((root(one), root(other)))
        parent.setdefault(low, low)
        parent[high] = low
    return {thing: root(thing) for thing in list(parent)}


def _forms(folded: str) -> tuple[str, ...]:
    return tuple(folded.split()[len(core(folded)) :])


def _initials(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    said = "".join(short)
    return len(short) == 1 and len(long) >= 2 and said == "".join(word[0] for word in long)


def _at_odds(one: int, other: int, numbers: Numbers) -> bool:
    """Whether two things have identifiers of one kind, and none in common."""
    ours, theirs = numbers.get(one, {}), numbers.get(other, {})
    return any(
        {short for _, short in ours[key]}.isdisjoint(short for _, short in theirs[key])
        for key in ours.keys() & theirs.keys()
    )


def _numbered_alike(
    things: Sequence[StoredThing], numbers: Numbers
) -> Iterator[tuple[StoredThing, StoredThing]]:
    """Pairs, by number, one of whose identifiers are the same but for leading noughts."""
    alike: dict[tuple[str, str], dict[int, StoredThing]] = defaultdict(dict)
    for thing in things:
        for key, values in numbers.get(thing.id, {}).items():
            for _, short in values:
                alike[key, short][thing.id] = thing
    for group in alike.values():
        yield from combinations(group.values(), 2)


def _abbreviations(things: Sequence[StoredThing]) -> Iterator[tuple[StoredThing, StoredThing]]:
    by_initials: dict[str, list[StoredThing]] = defaultdict(list)
    for thing in things:
        words = core(thing.folded)
        if len(words) > 1:
            by_initials["".join(word[0] for word in words)].append(thing)
    for thing in things:
        words = core(thing.folded)
        if len(words) == 1:
            for long in by_initials.get(words[0], ()):
                yield thing, long


def _blocked(things: Sequence[StoredThing]) -> Iterator[tuple[StoredThing, StoredThing]]:
    """Pairs that may be alike: they share a word that is not common, its start, or initials."""
    blocks: dict[str, dict[int, StoredThing]] = defaultdict(dict)
    for thing in things:
        words = core(thing.folded)
        for word in words:
            blocks[word][thing.id] = thing
            blocks[f"{word[:3]}…"][thing.id] = thing
        blocks["".join(word[0] for word in words)][thing.id] = thing
    seen: set[tuple[int, int]] = set()
    for block in blocks.values():
        if not 1 < len(block) <= _COMMON:
            continue
        for one, other in combinations(block.values(), 2):
            if (one.id, other.id) not in seen:
                seen.add((one.id, other.id))
                yield one, other
