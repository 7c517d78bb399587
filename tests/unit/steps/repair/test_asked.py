"""Both of two things on one node, numbers of days, ways that are written as properties."""

from __future__ import annotations

import pytest

from bot.steps.repair.both_values import both_values
from bot.steps.repair.date_difference import date_difference
from bot.steps.repair.fix import apply
from bot.steps.repair.known import Known
from bot.steps.repair.property_chain import property_chain
from guardrails.cypher import parse
from memory.schema import Join, Label, Property, Relationship, Schema
from tests.unit.steps.repair.harbour import SCHEMA

CLINIC = Schema(
    {
        "Illness": Label("Illness", 9, {"name": Property("name", ("STRING",))}),
        "Sign": Label("Sign", 9, {"name": Property("name", ("STRING",))}),
    },
    {"SHOWS": Relationship("SHOWS", 9, (Join("Illness", "Sign", 9),))},
)
CALLS = "MATCH (s:Ship)-[r:CALLED_AT]->(p:Port) "
SIGNS = "MATCH (i:Illness)-[:SHOWS]->(s:Sign) WHERE "
BOTH = "s.name = 'Fever' AND EXISTS { (i)-[:SHOWS]->(:Sign {name: 'Cough'}) }"
ASKED = "Which illnesses show both fever and cough?"


@pytest.mark.parametrize(
    ("question", "test", "mended"),
    [
        (ASKED, "s.name = 'Fever' AND s.name = 'Cough'", BOTH),
        (ASKED, "s.name IN ['Fever', 'Cough']", ""),
        (ASKED, "s.name = 'Fever' OR s.name = 'Cough'", ""),
    ],
)
def test_both_takes_two_hops(question: str, test: str, mended: str) -> None:
    draft = f"{SIGNS}{test} RETURN i.name"
    fixes = both_values(parse(draft), Known(CLINIC, question=question))
    assert apply(draft, fixes)[0] == f"{SIGNS}{mended or test} RETURN i.name"


def test_both_takes_the_whole_way() -> None:
    flags = "MATCH (s:Ship)-[:CALLED_AT]->(p:Port)-[r:LIES_IN]->(c:Country) WHERE "
    draft = f"{flags}c.name = 'Malta' AND c.name = 'Italy' RETURN DISTINCT s.name"
    known = Known(SCHEMA, question="Which ships called in both Malta and Italy?")
    way = "(s)-[:CALLED_AT]->(:Port)-[:LIES_IN]->(:Country {name: 'Italy'})"
    assert apply(draft, both_values(parse(draft), known))[0] == (
        f"{flags}c.name = 'Malta' AND EXISTS {{ {way} }} RETURN DISTINCT s.name"
    )
    turned = (
        "MATCH (c:Country)<-[:LIES_IN]-(p:Port) WHERE c.name = 'Malta' AND c.name = 'Italy' "
        "RETURN p"
    )
    mended = apply(turned, both_values(parse(turned), known))[0]
    assert "EXISTS { (:Country {name: 'Italy'})<-[:LIES_IN]-(p) }" in mended


def test_both_of_what_is_shown_stays() -> None:
    draft = f"{SIGNS}s.name = 'Fever' AND s.name = 'Cough' RETURN i.name, s.name"
    assert not both_values(parse(draft), Known(CLINIC, question=ASKED))


@pytest.mark.parametrize(
    ("question", "test", "mended"),
    [
        (
            "built 30 days before",
            "s.built < date() - 30",
            "s.built < date() - duration({days: 30})",
        ),
        ("2 weeks later", "date() > s.built + 2", "date() > s.built + duration({weeks: 2})"),
        ("", "s.tonnage - 30 > 5", "s.tonnage - 30 > 5"),
    ],
)
def test_a_number_of_days_from_a_date(question: str, test: str, mended: str) -> None:
    draft = f"MATCH (s:Ship) WHERE {test} RETURN s.name"
    fixes = date_difference(parse(draft), Known(SCHEMA, question=question))
    assert apply(draft, fixes)[0] == draft.replace(test, mended)


@pytest.mark.parametrize(
    ("shown", "mended"),
    [
        ("s.called_at.tonnage", "s.tonnage"),
        ("s.owner.company.tonnage", "s.tonnage"),
        ("s.port.depth", "s.port.depth"),
        ("s.CALLED_AT.days", "s.CALLED_AT.days"),
        ("s.seen.year", "s.seen.year"),
        ("x.owner.tonnage", "x.owner.tonnage"),
    ],
)
def test_a_way_that_is_written_as_properties(shown: str, mended: str) -> None:
    draft = f"MATCH (s:Ship) WITH s, {{}} AS x RETURN s.name, {shown} AS shown"
    fixes = property_chain(parse(draft), Known(SCHEMA))
    assert apply(draft, fixes)[0] == draft.replace(shown, mended)
