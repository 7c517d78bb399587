"""Verbs and hops: what a question speaks of, and a draft takes for something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.steps.repair.fix import Fix, apply
from bot.steps.repair.idle_hop import idle_hop
from bot.steps.repair.known import Known
from bot.steps.repair.verbal_value import verbal_value
from guardrails.cypher import Statement, parse
from memory.schema import Join, Label, Property, Relationship, Schema


def _properties(**types: str) -> dict[str, Property]:
    return {name: Property(name, (kind,)) for name, kind in types.items()}


HOW = Property("how", ("STRING",), values=("donation", "purchase", "retirement"))
DEPOT = Schema(
    {
        "Depot": Label("Depot", 9, _properties(name="STRING", spend="FLOAT")),
        "BusModel": Label("BusModel", 9, _properties(name="STRING")),
        "Repair": Label(
            "Repair",
            90,
            _properties(no="STRING", opened="DATE", due="DATE", closed="DATE", state="STRING"),
        ),
    },
    {
        "KEEPS": Relationship(
            "KEEPS",
            90,
            (Join("Depot", "BusModel", 90),),
            {**_properties(count="INTEGER", price="FLOAT", score="INTEGER"), "how": HOW},
        ),
        "DONE_AT": Relationship("DONE_AT", 90, (Join("Repair", "Depot", 90),)),
    },
)
KEEPS = "MATCH (d:Depot)-[:KEEPS]->(b:BusModel) "


def _mended(
    repair: Callable[[Statement, Known], list[Fix]], question: str, draft: str, schema: Schema
) -> str:
    return apply(draft, repair(parse(draft), Known(schema, question=question)))[0]


@pytest.mark.parametrize(
    ("question", "added"),
    [
        ("Which models were donated?", "r1.how = 'donation'"),
        ("Which models were purchased?", ""),
        ("Which models retire?", "r1.how = 'retirement'"),
        ("Which models are kept?", ""),
    ],
)
def test_a_verb_is_the_stored_noun(question: str, added: str) -> None:
    draft = KEEPS + "RETURN b.name"
    wanted = f"{KEEPS.replace('[:', '[r1:')[:-1]} WHERE {added} RETURN b.name" if added else draft
    assert _mended(verbal_value, question, draft, DEPOT) == wanted


@pytest.mark.parametrize(
    ("question", "cut"),
    [
        ("Which repairs were closed after they were due?", True),
        ("Which repairs done at a depot were closed after they were due?", False),
        ("Which urgent repairs were closed after they were due?", False),
    ],
)
def test_a_hop_of_which_nobody_spoke(question: str, cut: bool) -> None:
    draft = "MATCH (r:Repair)-[:DONE_AT]->(d:Depot) WHERE r.closed > r.due RETURN r.no"
    wanted = draft.replace("-[:DONE_AT]->(d:Depot)", "") if cut else draft
    assert _mended(idle_hop, question, draft, DEPOT) == wanted
    assert _mended(idle_hop, question, draft + ", d.name", DEPOT) == draft + ", d.name"
