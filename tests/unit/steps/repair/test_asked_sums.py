"""Sums and verbs that a question speaks of, and a draft takes for others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.steps.repair.fix import Fix, apply
from bot.steps.repair.idle_hop import idle_hop
from bot.steps.repair.known import Known
from bot.steps.repair.only_ever import only_ever
from bot.steps.repair.summed_kinds import summed_kinds
from bot.steps.repair.summed_money import summed_money
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
        "Fine": Label("Fine", 90, _properties(no="STRING", amount="FLOAT")),
    },
    {
        "KEEPS": Relationship(
            "KEEPS",
            90,
            (Join("Depot", "BusModel", 90),),
            {**_properties(count="INTEGER", price="FLOAT", score="INTEGER"), "how": HOW},
        ),
        "DONE_AT": Relationship("DONE_AT", 90, (Join("Repair", "Depot", 90),)),
        "PAID_BY": Relationship("PAID_BY", 90, (Join("Fine", "Depot", 90),)),
    },
)
KEEPS = "MATCH (d:Depot)-[:KEEPS]->(b:BusModel) "
KEEPS_R = "MATCH (d:Depot)-[r:KEEPS]->(b:BusModel) "
PAID = "MATCH (f:Fine)-[:PAID_BY]->(d:Depot) "


def _mended(
    repair: Callable[[Statement, Known], list[Fix]], question: str, draft: str, schema: Schema
) -> str:
    return apply(draft, repair(parse(draft), Known(schema, question=question)))[0]


@pytest.mark.parametrize(
    ("question", "mended"),
    [
        ("What is the total number of buses in each depot?", "sum(r1.count) AS total_count"),
        ("How many buses has each depot?", "sum(r1.count) AS total_count"),
        ("How many bus models has each depot?", ""),
        ("How many depots keep each bus?", ""),
        ("Depots with their models", ""),
    ],
)
def test_things_are_summed_up_and_not_their_kinds(question: str, mended: str) -> None:
    draft = KEEPS + "RETURN d.name, count(DISTINCT b) AS models"
    wanted = f"{KEEPS_R.replace('[r:', '[r1:')}RETURN d.name, {mended}" if mended else draft
    assert _mended(summed_kinds, question, draft, DEPOT) == wanted


def test_a_column_with_a_name_of_its_own_keeps_it() -> None:
    draft = KEEPS + "RETURN d.name, count(DISTINCT b) AS {} ORDER BY {} DESC"
    for name, wanted in (("fleet", "fleet"), ("bus_models", "total_count")):
        mended = _mended(summed_kinds, "How many buses has each?", draft.replace("{}", name), DEPOT)
        assert mended.endswith(f"sum(r1.count) AS {wanted} ORDER BY {wanted} DESC")


@pytest.mark.parametrize(
    ("question", "mended"),
    [
        ("Which depot paid the most money in fines?", "sum(f.amount) AS total_amount"),
        ("Which depot paid the most fines?", ""),
        ("Which depots want their money back?", ""),
    ],
)
def test_money_is_summed_up_and_not_counted(question: str, mended: str) -> None:
    draft = PAID + "WITH d, count(DISTINCT f) AS fines RETURN d.name, fines ORDER BY fines DESC"
    wanted = (
        PAID + f"WITH d, {mended} RETURN d.name, total_amount ORDER BY total_amount DESC"
        if mended
        else draft
    )
    assert _mended(summed_money, question, draft, DEPOT) == wanted


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


@pytest.mark.parametrize(
    ("question", "added"),
    [
        ("Which models are only ever scored above 3?",
         " AND NOT EXISTS { MATCH (:Depot)-[o1:KEEPS]->(b) WHERE NOT o1.score > 3 }"),
        ("Which models are scored above 3?", ""),
        ("Which is the only model scored above 3?", ""),
    ],
)  # fmt: skip
def test_only_ever_is_each_time(question: str, added: str) -> None:
    draft = KEEPS_R + "WHERE r.score > 3{} RETURN DISTINCT b.name"
    assert _mended(only_ever, question, draft.format(""), DEPOT) == draft.format(added)
