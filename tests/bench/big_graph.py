"""Opens a big graph: time to port and first answer, memory, the index, killed and resumed.

    python -m tests.bench.big_graph [--nodes 300000] [--labels 150] [--types 400] [--names 600000]
        [--on embedded neo4j-5.26] [--keep FOLDER]

Over a made graph of skewed labels with look-alike names, two names a node. Told are: seconds until
the port answers and until the first answers (one that needs no name, one that does), the most
memory that all Python processes held together (as they share it, the database apart), seconds to
the whole index, and what a kill in the middle of it left to do. `--keep` keeps the home, so that
the next run need not load the graph again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

_NOUNS, _VERBS, _FIRST, _LAST, _SECOND = (
    words.split()
    for words in (
        "Department Employee Customer Supplier Product Order Invoice Warehouse Shipment Vehicle "
        "Project Contract Region City Country Patient Doctor Hospital Course Teacher Student "
        "School Author Book Publisher Article Journal Library Recipe Ingredient",
        "WORKS_IN OWNS SUPPLIES LOCATED_IN PART_OF REPORTS_TO MANAGES CONTAINS REFERS_TO CREATED "
        "ASSIGNED_TO BELONGS_TO DELIVERS USES TEACHES TREATS WROTE PUBLISHED CITES REPLACES",
        "Al Be Ca Da El Fa Ga Ha Is Jo Ka La Ma Ne Ol Pe Qui Ro Sa Te Ur Vi Wi Xa Yo Ze",
        "bert dina fred gard hilde jana kov lind mann nova pold ries stad tova vik wald",
        "Berg Dahl Fink Gold Holm Kern Lind Moss Nagel Rust Stein Thal Vogt Wolf Zorn Ash",
    )
)
_BEFORE = ("", "Legacy", "Archived", "External", "Regional")
_AFTER = ("", "Audit", "Record", "Group", "Note")


def label_names(count: int) -> list[str]:
    """Labels, look-alikes among them: Department, LegacyDepartment, DepartmentAudit …"""
    pairs = sorted(
        ((b, a) for b in range(len(_BEFORE)) for a in range(len(_AFTER))), key=lambda p: sum(p)
    )
    made = (_BEFORE[b] + noun + _AFTER[a] for b, a in pairs for noun in _NOUNS)
    names = list(dict.fromkeys(made))
    return [names[i] if i < len(names) else f"{names[i % len(names)]}{i}" for i in range(count)]


def type_names(count: int) -> list[str]:
    """Relationship types: a verb, then with the kinds of things it is about."""
    extra = (f"{verb}_{noun.upper()}" for noun in _NOUNS for verb in _VERBS)
    names = [*_VERBS, *extra]
    return [names[i] if i < len(names) else f"{names[i % len(names)]}_{i}" for i in range(count)]


def name_of(number: int) -> str:
    """A name that nothing else bears, of three words.

    >>> name_of(0), name_of(1) != name_of(0)
    ('Albert Berg Alberg', True)
    """
    parts = []
    for words in (_FIRST, _LAST, _SECOND, _FIRST, _SECOND):
        parts.append(words[number % len(words)])
        number //= len(words)
    more = f" {number}" if number else ""
    return f"{parts[0]}{parts[1]} {parts[2]} {parts[3]}{parts[4].lower()}{more}"


def made_graph(nodes: int, labels: int, types: int, names: int) -> dict[str, Any]:
    """Graph JSON of that size, the same each time; two relationships a node."""
    pick = random.Random(7)
    known, weights = label_names(labels), _skewed(labels)
    per_node = names / nodes
    made: list[dict[str, Any]] = []
    bearing: dict[str, list[int]] = {label: [] for label in known}
    given = 0
    for number in range(nodes):
        label = known[number] if number < labels else pick.choices(known, cum_weights=weights)[0]
        props: dict[str, Any] = {
            "number": number,
            "status": ("open", "closed", "waiting", "done")[number % 4],
            "score": round(pick.random() * 100, 2),
            "since": {"$date": f"{1990 + number % 30}-0{1 + number % 9}-1{number % 9}"},
        }
        for key in ("name", "alias", "motto"):
            if given < (number + 1) * per_node:
                props[key] = name_of(given)
                given += 1
        made.append({"id": number, "labels": [label], "props": props})
        bearing[label].append(number)
    return {"nodes": made, "rels": list(_relationships(2 * nodes, types, bearing, pick))}


def _skewed(count: int) -> list[float]:
    return list(accumulate(1 / (place + 4) for place in range(count)))


def _relationships(
    count: int, types: int, bearing: dict[str, list[int]], pick: random.Random
) -> Iterator[dict[str, Any]]:
    """Each type joins two pairs of labels."""
    kinds, weights, labels = type_names(types), _skewed(types), [k for k, v in bearing.items() if v]
    pairs = {kind: [pick.sample(labels, 2) for _ in range(2)] for kind in kinds}
    for number in range(count):
        kind = kinds[number] if number < types else pick.choices(kinds, cum_weights=weights)[0]
        start, end = (pick.choice(bearing[label]) for label in pick.choice(pairs[kind]))
        props = {"year": 1990 + number % 30} if number % 3 == 0 else {}
        yield {"start": start, "type": kind, "end": end, "props": props}
