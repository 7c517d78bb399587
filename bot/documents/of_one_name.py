"""Things of one name that are not one: passages give them identifiers that differ.

Each passage that tells an identifier tells which of them it is about; one that tells none is about
the one that its document tells of, else about the first. Identifiers that one passage gives the
same name are those of one thing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from bot.documents.ledger import Ledger
from bot.documents.ledger_rows import APART, unpacked
from bot.documents.schema import DocumentSchema


def identifier_forms(value: str) -> tuple[str, str]:
    """An identifier by its letters and digits, and so without leading noughts.

    >>> identifier_forms("4:29-cv-01187")
    ('429cv01187', '429cv1187')
    """
    said = value.casefold()
    whole, short = (
        re.sub(r"[\W_]", "", form) for form in (said, re.sub(r"(?<!\d)0+(?=\d)", "", said))
    )
    return whole, short


def tell_apart(ledger: Ledger, schema: DocumentSchema) -> None:
    """Move what passages say of things of one name to the thing that each is about."""
    for label, owner in schema.labels.items():
        keys = [key for key, one in owner.properties.items() if one.type == "identifier"]
        for key in keys:
            for name, numbers in _numbered(ledger, label, key).items():
                groups = _groups(numbers)
                if len(groups) > 1 or _siblings(ledger, label, name)[1:]:
                    _divide(ledger, label, name, numbers, groups)


def _numbered(ledger: Ledger, label: str, key: str) -> dict[str, dict[str, set[str]]]:
    """By folded name and passage, in the order of reading, the identifiers that it gives."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for folded, passage, value in ledger.db.execute(
        "SELECT t.folded, f.passage, f.value FROM facts f JOIN things t ON t.id = f.subject "
        "JOIN passages p ON p.id = f.passage WHERE t.label = ? AND f.predicate = ? "
        "AND f.value IS NOT NULL ORDER BY p.document, p.number, f.start",
        (label, key),
    ):
        short = identifier_forms(str(unpacked(value).value))[1]
        if any(sign.isdigit() for sign in short):
            found[folded.partition(APART)[0]][passage].add(short)
    return found


def _groups(numbers: Mapping[str, set[str]]) -> list[set[str]]:
    """Identifiers of one thing each: those that some passage gives together.

    >>> [sorted(one) for one in _groups({"p": {"1", "2"}, "q": {"3"}, "r": {"2", "4"}})]
    [['1', '2', '4'], ['3']]
    >>> len(_groups({"p": {"781"}, "q": {"no781"}, "r": {"1781"}}))
    2
    """
    groups: list[set[str]] = []
    for given in numbers.values():
        met = [one for one in groups if any(same_number(a, b) for a in one for b in given)]
        first = met[0] if met else set()
        if not met:
            groups.append(first)
        first |= given.union(*met)
        groups = [one for one in groups if one is first or one not in met]
    return groups


def same_number(one: str, other: str) -> bool:
    """Whether identifiers are the same, but for what is written before one: "No. 781", "781"."""
    short, long = sorted((one, other), key=len)
    return short == long or (long.endswith(short) and long[: -len(short)].isalpha())


def _siblings(ledger: Ledger, label: str, name: str) -> list[tuple[int, str, str]]:
    """(number, name, folded) of all things of a name, the one without a mark first."""
    return ledger.db.execute(
        "SELECT id, name, folded FROM things WHERE label = ? AND (folded = ? OR "
        "substr(folded, 1, length(?) + 1) = ? || ?) ORDER BY folded != ?, id",
        (label, name, name, name, APART, name),
    ).fetchall()


def _divide(
    ledger: Ledger,
    label: str,
    name: str,
    numbers: Mapping[str, set[str]],
    groups: Sequence[set[str]],
) -> None:
    siblings = _siblings(ledger, label, name)
    ids, marks = [one[0] for one in siblings], ", ".join("?" * len(siblings))
    things = [
        ledger.thing((label, siblings[0][1]), "" if at == 0 else min(group))
        for at, group in enumerate(groups)
    ]
    about = {
        passage: things[at]
        for passage, given in numbers.items()
        for at, group in enumerate(groups)
        if given & group
    }
    places = list(_named_in(ledger, ids))
    told: dict[int, set[int]] = defaultdict(set)
    for passage, document in places:
        told[document] |= {about[passage]} if passage in about else set()
    for passage, document in places:
        only = next(iter(told[document])) if len(told[document]) == 1 else things[0]
        thing = about.get(passage, only)
        for table, column in (("mentions", "thing"), ("facts", "subject"), ("facts", "object")):
            ledger.db.execute(
                f"UPDATE {table} SET {column} = ? WHERE passage = ? AND {column} IN ({marks})",
                (thing, passage, *ids),
            )


def _named_in(ledger: Ledger, things: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The passages that name some things, each with its document."""
    marks = ", ".join("?" * len(things))
    yield from ledger.db.execute(
        "SELECT DISTINCT m.passage, p.document FROM mentions m JOIN passages p "
        f"ON p.id = m.passage WHERE m.thing IN ({marks})",
        tuple(things),
    ).fetchall()
