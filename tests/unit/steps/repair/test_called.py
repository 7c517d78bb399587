"""What nodes without a name are called by, where a draft shows a name of theirs."""

from __future__ import annotations

import pytest

from bot.steps.repair.fix import apply
from bot.steps.repair.known import Known
from bot.steps.repair.names import properties
from guardrails.cypher import parse
from memory.schema import Join, Label, Property, Relationship, Schema

SCHEMA = Schema(
    {
        "Account": Label(
            "Account",
            90,
            {
                "iban": Property("iban", ("STRING",), ("CY11",), distinct=90),
                "kind": Property("kind", ("STRING",), ("current",), distinct=3),
            },
        ),
        "Bank": Label("Bank", 9, {"name": Property("name", ("STRING",), ("Adria",), distinct=9)}),
        "Day": Label("Day", 9, {k: Property(k, ("DATE",), distinct=9) for k in ("on", "to")}),
    },
    {
        "HELD_AT": Relationship("HELD_AT", 90, (Join("Account", "Bank", 90),)),
        "OPENED_ON": Relationship("OPENED_ON", 90, (Join("Account", "Day", 90),)),
    },
)
HELD = "MATCH (a:Account)-[:HELD_AT]->(b:Bank) "


@pytest.mark.parametrize(
    ("draft", "mended"),
    [
        (HELD + "RETURN a.name AS name", HELD + "RETURN a.iban AS name"),
        (HELD + "RETURN a.account_name, b.name", HELD + "RETURN a.iban, b.name"),
        (HELD + "RETURN b.name ORDER BY a.name", HELD + "RETURN b.name ORDER BY a.iban"),
        # What a condition names is rather the neighbour that has a name.
        (HELD + "WHERE a.name = 'x' RETURN a.kind", HELD + "WHERE b.name = 'x' RETURN a.kind"),
        (HELD + "RETURN a.bank_name", HELD + "RETURN a.bank_name"),
        (
            "MATCH (a:Account)-[:OPENED_ON]->(d:Day) RETURN d.name",
            "MATCH (a:Account)-[:OPENED_ON]->(d:Day) RETURN d.name",
        ),
    ],
)  # fmt: skip
def test_a_name_that_nodes_lack(draft: str, mended: str) -> None:
    assert apply(draft, properties(parse(draft), Known(SCHEMA)))[0] == mended
