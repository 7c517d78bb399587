from collections.abc import Mapping
from typing import Any

import pytest

from bot.errors import StatementRefused
from bot.events import Rows
from bot.steps.neighbours import Chosen, neighbours
from memory.schema import Join, Label, Property, Relationship, Schema

TEXT = Property("name", ("STRING",))
SCHEMA = Schema(
    {
        "Actor": Label("Actor", 2, {"name": TEXT}, implies=("Person",)),
        "Person": Label("Person", 5, {"name": TEXT}),
        "Film": Label("Film", 9, {"title": Property("title", ("STRING",))}),
    },
    {
        "IN": Relationship(
            "IN", 3, (Join("Actor", "Film", 3), Join("Person", "Film", 3), Join("Film", "Film", 1))
        )
    },
    hidden=("Vault", "*.email"),
)


class Graph:
    """Answers with so many neighbours, and keeps what it was asked."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked: list[str] = []

    async def run(self, cypher: str, parameters: Mapping[str, Any], **more: Any) -> Rows:
        self.asked.append(cypher)
        if " AS edge" not in cypher:
            return Rows(("id", "facts"), (("1", {"name": "Ada"}),), 1, False)
        rows = tuple((f"e{n}", f"n{n}", {"title": f"F{n}"}) for n in range(self.count))
        return Rows(("edge", "node", "facts"), rows, len(rows), False)


async def test_a_few_of_each_kind_and_only_what_may_be_seen() -> None:
    graph = Graph(2)
    found = await neighbours(Chosen(("Person", "Actor", "Vault"), id="1"), graph, SCHEMA)  # type: ignore[arg-type]
    assert graph.asked == [
        "MATCH (n:Actor) WHERE elementId(n) = $value RETURN elementId(n) AS id, n {.name} AS facts "
        "LIMIT 3",
        "MATCH (n:Actor)-[r:IN]->(m:Film) WHERE elementId(n) = $value RETURN elementId(r) AS edge, "
        "elementId(m) AS node, m {.title} AS facts LIMIT 21",
    ]
    assert [one.id for one in found.elements] == ["1", "n0", "n1", "e0", "e1"]
    assert (found.elements[3].start, found.elements[3].end, found.cut) == ("1", "n0", False)
    assert (await neighbours(Chosen(("Actor",), id="1"), Graph(21), SCHEMA)).cut  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "chosen",
    [
        Chosen(("Vault",), id="1"),
        Chosen((), id="1"),
        Chosen(("Person",), property="email", value="x"),
        Chosen(("Person",), property="name` = '' OR true //", value="x"),
    ],
)
async def test_what_is_hidden_or_unknown_is_refused_before_anything_is_asked(
    chosen: Chosen,
) -> None:
    graph = Graph(1)
    with pytest.raises(StatementRefused):
        await neighbours(chosen, graph, SCHEMA)  # type: ignore[arg-type]
    assert graph.asked == []
