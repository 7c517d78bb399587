"""How words find what they name in other words: parts of values, units, initials; longer ways."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.cypher.statement import to_cypher
from bot.reader.anchoring import anchors_of
from bot.reader.ground import Ground
from bot.reader.search import sketches
from bot.reader.training import Priors
from bot.reader.tree import tree_of
from memory.schema import Join, Label, Property, Relationship, Schema


def no_vectors(texts: list[str]) -> NDArray[np.float32]:
    """Nothing is like anything but by its letters."""
    return np.zeros((len(texts), 4), dtype=np.float32)


def _text(name: str, *values: str) -> Property:
    return Property(name, ("STRING",), values[:1], values, None, None, 0.0, len(values))


def _number(name: str) -> Property:
    return Property(name, ("INTEGER",), (5,), None, 1, 900, 0.0, 40)


SCHEMA = Schema(
    {
        "Shop": Label("Shop", 4, {"name": _text("name", "Corner Bakery", "Fish & More")}),
        "Sale": Label(
            "Sale",
            40,
            {
                "kind": _text("kind", "cash payment", "gift card", "loan agreement"),
                "note": _text("note", "a cash gift that nobody ever asked for", "a loan"),
                "loadFactor": _number("loadFactor"),
                "taken_eur": _number("taken_eur"),
            },
        ),
    },
    {"MADE_AT": Relationship("MADE_AT", 40, (Join("Sale", "Shop", 40),), {})},
)
GROUND = Ground(SCHEMA, no_vectors)  # type: ignore[arg-type]

READ = {
    "How many cash sales were there?": "count(DISTINCT sale) AS sales [('kind', 'cash payment')]",
    "sales at the bakery": "WHERE shop.name = $name WITH DISTINCT sale",
    "GC sales": "sale.kind = $kind",
    "average LF of the sales": "avg(sale.loadFactor)",
    "total money of the sales": "sum(sale.taken_eur)",
    "sales by fact": "sale.loadFactor",
}


@pytest.mark.parametrize(("question", "wanted"), READ.items(), ids=READ)
def test_it_is_among_the_readings(question: str, wanted: str) -> None:
    assert any(wanted in told for told in _told(question)), "\n".join(_told(question))


def test_sentences_are_not_said_by_their_words() -> None:
    found = anchors_of("sales that nobody asked for", GROUND, [])
    assert found.values == []


def test_a_chain_of_wholes_is_a_way_however_long() -> None:
    sizes = {"Find": 90, "Layer": 40, "Trench": 20, "Dig": 9, "Site": 4, "Digger": 12}
    joins = {
        "LIES_IN": ("Find", "Layer", 90),
        "IS_OF": ("Layer", "Trench", 40),
        "OPENED_AT": ("Trench", "Dig", 20),
        "TOOK_PLACE_AT": ("Dig", "Site", 9),
        "CAME_UPON": ("Digger", "Find", 90),
        "JOINED": ("Digger", "Dig", 30),
    }
    types = {t: Relationship(t, n, (Join(a, b, n),), {}) for t, (a, b, n) in joins.items()}
    ground = Ground(
        Schema(
            {n: Label(n, count, {"name": _number("name")}) for n, count in sizes.items()}, types
        ),
        no_vectors,  # type: ignore[arg-type]
    )
    there, back = ground.ways("Find", "Site"), ground.ways("Site", "Find")
    assert [len(way) for way in there] == [len(way) for way in back] == [3, 4]
    assert [step.to for step in there[1]] == ["Layer", "Trench", "Dig", "Site"]
    assert ground.ways.is_chain("Find", there[1]) and ground.ways.is_chain("Site", back[1])
    assert not ground.ways.is_chain("Find", there[0])


def test_a_type_is_not_named_by_what_it_leads_to() -> None:
    labels = {n: Label(n, 9, {"name": _number("name")}) for n in ("Campaign", "Person")}
    types = {
        t: Relationship(t, 9, (Join("Person", "Campaign", 9),), {})
        for t in ("DIRECTED_CAMPAIGN", "TOOK_PART_IN_CAMPAIGN")
    }
    names = Ground(Schema(labels, types), no_vectors).names  # type: ignore[arg-type]
    named = {
        word: [m.element[-1] for m in names.match((word,))] for word in ("campaign", "director")
    }
    assert named == {"campaign": ["Campaign"], "director": ["DIRECTED_CAMPAIGN"]}


def _told(question: str) -> list[str]:
    found = sketches(GROUND, anchors_of(question, GROUND, []), Priors())
    trees = [tree_of(sketch, GROUND) for sketch in found]
    told = [to_cypher(tree) for tree in trees if tree is not None]
    return [f"{' '.join(cypher.split())} {list(given.items())}" for cypher, given in told]
