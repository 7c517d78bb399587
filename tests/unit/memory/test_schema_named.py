"""What a question's own words name of a schema is in its slice, whatever the look-alikes."""

from __future__ import annotations

import pytest

from memory.schema import Schema
from memory.schema_named import names_of
from memory.schema_slice import Ranking, Slicer
from tests.bench.look_alikes import asked, look_alikes

SCHEMA = look_alikes(200, 400)


@pytest.mark.parametrize(
    ("question", "labels", "types"),
    [
        ("How many departments are there?", {"Department"}, set()),
        ("Which LegacyDepartments are open?", {"LegacyDepartment"}, set()),
        ("the audits of departments by status", {"DepartmentAudit", "Department"}, set()),
        ("who worked in a ware house?", {"Warehouse"}, {"WORKS_IN"}),
        ("cities that books were published in", {"City", "Book"}, {"PUBLISHED"}),
    ],
)
def test_what_is_named_in_full(question: str, labels: set[str], types: set[str]) -> None:
    named = names_of(SCHEMA).named(question)
    assert labels <= set(named.labels) and types <= set(named.types)
    assert len(named.labels) <= 4


def test_a_part_of_a_name_leads_to_few_of_those_that_have_it() -> None:
    named = names_of(SCHEMA).named("How many audits were there?")
    assert not named.labels
    assert named.partly and all("Audit" in name for name in named.partly)
    assert not names_of(SCHEMA).named("What is there to see?").partly


@pytest.mark.parametrize("budget", [2000, 300])
def test_look_alikes_that_rank_higher_do_not_push_out_what_is_named(budget: int) -> None:
    others = tuple(name for name in SCHEMA.labels if name.startswith(("Legacy", "Archived")))
    ranking = Ranking(others[:60], tuple(SCHEMA.relationships)[:60])
    for question, labels, types in asked(SCHEMA, 60):
        slicer = Slicer(SCHEMA, ranking, budget)
        part: Schema = slicer.slice((), names_of(SCHEMA).named(question))
        assert labels <= part.labels.keys(), question
        assert types <= part.relationships.keys(), question
        assert part.relationships.keys() >= types
